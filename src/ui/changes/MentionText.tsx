import { Textarea } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { REVIEW_TEXT_LIMIT } from '../../domain/draftReview.ts';
import { useView } from '../parts/appState.ts';
import classes from './review.module.css';
import { texts } from './texts.ts';

interface MentionTextProps {
  readonly label: string;
  readonly value: string;
  readonly readOnly?: boolean;
  readonly autofocus?: boolean;
  readonly onChange: (text: string) => void;
}

/** People offered at once. */
const OFFERED = 5;

/** A text in which people of the region are mentioned: after an `@` those whose names fit are offered. */
export function MentionText({ label, value, readOnly = false, autofocus = false, onChange }: MentionTextProps): ReactNode {
  const people = useView((view) => view.draftReviews?.people.value);
  const area = useRef<HTMLTextAreaElement>(null);
  // outside of a window nothing else gives the focus
  useEffect(() => {
    if (autofocus) area.current?.focus();
  }, [autofocus]);
  const [caret, setCaret] = useState<number>();
  const [at, setAt] = useState(0);
  const begun = caret === undefined ? undefined : /(?:^|\s)@([^\s,;:!?()]*)$/.exec(value.slice(0, caret))?.[1]?.toLowerCase();
  const offered =
    begun === undefined
      ? []
      : (people ?? []).filter(({ Name }) => Name.toLowerCase().includes(begun) && Name.toLowerCase() !== begun).slice(0, OFFERED);
  const chosen = offered[Math.min(at, offered.length - 1)];
  const note = (): void => {
    setCaret(area.current?.selectionStart ?? undefined);
    setAt(0);
  };
  const take = (name: string): void => {
    const end = caret ?? value.length;
    const start = end - (begun ?? '').length;
    onChange(`${value.slice(0, start)}${name} ${value.slice(end)}`);
    setCaret(undefined);
    area.current?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (chosen === undefined) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setAt((now) => (now + (event.key === 'ArrowDown' ? 1 : offered.length - 1)) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(chosen.Name);
    else if (event.key === 'Escape') setCaret(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={classes['mention']}>
      <Textarea
        ref={area}
        label={label}
        data-text="same"
        description={texts.mentionHint}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={REVIEW_TEXT_LIMIT}
        value={value}
        readOnly={readOnly}
        {...(autofocus ? { 'data-autofocus': true } : {})}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          note();
        }}
        onKeyDown={press}
        onBlur={() => setCaret(undefined)}
      />
      {offered.length > 0 && (
        <ul className={classes['people']} role="listbox" aria-label={texts.peopleOfTheRegion}>
          {offered.map(({ Name }) => (
            <li key={Name} role="option" aria-selected={Name === chosen?.Name}>
              <button
                type="button"
                tabIndex={-1}
                onMouseDown={(event) => {
                  // the text keeps the focus
                  event.preventDefault();
                  take(Name);
                }}
              >
                {Name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
