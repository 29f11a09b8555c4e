/** The validation profile of a region: reading and changing it. */
import type { BodyOf, ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/validationProfile.ts';
import { type RuleChange, thresholdError } from '../../src/domain/validationProfile.ts';
import type { Caller } from '../auth/auth.ts';
import { BadInput, Refusal } from '../refusal.ts';
import * as store from '../store/regions.ts';
import type { Db } from '../store/tables.ts';
import { timeNow } from '../surroundings.ts';
import { ruleOf } from '../validation/catalogue.ts';
import { rangeOf, rulesOffered } from '../validation/profile.ts';
import type { Rule } from '../validation/rule.ts';
import type { Write } from './editing.ts';
import { manageableRegion, noRegion, stale, withRights } from './regions.ts';

type Profile = ReplyOf<typeof contract.readValidationProfile>;

/** The profile of a region, and whether the caller may change it. */
export async function readValidationProfile(db: Db, caller: Caller, key: string): Promise<Profile> {
  const region = await store.readRegion(db, key);
  const profile = region && (await store.readProfile(db, region.Key));
  if (!region || !profile) throw noRegion(key);
  return {
    RegionKey: region.Key,
    RegionName: region.Name,
    ReadOnly: withRights(region, caller).Permissions.ReadOnly,
    Rev: profile.rev,
    Changes: profile.changes,
    Rules: rulesOffered(),
  };
}

/** Changes a rule in a region, in the name of the caller. What is as in the standard is left out. */
export async function changeProfileRule(
  write: Write,
  key: string,
  ruleId: number,
  ifMatch: number,
  body: BodyOf<typeof contract.changeProfileRule>,
): Promise<Profile> {
  const rule = requireRule(ruleId);
  const fault = body.Threshold === undefined ? undefined : thresholdError(body.Threshold, rangeOf(ruleId));
  if (fault !== undefined) throw new BadInput([{ Field: 'Threshold', Message: fault }]);
  const change: RuleChange = {
    RuleId: ruleId,
    ...(body.Off === true ? { Off: true } : {}),
    ...(body.Level === undefined || body.Level === rule.level ? {} : { Level: body.Level }),
    ...(body.Threshold === undefined || body.Threshold === rangeOf(ruleId)?.Standard ? {} : { Threshold: body.Threshold }),
    Reason: body.Reason,
    Author: write.caller.account.name,
    At: new Date(timeNow()).toISOString(),
  };
  if (change.Off === undefined && change.Level === undefined && change.Threshold === undefined)
    throw new BadInput([{ Field: '', Message: 'This is the standard of the rule. Change the severity or the threshold, or turn the rule off' }]);
  return replace(write, key, ruleId, ifMatch, [change]);
}

/** Applies the standard of a rule again. */
export async function resetProfileRule(write: Write, key: string, ruleId: number, ifMatch: number): Promise<Profile> {
  requireRule(ruleId);
  return replace(write, key, ruleId, ifMatch, []);
}

async function replace(write: Write, key: string, ruleId: number, ifMatch: number, by: readonly RuleChange[]): Promise<Profile> {
  const region = await manageableRegion(write, key);
  const profile = await store.readProfile(write.db, region.Key);
  if (profile?.rev !== ifMatch) throw stale();
  const others = profile.changes.filter((one) => one.RuleId !== ruleId);
  await store.writeProfile(
    write.db,
    region.Key,
    [...others, ...by].toSorted((a, b) => a.RuleId - b.RuleId),
  );
  write.publish({ target: 'regionChanged', message: { RegionKey: region.Key } });
  return readValidationProfile(write.db, write.caller, region.Key);
}

function requireRule(ruleId: number): Rule {
  const rule = ruleOf(ruleId);
  if (!rule) throw new Refusal(404, 'not_found', `There is no rule ${ruleId}.`);
  return rule;
}
