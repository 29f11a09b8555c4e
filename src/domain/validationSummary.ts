/** The validation report of a version: groups, rules, entities and cases with their numbers. */
import { z } from 'zod';
import { ValidationCase, ValidationEntity, ValidationGroupName } from './validation.ts';
import { AppliedProfile } from './validationProfile.ts';

/** One rule with its cases counted. */
export const ValidationByRule = z.object({
  RuleId: z.int(),
  RuleName: z.string(),
  RuleLevel: z.enum(['Error', 'Warning']),
  Area: z.int().nullable(),
  Entity: ValidationEntity,
  Ignorable: z.boolean(),
  AllCasesCount: z.int().min(0),
  IgnoredCasesCount: z.int().min(0),
  /** Cases that were not there when the edit of this version began. */
  NewCasesCount: z.int().min(0),
  /** All of its cases are excluded. */
  FullyIgnored: z.boolean(),
  /** Some of its cases are excluded. */
  Ignored: z.boolean(),
  /** The version in whose session all excluded cases were excluded; null where there are several, or none. */
  IgnoredBySessionDbVersionId: z.int().nullable(),
  Mendable: z.boolean(),
});
export type ValidationByRule = z.infer<typeof ValidationByRule>;

/** One entity with what is found of it. */
export const ValidationByEntity = z.object({
  Entity: ValidationEntity,
  EntityId: z.string(),
  Errors: z.int().min(0),
  Warnings: z.int().min(0),
  Rules: z.array(z.int()),
});
export type ValidationByEntity = z.infer<typeof ValidationByEntity>;

/** One group. Errors and warnings that are excluded do not count. */
export const ValidationGroup = z.object({
  GroupName: ValidationGroupName,
  Errors: z.int().min(0),
  Warnings: z.int().min(0),
  ValidationsByRule: z.array(ValidationByRule),
  /** Those with most errors first; at most 500 of `EntitiesCount`. */
  ValidationsByEntity: z.array(ValidationByEntity),
  EntitiesCount: z.int().min(0),
});
export type ValidationGroup = z.infer<typeof ValidationGroup>;

export const ValidationSummary = z.object({
  Rev: z.int().min(0),
  /** Revision up to which the results hold; null where the version was never checked. */
  ValidatedRev: z.int().min(0).nullable(),
  Checking: z.boolean(),
  Groups: z.array(ValidationGroup),
  /** The profile of the region; absent where it changes no rule. */
  Profile: AppliedProfile.optional(),
});
export type ValidationSummary = z.infer<typeof ValidationSummary>;

/** A case with whether it is excluded. */
export const FoundCase = ValidationCase.extend({
  Ignored: z.boolean(),
  IgnoredBySessionDbVersionId: z.int().nullable(),
  New: z.boolean(),
});
export type FoundCase = z.infer<typeof FoundCase>;

/** A page of the cases of a rule. `Total` counts all, `Kept` those that can be listed. */
export const RuleCases = z.object({
  Rule: ValidationByRule,
  Total: z.int().min(0),
  Kept: z.int().min(0),
  Offset: z.int().min(0),
  Cases: z.array(FoundCase),
});
export type RuleCases = z.infer<typeof RuleCases>;

export const RuleDocumentation = z.object({ RuleId: z.int(), RuleName: z.string(), Text: z.string().optional() });
export type RuleDocumentation = z.infer<typeof RuleDocumentation>;

/** What is found of one entity, by rule; of a schedule with its tracks, their stops and timetables. */
export const EntityFindings = z.object({
  Findings: z.array(
    z.object({
      RuleId: z.int(),
      RuleName: z.string(),
      RuleLevel: z.enum(['Error', 'Warning']),
      /** What its cases are about: of a schedule also `TrackStop`. */
      Entity: ValidationEntity,
      Ignorable: z.boolean(),
      /** The first 500. */
      Cases: z.array(FoundCase),
      Total: z.int().min(1),
      FullyIgnored: z.boolean(),
      IgnoredBySessionDbVersionId: z.int().nullable(),
    }),
  ),
});
export type EntityFindings = z.infer<typeof EntityFindings>;
