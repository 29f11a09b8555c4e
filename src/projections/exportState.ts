/** What is loaded of exports, what the address says of them, and what runs change in them. */
import type { Draft } from 'immer';
import type { DeliveryLocation, DeliveryTest } from '../domain/deliveryLocations.ts';
import {
  type Export,
  EXPORT_HISTORY_PAGE,
  type ExportAgency,
  type ExportConfiguration,
  type ExportGroup,
  type ExportHistoryPage,
  type ExportMode,
  type ExportRun,
} from '../domain/exports.ts';
import { isActive, type RunStatus } from '../domain/runs.ts';
import type { Webhook, WebhookDelivery } from '../domain/webhooks.ts';
import type { PublicFeed } from '../domain/publicFeeds.ts';
import type { AlertChange, AlertTemplate, EntityHit, ServiceAlert } from '../domain/serviceAlerts.ts';
import type { AppState, Load } from './state.ts';
import { queryValues } from '../domain/queryText.ts';

/** A page of the runs of an export. */
export interface ExportHistory {
  /** From 0. */
  readonly page: number;
  readonly load: Load<ExportHistoryPage>;
}

/** The service alerts of a public feed. */
export interface ServiceAlertsOfFeed {
  readonly alerts: readonly ServiceAlert[];
  readonly templates: readonly AlertTemplate[];
  readonly timezone: string;
  readonly language: string;
  readonly isReady: boolean;
}

export interface ExportsState {
  readonly list: Load<readonly ExportGroup[]>;
  readonly details: Readonly<Record<string, Load<Export>>>;
  readonly history: Readonly<Record<string, ExportHistory>>;
  readonly configuration: Load<ExportConfiguration>;
  readonly locations: Load<readonly DeliveryLocation[]>;
  /** Absent until it is asked for. */
  readonly publicFeeds?: Load<readonly PublicFeed[]>;
  /** Webhooks by region, and messages by webhook; absent until they are looked at. */
  readonly webhooks?: Readonly<Record<string, Load<readonly Webhook[]>>>;
  readonly webhookMessages?: Readonly<Record<string, Load<readonly WebhookDelivery[]>>>;
  /** By feed. */
  readonly serviceAlerts?: Readonly<Record<string, Load<ServiceAlertsOfFeed>>>;
  /** What was looked for last, to be named by an alert. */
  readonly alertEntities?: Load<{ readonly hits: readonly EntityHit[]; readonly more: number }>;
  /** Of the alert that was looked at last. */
  readonly alertHistory?: Load<readonly AlertChange[]>;
  /** Agencies of what is exported; `key` says of which database and scope. */
  readonly agencies: { readonly key: string; readonly load: Load<readonly ExportAgency[]> };
  /** What the last test of a delivery location has shown. */
  readonly tested: Load<DeliveryTest>;
  /** What the server said against fields of a delivery location that was to be saved. */
  readonly locationFaults: Readonly<Record<string, string>>;
  /** The export of the run in the address. */
  readonly runLookup: Load<number>;
}

const idle = { status: 'idle', value: null, messages: [] } as const;

export const NO_EXPORTS: ExportsState = {
  list: idle,
  details: {},
  history: {},
  configuration: idle,
  locations: idle,
  agencies: { key: '', load: idle },
  tested: idle,
  locationFaults: {},
  runLookup: idle,
};

/** What the query of the Exports screen says. */
export interface ExportView {
  readonly exportId: number | undefined;
  readonly runId: number | undefined;
  readonly mode: ExportMode;
  readonly filter: string;
  /** Page of the history, from 0. */
  readonly page: number;
  /** Whether the delivery locations are open. */
  readonly locations: boolean;
  /** Whether the public feeds are open. */
  readonly feeds: boolean;
  /** Whether the webhooks are open. */
  readonly webhooks: boolean;
  /** Whether the service alerts are open, and of which feed. */
  readonly alerts: boolean;
  readonly feedId: number | undefined;
}

/** Reads the query of the Exports screen. */
export function exportViewOf(search: string): ExportView {
  const one = (name: string): string => queryValues(search, name)[0] ?? '';
  const id = (name: string): number | undefined => (/^[1-9]\d{0,8}$/.test(one(name)) ? Number(one(name)) : undefined);
  const exportId = id('export');
  const mode = one('mode') === 'create' ? 'CREATE' : one('mode') === 'edit' && exportId !== undefined ? 'EDIT' : 'VIEW';
  return {
    exportId: mode === 'CREATE' ? undefined : exportId,
    runId: id('run'),
    mode,
    filter: one('filter'),
    page: Math.max(0, (id('page') ?? 1) - 1),
    locations: one('dialog') === 'locations',
    feeds: one('dialog') === 'feeds',
    webhooks: one('dialog') === 'webhooks',
    alerts: one('dialog') === 'alerts',
    feedId: id('feed'),
  };
}

/** What the window of webhooks shows: a region (empty: the first), and in it the list, the form of one, or the messages of one. */
export interface WebhookView {
  readonly region: string;
  readonly edited: number | 'new' | undefined;
  readonly messages: number | undefined;
}

/** Reads the query of the window of webhooks. */
export function webhookViewOf(search: string): WebhookView {
  const one = (name: string): string => queryValues(search, name)[0] ?? '';
  const id = (name: string): number | undefined => (/^[1-9]\d{0,8}$/.test(one(name)) ? Number(one(name)) : undefined);
  return { region: one('region'), edited: one('webhook') === 'new' ? 'new' : id('webhook'), messages: id('messages') };
}

