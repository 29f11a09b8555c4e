/** The validation profile of a region: shown, and its rules changed. What is on the screen of a validation is read again after a change. */
import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import { request } from '../../contract/route.ts';
import * as contract from '../../contract/validationProfile.ts';
import { RuleChangeBody, type ValidationProfile } from '../../domain/validationProfile.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { type AppState, IDLE } from '../../projections/state.ts';
import { withSummary } from '../../projections/validation.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { defineLoad } from '../defineLoad.ts';
import { openPlace } from '../shell/openPlace.ts';
import { forgetCases, forgetEntityFindings, shownFindings } from './shownFindings.ts';

const OfRegion = z.object({ region: z.string() });

/** Loads the profile of a region. */
export const loadValidationProfile = defineLoad('validationProfile.load', {
  payload: OfRegion,
  samples: () => [{ region: 'demo' }],
  label: () => 'Load the validation profile',
  lane: ({ region }) => region,
  slot: (state, { region }) => {
    const profiles = (state.validationProfiles ??= {});
    return (profiles[region] ??= castDraft({ ...IDLE, messages: [] }));
  },
  call: ({ region }) => request(contract.readValidationProfile, { params: { region } }),
  reply: contract.readValidationProfile.reply,
  value: (reply) => castDraft(reply),
});

/** A rule of a region, and the revision of the profile that the user saw. */
const OfRule = OfRegion.extend({ rev: z.int().min(0), ruleId: z.int().min(0) });

/** What the writes have in common. */
const common = {
  write: true,
  policy: 'queue',
  reply: contract.changeProfileRule.reply,
  lane: ({ region }: { readonly region: string }): string => `validationProfile/${region}`,
  answered: (base: Draft<AppState>, { region }: { readonly region: string }, profile: ValidationProfile): void => {
    (base.validationProfiles ??= {})[region] = castDraft({ status: 'succeeded', value: profile, messages: [] });
    for (const versionId of Object.keys(base.versions).map(Number)) {
      forgetEntityFindings(base, versionId);
      forgetCases(base, versionId, null);
    }
  },
  inverse: 'none',
  next: (_p: unknown, _reply: unknown, view: AppState): readonly CommandInput[] => findingsOfAll(view),
  keep: 'all',
  keepReply: 'all',
} as const;

/** Turns a rule off in a region, or gives it another severity or threshold. */
export const changeProfileRule = defineCommand('validationProfile.change', {
  ...common,
  payload: OfRule.extend({ change: RuleChangeBody }),
  samples: () => [
    { region: 'demo', rev: 0, ruleId: 218, change: { Threshold: 250, Reason: 'Our stations are large' } },
    { region: 'demo', rev: 1, ruleId: 204, change: { Off: true as const, Reason: 'Names are in upper case on our signs' } },
  ],
  label: ({ ruleId }) => `Change rule ${ruleId} in the validation profile`,
  call: ({ region, rev, ruleId, change }) => request(contract.changeProfileRule, { params: { region, ruleId }, body: change }, rev),
});

/** Applies the standard of a rule again. */
export const resetProfileRule = defineCommand('validationProfile.reset', {
  ...common,
  payload: OfRule,
  samples: () => [{ region: 'demo', rev: 2, ruleId: 218 }],
  label: ({ ruleId }) => `Apply the standard of rule ${ruleId} again`,
  call: ({ region, rev, ruleId }) => request(contract.resetProfileRule, { params: { region, ruleId } }, rev),
});

/** What is on the screen of the validation of every loaded version, read again. */
export function findingsOfAll(view: AppState): readonly CommandInput[] {
  return Object.keys(view.versions).flatMap((versionId) => shownFindings(view, Number(versionId)));
}

/** Opens the profile of the region of the version in view. */
export const showValidationProfile = defineCommand('validationProfile.show', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Open the validation profile',
  inverse: 'none',
  next: (_p, _reply, view): readonly CommandInput[] => {
    const { path, search } = view.location;
    return [openPlace({ path, search: withSummary(search, { profile: 'list' }) })];
  },
  keep: 'all',
  action: {
    title: 'Validation profile',
    words: 'profile rule severity threshold off region validation exclude',
    icon: 'shield-check',
    group: 'Validation',
    payload: (view) => (presentPlace(view).versionId === undefined ? { why: 'Open a version first' } : {}),
  },
});
