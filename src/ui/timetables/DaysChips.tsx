import { Chip, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { WEEKDAYS } from '../../domain/days.ts';
import { said } from '../language/language.ts';
import { texts } from './texts.ts';

/** The days of the week, each to be switched. */
export function DaysChips({ value, disabled, onChange }: { value: number; disabled: boolean; onChange: (days: number) => void }): ReactNode {
  return (
    <Group gap={4} role="group" aria-label={texts.days}>
      {WEEKDAYS.map((name, at) => (
        <Chip
          key={name}
          size="xs"
          checked={(value & (1 << at)) !== 0}
          disabled={disabled}
          onChange={(checked) => onChange(checked ? value | (1 << at) : value & ~(1 << at))}
        >
          {said(name)}
        </Chip>
      ))}
    </Group>
  );
}
