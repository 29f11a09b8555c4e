/** Blocks of departures: which trips a vehicle drives one after the other. */
import { z } from 'zod';
import { departureIndex, DepartureRef } from '../timetableSheet/departures.ts';
import { formatServiceTime } from '../time.ts';
import type { Departure, Timetable } from '../model/timetable.ts';
import { documentEdit, type Documents, one, put, timetableKey } from './documentEdit.ts';

/** Departures of one edit at most: the day of a large network. */
export const MOST_ASSIGNED = 20_000;

const BlockId = z.string().min(1).max(200);

/** A departure of a timetable, and the block it gets. Null is none, also where the timetable has one. */
export const Assignment = DepartureRef.omit({ timetable: true }).extend({
  block: BlockId.nullable(),
  /** The block that was seen; where it is another one meanwhile, the edit is a conflict. */
  seen: z.string().max(200).nullable().optional().describe('The block the departure had; left out, whatever it has is replaced'),
});
export type Assignment = z.infer<typeof Assignment>;

export const AssignedTimetable = z.object({
  scheduleId: z.string(),
  trackId: z.string(),
  number: z.int().min(1),
  departures: z.array(Assignment).min(1).max(MOST_ASSIGNED),
});
export type AssignedTimetable = z.infer<typeof AssignedTimetable>;

type Payload = z.infer<typeof BlocksPayload>;
const BlocksPayload = z.object({ timetables: z.array(AssignedTimetable).min(1).max(MOST_ASSIGNED) });

/** Assigns departures to blocks, of several timetables and lines in one edit. */
export const assignBlocks = documentEdit('departure.assignBlocks', {
  summary:
    'Assigns departures of any lines to blocks, all or none: trips of one block are driven by one vehicle. Null takes a departure out of its block.',
  path: 'edit/departures/blocks',
  payload: BlocksPayload,
  largest: 8_000_000,
  samples: [
    { timetables: [{ scheduleId: 'L1', trackId: 'a-b', number: 1, departures: [{ time: 28_800, block: '7', seen: null }] }] },
    {
      timetables: [
        { scheduleId: 'L1', trackId: 'a-b', number: 1, departures: [{ time: 36_000, trip: 'T10', block: '7' }] },
        { scheduleId: 'L1', trackId: 'a-b', number: 2, departures: [{ time: 25_200, block: '7' }] },
      ],
    },
  ],
  documents: ({ timetables }) => timetables.map((of) => one('Timetable', keyOf(of))),
  within: ({ timetables }) =>
    timetables.every(({ scheduleId }) => scheduleId === timetables[0]?.scheduleId) ? `schedule/${timetables[0]?.scheduleId ?? ''}` : 'schedules',
  touches: ({ timetables }) => (timetables.length > 32 ? ['timetable'] : timetables.map((of) => `timetable/${keyOf(of)}/Departures`)),
  refuse: (docs, { timetables }) => {
    if (new Set(timetables.map(keyOf)).size < timetables.length) return 'Each timetable can be named once';
    const count = countOf(timetables);
    if (count > MOST_ASSIGNED)
      return `${count.toLocaleString('en-GB')} departures are more than the ${MOST_ASSIGNED.toLocaleString('en-GB')} of one edit`;
    for (const of of timetables) {
      const timetable = timetableOf(docs, of);
      const find = departureIndex([timetable]);
      for (const wanted of of.departures) {
        const found = find({ ...wanted, timetable: of.number });
        if (!found) return `The departure at ${formatServiceTime(wanted.time)} is not there any more`;
        if (wanted.seen !== undefined && blockOf(timetable, found.departure) !== wanted.seen)
          return `The departure at ${formatServiceTime(wanted.time)} is in another block now`;
      }
    }
    return undefined;
  },
  change: (docs, { timetables }) =>
    timetables.map((of) => {
      const timetable = timetableOf(docs, of);
      const find = departureIndex([timetable]);
      const wanted = new Map(of.departures.flatMap((one) => [[find({ ...one, timetable: of.number })?.departure, one.block] as const]));
      const Departures = timetable.Departures.map((departure) => {
        const block = wanted.get(departure);
        return block === undefined || block === blockOf(timetable, departure) ? departure : withBlock(timetable, departure, block);
      });
      return put('Timetable', keyOf(of), { ...timetable, Departures });
    }),
  guarded: {
    clashes: (docs, { timetables }) =>
      timetables.flatMap((of) => {
        const timetable = docs.get('Timetable', keyOf(of));
        const find = departureIndex(timetable ? [timetable] : []);
        return of.departures.flatMap((wanted) => {
          const found = find({ ...wanted, timetable: of.number });
          const theirs = timetable && found ? blockOf(timetable, found.departure) : null;
          if (found && (wanted.seen === undefined || theirs === wanted.seen)) return [];
          const what = `${of.trackId}, ${formatServiceTime(wanted.time)}`;
          return [{ what, theirs: found ? blockWords(theirs) : 'Removed', mine: blockWords(wanted.block) }];
        });
      }),
    onto: (docs, { timetables }) => {
      const left = timetables.flatMap((of) => {
        const timetable = docs.get('Timetable', keyOf(of));
        if (!timetable) return [];
        const find = departureIndex([timetable]);
        const departures = of.departures.flatMap((wanted) => {
          const found = find({ ...wanted, timetable: of.number });
          return found ? [wanted.seen === undefined ? wanted : { ...wanted, seen: blockOf(timetable, found.departure) }] : [];
        });
        return departures.length === 0 ? [] : [{ ...of, departures }];
      });
      // where nothing of it is there any more, the refusal says so
      return { timetables: left.length === 0 ? timetables : left };
    },
  },
  label: ({ timetables }) => {
    const blocks = new Set(timetables.flatMap(({ departures }) => departures.map(({ block }) => block)));
    const count = countOf(timetables);
    const [block = null] = blocks;
    const words = `${count.toLocaleString('en-GB')} ${count === 1 ? 'trip' : 'trips'}`;
    if (blocks.size > 1) return `Assign ${words} to ${blocks.size.toLocaleString('en-GB')} blocks`;
    return block === null ? `Take ${words} out of ${count === 1 ? 'its block' : 'their blocks'}` : `Assign ${words} to block ${block}`;
  },
});

/** The block of a departure, of its own or of the timetable; null without one. */
export function blockOf({ BlockId: ofAll }: Pick<Timetable, 'BlockId'>, { blockId }: Pick<Departure, 'blockId'>): string | null {
  const block = blockId ?? ofAll ?? '';
  return block.trim() === '' ? null : block;
}

/** The departure in a block. None is an empty id where the timetable has one for all. */
function withBlock({ BlockId: ofAll }: Timetable, { blockId: _was, ...departure }: Departure, block: string | null): Departure {
  const isSame = (block ?? '') === (ofAll ?? '').trim();
  return isSame || block === ofAll ? departure : { ...departure, blockId: block ?? '' };
}

function blockWords(block: string | null): string {
  return block === null ? 'No block' : `Block ${block}`;
}

function keyOf({ scheduleId, trackId, number }: Pick<AssignedTimetable, 'scheduleId' | 'trackId' | 'number'>): string {
  return timetableKey(scheduleId, trackId, number);
}

function timetableOf(docs: Documents, of: AssignedTimetable): Timetable {
  return docs.need('Timetable', keyOf(of));
}

function countOf(timetables: Payload['timetables']): number {
  return timetables.reduce((sum, { departures }) => sum + departures.length, 0);
}
