import { Button, Checkbox, Group, NativeSelect, NumberInput, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useMemo } from 'react';
import { addToNetworkCalendar } from '../../commands/calendars/networkCalendarSteps.ts';
import { loadHolidays } from '../../commands/calendars/loadHolidays.ts';
import { dateOfRule, ruleText } from '../../domain/holidayRules.ts';
import { type Holiday, MOST_HOLIDAY_YEARS } from '../../domain/holidays.ts';
import type { CalendarDay, NetworkCalendar } from '../../domain/model/networkCalendar.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { NetworkCalendars } from '../../projections/networkCalendars.ts';
import { holidaysToAdd } from '../../projections/typedForms.ts';
import { spokenLanguage } from '../language/language.ts';
import { useView } from '../parts/appState.ts';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { useTyped } from '../parts/useTyped.ts';
import { OwnHoliday } from './OwnHoliday.tsx';
import { runsChoices, runsOf, runsWords } from './runs.ts';
import { texts } from './texts.ts';
import classes from './calendars.module.css';

interface HolidaysModalProps {
  readonly versionId: number;
  readonly all: NetworkCalendars;
  /** The calendar with what is painted and not saved. */
  readonly calendar: NetworkCalendar;
  /** First and last date of the schedules. */
  readonly span: { readonly first: string; readonly last: string };
  readonly onClose: () => void;
}

interface Offer extends Pick<Holiday, 'Date' | 'Name' | 'Rule'> {
  readonly isTicked: boolean;
  readonly choice: string;
  /** What the calendar has on that date. */
  readonly there: CalendarDay | undefined;
}

/** Holidays of a country and of rules of one's own: those that are ticked are put among what is to be saved. */
export function HolidaysModal({ versionId, all, calendar, span, onClose }: HolidaysModalProps): ReactNode {
  const dispatch = useDispatch();
  const { databaseId = '' } = usePlace();
  const region = useView((view) => view.regions.value?.find(({ Databases }) => Databases.some(({ Id }) => Id === databaseId)));
  const load = useView((view) => view.versions[versionId]?.holidays);
  const [typed, type] = useTyped(holidaysToAdd, () => ({
    country: region?.CountryCode ?? '',
    state: '',
    from: Number(span.first.slice(0, 4)),
    to: Math.min(Number(span.last.slice(0, 4)), Number(span.first.slice(0, 4)) + MOST_HOLIDAY_YEARS - 1),
    ticked: {},
    runs: {},
    own: [],
  }));
  const { country, state, from, to, ticked, runs, own } = typed;
  const [first, last] = [Number(from), Number(to)];
  const areYears = first >= 1900 && last <= 2999 && first <= last && last - first < MOST_HOLIDAY_YEARS;
  const timezone = region?.Timezone ?? '';
  const { language } = spokenLanguage();
  const asked = useMemo(
    () => loadHolidays({ versionId, country, state, timezone, from: first, to: last, language }),
    [versionId, country, state, timezone, first, last, language],
  );
  useEffect(() => {
    if (areYears) dispatch(asked);
  }, [dispatch, asked, areYears]);
  const found = load?.value ?? undefined;
  // what is there is of the country and the years before
  const isReading = load?.status !== 'succeeded';
  const offers = useMemo((): readonly Offer[] => {
    const there = new Map(calendar.Dates.map((day) => [day.Date, day]));
    const years = areYears ? Array.from({ length: last - first + 1 }, (_, nth) => first + nth) : [];
    const owned = own.flatMap(({ name, rule }) =>
      years.flatMap((year) => {
        const date = dateOfRule(rule, year);
        return date === undefined ? [] : [{ Date: date, Name: name, Rule: ruleText(rule), Type: 'public' as const }];
      }),
    );
    const inside = [...(isReading ? [] : (found?.Holidays ?? [])), ...owned].filter(({ Date }) => span.first <= Date && Date <= span.last);
    const byDate = new Map(inside.toSorted((a, b) => Number(a.Type === 'public') - Number(b.Type === 'public')).map((one) => [one.Date, one]));
    return [...byDate.values()]
      .toSorted((a, b) => (a.Date < b.Date ? -1 : 1))
      .map((one) => ({
        ...one,
        isTicked: ticked[one.Date] ?? (one.Type === 'public' && !there.has(one.Date)),
        choice: runs[one.Date] ?? 'sun',
        there: there.get(one.Date),
      }));
  }, [found, isReading, own, areYears, first, last, ticked, runs, calendar, span]);
  const chosen = offers.filter(({ isTicked }) => isTicked);
  const add = (): void => {
    const days = chosen.map(({ Date, Name, Rule, choice }) => ({ Date, ...runsOf(choice, all.dayTypes), Name, Rule }));
    dispatch(addToNetworkCalendar({ versionId, calendarId: calendar.Id, change: { put: days } }));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={texts.addHolidays} size={720}>
      <Stack gap="sm">
        <Group gap="xs" align="flex-start">
          <NativeSelect
            size="xs"
            data-autofocus
            label={texts.country}
            w={170}
            data={[{ value: '', label: texts.chooseACountry }, ...(found?.Countries ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))]}
            value={country === '' ? (found?.Country ?? '') : country}
            onChange={(event) => type({ country: event.currentTarget.value, state: '' })}
          />
          <NativeSelect
            size="xs"
            label={texts.partOfTheCountry}
            w={170}
            data={[{ value: '', label: texts.wholeCountry }, ...(found?.States ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))]}
            value={state}
            // the country that was proposed is chosen with its part
            onChange={(event) => type({ state: event.currentTarget.value, country: country === '' ? (found?.Country ?? '') : country })}
          />
          <NumberInput size="xs" label={texts.fromYear} w={90} value={from} min={1900} max={2999} onChange={(year) => type({ from: year })} />
          <NumberInput
            size="xs"
            label={texts.toYear}
            w={90}
            value={to}
            min={1900}
            max={2999}
            error={!areYears && texts.yearsAtMost({ years: MOST_HOLIDAY_YEARS })}
            onChange={(year) => type({ to: year })}
          />
        </Group>
        <LoadStates load={load} what={texts.holidays} retry={asked} skeleton={4}>
          {() => (
            <div className={classes['offers']} role="group" aria-label={texts.holidays}>
              {offers.length === 0 && !isReading && <p className={classes['note']}>{texts.noHolidays({ first: span.first, last: span.last })}</p>}
              {offers.map(({ Date: date, Name, Rule, isTicked, choice, there }) => (
                <div key={date} className={classes['offer']} title={Rule}>
                  <Checkbox
                    label={texts.dateAndName({ date, name: Name })}
                    checked={isTicked}
                    onChange={(event) => type({ ticked: { ...ticked, [date]: event.currentTarget.checked } })}
                  />
                  <span className={classes['facts']}>{there && texts.calendarSays({ runs: runsWords(there, all.dayTypes) })}</span>
                  <NativeSelect
                    size="xs"
                    aria-label={texts.runsAsOn({ date })}
                    w={140}
                    data={[...runsChoices(all.dayTypes)]}
                    value={choice}
                    onChange={(event) => type({ runs: { ...runs, [date]: event.currentTarget.value } })}
                  />
                </div>
              ))}
            </div>
          )}
        </LoadStates>
        <OwnHoliday onAdd={(holiday) => type({ own: [...own, holiday] })} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
          <Button disabled={isReading || chosen.length === 0} onClick={add}>
            {texts.addDates({ dates: chosen.length })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
