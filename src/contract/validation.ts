/** Validation of a version: what was found, and what is excluded. */
import { z } from 'zod';
import { EXCLUDED_AT_ONCE, ExclusionInstance, IgnoredValidation, IgnoreSummary } from '../domain/exclusions.ts';
import { RuleCases, RuleDocumentation, ValidationSummary, EntityFindings } from '../domain/validationSummary.ts';
import { ValidationEntity } from '../domain/validation.ts';
import { VersionOutlook } from '../domain/versionOutlook.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

const BASE = '/storage/ui/db/version/:versionId/validation';
const RuleParams = VersionParams.extend({ ruleId: z.coerce.number().int().min(0) });

export const readVersionOutlook = defineRoute({
  name: 'readVersionOutlook',
  summary: 'What is found in a version, and when it would be current if it were published now.',
  method: 'GET',
  path: `${BASE}/outlook`,
  params: VersionParams,
  reply: VersionOutlook,
  access: 'read',
});

export const readValidationSummary = defineRoute({
  name: 'readValidationSummary',
  summary: 'Errors and warnings of a version by group, rule and entity. A version that was never checked is checked now: Checking says so.',
  method: 'GET',
  path: `${BASE}/groups`,
  params: VersionParams,
  reply: ValidationSummary,
  access: 'read',
});

export const readValidationRule = defineRoute({
  name: 'readValidationRule',
  summary: 'Cases of one rule in a version, a page at a time. Of more than 100,000 cases the first 10,000 are kept.',
  method: 'GET',
  path: `${BASE}/rules/:ruleId`,
  params: RuleParams,
  query: z.object({
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(2000).default(500),
    /** `new`: only those that were not there when the edit of this version began. */
    only: z.enum(['all', 'new']).default('all'),
  }),
  reply: RuleCases,
  access: 'read',
});

export const readRuleDocumentation = defineRoute({
  name: 'readRuleDocumentation',
  summary: 'What a rule looks for, why, and how to fix it. 404 where there is no such rule.',
  method: 'GET',
  path: '/storage/ui/validation/rules/:ruleId/documentation',
  params: z.object({ ruleId: z.coerce.number().int().min(0) }),
  reply: RuleDocumentation,
  placeless: true,
  access: 'read',
});

export const readEntityFindings = defineRoute({
  name: 'readEntityFindings',
  summary: 'Everything found of one entity; of a schedule also that of its tracks, their stops and timetables.',
  method: 'GET',
  path: `${BASE}/entities/:entity/:entityId`,
  params: VersionParams.extend({ entity: ValidationEntity, entityId: z.string() }),
  reply: EntityFindings,
  access: 'read',
});

const IgnoreBody = z.object({ IgnoredValidations: z.array(IgnoredValidation).min(1).max(EXCLUDED_AT_ONCE) });
/** How many cases of how many entities were excluded or taken back. */
const Ignored = z.object({ Cases: z.int().min(0), Entities: z.int().min(0), Entity: z.string() });

export const ignoreRule = defineRoute({
  name: 'ignoreRule',
  summary: 'Excludes the cases of a rule that entities have. Schedules count as their family. 409 where the rule cannot be excluded.',
  method: 'POST',
  path: `${BASE}/rules/:ruleId/ignore`,
  params: RuleParams,
  body: IgnoreBody,
  reply: Ignored,
  access: 'write',
});

export const unignoreRule = defineRoute({
  name: 'unignoreRule',
  summary: 'Takes back exclusions that were made in this version.',
  method: 'DELETE',
  path: `${BASE}/rules/:ruleId/ignore`,
  params: RuleParams,
  body: IgnoreBody,
  reply: Ignored,
  access: 'write',
});

export const readIgnoreSummary = defineRoute({
  name: 'readIgnoreSummary',
  summary: 'Every exclusion that holds in a version: by session, by rule, and one by one.',
  method: 'GET',
  path: `${BASE}/ignore-summary`,
  params: VersionParams,
  reply: IgnoreSummary,
  access: 'read',
});

export const deleteIgnored = defineRoute({
  name: 'deleteIgnored',
  summary: 'Deletes exclusions of any session of the database.',
  method: 'DELETE',
  path: `${BASE}/ignore`,
  params: VersionParams,
  body: z.object({ Instances: z.array(ExclusionInstance).min(1).max(EXCLUDED_AT_ONCE) }),
  reply: z.object({ Deleted: z.int().min(0) }),
  access: 'write',
});

export const editSessionNote = defineRoute({
  name: 'editSessionNote',
  summary: 'Writes the note of a session.',
  method: 'PUT',
  path: `${BASE}/ignore-session/:sessionId/note`,
  params: VersionParams.extend({ sessionId: z.coerce.number().int().positive() }),
  body: z.object({ Note: z.string().max(128, 'Maximum 128 symbols') }),
  reply: z.object({ Id: z.int(), Note: z.string() }),
  access: 'write',
});
