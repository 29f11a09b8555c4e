/** Service alerts of public feeds: written by staff, served with the feed as GTFS-Realtime. */
import { z } from 'zod';
import {
  AlertChange,
  AlertContent,
  AlertTemplate,
  AlertWording,
  ENTITY_KINDS,
  EntityHit,
  ServiceAlert,
  TemplateName,
} from '../domain/serviceAlerts.ts';
import { defineRoute } from './route.ts';

const BASE = '/exports/ui/exports/feeds/:id/alerts';
const Feed = z.object({ id: z.coerce.number().int().positive() });
const Alert = Feed.extend({ alertId: z.coerce.number().int().positive() });
/** Their services look at which regions the caller sees. */
const placeless = true as const;
const changes = { reply: ServiceAlert, access: 'publish', placeless } as const;

export const listServiceAlerts = defineRoute({
  name: 'listServiceAlerts',
  summary: 'Service alerts of a public feed, those changed last first, and the templates of its region. Periods are in `timezone`.',
  method: 'GET',
  path: BASE,
  params: Feed,
  reply: z.object({
    alerts: z.array(ServiceAlert),
    templates: z.array(AlertTemplate),
    /** Of the agencies of the feed; IANA. */
    timezone: z.string(),
    /** Of the feed; empty where it does not say. */
    language: z.string(),
    /** Whether lines and stops of the feed are known: its first release has been read. */
    isReady: z.boolean(),
  }),
  access: 'read',
  placeless,
});

export const searchAlertEntities = defineRoute({
  name: 'searchAlertEntities',
  summary: 'Agencies, lines, stops or trips of a published feed whose name or id contains a text. Trips are those of one line.',
  method: 'GET',
  path: `${BASE}/entities`,
  params: Feed,
  query: z.object({ kind: z.enum(ENTITY_KINDS), text: z.string().max(200).default(''), route: z.string().max(500).optional() }),
  reply: z.object({ hits: z.array(EntityHit), /** How many there are besides. */ more: z.int().min(0) }),
  access: 'read',
  placeless,
});

export const readAlertHistory = defineRoute({
  name: 'readAlertHistory',
  summary: 'What was done to a service alert, by whom and when, the newest first.',
  method: 'GET',
  path: `${BASE}/:alertId/history`,
  params: Alert,
  reply: z.object({ changes: z.array(AlertChange) }),
  access: 'read',
  placeless,
});

export const createServiceAlert = defineRoute({
  name: 'createServiceAlert',
  summary: 'Writes a service alert as a draft, which nobody outside sees.',
  method: 'POST',
  path: BASE,
  params: Feed,
  body: AlertContent,
  ...changes,
});

export const updateServiceAlert = defineRoute({
  name: 'updateServiceAlert',
  summary: 'Changes a service alert. A published one has to be complete, and is served as it is then.',
  method: 'PUT',
  path: `${BASE}/:alertId`,
  params: Alert,
  body: AlertContent,
  conditional: true,
  ...changes,
});

export const publishServiceAlert = defineRoute({
  name: 'publishServiceAlert',
  summary: 'Puts a draft into the feed of alerts. What keeps it from that is answered by field.',
  method: 'POST',
  path: `${BASE}/:alertId/publish`,
  params: Alert,
  conditional: true,
  ...changes,
});

export const endServiceAlert = defineRoute({
  name: 'endServiceAlert',
  summary: 'Takes a published service alert out of the feed at once.',
  method: 'POST',
  path: `${BASE}/:alertId/end`,
  params: Alert,
  conditional: true,
  ...changes,
});

export const reopenServiceAlert = defineRoute({
  name: 'reopenServiceAlert',
  summary: 'Makes a draft of a service alert that has ended, to be changed and published again.',
  method: 'POST',
  path: `${BASE}/:alertId/reopen`,
  params: Alert,
  conditional: true,
  ...changes,
});

export const removeServiceAlert = defineRoute({
  name: 'removeServiceAlert',
  summary: 'Removes a draft that was never published.',
  method: 'DELETE',
  path: `${BASE}/:alertId`,
  params: Alert,
  reply: z.object({ id: z.int() }),
  access: 'publish',
  conditional: true,
  placeless,
});

export const saveAlertTemplate = defineRoute({
  name: 'saveAlertTemplate',
  summary: 'Keeps cause, effect, severity and texts under a name for the region of the feed, in place of what had that name.',
  method: 'POST',
  path: `${BASE}/templates`,
  params: Feed,
  body: AlertWording.extend({ name: TemplateName }),
  reply: AlertTemplate,
  access: 'publish',
  placeless,
});

export const removeAlertTemplate = defineRoute({
  name: 'removeAlertTemplate',
  summary: 'Removes a template of the region of the feed. Alerts written with it stay.',
  method: 'DELETE',
  path: `${BASE}/templates/:templateId`,
  params: Feed.extend({ templateId: z.coerce.number().int().positive() }),
  reply: z.object({ id: z.int() }),
  access: 'publish',
  placeless,
});
