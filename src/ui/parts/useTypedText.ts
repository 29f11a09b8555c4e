import { type KeyboardEvent, useState } from 'react';
import type { RefusedSave } from './refusedSaves.ts';
import { useSave } from './useSave.ts';
import { texts } from './texts.ts';

/** What the user saw when they began to type: compare against this, not against what somebody else has made of it since. */
export interface SeenValue {
  readonly value: string;
  readonly rev: number;
}

/**
 * What a text is typed onto, so that nothing that a colleague writes there meanwhile is lost unseen. The revision of the document whose
 * field it is: sent along with the edit, it makes theirs a conflict. 'value' where a field of the document is shared out among many (its
 * departures, the cells of a sheet) or where it is no document (a draft): the present text is shown before it is overwritten.
 */
export type TypedOnto = number | 'value';

interface TypedTextProps {
  readonly label: string;
  /** The thing that it belongs to, where the address names another: a departure in a window over its track. */
  readonly of?: string | undefined;
  /** The stored value; an absent one is ''. */
  readonly value: string;
  readonly rev: TypedOnto;
  /** Enter begins a new line; Ctrl+Enter saves. */
  readonly multiline?: boolean | undefined;
  /** Why a text cannot be saved, undefined when it can. */
  readonly validate?: ((text: string) => string | undefined) | undefined;
  /**
   * Called on blur or Enter, only with a text that differs from what the user began with. It answers the id of the command it
   * dispatched, undefined where it dispatched none: a refusal keeps the text in the field, red, with the message and Retry.
   */
  readonly onSave: (to: string, from: SeenValue) => string | undefined;
}

/** A text being typed: what an input of any looks needs of it, and what is in its way. */
interface TypedText {
  readonly input: {
    readonly value: string;
    readonly 'data-text': 'differs' | 'same';
    readonly 'data-mantine-stop-propagation': boolean;
    readonly onChange: (event: { currentTarget: { value: string } }) => void;
    readonly onBlur: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
  /** Why the text cannot be saved. */
  readonly problem: string | undefined;
  /** The text that was refused, while nothing else is typed. */
  readonly refused: RefusedSave | undefined;
  save(): void;
}

/** A text that is saved on blur or Enter; Escape restores it. */
export function useTypedText({ label, of, value, rev, multiline = false, validate, onSave }: TypedTextProps): TypedText {
  const [typed, setTyped] = useState<{ readonly text: string; readonly from: SeenValue }>();
  const [problem, setProblem] = useState<string>();
  /** The concurrent value that was shown to the user. */
  const [shownTheirs, setShownTheirs] = useState<string>();
  const { refused, follow, forget } = useSave(label, of);

  const restore = (): void => {
    setTyped(undefined);
    setProblem(undefined);
    setShownTheirs(undefined);
    forget();
  };
  const shown = typed ?? refused;
  const save = (again = false): void => {
    if (!shown || shown.text === shown.from.value) return restore();
    const isTheirs = rev === 'value' && value !== shown.from.value && value !== shown.text;
    setShownTheirs(isTheirs ? value : undefined);
    const why = validate?.(shown.text) ?? (isTheirs && !(again && value === shownTheirs) ? overtakenBy(value) : undefined);
    setProblem(why);
    if (why !== undefined) return;
    setTyped(undefined);
    forget();
    const { text, from } = shown;
    const id = onSave(text, from);
    if (typeof id === 'string' && id !== '') follow(id, text, from);
  };
  return {
    input: {
      value: shown?.text ?? value,
      // while it differs, Ctrl+Z belongs to the text; else to the product
      'data-text': shown !== undefined && shown.text !== value ? 'differs' : 'same',
      // Escape restores the text; a second one closes the window that the field stands in
      'data-mantine-stop-propagation': shown !== undefined || problem !== undefined,
      onChange: (event) => {
        const text = event.currentTarget.value;
        setTyped((before) => ({ text, from: before?.from ?? refused?.from ?? seenOf(value, rev) }));
        if (problem !== undefined && validate?.(text) === undefined) setProblem(undefined);
      },
      // a refused text is sent again by Retry or Enter, not by going on
      onBlur: () => typed && save(),
      onKeyDown: (event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing && (!multiline || event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          save(true);
        }
        if (event.key === 'Escape' && (shown || problem !== undefined)) {
          event.preventDefault();
          event.stopPropagation();
          restore();
        }
      },
    },
    problem,
    refused: typed === undefined ? refused : undefined,
    save: () => save(),
  };
}

/** What the user sees in a field. */
export function seenOf(value: string, rev: TypedOnto): SeenValue {
  return { value, rev: rev === 'value' ? 0 : rev };
}

function overtakenBy(value: string): string {
  return value === '' ? texts.emptiedMeanwhile : texts.valueChanged({ value });
}
