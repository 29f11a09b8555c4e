import type { WebhookDelivery, WebhookStatus, WebhookType } from '../../domain/webhooks.ts';
import { texts } from './texts.ts';

const TYPES: Readonly<Record<WebhookType, () => string>> = {
  'version.published': () => texts.versionPublished,
  'feed.switched': () => texts.feedSwitched,
  'review.asked': () => texts.reviewAsked,
  'run.ended': () => texts.runEnded,
  'validation.worse': () => texts.validationWorse,
  'export.delivered': () => texts.exportDelivered,
};

const STATUSES: Readonly<Record<WebhookStatus, () => string>> = {
  queued: () => texts.queued,
  sending: () => texts.sending,
  delivered: () => texts.delivered,
  failed: () => texts.failed,
};

/** What a type of message is about. */
export function typeWords(type: WebhookType): string {
  return TYPES[type]();
}

/** The same for a listed message, whatever build sent it. */
export function messageWords({ type }: Pick<WebhookDelivery, 'type'>): string {
  return type === 'webhook.test' ? texts.testMessage : (Object.entries(TYPES).find(([one]) => one === type)?.[1]() ?? type);
}

/** The status of a message. */
export function statusWords(status: WebhookStatus): string {
  return STATUSES[status]();
}
