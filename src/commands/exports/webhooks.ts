/** Webhooks of regions and their messages. Secrets and addresses are in no record. */
import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import * as contract from '../../contract/webhooks.ts';
import { request } from '../../contract/route.ts';
import { Webhook, WebhookDelivery, WebhookInput, WebhookSecret, WebhookUrl } from '../../domain/webhooks.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { IDLE, type AppState } from '../../projections/state.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { defineCommand } from '../define.ts';
import { defineLoad } from '../defineLoad.ts';
import { openPlace } from '../shell/openPlace.ts';
import { exportPlace } from './exportPlace.ts';

const LANE = 'export/webhooks';
const FACTS = ['id', 'rev', 'types', 'enabled'] as const;
const SECRET = `whsec_${'A'.repeat(43)}=`;

/** Opens the webhooks. */
export const showWebhooks = defineCommand('webhooks.show', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Open the webhooks',
  inverse: 'none',
  next: (_p, _reply, view): readonly CommandInput[] => [
    openPlace({ path: '/exports', search: searchWith(exportPlace(view) === undefined ? '' : view.location.search, { dialog: 'webhooks' }) }),
  ],
  keep: 'all',
  action: {
    title: 'Webhooks',
    words: 'program message event notify signed post address delivery standard automation',
    icon: 'webhook',
    group: 'Exports',
    payload: () => ({}),
  },
});

/** Loads the webhooks of a region. */
export const loadWebhooks = defineLoad('webhooks.load', {
  payload: z.object({ region: z.string() }),
  samples: () => [{ region: 'demo' }],
  label: () => 'Load the webhooks',
  lane: ({ region }) => region,
  slot: (state, { region }) => ((state.exports.webhooks ??= {})[region] ??= castDraft({ ...IDLE, messages: [] })),
  call: (query) => request(contract.listWebhooks, { query }),
  reply: contract.listWebhooks.reply,
  value: ({ webhooks }) => webhooks,
});

/** Loads the newest messages of a webhook. */
export const loadWebhookDeliveries = defineLoad('webhooks.loadMessages', {
  payload: z.object({ region: z.string(), webhookId: z.int().positive() }),
  samples: () => [{ region: 'demo', webhookId: 1 }],
  label: () => 'Load the messages of a webhook',
  lane: ({ webhookId }) => String(webhookId),
  slot: (state, { webhookId }) => ((state.exports.webhookMessages ??= {})[String(webhookId)] ??= castDraft({ ...IDLE, messages: [] })),
  call: ({ region, webhookId }) => request(contract.listWebhookDeliveries, { params: { webhookId }, query: { region } }),
  reply: contract.listWebhookDeliveries.reply,
  value: ({ deliveries }) => deliveries,
});

const INPUT: WebhookInput = { name: 'Chat room', types: ['run.ended'], databases: null, enabled: true };

/** Makes a webhook (`id` null, with address and secret), or changes one that is at that revision. */
export const saveWebhook = defineCommand('webhooks.save', {
  payload: z.object({
    region: z.string(),
    id: z.int().positive().nullable(),
    rev: z.int().min(0),
    input: WebhookInput,
    url: WebhookUrl.optional(),
    secret: WebhookSecret.optional(),
  }),
  samples: () => [
    { region: 'demo', id: null, rev: 0, input: INPUT, url: 'https://hooks.example.org/dmp', secret: SECRET },
    { region: 'demo', id: 1, rev: 1, input: INPUT },
  ],
  label: ({ input }) => `Save the webhook ${input.name}`,
  lane: () => LANE,
  write: true,
  policy: 'once',
  call: ({ region, id, rev, input, ...hidden }) =>
    id === null
      ? request(contract.createWebhook, { query: { region }, body: { ...input, url: hidden.url ?? '', secret: hidden.secret ?? '' } })
      : request(contract.updateWebhook, { params: { webhookId: id }, query: { region }, body: { ...input, ...hidden } }, rev),
  reply: Webhook,
  answered: (base, { region }, webhook) => put(base, region, webhook),
  conflict: (base, { region }, present) => {
    const read = Webhook.safeParse(present);
    if (read.success) put(base, region, read.data);
  },
  rebase: (p, present) => {
    const read = Webhook.safeParse(present);
    return { ...p, rev: read.success ? read.data.rev : p.rev };
  },
  inverse: 'none',
  secrets: ['url', 'secret'],
  keep: ['region', 'id', 'rev', 'input.types', 'input.enabled'],
  keepReply: FACTS,
});

function put(base: Draft<AppState>, region: string, webhook: Webhook): void {
  const list = base.exports.webhooks?.[region]?.value;
  if (!list) return;
  const at = list.findIndex(({ id }) => id === webhook.id);
  if (at < 0) list.push(castDraft(webhook));
  else list[at] = castDraft(webhook);
}

const One = z.object({ region: z.string(), webhookId: z.int().positive() });

/** Removes a webhook with its messages. */
export const deleteWebhook = defineCommand('webhooks.delete', {
  payload: One,
  samples: () => [{ region: 'demo', webhookId: 1 }],
  label: () => 'Remove a webhook',
  lane: () => LANE,
  write: true,
  policy: 'queue',
  call: ({ region, webhookId }) => request(contract.deleteWebhook, { params: { webhookId }, query: { region } }),
  reply: contract.deleteWebhook.reply,
  answered: (base, { region, webhookId }) => {
    const load = base.exports.webhooks?.[region];
    if (load?.value) load.value = load.value.filter(({ id }) => id !== webhookId);
  },
  inverse: 'none',
  keep: 'all',
});

/** Sends a test message. */
export const testWebhook = defineCommand('webhooks.test', {
  payload: One,
  samples: () => [{ region: 'demo', webhookId: 1 }],
  label: () => 'Send a test message of a webhook',
  lane: () => LANE,
  write: true,
  policy: 'queue',
  call: ({ region, webhookId }) => request(contract.testWebhook, { params: { webhookId }, query: { region } }),
  reply: WebhookDelivery,
  answered: (base, { webhookId }, delivery) => putMessage(base, webhookId, delivery),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Sends a message that has ended once more. */
export const repeatWebhookDelivery = defineCommand('webhooks.repeat', {
  payload: One.extend({ deliveryId: z.int().positive() }),
  samples: () => [{ region: 'demo', webhookId: 1, deliveryId: 1 }],
  label: () => 'Send a message of a webhook once more',
  lane: () => LANE,
  write: true,
  policy: 'queue',
  call: ({ region, webhookId, deliveryId }) => request(contract.repeatWebhookDelivery, { params: { webhookId, deliveryId }, query: { region } }),
  reply: WebhookDelivery,
  answered: (base, { webhookId }, delivery) => putMessage(base, webhookId, delivery),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

function putMessage(base: Draft<AppState>, webhookId: number, delivery: WebhookDelivery): void {
  const list = base.exports.webhookMessages?.[String(webhookId)]?.value;
  if (!list) return;
  const at = list.findIndex(({ id }) => id === delivery.id);
  if (at < 0) list.unshift(castDraft(delivery));
  else list[at] = castDraft(delivery);
}
