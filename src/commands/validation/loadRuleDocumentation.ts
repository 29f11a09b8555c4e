import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { readRuleDocumentation } from '../../contract/validation.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineCommand } from '../define.ts';

/** Loads what a rule looks for and how to fix it. A rule that is not described (404) is no error: the screen says so. */
export const loadRuleDocumentation = defineCommand('validation.loadDocumentation', {
  payload: z.object({ versionId: VersionId, ruleId: z.int().min(0) }),
  samples: () => [{ versionId: 1, ruleId: 202 }],
  label: ({ ruleId }) => `Load the documentation of rule ${ruleId}`,
  lane: ({ ruleId }) => `validation.loadDocumentation/${ruleId}`,
  policy: 'latest',
  call: ({ ruleId }) => request(readRuleDocumentation, { params: { ruleId } }),
  reply: readRuleDocumentation.reply,
  sent: (view, { versionId, ruleId }) => {
    const validation = view.versions[versionId]?.validation;
    if (validation) validation.documentation[ruleId] = { status: 'loading', value: validation.documentation[ruleId]?.value ?? null, messages: [] };
  },
  answered: (base, { versionId, ruleId }, reply) => {
    const validation = base.versions[versionId]?.validation;
    if (validation) validation.documentation[ruleId] = { status: 'succeeded', value: reply, messages: [] };
  },
  failed: (base, { versionId, ruleId }, error) => {
    const validation = base.versions[versionId]?.validation;
    if (!validation) return;
    validation.documentation[ruleId] =
      error.status === 404
        ? { status: 'succeeded', value: { RuleId: ruleId, RuleName: '' }, messages: [] }
        : { status: 'failed', value: null, messages: [...error.messages] };
  },
  quiet: (error) => error.status === 404,
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});
