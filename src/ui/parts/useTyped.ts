import { useEffect, useRef, useState } from 'react';
import { forgetTyped, typeInto } from '../../commands/shell/typedSteps.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { TypedForm } from '../../projections/typed.ts';
import { useView } from './appState.ts';

/** A pause in typing of so many milliseconds writes what was typed. */
const PAUSE = 400;

/**
 * The fields of a form: what was typed, else what it began with; and how to change some of them. The screen follows each letter at
 * once; the log gets what stands there at a pause, when a field is left, when the form is sent and when the page goes. What was
 * typed lives as long as the form is drawn, and over a reload where the form says so.
 */
export function useTyped<T extends object>(
  form: TypedForm<T>,
  begin: NoInfer<T> | (() => NoInfer<T>),
): readonly [values: T, type: (changes: Partial<T>) => void] {
  const dispatch = useDispatch();
  const { name } = form;
  const [begun] = useState(begin);
  const written = useView(form.of);
  /** What is typed and not yet written. */
  const [ahead, setAhead] = useState<Partial<T>>();
  const isWritten = useRef(written !== undefined);

  useEffect(() => {
    if (!ahead) return undefined;
    const write = (): void => {
      isWritten.current = true;
      dispatch(typeInto({ form: name, values: { ...ahead } }));
      setAhead((now) => (now === ahead ? undefined : now));
    };
    const timer = setTimeout(write, PAUSE);
    // on the way down: before the form is sent, and before the log is put on disk for the last time
    const early = { capture: true };
    document.addEventListener('focusout', write, early);
    document.addEventListener('submit', write, early);
    window.addEventListener('pagehide', write, early);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusout', write, early);
      document.removeEventListener('submit', write, early);
      window.removeEventListener('pagehide', write, early);
    };
  }, [ahead, dispatch, name]);

  const isDrawn = useRef(false);
  useEffect(() => {
    isDrawn.current = true;
    return () => {
      isDrawn.current = false;
      // React may take a form out and put it in again at once: then nothing is forgotten
      queueMicrotask(() => {
        if (!isDrawn.current && isWritten.current) dispatch(forgetTyped({ form: name }));
      });
    };
  }, [dispatch, name]);

  return [{ ...begun, ...written, ...ahead }, (changes) => setAhead((before) => ({ ...before, ...changes }))];
}

/** Which of its questions a screen asks, and how another one, or none, is asked. */
export function useAsking<Q extends string>(form: TypedForm<{ asking: Q | null }>): readonly [asking: Q | undefined, ask: (question?: Q) => void] {
  const [{ asking }, type] = useTyped<{ asking: Q | null }>(form, { asking: null });
  return [asking ?? undefined, (question) => type({ asking: question ?? null })];
}
