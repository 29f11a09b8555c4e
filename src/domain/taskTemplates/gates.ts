/** Tasks that look at a version as it is: the gate by validation, and corrections rebased from another version. */
import { z } from 'zod';
import { builtin, field } from './template.ts';

/** What a run does where a limit is passed. */
export const GateAct = z.enum(['approval', 'fail', 'continue']);
export type GateAct = z.infer<typeof GateAct>;

/** What forms call the acts. */
export const GATE_ACT_WORDS: Readonly<Record<GateAct, string>> = {
  approval: 'Wait for approval',
  fail: 'Fail the run',
  continue: 'Continue',
};

const limit = (title: string) =>
  field(z.int().min(0).max(1_000_000_000).default(0), { title, description: 'The run continues with at most this number of cases.' });

/** `203 5 fail`: rule, cases that are let through, and what happens to more. */
export const RULE_LIMIT = /^(\d{1,5}) (\d{1,9}) (approval|fail|continue)$/;

export const check = builtin({
  id: 'check',
  name: 'Check',
  task_type: 2,
  summary: 'Checks the version by all rules of the validation and stops the run when it has more errors or warnings than allowed.',
  parameters: z.object({
    errors_allowed: limit('Errors allowed'),
    on_errors: field(GateAct.default('approval'), { title: 'When there are more errors', options: GATE_ACT_WORDS }),
    warnings_allowed: limit('Warnings allowed'),
    on_warnings: field(GateAct.default('continue'), { title: 'When there are more warnings', options: GATE_ACT_WORDS }),
    rules: field(
      z.array(z.string().trim().regex(RULE_LIMIT, 'A limit is written as rule, cases and what happens: 203 5 fail')).max(200).default([]),
      {
        title: 'Limits of single rules',
        description: 'One a line: rule, cases allowed, and approval, fail or continue, such as 203 5 fail. Such a rule does not count above.',
        control: 'lines',
      },
    ),
    only_more: field(z.boolean().default(false), {
      title: 'Count only what is more than in the current version',
      description: 'Only cases that a rule has in addition to those of the current version count.',
    }),
  }),
});

export const applyCorrections = builtin({
  id: 'apply-corrections',
  name: 'Apply corrections',
  task_type: 2,
  summary: 'Applies the corrections of an earlier version: what people changed in it since its import.',
  parameters: z.object({
    from_version: field(z.union([z.literal(''), z.string().regex(/^[1-9]\d{0,8}$/, 'Enter an integer')]).default(''), {
      title: 'Version with the corrections',
      description: 'Its number. Empty: the version that is current.',
    }),
    on_kept_back: field(GateAct.default('approval'), {
      title: 'When corrections cannot be applied',
      description: 'The version is created without them, unless the run fails.',
      options: GATE_ACT_WORDS,
    }),
  }),
});
