/** What happened to a pipeline, an export or a review that somebody may want to be mailed about. */
import { z } from 'zod';
import type { NotificationRule, Trigger } from './notificationRules.ts';

export const NoticeEvent = z.object({
  /** Unique for the event: a repeated event is mailed once. */
  id: z.string().min(1).max(200),
  kind: z.enum([
    'pipelineFailed',
    'pipelinePublishFailed',
    'pipelineNeedsApproval',
    'exportFailed',
    'reviewAsked',
    'reviewCommented',
    'reviewChangesAsked',
    'reviewApproved',
    'reviewWithdrawn',
  ]),
  execution: z.enum(['scheduled', 'manual']),
  regionKey: z.string(),
  databaseId: z.string(),
  /** Name of the pipeline, export or version, and of the task where it is about one. */
  name: z.string(),
  task: z.string().nullable(),
  /** Why, in a sentence; null where nothing was said. */
  message: z.string().nullable(),
  /** Since when it is so, an ISO moment in UTC. */
  since: z.string(),
  /** Paths of the product. */
  runPath: z.string().startsWith('/'),
  logPath: z.string().startsWith('/').nullable(),
  /** Who did it, where it is an act in a review. */
  by: z.string().optional(),
});
export type NoticeEvent = z.infer<typeof NoticeEvent>;

/** Which switches of a rule an event answers to. */
export function triggersOf({ kind, execution }: Pick<NoticeEvent, 'kind' | 'execution'>): readonly Trigger[] {
  const scheduled = execution === 'scheduled';
  switch (kind) {
    case 'pipelineFailed':
      return [scheduled ? 'pipelineHasFailedOnAScheduledExecution' : 'pipelineHasFailedOnAManualExecution'];
    case 'pipelinePublishFailed':
      // a publish task that fails is a failed execution too
      return ['pipelineHasFailedOnPublishTask', scheduled ? 'pipelineHasFailedOnAScheduledExecution' : 'pipelineHasFailedOnAManualExecution'];
    case 'pipelineNeedsApproval':
      return [scheduled ? 'pipelineNeedsApprovalAfterAScheduledExecution' : 'pipelineNeedsApprovalAfterAManualExecution'];
    case 'exportFailed':
      return [scheduled ? 'exportHasFailedOnAScheduledExecution' : 'exportHasFailedOnAManualExecution'];
    // Mailed to the people of the review, whatever the rules.
    case 'reviewAsked':
    case 'reviewCommented':
    case 'reviewChangesAsked':
    case 'reviewApproved':
    case 'reviewWithdrawn':
      return [];
  }
}

/** One mail to be sent: to whom, and the name of the first rule that asks for it. */
export interface DueNotice {
  readonly recipient: string;
  readonly rule: string;
}

/** Whom to mail about an event: each address once, whatever its case and however many rules name it. */
export function notificationsFor(event: NoticeEvent, rules: readonly NotificationRule[]): readonly DueNotice[] {
  const due = new Map<string, DueNotice>();
  const triggers = triggersOf(event);
  for (const rule of rules) {
    if (!rule.enabled || (rule.dbIds !== null && !rule.dbIds.includes(event.databaseId))) continue;
    if (!triggers.some((trigger) => rule.conditions[trigger])) continue;
    for (const recipient of rule.recipients) {
      const key = recipient.toLowerCase();
      if (!due.has(key)) due.set(key, { recipient, rule: rule.name });
    }
  }
  return [...due.values()];
}

/** The rule of mails about a review: its people receive them, whatever the rules of the region are. */
export const REVIEW_RULE = 'Review of a draft';

/** Whether an event is an act in a review. */
export function isOfReview({ kind }: Pick<NoticeEvent, 'kind'>): boolean {
  return kind.startsWith('review');
}

/** What happened, as the subject of a mail. */
export function noticeTitle({ kind, name, task, by = '' }: NoticeEvent): string {
  switch (kind) {
    case 'pipelineFailed':
      return `Pipeline ${name} has failed`;
    case 'pipelinePublishFailed':
      return `Pipeline ${name} has failed on publish task${task === null ? '' : ` ${task}`}`;
    case 'pipelineNeedsApproval':
      return `Pipeline ${name} needs approval`;
    case 'exportFailed':
      return `Export ${name} has failed`;
    case 'reviewAsked':
      return `${by} asks for a review of ${name}`;
    case 'reviewCommented':
      return `${by} commented on the review of ${name}`;
    case 'reviewChangesAsked':
      return `${by} asks for changes in ${name}`;
    case 'reviewApproved':
      return `${by} approved ${name}`;
    case 'reviewWithdrawn':
      return `${by} withdrew the review of ${name}`;
  }
}

/** A notice that was sent, or is to be. */
export const SentNotice = z.object({
  id: z.int(),
  title: z.string(),
  recipient: z.string(),
  /** Name of the rule that asked for it. */
  rule: z.string(),
  status: z.enum(['queued', 'sending', 'sent', 'failed', 'unknown']),
  attempts: z.int(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
  /** ISO moments in UTC. */
  at: z.string(),
  sentAt: z.string().nullable(),
});
export type SentNotice = z.infer<typeof SentNotice>;

/** A sent mail. */
export const SentMail = z.object({
  id: z.int(),
  rule: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** Paths of the product. */
  runPath: z.string(),
  logPath: z.string().nullable(),
  /** Name of the .eml file, and its content; null where the mail went to a mail server, or is not written yet. */
  file: z.string().nullable(),
  source: z.string().nullable(),
});
export type SentMail = z.infer<typeof SentMail>;
