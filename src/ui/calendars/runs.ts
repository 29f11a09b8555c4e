/** What dates of a calendar may run as: the usual choices, and the day types of the version. */
import type { CalendarDay, DayType } from '../../domain/model/networkCalendar.ts';
import { shownException } from '../parts/shownDays.ts';
import { RUNS_AS } from '../schedules/runsAs.ts';

type Runs = Pick<CalendarDay, 'RunAs' | 'DayTypeId'>;

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The choices; `with` is one more where it is none of them. */
export function runsChoices(dayTypes: readonly DayType[], also?: string): readonly Choice[] {
  const choices: Choice[] = [
    ...RUNS_AS.map(({ value, label }) => ({ value, label })),
    ...dayTypes.map(({ Id, Name }) => ({ value: ofType(Id), label: Name })),
  ];
  if (also === undefined || choices.some(({ value }) => value === also)) return choices;
  return [...choices, { value: also, label: shownException({ RunAs: runsOf(also, dayTypes).RunAs ?? 0 }) }];
}

/** What a choice means; without `RunAs` as usual. */
export function runsOf(value: string, dayTypes: readonly DayType[]): Runs {
  const dayType = dayTypes.find(({ Id }) => ofType(Id) === value);
  if (dayType) return { RunAs: dayType.RunAs, DayTypeId: dayType.Id };
  const days = /^days (\d+)$/.exec(value)?.[1];
  const runAs = days === undefined ? (RUNS_AS.find((one) => one.value === value)?.runAs ?? null) : Number(days);
  return runAs === null ? {} : { RunAs: runAs };
}

/** The choice of what a date runs as. */
export function choiceOf({ RunAs, DayTypeId }: Runs, dayTypes: readonly DayType[]): string {
  if (dayTypes.some(({ Id }) => Id === DayTypeId)) return ofType(DayTypeId ?? '');
  return RUNS_AS.find(({ runAs }) => runAs === (RunAs ?? null))?.value ?? `days ${RunAs}`;
}

/** What dates run as, in words. */
export function runsWords(runs: Runs, dayTypes: readonly DayType[]): string {
  const value = choiceOf(runs, dayTypes);
  return runsChoices(dayTypes, value).find((one) => one.value === value)?.label ?? '';
}

function ofType(id: string): string {
  return `type ${id}`;
}
