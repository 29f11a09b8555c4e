import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Place } from './cursor.ts';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

/** A cell being typed into. */
export interface Entry {
  readonly place: Place;
  readonly text: string;
  /** Typing replaces what stood there: arrows leave the cell then; otherwise (F2) they move in the text. */
  readonly replaces: boolean;
}

interface SheetEntryProps {
  readonly entry: Entry;
  /** What is typed; a time where nothing else is said. */
  readonly label?: string;
  readonly box: { readonly top: number; readonly left: number; readonly width: number; readonly height: number };
  /** What is wrong with the text so far. */
  readonly onTyping: (text: string) => string | undefined;
  /** What was refused meanwhile by another act than this text; it is forgotten as soon as somebody types on. */
  readonly messages?: readonly string[];
  /** Answers why the text cannot be: the cell stays open then. */
  readonly onDone: (text: string, how: { readonly step?: Place; readonly wide: boolean }) => string | undefined;
  readonly onCancel: () => void;
}

const NOTHING: readonly string[] = [];

/** The text field over the active cell. A text that is no time stays there, red, with what is wrong below it. */
export function SheetEntry({ entry, label = texts.time, box, onTyping, messages = NOTHING, onDone, onCancel }: SheetEntryProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(entry.text);
  const [problem, setProblem] = useState<string>();
  const [read, setRead] = useState(messages);
  const done = useRef(false);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (entry.replaces) input.current?.setSelectionRange(entry.text.length, entry.text.length);
    else input.current?.select();
  }, [entry]);

  const finish = (how: { step?: Place; wide?: boolean } = {}): void => {
    if (done.current) return;
    done.current = true;
    const why = text === entry.text && !entry.replaces ? undefined : onDone(text, { wide: false, ...how });
    if (text === entry.text && !entry.replaces) return onCancel();
    if (why === undefined) return;
    done.current = false;
    setProblem(why);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const arrow = entry.replaces ? ARROWS[event.key] : undefined;
    if (event.key === 'Escape') {
      event.preventDefault();
      done.current = true;
      return onCancel();
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      return finish({ step: { row: event.shiftKey ? -1 : 1, column: 0 }, wide: event.altKey });
    }
    if (event.key === 'Tab') {
      event.preventDefault();
      return finish({ step: { row: 0, column: event.shiftKey ? -1 : 1 } });
    }
    if (arrow) {
      event.preventDefault();
      finish({ step: arrow });
    }
  };
  const fault = (messages === read ? '' : messages.join(' ')) || (problem ?? onTyping(text));
  return (
    <div className={classes['entry']} style={box}>
      <input
        ref={input}
        className={classes['input']}
        value={text}
        aria-label={label}
        aria-invalid={problem !== undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(undefined);
          setRead(messages);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => finish()}
      />
      {fault !== undefined && (
        <div role="alert" className={classes['entryFault']} data-refused={problem === undefined ? undefined : ''}>
          {fault}
        </div>
      )}
    </div>
  );
}

const ARROWS: Readonly<Record<string, Place | undefined>> = {
  ArrowDown: { row: 1, column: 0 },
  ArrowUp: { row: -1, column: 0 },
  ArrowRight: { row: 0, column: 1 },
  ArrowLeft: { row: 0, column: -1 },
};
