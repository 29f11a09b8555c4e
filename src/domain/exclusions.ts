/** Exclusions of validation cases: by whom, in which editing, and of what. */
import { z } from 'zod';
import { EXCLUSION_FIELDS, isEncoded, ValidationGroupName, type ValidationEntity } from './validation.ts';

const OneId = {
  ScheduleId: z.string().optional(),
  FareId: z.string().optional(),
  AgencyId: z.string().optional(),
  TranslationId: z.string().optional(),
  TransferId: z.string().optional(),
  PathwayId: z.string().optional(),
  StopId: z.string().optional(),
  TrackStopId: z.string().refine(isEncoded, 'Each part of this id is URL-encoded').optional(),
};
const hasOneId = (given: Record<string, unknown>): boolean =>
  Object.values(EXCLUSION_FIELDS).filter((field) => given[field] !== undefined).length === 1;

/** One entity whose cases of a rule are excluded: exactly one of the ids. */
export const IgnoredValidation = z.object(OneId).refine(hasOneId, 'Give exactly one id');
export type IgnoredValidation = z.infer<typeof IgnoredValidation>;

/** One exclusion: of a rule, made in a session, of one entity. */
export const ExclusionInstance = z
  .object({ RuleType: z.int(), SessionId: z.int(), CasesCount: z.int().min(0).optional(), ...OneId })
  .refine(hasOneId, 'Give exactly one id');
export type ExclusionInstance = z.infer<typeof ExclusionInstance>;

/** One editing of one version, in which cases were excluded. `Finalized` is when the edit was finished, null while it is open. */
export const ExclusionSession = z.object({
  Id: z.int(),
  Note: z.string(),
  Author: z.string(),
  Date: z.string(),
  Finalized: z.string().nullable(),
  DbVersionId: z.int(),
  RuleTypes: z.array(z.int()),
});
export type ExclusionSession = z.infer<typeof ExclusionSession>;

/** A rule of which cases are excluded, and in which sessions. */
export const ExcludedRule = z.object({
  RuleType: z.int(),
  Name: z.string(),
  RuleLevel: z.enum(['Error', 'Warning']),
  Group: ValidationGroupName,
  SessionIds: z.array(z.int()),
});
export type ExcludedRule = z.infer<typeof ExcludedRule>;

export const IgnoreSummary = z.object({
  Sessions: z.array(ExclusionSession),
  Validations: z.array(ExcludedRule),
  Instances: z.array(ExclusionInstance),
});
export type IgnoreSummary = z.infer<typeof IgnoreSummary>;

/** The date of a session as its report shows it: YYYY-MM-DD, of an ISO time. */
export function sessionDate(at: string): string {
  return at.slice(0, 10);
}

/** The note of a session is at most this long. */
export const SESSION_NOTE_LIMIT = 128;
/** Entities that one call excludes, or takes back, at most. */
export const EXCLUDED_AT_ONCE = 10_000;
/** A note of this many characters or more is shown whole in a tooltip. */
export const SESSION_NOTE_TOOLTIP = 38;

/** Which entity an exclusion is of. */
export function excludedEntity(given: IgnoredValidation): { readonly entity: ValidationEntity; readonly id: string } {
  for (const [entity, field] of Object.entries(EXCLUSION_FIELDS)) {
    const id = given[field];
    if (id !== undefined) return { entity: entity as keyof typeof EXCLUSION_FIELDS, id };
  }
  throw new TypeError('An exclusion names no entity');
}

/** An exclusion of an entity as the calls write it. */
export function ignoredValidation(entity: ValidationEntity, id: string): IgnoredValidation {
  const field = (EXCLUSION_FIELDS as Partial<Record<ValidationEntity, string>>)[entity];
  if (field === undefined) throw new TypeError(`Cases of ${entity} cannot be excluded`);
  return { [field]: id };
}

/** The toast after cases were excluded or exclusions removed. */
export function exclusionText(removed: boolean, entity: ValidationEntity, cases: number, entities: number): string {
  const words = ENTITY_WORDS[entity] ?? ['entity', 'entities'];
  const were = (n: number): string => (n === 1 ? 'was' : 'were');
  if (entity === 'TrackStop') {
    const what = `${entities} track ${entities === 1 ? 'stop' : 'stops'} ${were(entities)}`;
    return removed ? `${entities} excluded track ${entities === 1 ? 'stop' : 'stops'} ${were(entities)} removed.` : `${what} excluded.`;
  }
  const of = `${cases === 1 ? 'case' : 'cases'} in ${entities} ${words[entities === 1 ? 0 : 1]} ${were(cases)}`;
  return removed ? `${cases} excluded ${of} removed.` : `${cases} ${of} excluded.`;
}

/** The toast after exclusions were deleted: a sentence for each kind of entity, with the number of cases that count again. */
export function removedText(instances: readonly ExclusionInstance[]): string {
  const kinds = new Map<ValidationEntity, { cases: number; ids: Set<string> }>();
  for (const one of instances) {
    const { entity, id } = excludedEntity(one);
    const { cases, ids } = kinds.get(entity) ?? { cases: 0, ids: new Set() };
    kinds.set(entity, { cases: cases + (one.CasesCount ?? 0), ids: ids.add(id) });
  }
  return [...kinds].map(([entity, { cases, ids }]) => exclusionText(true, entity, cases, ids.size)).join(' ');
}

const ENTITY_WORDS: Partial<Record<ValidationEntity, readonly [one: string, many: string]>> = {
  Schedule: ['schedule', 'schedules'],
  Stop: ['stop', 'stops'],
  Transfer: ['transfer', 'transfers'],
  Pathway: ['pathway', 'pathways'],
  Fare: ['fare', 'fares'],
  Agency: ['agency', 'agencies'],
  Translation: ['translation', 'translations'],
};
