/** The sheets of several tracks of a line in one edit: times out of a file, and times learnt from where vehicles were. */
import { z } from 'zod';
import { applySheetEdit, SheetEdit, sheetEditError } from '../timetableSheet/sheetEdit.ts';
import { clashesOf, ontoPresent } from '../timetableSheet/sheetClash.ts';
import { documentEdit, type Documents, one, trackKey } from './documentEdit.ts';
import { changesOf, namesOf, timetablesOf, trackDocuments, trackOf } from './timetables.ts';

/** Tracks of one edit at most. */
const MOST_TRACKS = 500;

const SheetsPayload = z.object({
  scheduleId: z.string(),
  tracks: z
    .array(z.object({ trackId: z.string(), edit: SheetEdit }))
    .min(1)
    .max(MOST_TRACKS),
});

export const importTimes = severalSheets('timetable.importTimes', {
  summary: 'Changes times and departures on several tracks of a schedule, all or none; cells carry the values before and after.',
  path: 'edit/timetables/import',
  samples: [
    { scheduleId: 'L1', tracks: [{ trackId: 'a-b', edit: { columns: [{ of: { timetable: 1, time: 28_800 }, cells: [[1, 28_920, 28_980]] }] } }] },
    { scheduleId: 'L1', tracks: [{ trackId: 'a-b', edit: { add: [{ days: 127, like: 1, cells: [32_400, 32_520, 32_640] }] } }] },
  ],
  label: ({ scheduleId, tracks }, docs) => `Import timetables: ${countsOf(tracks)}, line ${docs.get('Schedule', scheduleId)?.Name || scheduleId}`,
});

/** Running times of a line as they were driven: `domain/service/drivenTimes.ts` proposes them. */
export const takeDrivenTimes = severalSheets('timetable.takeDrivenTimes', {
  summary: 'Takes driven running times over on several tracks of a schedule, all or none; cells carry the values before and after.',
  path: 'edit/timetables/driven',
  samples: [
    { scheduleId: 'L1', tracks: [{ trackId: 'a-b', edit: { columns: [{ of: { timetable: 1, time: 28_800 }, cells: [[1, 28_920, 28_950]] }] } }] },
  ],
  label: ({ scheduleId, tracks }, docs) =>
    `Take over driven times: ${countsOf(tracks)}, line ${docs.get('Schedule', scheduleId)?.Name || scheduleId}`,
});

type Sheets = z.output<typeof SheetsPayload>;

function severalSheets(
  type: string,
  own: {
    readonly summary: string;
    readonly path: string;
    readonly samples: readonly Sheets[];
    readonly label: (p: Sheets, docs: Documents) => string;
  },
) {
  return documentEdit(type, {
    ...own,
    payload: SheetsPayload,
    documents: ({ scheduleId, tracks }) => [...tracks.flatMap(({ trackId }) => trackDocuments({ scheduleId, trackId })), one('Schedule', scheduleId)],
    within: ({ scheduleId }) => `schedule/${scheduleId}`,
    touches: ({ scheduleId, tracks }) =>
      tracks.length > 32
        ? [`timetable/${encodeURIComponent(scheduleId)}`]
        : tracks.map(({ trackId }) => `timetable/${trackKey(scheduleId, trackId)}`),
    refuse: (docs, { scheduleId, tracks }) => {
      if (new Set(tracks.map(({ trackId }) => trackId)).size < tracks.length) return 'Each track can be named once';
      for (const { trackId, edit } of tracks) {
        const of = { scheduleId, trackId };
        const why = sheetEditError(timetablesOf(docs, of), edit, trackOf(docs, of).Stops.length);
        if (why !== undefined) return tracks.length === 1 ? why : `${trackId}: ${why}`;
      }
      return undefined;
    },
    change: (docs, { scheduleId, tracks }) =>
      tracks.flatMap(({ trackId, edit }) => {
        const of = { scheduleId, trackId };
        return changesOf(docs, of, applySheetEdit(timetablesOf(docs, of), edit, trackOf(docs, of).Stops.length, namesOf(docs, of)));
      }),
    guarded: {
      clashes: (docs, { scheduleId, tracks }) =>
        tracks.flatMap(({ trackId, edit }) =>
          clashesOf(timetablesOf(docs, { scheduleId, trackId }), edit).map((clash) => ({ ...clash, what: `${trackId}, ${clash.what}` })),
        ),
      onto: (docs, { scheduleId, tracks }) => ({
        scheduleId,
        tracks: tracks.map(({ trackId, edit }) => ({ trackId, edit: ontoPresent(timetablesOf(docs, { scheduleId, trackId }), edit) })),
      }),
    },
  });
}

function countsOf(tracks: readonly { readonly edit: SheetEdit }[]): string {
  const count = (of: (edit: SheetEdit) => number): number => tracks.reduce((sum, { edit }) => sum + of(edit), 0);
  const [changed, added] = [count(({ columns = [] }) => columns.length), count(({ add = [] }) => add.length)];
  const words = (number: number, what: string): string[] =>
    number === 0 ? [] : [`${number.toLocaleString('en-GB')} ${number === 1 ? 'departure' : 'departures'} ${what}`];
  return [...words(changed, 'changed'), ...words(added, 'added')].join(', ');
}
