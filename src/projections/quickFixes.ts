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
  /** Stops of a track that the remedy reads. */
  readonly stopIds: readonly string[];
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
  const previews = keysOf(ruleId, cases).flatMap((id): FixPreview[] => {
    const held = heldDocument(view, versionId, fix.kind, id);
    const doc = held?.doc;
    if (!held || held.outdated) missing.push({ kind: fix.kind, id });
    if (!doc) return [];
    const stopIds = fix.readsStops && 'Stops' in doc ? [...new Set(doc.Stops.map(({ StopId }) => StopId))] : [];
    const unknown = stopIds.filter((stopId) => !heldDocument(view, versionId, 'Stop', stopId));
    missing.push(...unknown.map((stopId) => ({ kind: 'Stop' as const, id: stopId })));
    if (unknown.length > 0) return [];
    const after = fixed(fix, doc, placeOf);
    return [{ key: { kind: fix.kind, id }, before: shown(doc, fix.field), after: after === doc ? undefined : shown(after, fix.field, doc), stopIds }];
  });
  return { missing: unique(missing), previews };
}

/** A document to be fixed, as the edit wants it. */
export interface FixedDocument {
  readonly kind: FixPreview['key']['kind'];
  readonly id: string;
  readonly stopIds?: string[];
}

/** The documents that the remedy changes, without those that are left as they are. */
export function fixPayload(
  view: AppState,
  of: { readonly versionId: number; readonly ruleId: number; readonly fresh: boolean; readonly left: readonly string[] },
): readonly FixedDocument[] {
  const cases = view.versions[of.versionId]?.validation.cases[casesKey(of.ruleId, of.fresh)]?.value?.cases ?? [];
  return fixPreviews(view, of.versionId, of.ruleId, cases).previews.flatMap(({ key: { kind, id }, after, stopIds }) =>
    after === undefined || of.left.includes(id) ? [] : [{ kind, id, ...(stopIds.length > 0 && { stopIds: [...stopIds] }) }],
  );
}

function keysOf(ruleId: number, cases: readonly FoundCase[]): readonly string[] {
  const keys = cases.flatMap((one) => (one.Ignored ? [] : (fixedDocument(ruleId, one)?.id ?? [])));
  return [...new Set(keys)].slice(0, MOST_FIXED);
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
  if ('Calendar' in doc && field === 'Calendar') return `${doc.Calendar.Exceptions.length} exceptions`;
  const value: unknown = Reflect.get(doc, field);
  return value === undefined ? 'nothing' : typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
}
