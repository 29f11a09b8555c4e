import { FindingsChanged } from '../../contract/notifications.ts';
import type { AppState } from '../../projections/state.ts';
import { casesKey, noteEffect, summaryPlace } from '../../projections/validation.ts';
import { defineEvent } from '../define.ts';
import { forgetEntityFindings, shownFindings } from '../validation/shownFindings.ts';

/** A version was checked again: what each edit brought or cured is kept, and what is on the screen is loaded again. */
export const findingsChanged = defineEvent('live.findingsChanged', {
  payload: FindingsChanged,
  samples: () => [
    { VersionId: 1, Rev: 7, Rules: [{ RuleId: 202, Added: 0, Cured: 2 }], Effects: [{ Rev: 7, CommandId: 't:9', Errors: -2, Warnings: 0 }] },
    { VersionId: 1, Rev: 8, Rules: null, Effects: [] },
  ],
  apply: (base, { VersionId, Rules, Effects }) => {
    const validation = base.versions[VersionId]?.validation;
    if (!validation) return;
    if (Rules === null || Rules.length > 0) forgetEntityFindings(base, VersionId);
    for (const { CommandId, ...effect } of Effects) noteEffect(validation, CommandId, effect);
    const shown = shownRule(base);
    for (const key of Object.keys(validation.cases)) {
      const changed = Rules === null || Rules.some(({ RuleId }) => key.startsWith(`${RuleId}/`));
      if (changed && (shown === undefined || key !== casesKey(shown.ruleId, shown.fresh))) delete validation.cases[key];
    }
  },
  next: ({ VersionId, Rules }, view) =>
    shownFindings(
      view,
      VersionId,
      Rules?.map(({ RuleId }) => RuleId),
    ),
  keep: 'all',
});

function shownRule(view: Pick<AppState, 'location'>): { readonly ruleId: number; readonly fresh: boolean } | undefined {
  const { rule, fresh } = summaryPlace(view.location.search);
  return rule === undefined ? undefined : { ruleId: rule, fresh };
}
