/** The commands of the region wizard and of notification rules. */
import type { AnyCommand } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { addRule, closeRulesFailure, deleteRule, editRule, expandRule, scopeRule } from './editNotificationRules.ts';
import { addRegionDatabase, editRegionField, refuseErrors, removeRegionDatabase, revertRegion } from './editRegion.ts';
import { loadNotificationRules } from './loadNotificationRules.ts';
import { loadRegion } from './loadRegion.ts';
import { loadRegionOptions } from './loadRegionOptions.ts';
import { loadRegions } from './loadRegions.ts';
import { openCreateRegion, openEditRegion } from './openRegionWizard.ts';
import { createRegion, saveRegionBounds, saveRegionDatabases, saveRegionGeneral, saveRules } from './saveRegion.ts';
import { chooseLocation, locateRegion, searchLocations } from './searchLocations.ts';
import {
  cancelRegionSave,
  closeRegionWizard,
  confirmRegionSave,
  goToRegionStep,
  leaveRegionWizard,
  saveRegionStep,
  submitRegion,
} from './wizardSteps.ts';

export const regionCommands: readonly AnyCommand<AppState>[] = [
  loadRegions,
  openCreateRegion,
  openEditRegion,
  loadRegionOptions,
  loadRegion,
  loadNotificationRules,
  editRegionField,
  refuseErrors,
  addRegionDatabase,
  removeRegionDatabase,
  revertRegion,
  searchLocations,
  locateRegion,
  chooseLocation,
  addRule,
  editRule,
  scopeRule,
  deleteRule,
  expandRule,
  closeRulesFailure,
  goToRegionStep,
  submitRegion,
  saveRegionStep,
  confirmRegionSave,
  cancelRegionSave,
  closeRegionWizard,
  leaveRegionWizard,
  createRegion,
  saveRegionGeneral,
  saveRegionBounds,
  saveRegionDatabases,
  saveRules,
];
