import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { ignoreRule, unignoreRule } from '../../contract/validation.ts';
import { exclusionText, ignoredValidation } from '../../domain/exclusions.ts';
import { ValidationEntity } from '../../domain/validation.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineCommand } from '../define.ts';
import { forgetEntityFindings, shownFindings } from '../validation/shownFindings.ts';
import { tellDone } from '../versions/longActs.ts';

/** Sets the cases of a rule aside that some entities have, or takes that back (`removed`). Schedules stand for their family. */
export const excludeCases = defineCommand('exclusion.exclude', {
  payload: z.object({ versionId: VersionId, ruleId: z.int(), entity: ValidationEntity, ids: z.array(z.string()).min(1), removed: z.boolean() }),
  samples: () => [
    { versionId: 1, ruleId: 203, entity: 'Stop' as const, ids: ['S1'], removed: false },
    { versionId: 1, ruleId: 203, entity: 'Stop' as const, ids: ['S1'], removed: true },
  ],
  label: ({ ids, removed }) => (removed ? `Remove excluded cases of ${ids.length}` : `Exclude cases of ${ids.length}`),
  lane: ({ versionId }) => `exclusions/${versionId}`,
  policy: 'queue',
  write: true,
  call: ({ versionId, ruleId, entity, ids, removed }) =>
    request(removed ? unignoreRule : ignoreRule, {
      params: { versionId, ruleId },
      body: { IgnoredValidations: ids.map((id) => ignoredValidation(entity, id)) },
    }),
  reply: ignoreRule.reply,
  answered: (base, { versionId, ruleId, entity, removed }, { Cases, Entities }) => {
    forgetEntityFindings(base, versionId);
    tellDone(base, `excluded-${versionId}-${ruleId}`, exclusionText(removed, entity, Cases, Entities));
  },
  inverse: 'none',
  next: ({ versionId }, _reply, view) => shownFindings(view, versionId),
  keep: 'all',
  keepReply: 'all',
});
