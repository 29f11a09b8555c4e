import { readValidationRule } from '../../contract/validation.ts';
import { EXCLUDED_AT_ONCE } from '../../domain/exclusions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { casesKey } from '../../projections/validation.ts';
import { defineCommand } from '../define.ts';
import { addCases, pageOfRule, PageOfRule } from '../validation/loadValidationRule.ts';
import { selectCases } from './excludingSteps.ts';

/** Larger than those of a list that is scrolled: nothing waits for a frame meanwhile. */
const PAGE = 2000;

/** Selects every case of a rule that can be excluded at once. Those that are not here yet are loaded first, page after page. */
export const selectAllCases = defineCommand('excluding.selectAll', {
  payload: PageOfRule,
  samples: () => [{ versionId: 1, ruleId: 212, fresh: false, offset: 500 }],
  label: () => 'Select all',
  lane: ({ versionId, ruleId }) => `excluding.selectAll/${versionId}/${ruleId}`,
  policy: 'latest',
  call: (p) => pageOfRule(p, PAGE),
  reply: readValidationRule.reply,
  answered: addCases,
  next: (p, _reply, view): readonly CommandInput[] => {
    const loaded = view.versions[p.versionId]?.validation.cases[casesKey(p.ruleId, p.fresh)]?.value;
    if (!loaded) return [];
    const { cases, kept } = loaded;
    // a page that was dropped is not requested again and again: the list is read again by what changed it
    if (cases.length > p.offset && cases.length < Math.min(kept, EXCLUDED_AT_ONCE)) return [selectAllCases({ ...p, offset: cases.length })];
    return [selectCases({ ids: cases.slice(0, EXCLUDED_AT_ONCE).map(({ Id }) => Id), selected: true })];
  },
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});
