/** The edit that quickFixes what a rule of validation finds. */
import { z } from 'zod';
import type { Coordinate } from '../coordinate.ts';
import { CalendarDate } from '../date.ts';
import { plainId } from '../entities.ts';
import { FIXED_KINDS, fixed, quickFixOf, MOST_FIXED } from '../quickFixes.ts';
import { type DocumentChange, type Documents, documentEdit, one, put } from './documentEdit.ts';

const Fixed = z.object({
  kind: z.enum(FIXED_KINDS),
  id: z.string(),
  stopIds: z.array(z.string()).max(10_000).optional(),
  calendarIds: z.array(z.string()).max(100).optional(),
  dates: z.array(CalendarDate).max(4000).optional(),
});

/** Fixes documents in which a rule finds a fault that has one safe remedy. What has none left is left as it is. */
export const fixCases = documentEdit('validation.mend', {
  summary:
    'Fixes documents by the remedy of a rule of validation. `stopIds` names the stops of a track where the remedy reads where they are; `calendarIds` and `dates` name the network calendars and the dates of the cases where it reads those.',
  path: 'edit/validation/mend',
  payload: z.object({ ruleId: z.int(), documents: z.array(Fixed).min(1).max(MOST_FIXED) }),
  samples: [
    { ruleId: 203, documents: [{ kind: 'Stop', id: 'S9' }] },
    { ruleId: 345, documents: [{ kind: 'Track', id: '1/b-a', stopIds: ['S1', 'S2'] }] },
    { ruleId: 391, documents: [{ kind: 'Schedule', id: 'L1', calendarIds: ['NC1'], dates: ['2026-12-25'] }] },
  ],
  documents: (p) => [
    ...p.documents.map(({ kind, id }) => one(kind, id)),
    ...[...new Set(p.documents.flatMap(({ stopIds = [] }) => stopIds))].map((id) => one('Stop', id)),
    ...[...new Set(p.documents.flatMap(({ calendarIds = [] }) => calendarIds))].map((id) => one('NetworkCalendar', id)),
  ],
  within: () => 'validation',
  touches: ({ ruleId, documents }) =>
    documents.length > 32
      ? [...new Set(documents.map(({ kind }) => kind.toLowerCase()))]
      : documents.map(({ kind, id }) => `${kind.toLowerCase()}/${id}/${quickFixOf(ruleId)?.field ?? ''}`),
  refuse: (docs, p) => {
    if (!quickFixOf(p.ruleId)) return `The faults of rule ${p.ruleId} have no remedy that is always safe.`;
    const named = new Set(p.documents.flatMap(({ stopIds = [] }) => stopIds));
    const others = p.documents.some(({ kind, id }) => kind === 'Track' && docs.get('Track', id)?.Stops.some(({ StopId }) => !named.has(StopId)));
    return others && quickFixOf(p.ruleId)?.readsStops ? 'A track has other stops by now. Open the cases again.' : undefined;
  },
  change: fixedBy,
  label: ({ ruleId, documents }) => {
    const { act = 'QuickFix', kind = 'case' } = quickFixOf(ruleId) ?? {};
    const [only] = documents;
    return documents.length === 1 && only
      ? `${act} of ${kind.toLowerCase()} ${plainId(only.kind, only.id)}`
      : `${act} of ${documents.length} ${kind === 'Agency' ? 'agencies' : `${kind.toLowerCase()}s`}`;
  },
});

type FixPayload = { readonly ruleId: number; readonly documents: readonly z.output<typeof Fixed>[] };

function fixedBy(docs: Documents, { ruleId, documents }: FixPayload): DocumentChange[] {
  const fix = quickFixOf(ruleId);
  if (!fix) return [];
  return documents.flatMap(({ kind, id, stopIds = [], calendarIds = [], dates = [] }): DocumentChange[] => {
    if (kind !== fix.kind) return [];
    const named = new Set(stopIds);
    const placeOf = (stopId: string): Coordinate | undefined => (named.has(stopId) ? (docs.get('Stop', stopId)?.Coordinate ?? undefined) : undefined);
    const doc = docs.get(kind, id);
    const calendars = calendarIds.flatMap((calendarId) => docs.get('NetworkCalendar', calendarId) ?? []);
    const after = doc && fixed(fix, doc, { placeOf, calendars, dates });
    return after === null || after === doc ? [] : [put(kind, id, after)];
  });
}
