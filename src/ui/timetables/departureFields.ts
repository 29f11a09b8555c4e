/** The values of departures as screens write them. */
import { editDepartureField } from '../../commands/timetables/timetableEdits.ts';
import type { DepartureField } from '../../domain/edits/timetables.ts';
import type { DepartureRef } from '../../domain/timetableSheet/departures.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { texts } from './texts.ts';

/** Saves one value of departures of a track; answers the id of the command. */
export type SaveDepartures = (departures: readonly DepartureRef[], field: DepartureField, value: string | number | boolean | null) => string;

/** Saves values of the departures of a track. */
export function useSaveDepartures(scheduleId: string, trackId: string): SaveDepartures {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  return (departures, field, value) => dispatch(editDepartureField({ versionId, scheduleId, trackId, field, departures: [...departures], value }));
}

/** What 0, 1 and 2 say of wheelchairs. */
export const WHEELCHAIR = [
  {
    value: '',
    get label() {
      return texts.notSaid;
    },
  },
  {
    value: '0',
    get label() {
      return texts.noData;
    },
  },
  {
    value: '1',
    get label() {
      return texts.accessible;
    },
  },
  {
    value: '2',
    get label() {
      return texts.notAccessible;
    },
  },
];
/** What 0, 1 and 2 say of bicycles. */
export const BIKES = [
  {
    value: '',
    get label() {
      return texts.notSaid;
    },
  },
  {
    value: '0',
    get label() {
      return texts.noInformation;
    },
  },
  {
    value: '1',
    get label() {
      return texts.allowed;
    },
  },
  {
    value: '2',
    get label() {
      return texts.notAllowed;
    },
  },
];

/** The choices of a departure, which follows its timetable where it says nothing of its own. */
export function orAsTimetable(options: typeof WHEELCHAIR, words = texts.asTheTimetable): typeof WHEELCHAIR {
  return options.map((one) => (one.value === '' ? { ...one, label: words } : one));
}

/** A headway in minutes, of seconds. */
export function minutesOf(seconds: number | undefined): string {
  return seconds === undefined ? '' : String(Math.round((seconds / 60) * 100) / 100);
}

/** Why a text is no headway. */
export function headwayFault(text: string): string | undefined {
  return Number(text) > 0 ? undefined : texts.headwayZero;
}
