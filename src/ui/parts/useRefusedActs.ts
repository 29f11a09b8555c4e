import { useEffect } from 'react';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from './appState.ts';
import { keepActs, keepRefused, useRefusedSaves } from './refusedSaves.ts';

/** An act of the page in view that the server did not take, as a whole: a paste, a shift, a time typed into a sheet. */
interface ShownAct {
  readonly id: string;
  readonly label: string;
  readonly message: string;
  again(): void;
  forget(): void;
}

/**
 * Keeps the acts of one command that the server refused, with their payloads: the page lists them with Retry, and
 * not in the corner, and the status strip does not say that all is saved.
 */
export function useRefusedActs({ type }: { readonly type: string }): readonly ShownAct[] {
  const dispatch = useDispatch();
  const path = useView((view) => view.location.path);
  useEffect(() => keepActs(type, true), [type]);

  return [...useRefusedSaves()].flatMap(([id, kept]) => {
    if (!('again' in kept) || kept.path !== path || kept.again.type !== type) return [];
    const { label, message, again } = kept;
    const forget = (): void => keepRefused(id, undefined);
    return [{ id, label, message, forget, again: () => (forget(), void dispatch(again)) }];
  });
}
