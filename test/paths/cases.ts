/** For each workflow the concrete events its paths are made of: at least one per event, and one that each guard refuses. */
import { attachTrack, rebase, commentChanges, deleteChanges } from './cases/changeDialogs.ts';
import { fareCheck, fareCondition, fareForm } from './cases/fares.ts';
import {
  deleteMode,
  editSheet,
  mapSearch,
  networkCalendar,
  paintCalendar,
  scheduleForm,
  tagSearch,
  tidyCalendars,
  trackStops,
} from './cases/forms.ts';
import {
  comparerNavigator,
  deliveryLocations,
  exportForm,
  pipelineForm,
  pipelineRun,
  publishing,
  regionWizard,
  taskRun,
} from './cases/jobMachines.ts';
import {
  createStop,
  createTransfer,
  detour,
  drawPathway,
  drawZone,
  followStreets,
  matchNetwork,
  mergeStops,
  moveStop,
  shape,
} from './cases/mapMachines.ts';
import { firstSteps } from './cases/shellWork.ts';
import { spreadsheet } from './cases/spreadsheets.ts';
import { excluding, fixCases, sessionNote, upload, versionLifecycle } from './cases/versionWork.ts';

/** Events by workflow id. A workflow of the catalogue without cases fails the path tests. */
export const pathCases: Readonly<Record<string, readonly { readonly type: string }[]>> = {
  moveStop,
  createStop,
  mergeStops,
  createTransfer,
  drawPathway,
  shape,
  followStreets,
  detour,
  drawZone,
  matchNetwork,
  versionLifecycle,
  upload,
  excluding,
  fixCases,
  sessionNote,
  comparerNavigator,
  commentChanges,
  attachTrack,
  carryOn: rebase,
  deleteChanges,
  regionWizard,
  scheduleForm,
  trackStops,
  editSheet,
  paintCalendar,
  networkCalendar,
  tidyCalendars,
  spreadsheet,
  deleteMode,
  pipelineForm,
  pipelineRun,
  taskRun,
  tagSearch,
  mapSearch,
  fareForm,
  fareCondition,
  fareCheck,
  exportForm,
  deliveryLocations,
  publishing,
  firstSteps,
};
