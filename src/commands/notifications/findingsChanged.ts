import { FindingsChanged } from '../../contract/notifications.ts';
import type { CommandInput } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { casesKey, summaryPlace } from '../../projections/validation.ts';
import { defineEvent } from '../define.ts';
import { loadValidationRule } from '../validation/loadValidationRule.ts';
import { loadValidationSummary } from '../validation/loadValidationSummary.ts';

/** A version was checked anew: what each edit brought or cured is kept, and what is on the screen is loaded again. */
export const findingsChanged = defineEvent('live.findingsChanged', {
  payload: FindingsChanged,
  samples: () => [
    { VersionId: 1, Rev: 7, Rules: [{ RuleId: 202, Added: 0, Cured: 2 }], Effects: [{ Rev: 7, CommandId: 't:9', Errors: -2, Warnings: 0 }] },
    { VersionId: 1, Rev: 8, Rules: null, Effects: [] },
  ],
  apply: (base, { VersionId, Rules, Effects }) => {
    const validation = base.versions[VersionId]?.validation;
    if (!validation) return;
    for (const { CommandId, Errors, Warnings } of Effects)
      if (CommandId !== null) validation.effects[CommandId] = { errors: Errors, warnings: Warnings };
    const shown = shownRule(base);
    for (const key of Object.keys(validation.cases)) {
      const changed = Rules === null || Rules.some(({ RuleId }) => key.startsWith(`${RuleId}/`));
      if (changed && (shown === undefined || key !== casesKey(shown.ruleId, shown.fresh))) delete validation.cases[key];
    }
  },
  next: ({ VersionId, Rules }, view): readonly CommandInput[] => {
    const validation = view.versions[VersionId]?.validation;
    if (!validation) return [];
    const shown = shownRule(view);
    const cases = shown && validation.cases[casesKey(shown.ruleId, shown.fresh)];
    const changed = Rules === null || (shown !== undefined && Rules.some(({ RuleId }) => RuleId === shown.ruleId));
    return [
      ...(validation.summary.status === 'idle' ? [] : [loadValidationSummary({ versionId: VersionId })]),
      ...(shown && changed && cases ? [loadValidationRule({ versionId: VersionId, ...shown })] : []),
    ];
  },
  keep: 'all',
});

function shownRule(view: Pick<AppState, 'location'>): { readonly ruleId: number; readonly fresh: boolean } | undefined {
  const { rule, fresh } = summaryPlace(view.location.search);
  return rule === undefined ? undefined : { ruleId: rule, fresh };
}
