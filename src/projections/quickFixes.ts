/** What the remedy of a rule would do to the listed cases, as far as their documents are here. */
import type { Coordinate } from '../domain/coordinate.ts';
import type { DocumentKey } from '../domain/edits/documentEdit.ts';
import type { Entity } from '../domain/entities.ts';
import { fixed, fixedDocument, quickFixOf, MOST_FIXED } from '../domain/quickFixes.ts';
import type { FoundCase } from '../domain/validationSummary.ts';
import { documentOf, heldDocument } from './documents.ts';
import type { AppState } from './state.ts';
import { casesKey } from './validation.ts';

/** One document to be fixed, as a person sees it. */
export interface FixPreview {
  readonly key: DocumentKey<'Agency' | 'Stop' | 'Schedule' | 'Track' | 'Transfer'>;
  readonly before: string;
  /** Undefined where the remedy finds nothing that it can safely change. */
  readonly after: string | undefined;
  /** What the remedy reads beside it, as the edit wants it. */
  readonly reads: Pick<FixedDocument, 'stopIds' | 'calendarIds' | 'dates'>;
}

export interface FixPreviews {
  /** Documents to load before everything can be previewed. */
  readonly missing: readonly DocumentKey[];
  readonly previews: readonly FixPreview[];
}

/** The documents of the cases that are not excluded, each once, with what the remedy makes of them. */
export function fixPreviews(view: AppState, versionId: number, ruleId: number, cases: readonly FoundCase[]): FixPreviews {
  const fix = quickFixOf(ruleId);
  if (!fix) return { missing: [], previews: [] };
  const missing: DocumentKey[] = [];
  const placeOf = (id: string): Coordinate | undefined => documentOf(view, versionId, 'Stop', id)?.Coordinate ?? undefined;
  const previews = casesByDocument(ruleId, cases).flatMap(([id, of]): FixPreview[] => {
    const held = heldDocument(view, versionId, fix.kind, id);
    const doc = held?.doc;
    if (!held || held.outdated) missing.push({ kind: fix.kind, id });
    if (!doc) return [];
    const stopIds = fix.readsStops && 'Stops' in doc ? [...new Set(doc.Stops.map(({ StopId }) => StopId))] : [];
    const unknown = stopIds.filter((stopId) => !heldDocument(view, versionId, 'Stop', stopId));
    missing.push(...unknown.map((stopId) => ({ kind: 'Stop' as const, id: stopId })));
    const calendarIds = fix.readsCalendars ? [...new Set(of.flatMap(({ Calendar = [] }) => Calendar))] : [];
    const dates = fix.readsCalendars ? [...new Set(of.flatMap(({ Date: date = [] }) => date))] : [];
    const unread = calendarIds.filter((calendarId) => !heldDocument(view, versionId, 'NetworkCalendar', calendarId));
    missing.push(...unread.map((calendarId) => ({ kind: 'NetworkCalendar' as const, id: calendarId })));
    if (unknown.length > 0 || unread.length > 0) return [];
    const calendars = calendarIds.flatMap((calendarId) => documentOf(view, versionId, 'NetworkCalendar', calendarId) ?? []);
    const after = fixed(fix, doc, { placeOf, calendars, dates });
    return [
      {
        key: { kind: fix.kind, id },
        before: shown(doc, fix.field),
        after: after === doc ? undefined : shown(after, fix.field, doc),
        reads: { ...(stopIds.length > 0 && { stopIds }), ...(calendarIds.length > 0 && { calendarIds, dates }) },
      },
    ];
  });
  return { missing: unique(missing), previews };
}

/** A document to be fixed, as the edit wants it. */
export interface FixedDocument {
  readonly kind: FixPreview['key']['kind'];
  readonly id: string;
  readonly stopIds?: string[];
  readonly calendarIds?: string[];
  readonly dates?: string[];
}

/** The documents that the remedy changes, without those that are left as they are. */
export function fixPayload(
  view: AppState,
  of: { readonly versionId: number; readonly ruleId: number; readonly fresh: boolean; readonly left: readonly string[] },
): readonly FixedDocument[] {
  const cases = view.versions[of.versionId]?.validation.cases[casesKey(of.ruleId, of.fresh)]?.value?.cases ?? [];
  return fixPreviews(view, of.versionId, of.ruleId, cases).previews.flatMap(({ key: { kind, id }, after, reads }) =>
    after === undefined || of.left.includes(id) ? [] : [{ kind, id, ...reads }],
  );
}

/** The documents of the cases that are not excluded, by id, each with its cases. */
function casesByDocument(ruleId: number, cases: readonly FoundCase[]): readonly (readonly [string, readonly FoundCase[]])[] {
  const byId = new Map<string, FoundCase[]>();
  for (const one of cases) {
    const key = one.Ignored ? undefined : fixedDocument(ruleId, one);
    if (!key) continue;
    const of = byId.get(key.id);
    if (of) of.push(one);
    else byId.set(key.id, [one]);
  }
  return [...byId].slice(0, MOST_FIXED);
}

function unique(keys: readonly DocumentKey[]): readonly DocumentKey[] {
  return [...new Map(keys.map((key) => [`${key.kind}/${key.id}`, key])).values()];
}

/** The field in words; of long ones how much of it there is, and of stops how many lie elsewhere than before. */
function shown(doc: Entity, field: string, was?: Entity): string {
  if ('Stops' in doc && field === 'Stops') {
    const before = was && 'Stops' in was ? was.Stops : doc.Stops;
    const moved = doc.Stops.filter(({ ShapeSequence }, i) => ShapeSequence !== before[i]?.ShapeSequence).length;
    const placed = doc.Stops.filter(({ ShapeSequence }) => ShapeSequence !== undefined).length;
    return was ? `${placed} of ${doc.Stops.length} stops on the shape, ${moved} changed` : `${placed} of ${doc.Stops.length} stops on the shape`;
  }
  if (field === 'Shape') return was ? 'from its last point to its first' : 'as drawn';
  if ('Calendar' in doc && field === 'Calendar') return exceptionsShown(doc, was && 'Calendar' in was ? was : undefined);
  const value: unknown = Reflect.get(doc, field);
  return value === undefined ? 'nothing' : typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
}

/** How many exceptions there are, and after a remedy the dates that it changed. */
function exceptionsShown({ Calendar }: Entity<'Schedule'>, was: Entity<'Schedule'> | undefined): string {
  const count = `${Calendar.Exceptions.length} ${Calendar.Exceptions.length === 1 ? 'exception' : 'exceptions'}`;
  if (!was) return count;
  const runs = ({ Exceptions }: Entity<'Schedule'>['Calendar']): ReadonlyMap<string, number> =>
    new Map(Exceptions.map(({ Date: date, RunAs }) => [date, RunAs]));
  const [before, after] = [runs(was.Calendar), runs(Calendar)];
  const dates = [...new Set([...before.keys(), ...after.keys()])].filter((date) => before.get(date) !== after.get(date)).toSorted();
  const named = dates.slice(0, 3).join(', ');
  return dates.length === 0 ? count : `${count}, changed on ${named}${dates.length > 3 ? ` and ${dates.length - 3} other dates` : ''}`;
}