/** Groups with the exports whose name or database contains the text. */
export function matchingExports(groups: readonly ExportGroup[], filter: string): readonly ExportGroup[] {
  const text = filter.trim().toLowerCase();
  if (text === '') return groups;
  return groups
    .map((group) => ({ ...group, exports: group.exports.filter(({ name, DbId }) => `${name}\n${DbId}`.toLowerCase().includes(text)) }))
    .filter(({ exports: own }) => own.length > 0);
}

/** An export as far as it is loaded. */
export function exportIn(state: ExportsState, id: number | undefined): Export | undefined {
  if (id === undefined) return undefined;
  const listed = state.list.value?.flatMap(({ exports: own }) => own).find((one) => one.id === id);
  const detail = state.details[String(id)]?.value ?? undefined;
  return detail !== undefined && detail.rev >= (listed?.rev ?? 0) ? detail : listed;
}

/** Puts an export that the server answered with in place. */
export function putExport(state: Draft<ExportsState>, one: Export): void {
  const id = String(one.id);
  state.details[id] = { status: 'succeeded', value: one, messages: [] };
  for (const group of state.list.value ?? []) {
    const at = group.exports.findIndex((known) => known.id === one.id);
    if (at >= 0) group.exports[at] = one;
  }
}

/** Removes an export. */
export function dropExport(state: Draft<ExportsState>, id: number): void {
  for (const group of state.list.value ?? []) group.exports = group.exports.filter((one) => one.id !== id);
  if (state.list.value) state.list.value = state.list.value.filter(({ exports: own }) => own.length > 0);
  delete state.details[String(id)];
  delete state.history[String(id)];
}

/** Puts a run that the server answered with into the history, where the newest page is shown. */
export function putExportRun(state: Draft<ExportsState>, exportId: number, run: ExportRun): void {
  const history = state.history[String(exportId)];
  const value = history?.load.value;
  if (history && value) {
    const at = value.exportRuns.findIndex(({ RunId }) => RunId === run.RunId);
    const known = value.exportRuns[at];
    if (known !== undefined) value.exportRuns[at] = run.status >= known.status ? run : known;
    else if (history.page === 0) {
      value.exportRuns = [run, ...value.exportRuns].slice(0, EXPORT_HISTORY_PAGE);
      value.total += 1;
    }
  }
  showStatus(state, exportId, run.RunId, run.status);
}

/** A run of an export has begun, moved on or ended. Returns whether the history that is shown lacks it. */
export function foldExportRun(state: Draft<ExportsState>, changed: { exportId: number; runId: number; status: RunStatus }): void {
  const run = runIn(state, changed.exportId, changed.runId);
  if (run && changed.status > run.status) run.status = changed.status;
  showStatus(state, changed.exportId, changed.runId, changed.status);
}

/** Changes a run of any history that is loaded. */
export function changeExportRun(state: Draft<ExportsState>, runId: number, change: (run: Draft<ExportRun>) => void): void {
  for (const exportId of Object.keys(state.history)) {
    const run = runIn(state, Number(exportId), runId);
    if (run) change(run);
  }
}

function runIn(state: Draft<ExportsState>, exportId: number, runId: number): Draft<ExportRun> | undefined {
  return state.history[String(exportId)]?.load.value?.exportRuns.find(({ RunId }) => RunId === runId);
}

/** The state of an export is that of its newest run. */
function showStatus(state: Draft<ExportsState>, exportId: number, runId: number, status: RunStatus): void {
  const shown = [
    state.details[String(exportId)]?.value,
    ...(state.list.value ?? []).flatMap(({ exports: own }) => own.filter(({ id }) => id === exportId)),
  ];
  for (const one of shown) {
    // An answer may come after the message that tells what came of it: the state of one run only rises.
    if (!one || runId < (one.lastRunId ?? 0) || (runId === one.lastRunId && status < one.status)) continue;
    one.lastRunId = runId;
    one.status = status;
  }
}

/** The run that Stop means: the oldest that has not ended, of those that are loaded. */
export function runToStop(history: ExportHistory | undefined): ExportRun | undefined {
  return history?.load.value?.exportRuns.findLast(({ status }) => isActive(status));
}

/** The zip that a run has made and that can be published; undefined where it has made none, or it was deleted. */
export function zipOfRun({ status, files = [] }: Pick<ExportRun, 'status' | 'files'>): string | undefined {
  return status === 2 ? files.find(({ name, deleted }) => deleted !== true && name.toLowerCase().endsWith('.zip'))?.name : undefined;
}

/** The public feed whose service alerts are shown: that of the address, else the first one that is served. */
export function feedOfAlerts({ exports: { publicFeeds }, location: { search } }: Pick<AppState, 'exports' | 'location'>): PublicFeed | undefined {
  const feeds = publicFeeds?.value ?? [];
  const { feedId } = exportViewOf(search);
  return feeds.find(({ id }) => id === feedId) ?? feeds.find(({ current, withdrawn }) => current !== null && withdrawn === null) ?? feeds[0];
}

/** Why nothing can be published: the installation does not offer it, the account may change nothing, or may not publish. */
export function whyNotPublish({ config, session }: Pick<AppState, 'config' | 'session'>): 'off' | 'readOnly' | 'right' | undefined {
  const permissions = session.account?.permissions;
  if (config?.publicFeeds !== true) return 'off';
  if (permissions?.readOnly !== false) return 'readOnly';
  return permissions.publish === false ? 'right' : undefined;
}
