/** Service alerts at the server: listed, written, published, ended. What has gone out is not undone: to end it is an act of its own. */
import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import { request } from '../../contract/route.ts';
import * as contract from '../../contract/serviceAlerts.ts';
import { AlertContent, AlertWording, ENTITY_KINDS, ServiceAlert, TemplateName } from '../../domain/serviceAlerts.ts';
import type { CallError } from '../../kernel/command.ts';
import type { ServiceAlertsOfFeed } from '../../projections/exportState.ts';
import { type AppState, IDLE } from '../../projections/state.ts';
import { defineCommand } from '../define.ts';
import { defineLoad } from '../defineLoad.ts';

const Feed = z.object({ feed: z.int().positive() });
const Id = z.int().positive();

/** Loads the alerts of a public feed, and the templates of its region. */
export const loadServiceAlerts = defineLoad('serviceAlert.loadAll', {
  payload: Feed,
  samples: () => [{ feed: 4 }],
  label: () => 'Load service alerts',
  lane: ({ feed }) => String(feed),
  slot: (state, { feed }) => ((state.exports.serviceAlerts ??= {})[String(feed)] ??= castDraft({ ...IDLE, messages: [] })),
  call: ({ feed }) => request(contract.listServiceAlerts, { params: { id: feed } }),
  reply: contract.listServiceAlerts.reply,
  value: (reply) => castDraft(reply),
});

/** Finds lines, stops and trips of the published feed. */
export const findAlertEntities = defineLoad('serviceAlert.find', {
  payload: Feed.extend({ kind: z.enum(ENTITY_KINDS), text: z.string(), route: z.string().optional() }),
  samples: () => [{ feed: 4, kind: 'stop' as const, text: 'central' }],
  label: () => 'Find lines and stops of a public feed',
  slot: (state) => (state.exports.alertEntities ??= castDraft({ ...IDLE, messages: [] })),
  call: ({ feed, ...query }) => request(contract.searchAlertEntities, { params: { id: feed }, query }),
  reply: contract.searchAlertEntities.reply,
  value: (reply) => castDraft(reply),
});

/** Loads what was done to an alert. */
export const loadAlertHistory = defineLoad('serviceAlert.loadHistory', {
  payload: Feed.extend({ id: Id }),
  samples: () => [{ feed: 4, id: 7 }],
  label: () => 'Load the history of a service alert',
  slot: (state) => (state.exports.alertHistory ??= castDraft({ ...IDLE, messages: [] })),
  call: ({ feed, id }) => request(contract.readAlertHistory, { params: { id: feed, alertId: id } }),
  reply: contract.readAlertHistory.reply,
  value: ({ changes }) => castDraft(changes),
});

/** What the sample of every alert says. */
const CONTENT: AlertContent = {
  cause: 'CONSTRUCTION',
  effect: 'DETOUR',
  severity: 'WARNING',
  texts: [{ language: 'en', header: 'Stop closed', description: '', url: '', ttsHeader: '', ttsDescription: '' }],
  periods: [{ from: '2026-12-14T03:00', until: null }],
  entities: [{ kind: 'stop', stop: 'S1' }],
};
/** An alert, and the revision of it that the user saw. */
const Seen = Feed.extend({ id: Id, rev: z.int().min(0) });
type Seen = z.infer<typeof Seen>;

const common = { write: true, policy: 'queue', inverse: 'none', keep: 'all', keepReply: 'all' } as const;
const ofOne = {
  ...common,
  lane: ({ id }: Seen): string => `serviceAlert/${id}`,
  reply: ServiceAlert,
  answered: (base: Draft<AppState>, { feed }: Seen, alert: ServiceAlert): void => putAlert(base, feed, alert),
  conflict: (base: Draft<AppState>, { feed }: Seen, present: unknown): void => {
    const read = ServiceAlert.safeParse(present);
    if (read.success) putAlert(base, feed, read.data);
  },
} as const;
function onPresent<P extends { readonly rev: number }>(p: P, present: unknown): P {
  const read = ServiceAlert.safeParse(present);
  return read.success ? { ...p, rev: read.data.rev } : p;
}
/** What is wrong with a field is said in the form. */
const besideFields = ({ fields }: CallError): boolean => fields !== undefined;
const place = ({ feed, id }: Seen) => ({ params: { id: feed, alertId: id } });

/** Writes a draft. */
export const createServiceAlert = defineCommand('serviceAlert.create', {
  ...common,
  payload: Feed.extend({ content: AlertContent }),
  samples: () => [{ feed: 4, content: CONTENT }],
  label: () => 'Write a service alert',
  lane: () => 'serviceAlert/create',
  call: ({ feed, content }) => request(contract.createServiceAlert, { params: { id: feed }, body: content }),
  reply: ServiceAlert,
  answered: (base, { feed }, alert) => putAlert(base, feed, alert),
  quiet: besideFields,
});

