import { Chip, Group } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { WEEKDAYS } from '../../domain/days.ts';
import { said } from '../language/language.ts';
import classes from './DaysField.module.css';

interface DaysFieldProps {
  readonly label: string;
  /** A bitmask of days. */
  readonly value: number;
  readonly hint?: string;
  /** Why days cannot be taken; undefined where they can. */
  readonly validate: (days: number) => string | undefined;
  readonly onSave: (days: number) => void;
}

/** Days of the week, each on or off; a change is saved at once. */
export function DaysField({ label, value, hint, validate, onSave }: DaysFieldProps): ReactNode {
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const toggle = (at: number): void => {
    const days = value ^ (1 << at);
    const why = validate(days);
    setProblem(why);
    if (why === undefined) onSave(days);
  };
  return (
    <div className={classes['days']}>
      <span id={id} title={hint}>
        {label}
      </span>
      <div>
        <Group gap={3} role="group" aria-labelledby={id}>
          {WEEKDAYS.map((name, at) => (
            <Chip
              key={name}
              size="xs"
              checked={(value & (1 << at)) !== 0}
              onChange={() => toggle(at)}
              classNames={{ label: classes['day'] ?? '', iconWrapper: classes['dayIcon'] ?? '' }}
            >
              {said(name)}
            </Chip>
          ))}
        </Group>
        {problem !== undefined && (
          <span role="alert" className={classes['problem']}>
            {problem}
          </span>
        )}
      </div>
    </div>
  );
}
