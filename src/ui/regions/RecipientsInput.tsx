import { Pill, PillsInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { isEmail } from '../../domain/formats.ts';
import { withRecipients } from '../../domain/notificationRules.ts';
import { texts } from './texts.ts';

interface RecipientsInputProps {
  readonly recipients: readonly string[];
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: (recipients: readonly string[]) => void;
}

/** So many tags are drawn; of a longer list the rest is counted. */
const SHOWN = 60;

/** Addresses as tags: Enter adds one, a paste adds many, Backspace takes the last or the focused one away. */
export function RecipientsInput({ recipients, error, readOnly, onChange }: RecipientsInputProps): ReactNode {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const labelled = useId();
  const add = (typed: string): void => {
    setText('');
    const next = withRecipients(recipients, typed);
    if (next.length !== recipients.length) onChange(next);
  };
  const remove = (index: number): void => {
    onChange(recipients.filter((_, at) => at !== index));
    field.current?.focus();
  };
  const tagKey = (event: KeyboardEvent, index: number): void => {
    if (readOnly || (event.key !== 'Backspace' && event.key !== 'Delete')) return;
    event.preventDefault();
    remove(index);
  };
  return (
    <PillsInput
      label={texts.recipients}
      labelProps={{ id: labelled }}
      error={error}
      size="xs"
      aria-disabled={readOnly}
      onClick={() => field.current?.focus()}
    >
      <Pill.Group>
        {recipients.slice(0, SHOWN).map((recipient, index) => (
          <Pill
            key={recipient}
            size="xs"
            {...(isEmail(recipient) ? {} : { c: 'var(--mantine-color-error)' })}
            withRemoveButton={!readOnly}
            removeButtonProps={{
              'aria-label': texts.removeRecipient({ recipient }),
              'aria-hidden': false,
              tabIndex: 0,
              onKeyDown: (event) => tagKey(event, index),
            }}
            onRemove={() => remove(index)}
          >
            {recipient}
          </Pill>
        ))}
        {recipients.length > SHOWN && (
          <Pill
            size="xs"
            withRemoveButton={!readOnly}
            removeButtonProps={{ 'aria-label': texts.removeThese }}
            onRemove={() => onChange(recipients.slice(0, SHOWN))}
          >
            {texts.andRecipientsMore({ recipients: recipients.length - SHOWN })}
          </Pill>
        )}
        {!readOnly && (
          <PillsInput.Field
            ref={field}
            aria-labelledby={labelled}
            placeholder={recipients.length === 0 ? texts.nameExampleOrg : undefined}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onBlur={() => add(text)}
            onPaste={(event) => {
              event.preventDefault();
              add(text + event.clipboardData.getData('text'));
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                add(text);
              }
              if (event.key === 'Backspace' && text === '' && recipients.length > 0) {
                event.preventDefault();
                remove(recipients.length - 1);
              }
            }}
          />
        )}
      </Pill.Group>
    </PillsInput>
  );
}
