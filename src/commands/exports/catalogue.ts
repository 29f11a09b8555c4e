/** The commands of exports. */
import type { AnyCommand } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { clearLocationNotes, deleteDeliveryLocation, saveDeliveryLocation, testDeliveryLocation } from './deliveryLocations.ts';
import { addMergingRule, closeExportDraft, editExport, editMergingRule, openExportDraft, removeMergingRule } from './exportDraft.ts';
import {
  askDeleteExport,
  askDeleteRule,
  cancelExportQuestion,
  confirmExportQuestion,
  exportSaved,
  leaveExportForm,
  showCreateExport,
  showDeliveryLocations,
  showEditExport,
  submitExport,
} from './exportFormSteps.ts';
import { cloneExport, createExport, deleteExport, runExport, stopExportRun, updateExport } from './exportWrites.ts';
import {
  findExportOfRun,
  loadDeliveryLocations,
  loadExport,
  loadExportAgencies,
  loadExportConfiguration,
  loadExportHistory,
  loadExports,
} from './loadExports.ts';

export const exportCommands: readonly AnyCommand<AppState>[] = [
  loadExports,
  loadExport,
  loadExportHistory,
  loadExportConfiguration,
  loadExportAgencies,
  loadDeliveryLocations,
  findExportOfRun,
  showCreateExport,
  showEditExport,
  showDeliveryLocations,
  submitExport,
  exportSaved,
  leaveExportForm,
  askDeleteExport,
  askDeleteRule,
  confirmExportQuestion,
  cancelExportQuestion,
  openExportDraft,
  editExport,
  addMergingRule,
  editMergingRule,
  removeMergingRule,
  closeExportDraft,
  createExport,
  updateExport,
  deleteExport,
  cloneExport,
  runExport,
  stopExportRun,
  saveDeliveryLocation,
  deleteDeliveryLocation,
  testDeliveryLocation,
  clearLocationNotes,
];
