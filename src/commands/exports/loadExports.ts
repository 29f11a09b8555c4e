import { castDraft } from 'immer';
import { z } from 'zod';
import * as contract from '../../contract/exports.ts';
import { request } from '../../contract/route.ts';
import { EXPORT_HISTORY_PAGE, ExportScope } from '../../domain/exports.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { IDLE } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads all exports, by region. */
export const loadExports = defineLoad('export.loadAll', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Load exports',
  slot: (state) => state.exports.list,
  call: () => request(contract.listExports, { query: { filter: '' } }),
  reply: contract.listExports.reply,
  value: ({ regions }) => castDraft(regions),
});

const Id = z.object({ id: z.int().positive() });

/** Loads one export. */
export const loadExport = defineLoad('export.load', {
  payload: Id,
  samples: () => [{ id: 1 }],
  label: () => 'Load an export',
  lane: ({ id }) => String(id),
  slot: (state, { id }) => (state.exports.details[String(id)] ??= castDraft({ ...IDLE, messages: [] })),
  call: ({ id }) => request(contract.readExport, { params: { id } }),
  reply: contract.readExport.reply,
  value: (reply) => reply,
});

/** Loads a page of the runs of an export, from 0. */
export const loadExportHistory = defineLoad('export.loadHistory', {
  payload: Id.extend({ page: z.int().min(0) }),
  samples: () => [{ id: 1, page: 0 }],
  label: () => 'Load the history of an export',
  lane: ({ id }) => String(id),
  slot: (state, { id, page }) => {
    const history = (state.exports.history[String(id)] ??= castDraft({ page, load: { ...IDLE, messages: [] } }));
    history.page = page;
    return history.load;
  },
  call: ({ id, page }) =>
    request(contract.listExportHistory, { params: { id }, query: { offset: page * EXPORT_HISTORY_PAGE, limit: EXPORT_HISTORY_PAGE } }),
  reply: contract.listExportHistory.reply,
  value: (reply) => reply,
});

/** Loads what an export can be made of. */
export const loadExportConfiguration = defineLoad('export.loadConfiguration', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Load what can be exported',
  slot: (state) => state.exports.configuration,
  call: () => request(contract.readExportConfiguration, {}),
  reply: contract.readExportConfiguration.reply,
  value: (reply) => reply,
});

/** Loads where exports can deliver to. */
export const loadDeliveryLocations = defineLoad('export.loadLocations', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Load delivery locations',
  slot: (state) => state.exports.locations,
  call: () => request(contract.listDeliveryLocations, { query: {} }),
  reply: contract.listDeliveryLocations.reply,
  value: ({ locations }) => castDraft(locations),
});

/** Loads the agencies that an export would hold now. */
export const loadExportAgencies = defineLoad('export.loadAgencies', {
  payload: z.object({ DbId: z.string(), scope: ExportScope }),
  samples: () => [{ DbId: 'demo', scope: 'Database' as const }],
  label: () => 'Load agencies of an export',
  slot: (state, p) => {
    state.exports.agencies.key = agenciesKey(p);
    return state.exports.agencies.load;
  },
  call: ({ DbId, scope }) => request(contract.listExportAgencies, { query: { databaseId: DbId, scope } }),
  reply: contract.listExportAgencies.reply,
  value: ({ agencies }) => castDraft(agencies),
  background: true,
});

/** Of which export agencies are loaded. */
export function agenciesKey({ DbId, scope }: { readonly DbId: string; readonly scope: string }): string {
  return `${scope}/${DbId}`;
}

/** Looks for the export of a run, and goes there. */
export const findExportOfRun = defineLoad('export.findByRun', {
  payload: z.object({ runId: z.int().positive() }),
  samples: () => [{ runId: 1 }],
  label: ({ runId }) => `Open the export of run ${runId}`,
  slot: (state) => state.exports.runLookup,
  call: ({ runId }) => request(contract.readExportOfRun, { params: { runId } }),
  reply: contract.readExportOfRun.reply,
  value: ({ exportId }) => exportId,
  next: ({ runId }, { exportId }, view): readonly CommandInput[] =>
    // a user who has moved to another page stays there
    view.location.path === `/exports/runs/${runId}`
      ? // openPlace by its name: what it loads is declared here
        [{ type: 'location.open', payload: { path: '/exports', search: `?export=${exportId}&run=${runId}`, replace: true } }]
      : [],
});
