import type { Draft } from 'immer';
import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { readValidationRule } from '../../contract/validation.ts';
import { VersionId } from '../../domain/versions.ts';
import type { AppState, Load } from '../../projections/state.ts';
import { casesKey, type LoadedCases } from '../../projections/validation.ts';
import { defineLoad } from '../defineLoad.ts';
import { defineCommand } from '../define.ts';

/** Cases that are asked for at a time. */
const PAGE = 500;

const OfRule = z.object({ versionId: VersionId, ruleId: z.int().min(0), fresh: z.boolean() });
type OfRule = z.infer<typeof OfRule>;

/** Loads the first cases of a rule. */
export const loadValidationRule = defineLoad('validation.loadRule', {
  background: true,
  payload: OfRule,
  samples: () => [{ versionId: 1, ruleId: 202, fresh: false }],
  label: ({ ruleId }) => `Load cases of rule ${ruleId}`,
  lane: ({ versionId }) => String(versionId),
  slot: slotOf,
  call: (p) => callOf(p, 0),
  reply: readValidationRule.reply,
  value: ({ Rule, Total, Kept, Cases }): LoadedCases => ({ rule: Rule, total: Total, kept: Kept, cases: Cases }),
});

/** Loads further cases of a rule, when the list is scrolled to its end. */
export const loadMoreCases = defineCommand('validation.loadMoreCases', {
  payload: OfRule.extend({ offset: z.int().min(0) }),
  samples: () => [{ versionId: 1, ruleId: 202, fresh: false, offset: 500 }],
  label: ({ ruleId }) => `Load more cases of rule ${ruleId}`,
  lane: ({ versionId, ruleId }) => `validation.loadMoreCases/${versionId}/${ruleId}`,
  policy: 'once',
  call: (p) => callOf(p, p.offset),
  reply: readValidationRule.reply,
  answered: (base, p, reply) => {
    const loaded = base.versions[p.versionId]?.validation.cases[casesKey(p.ruleId, p.fresh)]?.value;
    if (loaded && loaded.cases.length === p.offset) loaded.cases.push(...reply.Cases);
  },
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

function callOf({ versionId, ruleId, fresh }: OfRule, offset: number) {
  return request(readValidationRule, { params: { versionId, ruleId }, query: { offset, limit: PAGE, only: fresh ? 'new' : 'all' } });
}

function slotOf(state: Draft<AppState>, { versionId, ruleId, fresh }: OfRule): Draft<Load<LoadedCases>> | undefined {
  const validation = state.versions[versionId]?.validation;
  return validation && (validation.cases[casesKey(ruleId, fresh)] ??= { status: 'idle', value: null, messages: [] });
}
