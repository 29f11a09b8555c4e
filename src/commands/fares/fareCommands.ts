/** Every command of fares, in the order the palette lists them. */
import type { AnyCommand } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { cloneFare, createFare, editFareField, editFareRules, removeFareCondition, removeFares, setFareConditions } from './fareEdits.ts';
import {
  cancelFareCondition,
  changeFareCondition,
  chooseFareCondition,
  openFareCondition,
  pickFareStop,
  submitFareCondition,
  takeFareStop,
} from './fareConditionSteps.ts';
import { askCreateFare, cancelFareForm, submitFareForm } from './fareFormSteps.ts';
import { changeJourney, closeFareCheck, openFareCheck, pickJourneyStop, takeJourneyStop } from './fareCheckSteps.ts';
import { loadFareCheck } from './loadFareCheck.ts';
import { loadCompatibility } from './loadCompatibility.ts';
import { loadFare } from './loadFare.ts';
import { loadFares } from './loadFares.ts';

export const fareCommands: readonly AnyCommand<AppState>[] = [
  loadFares,
  loadFare,
  loadCompatibility,
  loadFareCheck,
  openFareCheck,
  changeJourney,
  pickJourneyStop,
  takeJourneyStop,
  closeFareCheck,
  editFareField,
  createFare,
  cloneFare,
  removeFares,
  setFareConditions,
  removeFareCondition,
  editFareRules,
  askCreateFare,
  submitFareForm,
  cancelFareForm,
  openFareCondition,
  chooseFareCondition,
  changeFareCondition,
  pickFareStop,
  takeFareStop,
  submitFareCondition,
  cancelFareCondition,
];
