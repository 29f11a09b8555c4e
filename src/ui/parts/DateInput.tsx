import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import classes from './DateInput.module.css';
import { texts } from './texts.ts';

interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'rightSection' | 'placeholder'> {
  /** What is typed: a date as YYYY-MM-DD, or any text until it is one. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** A date was picked from the calendar; without it that counts as typing. */
  readonly onPick?: (date: string) => void;
}

/** A date, typed as YYYY-MM-DD or picked from the browser's calendar. */
export function DateInput({ value, onChange, onPick = onChange, disabled, ...field }: DateInputProps): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <TextInput
      {...field}
      value={value}
      disabled={disabled ?? false}
      placeholder={texts.datePattern}
      inputMode="numeric"
      maxLength={10}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={
        <>
          <input
            ref={picker}
            type="date"
            className={classes['picker']}
            tabIndex={-1}
            aria-hidden
            value={/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : ''}
            onChange={(event) => event.currentTarget.value !== '' && onPick(event.currentTarget.value)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            // for the mouse alone: the keyboard, and who reads by ear, write the date
            tabIndex={-1}
            aria-hidden
            title={texts.pickADate}
            disabled={disabled ?? false}
            onClick={() => picker.current?.showPicker()}
          >
            <IconCalendar size={15} aria-hidden />
          </ActionIcon>
        </>
      }
    />
  );
}
