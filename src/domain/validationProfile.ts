/** The validation profile of a region: rules that are off there, or have another severity or threshold. Each with author and reason. */
import { z } from 'zod';
import { ValidationGroupName } from './validation.ts';

/** Most characters of a reason. */
export const REASON_LIMIT = 500;

/** How a rule is changed. It has to differ from the standard in one of the three, and to say why. */
const Changed = z.object({
  /** The rule is not applied. */
  Off: z.literal(true).optional(),
  Level: z.enum(['Error', 'Warning']).optional(),
  /** In the unit of the rule. */
  Threshold: z.number().optional(),
  Reason: z.string().trim().min(1, 'Give a reason').max(REASON_LIMIT, `Maximum ${REASON_LIMIT} symbols`),
});
export const RuleChangeBody = Changed.refine(({ Off, Level, Threshold }) => Off !== undefined || Level !== undefined || Threshold !== undefined, {
  message: 'Change the severity or the threshold, or turn the rule off',
});
export type RuleChangeBody = z.infer<typeof RuleChangeBody>;

/** One changed rule of a profile, with who changed it and when (ISO 8601, UTC). */
export const RuleChange = Changed.extend({ RuleId: z.int(), Author: z.string(), At: z.string() });
export type RuleChange = z.infer<typeof RuleChange>;

/** A profile as it is kept: the changed rules, in the order of their codes. */
export const RuleChanges = z.array(RuleChange);
export type RuleChanges = z.infer<typeof RuleChanges>;

/** The number that a rule compares with, where a region may choose another. */
export const RuleThreshold = z.object({ Unit: z.string(), Min: z.number(), Max: z.number(), Standard: z.number() });
export type RuleThreshold = z.infer<typeof RuleThreshold>;

/** A rule as the form of the profile offers it: its standard. */
export const ProfileRule = z.object({
  RuleId: z.int(),
  RuleName: z.string(),
  RuleLevel: z.enum(['Error', 'Warning']),
  GroupName: ValidationGroupName,
  Threshold: RuleThreshold.optional(),
});
export type ProfileRule = z.infer<typeof ProfileRule>;

/** The profile of a region with all rules. */
export const ValidationProfile = z.object({
  RegionKey: z.string(),
  RegionName: z.string(),
  /** Whether the caller may not change it. */
  ReadOnly: z.boolean(),
  /** Rises with every change; a write says on which one it is based. */
  Rev: z.int().min(0),
  Changes: RuleChanges,
  Rules: z.array(ProfileRule),
});
export type ValidationProfile = z.infer<typeof ValidationProfile>;

/** What the summary of a version says of the profile that applies. */
export const AppliedProfile = z.object({ RegionKey: z.string(), RegionName: z.string(), Changes: RuleChanges });
export type AppliedProfile = z.infer<typeof AppliedProfile>;

/** Why this threshold cannot be chosen for a rule; undefined where it can. */
export function thresholdError(threshold: number, range: RuleThreshold | undefined): string | undefined {
  if (range === undefined) return 'This rule has no threshold that can be changed';
  return threshold < range.Min || threshold > range.Max
    ? `Enter a number from ${range.Min.toLocaleString('en')} to ${range.Max.toLocaleString('en')}${range.Unit === '' ? '' : ` ${range.Unit}`}`
    : undefined;
}
