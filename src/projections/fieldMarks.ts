/** Which fields of a form validation names, by the findings of the entity that it shows. */
import type { EntityFindings, FoundCase } from '../domain/validationSummary.ts';

/** What is found of one field: the worst level, and what it says. */
export interface FieldMark {
  readonly level: 'Error' | 'Warning';
  readonly texts: readonly string[];
}

/** By the field's name in the document. */
export type FieldMarks = ReadonlyMap<string, FieldMark>;

/** The part of an entity that a form shows: cases of a schedule are about itself, one of its tracks, or a timetable of one. */
export interface EntityPart {
  readonly trackId?: string;
  /** Number of the timetable in its track; `any` for all of the track. */
  readonly timetable?: number | 'any';
}

/** Whether a case is about that part. */
export function isOfPart({ TrackId, Timetable }: Pick<FoundCase, 'TrackId' | 'Timetable'>, { trackId, timetable }: EntityPart): boolean {
  return TrackId === trackId && (timetable === 'any' || Timetable === timetable);
}

/** Findings of a part, without those that have no case of it. */
export function findingsOfPart(found: EntityFindings | null | undefined, part: EntityPart): EntityFindings['Findings'] {
  return (found?.Findings ?? []).flatMap((rule) => {
    const Cases = rule.Cases.filter((one) => isOfPart(one, part));
    return Cases.length === 0 ? [] : [{ ...rule, Cases, FullyIgnored: Cases.every(({ Ignored }) => Ignored) }];
  });
}

/** Marks of the fields that cases name; those that are excluded mark nothing. */
export function fieldMarks(findings: EntityFindings['Findings']): FieldMarks {
  return marksBy(findings, ({ Field }) => Field);
}

/** Marks of the stops of a track, by their place in it. */
export function positionMarks(findings: EntityFindings['Findings']): ReadonlyMap<number, FieldMark> {
  return marksBy(findings, ({ Position }) => Position);
}

/** Marks of a sheet of times: `timetable/position` of a cell, `timetable/` of a whole timetable. */
export function sheetMarks(findings: EntityFindings['Findings']): ReadonlyMap<string, FieldMark> {
  return marksBy(findings, ({ Timetable, Position }) => (Timetable === undefined ? undefined : `${Timetable}/${Position ?? ''}`));
}

function marksBy<K>(findings: EntityFindings['Findings'], keyOf: (one: FoundCase) => K | undefined): ReadonlyMap<K, FieldMark> {
  const marks = new Map<K, FieldMark>();
  for (const { RuleLevel, Cases } of findings) {
    for (const one of Cases) {
      const key = keyOf(one);
      if (key === undefined || one.Ignored) continue;
      const before = marks.get(key);
      marks.set(key, { level: before?.level === 'Error' ? 'Error' : RuleLevel, texts: [...(before?.texts ?? []), one.Text] });
    }
  }
  return marks;
}

/** The mark of a form's field that shows one or several fields of the document. */
export function markOf(marks: FieldMarks, fields: string | readonly string[] | undefined): FieldMark | undefined {
  if (fields === undefined) return undefined;
  const found = (typeof fields === 'string' ? [fields] : fields).flatMap((field) => marks.get(field) ?? []);
  if (found.length === 0) return undefined;
  return { level: found.some(({ level }) => level === 'Error') ? 'Error' : 'Warning', texts: found.flatMap(({ texts }) => texts) };
}
