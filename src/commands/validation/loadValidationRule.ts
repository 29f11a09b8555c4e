import { type Draft, original } from 'immer';
import { z } from 'zod';
import { type ReplyOf, request } from '../../contract/route.ts';
import { readValidationRule } from '../../contract/validation.ts';
import { VersionId } from '../../domain/versions.ts';
import type { AppState, Load } from '../../projections/state.ts';
import { casesKey, type LoadedCases } from '../../projections/validation.ts';
import { defineLoad } from '../defineLoad.ts';
import { defineCommand } from '../define.ts';

/** Cases that are requested at first, and with each further page: each counts all cases of the rule on the server. */
const FIRST_PAGE = 500;
const PAGE = 1000;

/** The cases of a rule: all of them, or only those that came since the edit of the version began. */
export const OfRule = z.object({ versionId: VersionId, ruleId: z.int().min(0), fresh: z.boolean() });
type OfRule = z.infer<typeof OfRule>;

/** A page of them. */
export const PageOfRule = OfRule.extend({ offset: z.int().min(0) });
type PageOfRule = z.infer<typeof PageOfRule>;

/** Loads the first cases of a rule. */
export const loadValidationRule = defineLoad('validation.loadRule', {
  background: true,
  payload: OfRule,
  samples: () => [{ versionId: 1, ruleId: 202, fresh: false }],
  label: ({ ruleId }) => `Load cases of rule ${ruleId}`,
  lane: ({ versionId }) => String(versionId),
  slot: slotOf,
  call: (p) => pageOfRule({ ...p, offset: 0 }, FIRST_PAGE),
  reply: readValidationRule.reply,
  value: ({ Rule, Total, Kept, Cases }): LoadedCases => ({ rule: Rule, total: Total, kept: Kept, cases: Cases }),
});

/** Loads further cases of a rule, when the list is scrolled to its end. */
export const loadMoreCases = defineCommand('validation.loadMoreCases', {
  payload: PageOfRule,
  samples: () => [{ versionId: 1, ruleId: 202, fresh: false, offset: 500 }],
  label: ({ ruleId }) => `Load more cases of rule ${ruleId}`,
  lane: ({ versionId, ruleId }) => `validation.loadMoreCases/${versionId}/${ruleId}`,
  policy: 'once',
  call: (p) => pageOfRule(p),
  reply: readValidationRule.reply,
  answered: addCases,
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Asks for a page. */
export function pageOfRule({ versionId, ruleId, fresh, offset }: PageOfRule, limit = PAGE) {
  return request(readValidationRule, { params: { versionId, ruleId }, query: { offset, limit, only: fresh ? 'new' : 'all' } });
}

/** Adds a page to the cases that it follows. One that follows others by now, or was counted before or after a change, is dropped. */
export function addCases(state: Draft<AppState>, { versionId, ruleId, fresh, offset }: PageOfRule, page: ReplyOf<typeof readValidationRule>): void {
  const loaded = state.versions[versionId]?.validation.cases[casesKey(ruleId, fresh)]?.value;
  if (!loaded || loaded.cases.length !== offset || loaded.total !== page.Total || loaded.kept !== page.Kept) return;
  // Not by the draft: reading each case through it would make a proxy for each.
  const known = new Set((original(loaded.cases) ?? loaded.cases).map(({ Id }) => Id));
  if (!page.Cases.some(({ Id }) => known.has(Id))) loaded.cases.push(...page.Cases);
}

function slotOf(state: Draft<AppState>, { versionId, ruleId, fresh }: OfRule): Draft<Load<LoadedCases>> | undefined {
  const validation = state.versions[versionId]?.validation;
  return validation && (validation.cases[casesKey(ruleId, fresh)] ??= { status: 'idle', value: null, messages: [] });
}