/** Changes an alert; a published one for everybody at once. */
export const updateServiceAlert = defineCommand('serviceAlert.update', {
  ...ofOne,
  payload: Seen.extend({ content: AlertContent }),
  samples: () => [{ feed: 4, id: 7, rev: 1, content: CONTENT }],
  label: () => 'Change a service alert',
  call: ({ content, rev, ...p }) => request(contract.updateServiceAlert, { ...place({ ...p, rev }), body: content }, rev),
  rebase: onPresent,
  quiet: besideFields,
});

/** Puts an alert into the feed. */
export const publishServiceAlert = defineCommand('serviceAlert.publish', {
  ...ofOne,
  payload: Seen,
  samples: () => [{ feed: 4, id: 7, rev: 1 }],
  label: () => 'Publish a service alert',
  call: (p) => request(contract.publishServiceAlert, place(p), p.rev),
  rebase: onPresent,
  quiet: besideFields,
});

/** Takes an alert out of the feed. */
export const endServiceAlert = defineCommand('serviceAlert.end', {
  ...ofOne,
  payload: Seen,
  samples: () => [{ feed: 4, id: 7, rev: 1 }],
  label: () => 'End a service alert',
  call: (p) => request(contract.endServiceAlert, place(p), p.rev),
  rebase: onPresent,
});

/** Makes a draft of an alert that has ended. */
export const reopenServiceAlert = defineCommand('serviceAlert.reopen', {
  ...ofOne,
  payload: Seen,
  samples: () => [{ feed: 4, id: 7, rev: 1 }],
  label: () => 'Reopen a service alert',
  call: (p) => request(contract.reopenServiceAlert, place(p), p.rev),
  rebase: onPresent,
});

/** Removes a draft. */
export const removeServiceAlert = defineCommand('serviceAlert.remove', {
  ...common,
  payload: Seen,
  samples: () => [{ feed: 4, id: 7, rev: 1 }],
  label: () => 'Remove a draft of a service alert',
  lane: ({ id }) => `serviceAlert/${id}`,
  call: (p) => request(contract.removeServiceAlert, place(p), p.rev),
  reply: contract.removeServiceAlert.reply,
  answered: (base, { feed, id }) => {
    const list = alertsIn(base, feed);
    if (list) list.alerts = list.alerts.filter((one) => one.id !== id);
  },
  conflict: ofOne.conflict,
  rebase: onPresent,
});

/** Keeps wording for alerts to come. */
export const saveAlertTemplate = defineCommand('serviceAlert.saveTemplate', {
  ...common,
  payload: Feed.extend({ name: TemplateName, wording: AlertWording }),
  samples: () => [{ feed: 4, name: 'Stop closed', wording: AlertWording.parse(CONTENT) }],
  label: ({ name }) => `Keep the template ${name}`,
  lane: () => 'serviceAlert/template',
  call: ({ feed, name, wording }) => request(contract.saveAlertTemplate, { params: { id: feed }, body: { ...wording, name } }),
  reply: contract.saveAlertTemplate.reply,
  answered: (base, { feed }, template) => {
    const list = alertsIn(base, feed);
    if (list) list.templates = castDraft([...list.templates.filter(({ id }) => id !== template.id), template]);
  },
});

/** Removes a template. */
export const removeAlertTemplate = defineCommand('serviceAlert.removeTemplate', {
  ...common,
  payload: Feed.extend({ template: Id }),
  samples: () => [{ feed: 4, template: 3 }],
  label: () => 'Remove a template of service alerts',
  lane: () => 'serviceAlert/template',
  call: ({ feed, template }) => request(contract.removeAlertTemplate, { params: { id: feed, templateId: template } }),
  reply: contract.removeAlertTemplate.reply,
  answered: (base, { feed, template }) => {
    const list = alertsIn(base, feed);
    if (list) list.templates = list.templates.filter(({ id }) => id !== template);
  },
});

function alertsIn(base: Draft<AppState>, feed: number): Draft<ServiceAlertsOfFeed> | null {
  return base.exports.serviceAlerts?.[String(feed)]?.value ?? null;
}

function putAlert(base: Draft<AppState>, feed: number, alert: ServiceAlert): void {
  const list = alertsIn(base, feed);
  if (!list) return;
  const known = list.alerts.find(({ id }) => id === alert.id);
  // A live message may have brought a later one.
  if ((known?.rev ?? 0) <= alert.rev) list.alerts = castDraft([alert, ...list.alerts.filter(({ id }) => id !== alert.id)]);
}
