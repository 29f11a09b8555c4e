/** Departures as a line of text: `06:05 06:20 07:00-09:00/10 25:10`. */
import { formatServiceTime, parseServiceTime } from '../time.ts';
import type { Departure } from '../model/timetable.ts';
import { MOST_NEW_DEPARTURES } from './sheetEdit.ts';

/** Reads departures: times between spaces, commas or lines; an interval is from-to/minutes, its end not included. */
export function departuresOfText(text: string): { readonly departures: readonly Departure[]; readonly faults: readonly string[] } {
  const departures: Departure[] = [];
  const faults: string[] = [];
  for (const word of text.split(/[\s,;]+/).filter((part) => part !== '')) {
    const departure = departureOf(word);
    if (typeof departure === 'string') faults.push(departure);
    else departures.push(departure);
  }
  return { departures, faults };
}

/** Why a text cannot take the place of so many departures; nothing where it can. A paste by mistake is refused as one into the sheet is. */
export function departuresFaults(text: string, before: number): readonly string[] {
  const { departures, faults } = departuresOfText(text);
  const added = departures.length - before;
  return added > MOST_NEW_DEPARTURES
    ? [
        ...faults,
        `${added.toLocaleString('en-GB')} new departures are more than can be added at once (${MOST_NEW_DEPARTURES.toLocaleString('en-GB')})`,
      ]
    : faults;
}

/** Departures as text, in their order. */
export function textOfDepartures(departures: readonly Departure[]): string {
  return departures
    .map(({ Type, Time = 0, FromTime = 0, ToTime = 0, Frequency = 0 }) =>
      Type === 'Exact'
        ? formatServiceTime(Time)
        : `${formatServiceTime(FromTime)}-${formatServiceTime(ToTime)}/${Math.round((Frequency / 60) * 100) / 100}`,
    )
    .join(' ');
}

function departureOf(word: string): Departure | string {
  const interval = /^([\d:]+)-([\d:]+)\/(\d+(?:\.\d+)?)$/.exec(word);
  if (!interval) {
    const time = parseServiceTime(word);
    return time === undefined ? `${word} is not a time` : { Type: 'Exact', Time: time };
  }
  const [from, to, frequency] = [parseServiceTime(interval[1] ?? ''), parseServiceTime(interval[2] ?? ''), Math.round(Number(interval[3]) * 60)];
  if (from === undefined || to === undefined) return `${word} is not an interval`;
  if (frequency < 1) return `${word}: the headway has to be longer than 0`;
  if (to <= from) return `${word}: an interval has to end after it begins`;
  return { Type: 'Interval', FromTime: from, ToTime: to, Frequency: frequency };
}
