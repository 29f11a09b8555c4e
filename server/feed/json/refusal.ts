import { FeedRefused } from '../gtfs/refusal.ts';
import { MESSAGES_LIMIT } from './format.ts';

/** What is wrong at a place of a feed file: `Stops[17].Coordinate.Lat`; the place is empty where it is about the whole file. */
export interface Problem {
  readonly place: string;
  readonly message: string;
}

/** Why a feed file cannot be taken: every problem found, up to MESSAGES_LIMIT. */
export class FeedFileRefused extends FeedRefused {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const listed = problems.slice(0, MESSAGES_LIMIT);
    super(listed.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`)));
    this.problems = listed;
  }
}

/** The refusal of a file that stops making sense at a byte (from 0, of the unpacked file). */
export function brokenAt(byte: number, message: string, place = ''): FeedFileRefused {
  return new FeedFileRefused([{ place, message: `${message} (byte ${byte} of the unpacked file)` }]);
}
