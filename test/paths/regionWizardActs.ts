/** What the events of the region wizard are in acts of the user and answers of the server. */
import { addRegionDatabase, editRegionField, revertRegion } from '../../src/commands/regions/editRegion.ts';
import { addRule, deleteRule, editRule } from '../../src/commands/regions/editNotificationRules.ts';
import { openCreateRegion, openEditRegion } from '../../src/commands/regions/openRegionWizard.ts';
import {
  cancelRegionSave,
  closeRegionWizard,
  confirmRegionSave,
  goToRegionStep,
  leaveRegionWizard,
  saveRegionStep,
  submitRegion,
} from '../../src/commands/regions/wizardSteps.ts';
import type { CallDescription } from '../../src/kernel/command.ts';
import type { RegionWizardContext, RegionWizardEvent } from '../../src/machines/regionWizardMachine.ts';
import { acting, type FakeScreen } from './fakeParts.ts';

/** The calls that the wizard's commands end in. */
export const REGION_CALLS = ['createRegion', 'updateRegionGeneral', 'updateRegionBounds', 'updateRegionDatabases', 'saveNotificationRules'] as const;

const GENERAL = { Name: 'North', CountryCode: 'NL', LanguageCode: 'nl', Timezone: 'Europe/Amsterdam', Currency: 'EUR' };
const REGION = {
  Key: 'north',
  ...GENERAL,
  Bounds: { NorthEast: { Lat: 53, Lng: 6 }, SouthWest: { Lat: 52, Lng: 4 } },
  Databases: [],
  Permissions: { ReadOnly: false },
  Rev: 0,
};
const OPTIONS = { Countries: [{ Id: 'NL', Name: 'Netherlands' }], Timezones: [], Languages: [], Currencies: [] };
const RULES = { notifications: [], defaultEmail: 'mia@demo.example', permissions: { readOnly: false }, rev: 0 };

/** Carries one event out. Before an act that is to be possible the form is made right, before one that is not it is made wrong. */
export const actOnRegionWizard = acting<RegionWizardEvent>((screen) => {
  const { kernel } = screen;
  return {
    OPEN: (event) => {
      kernel.dispatch(event.mode === 'CREATE_REGION_MODAL' ? openCreateRegion({}) : openEditRegion({ region: 'north' }));
      answerReads(screen);
    },
    GO: (event) => {
      // In both modes a wrong name keeps one from leaving; unsaved changes of the present step do so too.
      prepare(screen, event.allowed);
      kernel.dispatch(goToRegionStep({ step: event.step }));
      screen.answer('searchLocations', () => ({ Locations: [] }));
    },
    CREATE: (event) => {
      prepare(screen, event.body !== null);
      kernel.dispatch(submitRegion({}));
    },
    SAVE: (event) => {
      change(screen, event.save !== null);
      kernel.dispatch(saveRegionStep({}));
    },
    CONFIRM: (event) => {
      // It was changed before it was asked about; what is asked about is put back for a confirmation in vain.
      if (event.save === null && stateOf(screen) === 'confirming') kernel.dispatch(revertRegion({}));
      else change(screen, true);
      kernel.dispatch(confirmRegionSave({}));
    },
    CANCEL: () => cancelRegionSave({}),
    CREATED: () => {
      screen.answer('createRegion', () => ({ Region: REGION }));
      answerReads(screen);
    },
    SAVED: () => {
      for (const call of ['updateRegionGeneral', 'updateRegionBounds', 'updateRegionDatabases']) screen.answer(call, () => ({ Region: REGION }));
      screen.answer('saveNotificationRules', () => RULES);
      answerReads(screen);
    },
    FAILED: () => {
      for (const call of REGION_CALLS) screen.fail(call, { status: 500, messages: ['No'], url: '/', method: 'POST' });
    },
    LEAVE: (event) => {
      leaving(screen, event.changed);
      kernel.dispatch(leaveRegionWizard({}));
    },
    CLOSE: () => closeRegionWizard({}),
  };
});

function answerReads(screen: FakeScreen): void {
  for (let i = 0; i < 2; i++) {
    screen.answer('listRegionOptions', () => OPTIONS);
    screen.answer('readRegion', () => ({ Region: REGION }));
    screen.answer('listNotificationRules', (_call: CallDescription) => RULES);
  }
}

function stateOf({ kernel }: FakeScreen): unknown {
  return kernel.workflow('regionWizard').getSnapshot().value;
}

/** Fills the form in, or empties its name; in edit mode what was loaded is put back, or changed. */
function prepare(screen: FakeScreen, right: boolean): void {
  const { kernel } = screen;
  const { mode, step } = kernel.workflow('regionWizard').getSnapshot().context as RegionWizardContext;
  if (stateOf(screen) !== 'filling') return;
  if (mode === 'EDIT_REGION_MODAL') {
    kernel.dispatch(revertRegion({}));
    if (right) return;
    // a change of the step that one wants to leave keeps one there
    kernel.dispatch(editRegionField(step === 'databases' ? { field: 'Bounds/NorthEast', to: '1,1' } : { field: 'Name', to: '' }));
    return;
  }
  const values = { Key: 'north', ...GENERAL, Name: right ? 'North' : '' };
  for (const [field, to] of Object.entries(values)) kernel.dispatch(editRegionField({ field, to }));
}

/** Has something typed that would be lost, or nothing. A region that is made begins afresh for that. */
function leaving(screen: FakeScreen, typed: boolean): void {
  const { mode } = screen.kernel.workflow('regionWizard').getSnapshot().context as RegionWizardContext;
  if (mode === 'EDIT_REGION_MODAL') return change(screen, typed);
  if (stateOf(screen) !== 'filling') return;
  const values = { Key: '', Name: typed ? 'North' : '', CountryCode: '', LanguageCode: '', Timezone: '', Currency: '' };
  for (const [field, to] of Object.entries(values)) screen.kernel.dispatch(editRegionField({ field, to }));
}

/** Changes something in the present step, so that there is something to save; or puts everything back. */
function change(screen: FakeScreen, something: boolean): void {
  const { kernel } = screen;
  const { step } = kernel.workflow('regionWizard').getSnapshot().context as RegionWizardContext;
  if (stateOf(screen) !== 'filling') return;
  kernel.dispatch(revertRegion({}));
  for (const { id } of kernel.snapshot().view.regionWizard.rules) kernel.dispatch(deleteRule({ id }));
  if (!something) return;
  if (step === 'general') kernel.dispatch(editRegionField({ field: 'Name', to: 'Far north' }));
  if (step === 'bounds') kernel.dispatch(editRegionField({ field: 'Bounds/NorthEast', to: '54,7' }));
  if (step === 'databases') kernel.dispatch(addRegionDatabase({ id: 'nbus', name: '' }));
  if (step !== 'notifications') return;
  kernel.dispatch(addRule({ at: 1 }));
  kernel.dispatch(editRule({ id: 'added-1', changes: { name: 'Failures' } }));
}
