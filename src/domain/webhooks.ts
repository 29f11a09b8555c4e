/**
 * Webhooks: addresses of a region that receive a signed POST when something happens. Messages, headers and signatures are those of
 * the Standard Webhooks specification (standardwebhooks.com), so that its libraries can check them.
 */
import { z } from 'zod';

const shared = { region: z.string(), database: z.string() };
const version = z.object({ id: z.int(), name: z.string() });

/** What each type of message says, beside `region`, `database` and `url`. */
export const WEBHOOK_DATA = {
  'version.published': z.object({ ...shared, version, by: z.string() }),
  'feed.switched': z.object({ ...shared, feed: z.string(), /** Day by which the release is kept: `2026-12-14`. */ release: z.string() }),
  'review.asked': z.object({ ...shared, version, by: z.string(), reviewers: z.array(z.string()) }),
  'run.ended': z.object({
    ...shared,
    run: z.int(),
    of: z.enum(['pipeline', 'export', 'task']),
    name: z.string(),
    status: z.enum(['succeeded', 'failed', 'stopped']),
  }),
  'validation.worse': z.object({ ...shared, version, /** Errors that were added. */ errors: z.int().min(1) }),
  'export.delivered': z.object({ ...shared, run: z.int(), export: z.string(), file: z.string(), location: z.string() }),
} as const;
export type WebhookType = keyof typeof WEBHOOK_DATA;
export type WebhookData<T extends WebhookType> = z.infer<(typeof WEBHOOK_DATA)[T]>;

/** Types that a webhook may ask for, in the order of its form. */
export const WEBHOOK_TYPES = [
  'version.published',
  'feed.switched',
  'review.asked',
  'run.ended',
  'validation.worse',
  'export.delivered',
] as const satisfies readonly WebhookType[];

/** Type of the message that tests a webhook; every webhook receives it. */
export const WEBHOOK_TEST = 'webhook.test';

/** Webhooks that a region may have. */
export const WEBHOOKS_EACH = 20;
/** Attempts at a message; about 11 hours lie between the first and the last one. */
export const WEBHOOK_ATTEMPTS = 20;
/** Days that ended messages are listed. */
export const WEBHOOK_DAYS = 30;
/** Messages that are listed at once, the newest. */
export const WEBHOOK_LISTED = 100;

/** How every secret begins. Base64 of 24 to 64 bytes follows. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

/** The key with which messages are signed. */
export const WebhookSecret = z
  .string()
  .regex(/^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'A secret is whsec_ and base64 of 24 to 64 bytes');

/** Where messages are sent. Whoever knows it may send there too, so no call answers it: lists show its origin. */
export const WebhookUrl = z
  .url({ protocol: /^https?$/, error: 'Enter a full address starting with http:// or https://' })
  .max(2000, 'At most 2000 characters')
  .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), 'An address has no user and no password');

export const WebhookInput = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Write what the webhook is for')
    .max(60, 'At most 60 characters')
    .regex(/^[^\p{Cc}\p{Bidi_Control}\u{2028}\u{2029}]*$/u, 'A name has no control characters'),
  types: z.array(z.enum(WEBHOOK_TYPES)).min(1, 'Choose at least one event').max(WEBHOOK_TYPES.length),
  /** Ids of the databases whose events are sent; null: all of the region. */
  databases: z.array(z.string().min(1).max(100)).min(1, 'Choose at least one database').max(1000).nullable(),
  enabled: z.boolean(),
});
export type WebhookInput = z.infer<typeof WebhookInput>;

export const WebhookStatus = z.enum(['queued', 'sending', 'delivered', 'failed']);
export type WebhookStatus = z.infer<typeof WebhookStatus>;

export const Webhook = WebhookInput.extend({
  id: z.int().positive(),
  rev: z.int().min(1),
  author: z.string(),
  /** Scheme, host and port of its address. */
  origin: z.string(),
  /** Status of its newest message; null where it has none. */
  last: z.object({ status: WebhookStatus, at: z.string() }).nullable(),
});
export type Webhook = z.infer<typeof Webhook>;

/** A message of a webhook with its status. */
export const WebhookDelivery = z.object({
  id: z.int().positive(),
  /** The header `webhook-id`: the same for each attempt. */
  message: z.string(),
  type: z.string(),
  status: WebhookStatus,
  attempts: z.int().min(0),
  /** Status of the last answer; null where there was none. */
  answer: z.int().nullable(),
  /** Why the last attempt failed, in a sentence. */
  error: z.string().nullable(),
  at: z.string(),
  /** When the next attempt is due; null once it has ended. */
  next: z.string().nullable(),
  ended: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
