import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { deleteIgnored } from '../../contract/validation.ts';
import { ExclusionInstance, removedText } from '../../domain/exclusions.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineCommand } from '../define.ts';
import { forgetEntityFindings, shownFindings } from '../validation/shownFindings.ts';
import { tellDone } from '../versions/longActs.ts';

/** Deletes exclusions of any session; the cases count again. */
export const deleteExclusions = defineCommand('exclusion.delete', {
  payload: z.object({ versionId: VersionId, instances: z.array(ExclusionInstance).min(1) }),
  samples: () => [{ versionId: 1, instances: [{ RuleType: 203, SessionId: 4, StopId: 'S1' }] }],
  label: ({ instances }) => `Delete ${instances.length} ${instances.length === 1 ? 'exclusion' : 'exclusions'}`,
  lane: ({ versionId }) => `exclusions/${versionId}`,
  policy: 'queue',
  write: true,
  call: ({ versionId, instances }) => request(deleteIgnored, { params: { versionId }, body: { Instances: instances } }),
  reply: deleteIgnored.reply,
  answered: (base, { versionId, instances }, { Deleted }) => {
    forgetEntityFindings(base, versionId);
    if (Deleted > 0) tellDone(base, `excluded-${versionId}`, removedText(instances));
  },
  inverse: 'none',
  next: ({ versionId }, _reply, view) => shownFindings(view, versionId),
  keep: 'all',
  keepReply: 'all',
});
