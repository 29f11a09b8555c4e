import { FindingsChanged } from '../../contract/notifications.ts';
import { noteEffect } from '../../projections/validation.ts';
import { defineEvent } from '../define.ts';
import { forgetCases, forgetEntityFindings, shownFindings } from '../validation/shownFindings.ts';

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
    forgetCases(base, VersionId, Rules && Rules.map(({ RuleId }) => RuleId));
  },
  next: ({ VersionId, Rules }, view) =>
    shownFindings(
      view,
      VersionId,
      Rules?.map(({ RuleId }) => RuleId),
    ),
  keep: 'all',
});
