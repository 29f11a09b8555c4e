/** The table of every workflow, by its id. */
import { attachTrack, rebase, commentChanges, deleteChanges } from './changeDialogs.ts';
import {
  deleteMode,
  editSheet,
  fareCheck,
  fareCondition,
  fareForm,
  mapSearch,
  networkCalendar,
  paintCalendar,
  scheduleForm,
  tagSearch,
  tidyCalendars,
  trackStops,
} from './forms.ts';
import { comparerNavigator, deliveryLocations, exportForm, pipelineForm, pipelineRun, publishing, regionWizard, taskRun } from './jobMachines.ts';
import type { MachineTable } from './machineTable.ts';
import { createStop, createTransfer, detour, drawPathway, followStreets, matchNetwork, mergeStops, moveStop, shape } from './mapMachines.ts';
import { firstSteps } from './shellWork.ts';
import { spreadsheet } from './spreadsheets.ts';
import { excluding, fixCases, sessionNote, upload, versionLifecycle } from './versionWork.ts';

export const machineTables: Readonly<Record<string, MachineTable>> = {
  moveStop,
  createStop,
  mergeStops,
  createTransfer,
  drawPathway,
  shape,
  followStreets,
  detour,
  matchNetwork,
  versionLifecycle,
  upload,
  excluding,
  fixCases,
  sessionNote,
  deleteMode,
  scheduleForm,
  trackStops,
  editSheet,
  paintCalendar,
  networkCalendar,
  tidyCalendars,
  spreadsheet,
  fareForm,
  fareCondition,
  fareCheck,
  tagSearch,
  mapSearch,
  pipelineForm,
  pipelineRun,
  exportForm,
  deliveryLocations,
  publishing,
  firstSteps,
  taskRun,
  regionWizard,
  comparerNavigator,
  commentChanges,
  attachTrack,
  carryOn: rebase,
  deleteChanges,
};
