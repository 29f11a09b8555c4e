/** What is done to exports at the server. */
import { z } from 'zod';
import * as contract from '../../contract/exports.ts';
import { request } from '../../contract/route.ts';
import { Export, ExportInput } from '../../domain/exports.ts';
import { refusalOfRunAct } from '../../domain/runs.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import type { CommandAction, CommandInput } from '../../kernel/command.ts';
import { dropExport, exportViewOf, putExport, putExportRun, runToStop } from '../../projections/exportState.ts';
import type { AppState } from '../../projections/state.ts';
import { defineCommand } from '../define.ts';
import { openPlace } from '../shell/openPlace.ts';
import { exportSaved } from './exportFormSteps.ts';
import { chosenExport, isReadOnlyAccount } from './exportPlace.ts';
import { loadExportHistory, loadExports } from './loadExports.ts';

const SAMPLE: ExportInput = {
  name: 'To partners',
  region: 'demo',
  DbId: 'demo',
  scope: 'Database',
  schedule: { timeOfDay: '04:00' },
  deliveryLocation: { fileName: '{db}.zip', location: 1 },
  feedInfo: { url: '', contactUrl: '' },
  agencyMergingRules: [],
};
const Id = z.object({ id: z.int().positive() });
const Edited = Id.extend({ rev: z.int().min(0), input: ExportInput });

/** Makes an export. */
export const createExport = defineCommand('export.create', {
  payload: z.object({ input: ExportInput }),
  samples: () => [{ input: SAMPLE }],
  label: ({ input }) => `Create export ${input.name}`,
  lane: () => 'export/create',
  write: true,
  policy: 'once',
  call: ({ input }) => request(contract.createExport, { body: input }),
  reply: contract.createExport.reply,
  answered: (base, _p, one) => putExport(base.exports, one),
  quiet: ({ fields }) => fields !== undefined,
  inverse: 'none',
  next: (_p, { id }) => [exportSaved({ exportId: id }), loadExports({})],
  keep: 'all',
  keepReply: 'all',
});

/** Changes an export. */
export const updateExport = defineCommand('export.update', {
  payload: Edited,
  samples: () => [{ id: 1, rev: 1, input: SAMPLE }],
  label: ({ input }) => `Save export ${input.name}`,
  lane: ({ id }) => `export/${id}`,
  write: true,
  policy: 'queue',
  call: ({ id, rev, input }) => request(contract.updateExport, { params: { id }, body: input }, rev),
  reply: contract.updateExport.reply,
  answered: (base, _p, one) => putExport(base.exports, one),
  conflict: (base, _p, present) => {
    const read = Export.safeParse(present);
    if (read.success) putExport(base.exports, read.data);
  },
  rebase: (p, present) => {
    const read = Export.safeParse(present);
    return { ...p, rev: read.success ? read.data.rev : p.rev };
  },
  quiet: ({ fields }) => fields !== undefined,
  inverse: 'none',
  next: (_p, { id }) => [exportSaved({ exportId: id })],
  keep: 'all',
  keepReply: 'all',
});

/** Removes an export. */
export const deleteExport = defineCommand('export.delete', {
  payload: Id,
  samples: () => [{ id: 1 }],
  label: () => 'Delete an export',
  lane: ({ id }) => `export/${id}`,
  write: true,
  policy: 'queue',
  call: ({ id }) => request(contract.deleteExport, { params: { id } }),
  reply: contract.deleteExport.reply,
  answered: (base, { id }) => dropExport(base.exports, id),
  inverse: 'none',
  keep: 'all',
});

/** Makes a copy of an export and goes to it. */
export const cloneExport = defineCommand('export.clone', {
  payload: Id,
  samples: () => [{ id: 1 }],
  label: () => 'Clone an export',
  lane: ({ id }) => `export/clone/${id}`,
  write: true,
  policy: 'once',
  decide: (view) => (isReadOnlyAccount(view) ? { code: 'read_only', message: READ_ONLY } : undefined),
  call: ({ id }) => request(contract.cloneExport, { params: { id } }),
  reply: contract.cloneExport.reply,
  answered: (base, _p, one) => putExport(base.exports, one),
  inverse: 'none',
  next: (_p, { id }): readonly CommandInput[] => [loadExports({}), openPlace({ path: '/exports', search: `?export=${id}` })],
  action: forChosen('Clone export', 'copy', 'Alt+KeyK', (one) => ({ id: one.id })),
  keep: 'all',
  keepReply: 'all',
});

/** Runs an export now. */
export const runExport = defineCommand('export.run', {
  payload: Id,
  samples: () => [{ id: 1 }],
  label: () => 'Run an export',
  lane: ({ id }) => `export/run/${id}`,
  write: true,
  policy: 'once',
  decide: (view) => (isReadOnlyAccount(view) ? { code: 'read_only', message: READ_ONLY } : undefined),
  call: ({ id }) => request(contract.runExport, { body: { id } }),
  reply: contract.runExport.reply,
  answered: (base, { id }, { run }) => putExportRun(base.exports, id, run),
  inverse: 'none',
  // the live message of a run may arrive before the answer; the run is in the history then
  next: ({ id }, _reply, view) => (exportViewOf(view.location.search).page === 0 ? [loadExportHistory({ id, page: 0 })] : []),
  action: forChosen('Run export', 'player-play', 'Alt+Shift+KeyR', (one) => ({ id: one.id })),
  keep: 'all',
  keepReply: 'all',
});

/** Stops a run of an export. */
export const stopExportRun = defineCommand('export.stop', {
  payload: Id.extend({ runId: z.int().positive() }),
  samples: () => [{ id: 1, runId: 1 }],
  label: () => 'Stop a run of an export',
  lane: ({ runId }) => `export/stop/${runId}`,
  write: true,
  policy: 'once',
  decide: (view) => (isReadOnlyAccount(view) ? { code: 'read_only', message: READ_ONLY } : undefined),
  call: ({ runId }) => request(contract.stopExportRun, { params: { runId } }),
  reply: contract.stopExportRun.reply,
  answered: (base, { id }, run) => putExportRun(base.exports, id, run),
  inverse: 'none',
  action: forChosen<{ id: number; runId: number }>('Stop export', 'player-stop', undefined, (one, view) => {
    const run = runToStop(view.exports.history[String(one.id)]);
    const why = run === undefined ? 'No run of this export is processing' : refusalOfRunAct('stop', run.status);
    return run === undefined || why !== undefined ? { why: why ?? '' } : { id: one.id, runId: run.RunId };
  }),
  keep: 'all',
  keepReply: 'all',
});

function forChosen<P>(
  title: string,
  icon: string,
  key: string | undefined,
  payload: (one: Export, view: AppState) => P | { readonly why: string },
): CommandAction<AppState, P> {
  return {
    title,
    icon,
    group: 'Exports',
    ...(key === undefined ? {} : { key }),
    payload: (view) => {
      const chosen = chosenExport(view);
      return 'why' in chosen ? chosen : payload(chosen.one, view);
    },
  };
}

/** The export at the server that a draft is of, for its call: a new one, or the changed one. Undefined where the form has faults. */
export function writeOf(exportId: number | null, rev: number, form: unknown): CommandInput | null {
  const input = ExportInput.safeParse(form);
  if (!input.success) return null;
  return exportId === null ? createExport({ input: input.data }) : updateExport({ id: exportId, rev, input: input.data });
}
