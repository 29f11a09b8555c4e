/** The steps of making, changing and deleting exports; `machines/exportFormMachine.ts` follows them and issues the writes. */
import { z } from 'zod';
import { READ_ONLY } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { defineCommand } from '../define.ts';
import { openPlace } from '../shell/openPlace.ts';
import { chosenExport, exportPlace, exportToEdit, isReadOnlyAccount } from './exportPlace.ts';

/** Opens the form for a new export. */
export const showCreateExport = defineCommand('exportForm.create', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Open the form for a new export',
  inverse: 'none',
  next: (): readonly CommandInput[] => [openPlace({ path: '/exports', search: '?mode=create' })],
  keep: 'all',
  action: {
    title: 'Create export',
    icon: 'plus',
    key: 'Alt+Shift+KeyO',
    group: 'Exports',
    payload: (view) => {
      if (exportPlace(view) === undefined) return { why: 'Open the exports first' };
      return isReadOnlyAccount(view) ? { why: READ_ONLY } : {};
    },
  },
});

/** Opens the form for the export in view. */
export const showEditExport = defineCommand('exportForm.edit', {
  payload: z.object({ id: z.int().positive() }),
  samples: () => [{ id: 1 }],
  label: () => 'Open the form of an export',
  inverse: 'none',
  next: ({ id }): readonly CommandInput[] => [openPlace({ path: '/exports', search: `?export=${id}&mode=edit` })],
  keep: 'all',
  action: {
    title: 'Edit export',
    icon: 'edit',
    key: 'Alt+Shift+KeyE',
    group: 'Exports',
    payload: (view) => {
      const chosen = chosenExport(view);
      return 'why' in chosen ? chosen : { id: chosen.one.id };
    },
  },
});

/** Opens the list of delivery locations. */
export const showDeliveryLocations = defineCommand('exportForm.locations', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Open the delivery locations',
  inverse: 'none',
  next: (_p, _reply, view): readonly CommandInput[] => [
    openPlace({ path: '/exports', search: searchWith(exportPlace(view) === undefined ? '' : view.location.search, { dialog: 'locations' }) }),
  ],
  keep: 'all',
  action: {
    title: 'Delivery locations',
    icon: 'world-upload',
    group: 'Exports',
    payload: (view) => (exportPlace(view) === undefined ? { why: 'Open the exports first' } : {}),
  },
});

/** Sends the form. */
export const submitExport = defineCommand('exportForm.submit', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Save the export',
  inverse: 'none',
  keep: 'all',
  action: {
    title: 'Save export',
    icon: 'check',
    key: 'Ctrl+KeyS',
    group: 'Exports',
    payload: (view) => (exportToEdit(view) === undefined ? { why: 'Open the form of an export first' } : {}),
  },
});

/** An export was made or changed: its form closes. */
export const exportSaved = defineCommand('exportForm.saved', {
  payload: z.object({ exportId: z.int().positive() }),
  samples: () => [{ exportId: 1 }],
  label: () => 'Close the form of a saved export',
  inverse: 'none',
  keep: 'all',
});

/** Leaves the form; what was changed in it is asked about first. */
export const leaveExportForm = defineCommand('exportForm.leave', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Leave the form of the export',
  inverse: 'none',
  keep: 'all',
});

/** Asks whether the export in view shall be deleted. */
export const askDeleteExport = defineCommand('exportForm.askDelete', {
  payload: z.object({ id: z.int().positive() }),
  samples: () => [{ id: 1 }],
  label: () => 'Ask to delete an export',
  inverse: 'none',
  keep: 'all',
  action: {
    title: 'Delete export',
    icon: 'trash',
    group: 'Exports',
    payload: (view) => {
      const chosen = chosenExport(view);
      if ('why' in chosen) return chosen;
      const { id, status } = chosen.one;
      return status === 0 || status === 1 || status === 5 ? { why: 'A run of this export is still processing. Stop it first.' } : { id };
    },
  },
});

/** Asks whether an agency merging rule shall be deleted. */
export const askDeleteRule = defineCommand('exportForm.askDeleteRule', {
  payload: z.object({ ruleId: z.string() }),
  samples: () => [{ ruleId: '1' }],
  label: () => 'Ask to delete agency merging',
  inverse: 'none',
  keep: 'all',
});

/** Says yes to what is asked. */
export const confirmExportQuestion = defineCommand('exportForm.confirm', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Confirm',
  inverse: 'none',
  keep: 'all',
});

/** Says no to what is asked. */
export const cancelExportQuestion = defineCommand('exportForm.cancel', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Keep it',
  inverse: 'none',
  keep: 'all',
});
