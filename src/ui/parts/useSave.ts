import { useView } from './appState.ts';
import { keepRefused, keepSent, type RefusedSave, useRefusedSaves } from './refusedSaves.ts';

/** What becomes of a field's save: the refused text, if there is one, and the two things to do about it. */
interface Save {
  readonly refused: RefusedSave | undefined;
  /** Has a command followed to its end, also when the field is left before; its failure comes back as `refused`. */
  follow(id: string, text: string, from: RefusedSave['from']): void;
  /** Forgets what was refused. */
  forget(): void;
}

/** Follows the saves of the field called `label` at the present address; `of` names the thing where the address does not. */
export function useSave(label: string, of = ''): Save {
  const path = useView((view) => view.location.path);
  const key = `${path} ${of} ${label}`;
  const kept = useRefusedSaves().get(key);
  return {
    refused: kept && 'text' in kept ? kept : undefined,
    follow: (id, text, from) => keepSent(id, { key, path, label, text, from }),
    forget: () => keepRefused(key, undefined),
  };
}
