/** Form state of the region wizard: the loaded region, the typed values, and the errors. */
import { parseCoordinate } from '../domain/coordinate.ts';
import { areRulesValid, type EditedRule, rulesDiffer } from '../domain/notificationRules.ts';
import {
  boundsOf,
  databaseIdError,
  databaseNameError,
  DEFAULT_BOUNDS,
  type FieldError,
  type FoundLocation,
  generalErrors,
  type NamedDatabase,
  type NewRegionBody,
  REGION_STEPS,
  type RegionGeneral,
  regionKeyError,
  type RegionOptions,
  type RegionStep,
  stepOfError,
  type TypedBounds,
  typedBounds,
} from '../domain/regions.ts';
import { READ_ONLY, type Region } from '../domain/versions.ts';
import type { AppState, Load } from './state.ts';

/** A database in the wizard's list; one that was just added can be taken out again. */
export interface WizardDatabase extends NamedDatabase {
  readonly added: boolean;
}

/** What is typed and chosen. Empty texts where nothing is yet. */
export interface RegionForm extends RegionGeneral {
  readonly Key: string;
  readonly corners: TypedBounds;
  readonly databases: readonly WizardDatabase[];
}

/** The rules of a region as they are stored. */
export interface LoadedRules {
  readonly rules: readonly EditedRule[];
  readonly defaultEmail: string;
  readonly readOnly: boolean;
  readonly rev: number;
}

export interface RegionWizardState {
  readonly options: Load<RegionOptions>;
  /** The region in edit mode; idle while one is made. */
  readonly loaded: Load<Region>;
  readonly form: RegionForm | null;
  /** What the server found wrong. */
  readonly errors: readonly FieldError[];
  readonly found: Load<readonly FoundLocation[]>;
  /** Where the map of the bounds shall look: it rises with each wish; at a place, or at the whole box where there is none. */
  readonly look: { readonly request: number; readonly at: FoundLocation['Coordinate'] | null };
  readonly loadedRules: Load<LoadedRules>;
  readonly rules: readonly EditedRule[];
  /** Id of the rule whose editor is open. */
  readonly expanded: string | null;
  /** Why the rules could not be saved; null where they could, or where the bar was closed. */
  readonly rulesFailure: readonly string[] | null;
  /** Somebody else has changed the region since it was loaded: Revert reads it again. */
  readonly outdated: boolean;
}

const NONE: Load<never> = { status: 'idle', value: null, messages: [] };

/** A closed wizard. */
export const NO_WIZARD: RegionWizardState = {
  options: NONE,
  loaded: NONE,
  form: null,
  errors: [],
  found: NONE,
  look: { request: 0, at: null },
  loadedRules: NONE,
  rules: [],
  expanded: null,
  rulesFailure: null,
  outdated: false,
};

/** The form of a region that is to be made. */
export const EMPTY_FORM: RegionForm = {
  Key: '',
  Name: '',
  CountryCode: '',
  LanguageCode: '',
  Timezone: '',
  Currency: '',
  corners: typedBounds(DEFAULT_BOUNDS),
  databases: [],
};

/** The form of a region that is there. */
export function formOf(region: Region): RegionForm {
  const { Key, Name, CountryCode, LanguageCode, Timezone, Currency, RefusesErrors, Bounds, Databases } = region;
  return {
    Key,
    Name,
    CountryCode,
    LanguageCode,
    Timezone,
    Currency,
    corners: typedBounds(Bounds ?? DEFAULT_BOUNDS),
    databases: Databases.map((one) => ({ ...one, added: false })),
    ...(RefusesErrors === true ? { RefusesErrors } : {}),
  };
}

