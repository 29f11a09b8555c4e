import { Group, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { WEEKDAYS } from '../../domain/days.ts';
import { dateOfRule, type HolidayRule, MONTHS } from '../../domain/holidayRules.ts';
import { ownHoliday } from '../../projections/typedForms.ts';
import { said, spokenLanguage } from '../language/language.ts';
import { useTyped } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { texts } from './texts.ts';

/** A holiday by a rule of one's own: each year on one date, on a weekday of a month, or so many days from Easter. */
export function OwnHoliday({ onAdd }: { onAdd: (holiday: { name: string; rule: HolidayRule }) => void }): ReactNode {
  const [{ name, kind, month, day, nth, weekday, offset }, type] = useTyped(ownHoliday, {
    name: '',
    kind: 'fixed',
    month: 1,
    day: 1,
    nth: 1,
    weekday: 0,
    offset: 0,
  });
  const rule: HolidayRule =
    kind === 'fixed'
      ? { kind, month, day: Number(day) }
      : kind === 'weekday'
        ? { kind, nth, weekday, month }
        : { kind: 'easter', offset: Number(offset) };
  const isDate = kind !== 'fixed' || dateOfRule(rule, LEAP_YEAR) !== undefined;
  const why = name.trim() === '' ? texts.typeAName : isDate ? undefined : texts.unknownDate;
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={texts.ownHoliday}>
      <TextInput
        label={texts.ownHoliday}
        placeholder={texts.suchAsLocalFair}
        value={name}
        maxLength={200}
        w={170}
        onChange={(event) => type({ name: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        aria-label={texts.kindOfRule}
        value={kind}
        data={[
          { value: 'fixed', label: texts.sameDate },
          { value: 'weekday', label: texts.weekdayOfMonth },
          { value: 'easter', label: texts.daysFromEaster },
        ]}
        onChange={({ currentTarget: { value } }) => type({ kind: value === 'weekday' || value === 'easter' ? value : 'fixed' })}
      />
      {kind === 'fixed' && (
        <NumberInput size="xs" aria-label={texts.dayOfMonth} w={64} min={1} max={31} value={day} onChange={(to) => type({ day: to })} />
      )}
      {kind === 'weekday' && (
        <>
          <NativeSelect
            size="xs"
            aria-label={texts.whichOne}
            value={String(nth)}
            data={[texts.lastOne, '1.', '2.', '3.', '4.'].map((label, at) => ({ value: String(at), label }))}
            onChange={(event) => type({ nth: Number(event.currentTarget.value) })}
          />
          <NativeSelect
            size="xs"
            aria-label={texts.weekday}
            value={String(weekday)}
            data={WEEKDAYS.map((one, at) => ({ value: String(at), label: said(one) }))}
            onChange={(event) => type({ weekday: Number(event.currentTarget.value) })}
          />
        </>
      )}
      {kind === 'easter' ? (
        <NumberInput size="xs" aria-label={texts.daysFromEaster} w={72} min={-100} max={250} value={offset} onChange={(to) => type({ offset: to })} />
      ) : (
        <NativeSelect
          size="xs"
          aria-label={texts.month}
          value={String(month)}
          data={MONTHS.map((_, at) => ({ value: String(at + 1), label: monthName(at) }))}
          onChange={(event) => type({ month: Number(event.currentTarget.value) })}
        />
      )}
      <WhyButton
        label={texts.addToTheList}
        icon={IconPlus}
        why={why}
        onClick={() => {
          onAdd({ name: name.trim(), rule });
          type({ name: '' });
        }}
      />
    </Group>
  );
}

/** One with a 29 February. */
const LEAP_YEAR = 2024;

function monthName(at: number): string {
  return new Date(Date.UTC(LEAP_YEAR, at, 1)).toLocaleString(spokenLanguage().locale, { month: 'short', timeZone: 'UTC' });
}
