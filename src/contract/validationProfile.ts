/** The validation profile of a region: which rules are changed there, by whom and why. */
import { z } from 'zod';
import { RuleChangeBody, ValidationProfile } from '../domain/validationProfile.ts';
import { defineRoute } from './route.ts';

const BASE = '/storage/ui/regions/:region/validation-profile';
const Region = z.object({ region: z.string() });
const RuleOfRegion = Region.extend({ ruleId: z.coerce.number().int().min(0) });

export const readValidationProfile = defineRoute({
  name: 'readValidationProfile',
  summary: 'The validation profile of a region: the changed rules with author and reason, and all rules with their standard.',
  method: 'GET',
  path: BASE,
  params: Region,
  reply: ValidationProfile,
  access: 'read',
});

export const changeProfileRule = defineRoute({
  name: 'changeProfileRule',
  summary: 'Turns a rule off in a region, or gives it another severity or threshold. `If-Match` is the revision of the profile.',
  method: 'PUT',
  path: `${BASE}/rules/:ruleId`,
  params: RuleOfRegion,
  body: RuleChangeBody,
  reply: ValidationProfile,
  access: 'write',
  conditional: true,
});

export const resetProfileRule = defineRoute({
  name: 'resetProfileRule',
  summary: 'Applies the standard of a rule again in a region. `If-Match` is the revision of the profile.',
  method: 'DELETE',
  path: `${BASE}/rules/:ruleId`,
  params: RuleOfRegion,
  reply: ValidationProfile,
  access: 'write',
  conditional: true,
});