/** The form of a region that was read again: `form`, where it was typed over what was there `before`, else what is there `now`. */
export function typedOver(form: RegionForm, before: RegionForm, now: RegionForm): RegionForm {
  const kept = <K extends keyof RegionForm>(key: K): Pick<RegionForm, K> =>
    ({ [key]: JSON.stringify(form[key]) === JSON.stringify(before[key]) ? now[key] : form[key] }) as Pick<RegionForm, K>;
  const { RefusesErrors: stored, ...others } = now;
  const refuses = form.RefusesErrors === before.RefusesErrors ? stored : form.RefusesErrors;
  return {
    ...others,
    ...(refuses === true ? { RefusesErrors: true } : {}),
    ...kept('Name'),
    ...kept('CountryCode'),
    ...kept('LanguageCode'),
    ...kept('Timezone'),
    ...kept('Currency'),
    ...kept('corners'),
    ...kept('databases'),
  };
}

/** The general data of a form. */
export function generalOf({ Name, CountryCode, LanguageCode, Timezone, Currency, RefusesErrors }: RegionForm): RegionGeneral {
  return { Name, CountryCode, LanguageCode, Timezone, Currency, ...(RefusesErrors === true ? { RefusesErrors } : {}) };
}

/** Whether a region is made (not changed). */
export function isCreating(view: AppState): boolean {
  const { form, loaded } = view.regionWizard;
  return form !== null && loaded.status === 'idle';
}

/** Whether the open region may only be looked at; unknown counts as that. */
export function isRegionReadOnly(view: AppState): boolean {
  if (isCreating(view)) return false;
  return view.regionWizard.loaded.value?.Permissions.ReadOnly ?? true;
}

/** What is wrong with a field as it is typed now; undefined where nothing is. The server's own complaint comes first. */
export function fieldError(view: AppState, field: string): string | undefined {
  const { form, errors } = view.regionWizard;
  const refusal = errors.find(({ Field }) => Field === field)?.Message;
  if (refusal !== undefined || !form) return refusal;
  if (field === 'Key') return isCreating(view) ? regionKeyError(form.Key, regionKeys(view)) : undefined;
  const database = /^Databases\[(\d+)\]\/(Id|Name)$/.exec(field);
  if (database) return databaseError(view, Number(database[1]), database[2] === 'Id' ? 'Id' : 'Name');
  if (field === 'Bounds/NorthEast') return parseCoordinate(form.corners.northEast) ? undefined : 'Not valid coordinate';
  if (field === 'Bounds/SouthWest') return parseCoordinate(form.corners.southWest) ? undefined : 'Not valid coordinate';
  if (field === 'Bounds')
    return parseCoordinate(form.corners.northEast) && parseCoordinate(form.corners.southWest) && !boundsOf(form.corners)
      ? 'Invalid the pair of north east & south west coordinates'
      : undefined;
  return generalErrors(generalOf(form)).find(({ Field }) => Field === field)?.Message;
}

/** Why a text cannot be the id of the database that is to be added. */
export function newDatabaseIdError(view: AppState, id: string): string | undefined {
  const added = (view.regionWizard.form?.databases ?? []).filter((one) => one.added).map((one) => one.Id);
  return databaseIdError(id, databaseIds(view), added);
}

function databaseError(view: AppState, index: number, part: 'Id' | 'Name'): string | undefined {
  const databases = view.regionWizard.form?.databases ?? [];
  const database = databases[index];
  if (!database) return undefined;
  if (part === 'Name') return databaseNameError(database.Name);
  const before = databases.slice(0, index).map(({ Id }) => Id);
  return database.added ? databaseIdError(database.Id, databaseIds(view), before) : undefined;
}

function databaseIds(view: AppState): readonly string[] {
  return [...(view.databases.value ?? []), ...(view.regionWizard.loaded.value?.Databases ?? [])].map(({ Id }) => Id);
}

function regionKeys(view: AppState): readonly string[] {
  return (view.regions.value ?? []).map(({ Key }) => Key);
}

const STEP_FIELDS: Readonly<Record<Exclude<RegionStep, 'databases' | 'notifications'>, readonly string[]>> = {
  general: ['Key', 'Name', 'CountryCode', 'Timezone', 'LanguageCode', 'Currency'],
  bounds: ['Bounds/NorthEast', 'Bounds/SouthWest', 'Bounds'],
};

