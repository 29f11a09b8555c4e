/**
 * The region wizard: four steps, of which one is shown. Making a region ends in its notifications; a change is saved step by step.
 *
 *   closed --OPEN--> filling --CREATE--> creating --CREATED--> filling (edit mode, Notifications)
 *                      |------SAVE-----> saving ---SAVED-----> filling
 *                      |--SAVE (General)--> confirming --CONFIRM--> saving
 *                      '--LEAVE (changed)--> discarding --CLOSE--> closed
 *
 * What is typed is in the state (`projections/regionWizard.ts`), and so does whether a step may be gone to; the events say it.
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { loadNotificationRules } from '../commands/regions/loadNotificationRules.ts';
import { loadRegion } from '../commands/regions/loadRegion.ts';
import { openCreateRegion, openEditRegion } from '../commands/regions/openRegionWizard.ts';
import { createRegion, saveRegionBounds, saveRegionDatabases, saveRegionGeneral, saveRules } from '../commands/regions/saveRegion.ts';
import { locateRegion } from '../commands/regions/searchLocations.ts';
import {
  cancelRegionSave,
  closeRegionWizard,
  confirmRegionSave,
  goToRegionStep,
  leaveRegionWizard,
  saveRegionStep,
  submitRegion,
} from '../commands/regions/wizardSteps.ts';
import { appStarted } from '../commands/shell/appStarted.ts';
import { sentRules } from '../domain/notificationRules.ts';
import { boundsOf, type NewRegionBody, type RegionStep } from '../domain/regions.ts';
import { clearErrors } from '../kernel/builtIn.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { generalOf, isWizardChanged, newRegionBody, placeName, stepWhy, submitWhy } from '../projections/regionWizard.ts';
import type { AppState } from '../projections/state.ts';

/** How the wizard was opened. */
type WizardMode = 'CREATE_REGION_MODAL' | 'EDIT_REGION_MODAL';

export interface RegionWizardContext {
  readonly mode: WizardMode;
  readonly step: RegionStep;
  /** The bounds were looked at: from then on they are not put round a place by themselves. */
  readonly boundsVisited: boolean;
}

export type RegionWizardEvent =
  | { readonly type: 'OPEN'; readonly mode: WizardMode }
  /** `place` is what the region is named after, to look for when its bounds are first seen. */
  | { readonly type: 'GO'; readonly step: RegionStep; readonly allowed: boolean; readonly place: string }
  /** Null where something is wrong. */
  | { readonly type: 'CREATE'; readonly body: NewRegionBody | null }
  /** What saves the present step; null where there is nothing to save, or something is wrong. */
  | { readonly type: 'SAVE'; readonly save: CommandInput | null }
  | { readonly type: 'CONFIRM'; readonly save: CommandInput | null }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'CREATED'; readonly region: string }
  | { readonly type: 'SAVED'; readonly region: string }
  | { readonly type: 'FAILED'; readonly errorId: string }
  | { readonly type: 'LEAVE'; readonly changed: boolean }
  | { readonly type: 'CLOSE' };

const CLOSE = { type: 'dispatch', params: () => closeRegionWizard({}) } as const;

const NOTHING: RegionWizardContext = { mode: 'CREATE_REGION_MODAL', step: 'general', boundsVisited: false };

export const regionWizardMachine = setup({
  types: { context: {} as RegionWizardContext, events: {} as RegionWizardEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    goTo: assign(({ context, event }) =>
      event.type === 'GO' ? { step: event.step, boundsVisited: context.boundsVisited || event.step === 'bounds' } : {},
    ),
  },
  guards: {
    isFirstLookAtBounds: ({ context, event }) =>
      event.type === 'GO' &&
      event.allowed &&
      event.step === 'bounds' &&
      context.mode === 'CREATE_REGION_MODAL' &&
      !context.boundsVisited &&
      event.place.length >= 3,
    // a region has notifications once it is there
    isAllowed: ({ context, event }) =>
      event.type === 'GO' && event.allowed && (event.step !== 'notifications' || context.mode === 'EDIT_REGION_MODAL'),
    hasBody: ({ context, event }) => context.mode === 'CREATE_REGION_MODAL' && event.type === 'CREATE' && event.body !== null,
    isGeneral: ({ context, event }) =>
      context.mode === 'EDIT_REGION_MODAL' && context.step === 'general' && event.type === 'SAVE' && event.save !== null,
    hasSave: ({ context, event }) =>
      context.mode === 'EDIT_REGION_MODAL' && (event.type === 'SAVE' || event.type === 'CONFIRM') && event.save !== null,
    isChanged: ({ event }) => event.type === 'LEAVE' && event.changed,
    isNotifications: ({ context }) => context.step === 'notifications',
  },
}).createMachine({
  id: 'regionWizard',
  context: NOTHING,
  initial: 'closed',
  // opened again, it begins afresh: its content has been replaced
  on: { OPEN: { target: '.filling', actions: assign(({ event }) => ({ ...NOTHING, mode: event.mode })) } },
  states: {
    closed: { entry: 'forget' },
    filling: {
      on: {
        GO: [
          {
            guard: 'isFirstLookAtBounds',
            actions: ['goTo', { type: 'dispatch', params: ({ event }) => locateRegion({ name: event.place }) }],
          },
          { guard: 'isAllowed', actions: 'goTo' },
        ],
        CREATE: {
          guard: 'hasBody',
          target: 'creating',
          actions: { type: 'dispatch', params: ({ event }) => createRegion(event.body ?? EMPTY_BODY) },
        },
        SAVE: [
          { guard: 'isGeneral', target: 'confirming' },
          { guard: 'hasSave', target: 'saving', actions: { type: 'dispatch', params: ({ event }) => event.save ?? closeRegionWizard({}) } },
        ],
        LEAVE: [
          { guard: 'isChanged', target: 'discarding' },
          { target: 'closed', actions: CLOSE },
        ],
        CLOSE: 'closed',
      },
    },
    discarding: { on: { CANCEL: 'filling', CLOSE: 'closed' } },
    confirming: {
      on: {
        CONFIRM: { guard: 'hasSave', target: 'saving', actions: { type: 'dispatch', params: ({ event }) => event.save ?? closeRegionWizard({}) } },
        CANCEL: 'filling',
        CLOSE: 'closed',
      },
    },
    creating: {
      on: {
        CREATED: {
          target: 'filling',
          actions: [
            assign({ mode: 'EDIT_REGION_MODAL', step: 'notifications' }),
            { type: 'dispatch', params: ({ event }) => loadNotificationRules({ region: event.region }) },
          ],
        },
        FAILED: 'filling',
        LEAVE: { target: 'closed', actions: CLOSE },
        CLOSE: 'closed',
      },
    },
    saving: {
      on: {
        SAVED: [
          {
            guard: 'isNotifications',
            target: 'filling',
            actions: { type: 'dispatch', params: ({ event }) => loadNotificationRules({ region: event.region }) },
          },
          { target: 'filling', actions: { type: 'dispatch', params: ({ event }) => loadRegion({ region: event.region }) } },
        ],
        FAILED: [
          {
            guard: 'isNotifications',
            target: 'filling',
            // the bar in the wizard tells it, not the error popup too
            actions: { type: 'dispatch', params: ({ event }) => clearErrors({ id: event.errorId }) },
          },
          { target: 'filling' },
        ],
        LEAVE: { target: 'closed', actions: CLOSE },
        CLOSE: 'closed',
      },
    },
  },
});

