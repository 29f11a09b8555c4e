/** The steps of making, changing and deleting exports; `machines/exportFormMachine.ts` follows them and issues the writes. */
import { z } from 'zod';
import { READ_ONLY } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { defineCommand } from '../define.ts';
import { openPlace } from '../shell/openPlace.ts';
import { chosenExport, exportPlace, exportToEdit, isReadOnlyAccount } from './exportPlace.ts';
import { defineStep } from '../defineStep.ts';

/** Opens the form for a new export. */
export const showCreateExport = defineStep('exportForm.create', 'Open the form for a new export', {
  next: (): readonly CommandInput[] => [openPlace({ path: '/exports', search: '?mode=create' })],
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
export const showEditExport = defineStep('exportForm.edit', 'Open the form of an export', {
  payload: z.object({ id: z.int().positive() }),
  samples: [{ id: 1 }],
  next: ({ id }): readonly CommandInput[] => [openPlace({ path: '/exports', search: `?export=${id}&mode=edit` })],
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
export const submitExport = defineStep('exportForm.submit', 'Save the export', {
  action: {
    title: 'Save export',
    icon: 'check',
    key: 'Ctrl+KeyS',
    group: 'Exports',
    payload: (view) => (exportToEdit(view) === undefined ? { why: 'Open the form of an export first' } : {}),
  },
});

/** An export was made or changed: its form closes. */
export const exportSaved = defineStep('exportForm.saved', 'Close the form of a saved export', {
  payload: z.object({ exportId: z.int().positive() }),
  samples: [{ exportId: 1 }],
});

/** Leaves the form; what was changed in it is asked about first. */
export const leaveExportForm = defineStep('exportForm.leave', 'Leave the form of the export');

/** Asks whether the export in view shall be deleted. */
export const askDeleteExport = defineStep('exportForm.askDelete', 'Ask to delete an export', {
  payload: z.object({ id: z.int().positive() }),
  samples: [{ id: 1 }],
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
export const askDeleteRule = defineStep('exportForm.askDeleteRule', 'Ask to delete agency merging', {
  payload: z.object({ ruleId: z.string() }),
  samples: [{ ruleId: '1' }],
});

/** Says yes to what is asked. */
export const confirmExportQuestion = defineStep('exportForm.confirm', 'Confirm');

/** Says no to what is asked. */
export const cancelExportQuestion = defineStep('exportForm.cancel', 'Keep it');