/** Whether what a step holds can be stored. */
export function isStepValid(view: AppState, step: RegionStep): boolean {
  const { form, rules, errors } = view.regionWizard;
  if (!form) return false;
  if (step === 'notifications') return areRulesValid(rules);
  if (errors.some((error) => stepOfError(error) === step)) return false;
  const fields = step === 'databases' ? form.databases.flatMap((_, i) => [`Databases[${i}]/Id`, `Databases[${i}]/Name`]) : STEP_FIELDS[step];
  return fields.every((field) => fieldError(view, field) === undefined);
}

/** Whether the server has found errors in a step. */
export function hasServerErrors(view: AppState, step: RegionStep): boolean {
  return view.regionWizard.errors.some((error) => stepOfError(error) === step);
}

/** Whether a step holds what is not stored yet. In create mode nothing is stored, and nothing counts as that. */
export function isStepChanged(view: AppState, step: RegionStep): boolean {
  const { form, loaded, rules, loadedRules } = view.regionWizard;
  if (!form || !loaded.value) return false;
  const stored = formOf(loaded.value);
  switch (step) {
    case 'general':
      return JSON.stringify(generalOf(form)) !== JSON.stringify(generalOf(stored));
    case 'bounds':
      return form.corners.northEast !== stored.corners.northEast || form.corners.southWest !== stored.corners.southWest;
    case 'databases':
      return JSON.stringify(form.databases) !== JSON.stringify(stored.databases);
    case 'notifications':
      return loadedRules.value !== null && rulesDiffer(rules, loadedRules.value.rules);
  }
}

/** Whether closing the wizard would lose what was typed. */
export function isWizardChanged(view: AppState): boolean {
  const { form } = view.regionWizard;
  return isCreating(view) ? JSON.stringify(form) !== JSON.stringify(EMPTY_FORM) : REGION_STEPS.some((step) => isStepChanged(view, step));
}

export const FOUND_ERRORS = 'Woops, looks like we found some errors';

/** Why a step cannot be gone to now; undefined where it can. */
export function stepWhy(view: AppState, step: RegionStep): string | undefined {
  if (isCreating(view) && step === 'notifications') return 'Create the region first';
  for (const other of REGION_STEPS) {
    if (other === step) continue;
    if (isStepChanged(view, other)) return 'Save or revert your changes first';
    if (!isStepValid(view, other)) return FOUND_ERRORS;
  }
  return undefined;
}

/** Why the wizard cannot be submitted now: something is wrong, or (edit mode) nothing has changed. */
export function submitWhy(view: AppState, step: RegionStep): string | undefined {
  if (isRegionReadOnly(view)) return READ_ONLY;
  if (view.regionWizard.errors.length > 0 || REGION_STEPS.some((one) => !isStepValid(view, one))) return FOUND_ERRORS;
  return isCreating(view) || isStepChanged(view, step) ? undefined : 'Nothing has changed';
}

/** The region to be made, as it is sent; undefined while it cannot be. */
export function newRegionBody(view: AppState): NewRegionBody | undefined {
  const { form } = view.regionWizard;
  const bounds = form && boundsOf(form.corners);
  if (!form || !bounds || !isCreating(view) || submitWhy(view, 'general') !== undefined) return undefined;
  return { Key: form.Key, ...generalOf(form), Bounds: bounds, Databases: form.databases.map(({ Id, Name }) => ({ Id, Name })) };
}

/** What the location is searched by when the bounds are first looked at: country and name of the region. */
export function placeName(view: AppState): string {
  const { form, options } = view.regionWizard;
  const country = options.value?.Countries.find(({ Id }) => Id === form?.CountryCode)?.Name ?? '';
  return `${country} ${form?.Name ?? ''}`.trim();
}