const EMPTY_BODY: NewRegionBody = {
  Key: '',
  Name: '',
  CountryCode: '',
  LanguageCode: '',
  Timezone: '',
  Currency: '',
  Bounds: { NorthEast: { Lat: 0, Lng: 0 }, SouthWest: { Lat: 0, Lng: 0 } },
  Databases: [],
};

const SAVES: readonly string[] = [saveRegionGeneral, saveRegionBounds, saveRegionDatabases, saveRules].map(({ type }) => type);

/** Which records the machine hears. */
export const regionWizardWorkflow = defineWorkflow({
  id: 'regionWizard',
  machine: regionWizardMachine,
  route: (record, view, { about, snapshot }): RegionWizardEvent | undefined => {
    const { step } = snapshot.context as RegionWizardContext;
    const go = payloadOf(goToRegionStep, record);
    if (go) return { type: 'GO', step: go.step, allowed: stepWhy(view, go.step) === undefined, place: placeName(view) };
    switch (record.type) {
      case openCreateRegion.type:
        return { type: 'OPEN', mode: 'CREATE_REGION_MODAL' };
      case openEditRegion.type:
        return { type: 'OPEN', mode: 'EDIT_REGION_MODAL' };
      case submitRegion.type:
        return { type: 'CREATE', body: newRegionBody(view) ?? null };
      case saveRegionStep.type:
        return { type: 'SAVE', save: saveOf(view, step) };
      case confirmRegionSave.type:
        return { type: 'CONFIRM', save: saveOf(view, step) };
      case cancelRegionSave.type:
        return { type: 'CANCEL' };
      case leaveRegionWizard.type:
        return { type: 'LEAVE', changed: isWizardChanged(view) };
      case closeRegionWizard.type:
      case appStarted.type:
        return { type: 'CLOSE' };
    }
    if (about === undefined || (about.type !== createRegion.type && !SAVES.includes(about.type))) return undefined;
    if (record.type === `${createRegion.type}.answered`) return { type: 'CREATED', region: regionOf(view) };
    if (record.type.endsWith('.answered')) return { type: 'SAVED', region: regionOf(view) };
    return record.type.endsWith('.failed') || record.type.endsWith('.refused') ? { type: 'FAILED', errorId: record.id } : undefined;
  },
});

/** The command that stores the present step; null where there is nothing to store, or something is wrong. */
function saveOf(view: AppState, step: RegionStep): CommandInput | null {
  const { form, loaded, rules, loadedRules } = view.regionWizard;
  const bounds = form && boundsOf(form.corners);
  if (!form || !bounds || !loaded.value || submitWhy(view, step) !== undefined) return null;
  const stored = { region: loaded.value.Key, rev: loaded.value.Rev ?? 0 };
  switch (step) {
    case 'general':
      return saveRegionGeneral({ ...stored, general: generalOf(form) });
    case 'bounds':
      return saveRegionBounds({ ...stored, bounds });
    case 'databases':
      return saveRegionDatabases({ ...stored, databases: form.databases.map(({ Id, Name }) => ({ Id, Name })) });
    case 'notifications':
      return saveRules({ region: stored.region, rev: loadedRules.value?.rev ?? 0, rules: sentRules(rules) });
  }
}

function regionOf(view: AppState): string {
  return view.regionWizard.loaded.value?.Key ?? '';
}
