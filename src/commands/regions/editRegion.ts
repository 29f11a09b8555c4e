/** What is typed and chosen in the region wizard. Nothing is stored before it is saved. */
import { castDraft } from 'immer';
import { z } from 'zod';
import { withoutDatabaseErrors } from '../../domain/regions.ts';
import { formOf } from '../../projections/regionWizard.ts';
import { loadNotificationRules } from './loadNotificationRules.ts';
import { loadRegion } from './loadRegion.ts';
import { defineStep } from '../defineStep.ts';

const GENERAL = ['Key', 'Name', 'CountryCode', 'Timezone', 'LanguageCode', 'Currency'] as const;

/**
 * Changes a field of the region: `Key`, `Name`, ..., `Bounds/NorthEast`, `Databases[0]/Name`. What the server had against it is
 * forgotten. Keys are kept in small letters.
 */
export const editRegionField = defineStep('region.edit', ({ field, to }) => `Change ${field} to ${to}`, {
  payload: z.object({
    field: z.string().regex(/^(Key|Name|CountryCode|Timezone|LanguageCode|Currency|Bounds\/(NorthEast|SouthWest)|Databases\[\d+\]\/Name)$/),
    to: z.string(),
  }),
  samples: [
    { field: 'Key', to: 'North' },
    { field: 'Bounds/NorthEast', to: '53,6' },
    { field: 'Databases[0]/Name', to: 'Buses' },
  ],
  apply: (base, { field, to }) => {
    const { form, errors } = base.regionWizard;
    if (!form) return;
    const general = GENERAL.find((one) => one === field);
    const index = /^Databases\[(\d+)\]/.exec(field)?.[1];
    if (general !== undefined) form[general] = general === 'Key' ? to.toLowerCase() : to;
    else if (field === 'Bounds/NorthEast') form.corners.northEast = to;
    else if (field === 'Bounds/SouthWest') form.corners.southWest = to;
    else if (index !== undefined) {
      const database = form.databases[Number(index)];
      if (database) database.Name = to;
    }
    // a complaint about the box is about both corners
    base.regionWizard.errors = errors.filter(({ Field }) => Field !== field && !(field.startsWith('Bounds') && Field === 'Bounds'));
  },
});

/** Says whether the region publishes versions with errors. */
export const refuseErrors = defineStep(
  'region.refuseErrors',
  ({ to }) => (to ? 'Do not publish versions with errors' : 'Publish versions with errors too'),
  {
    payload: z.object({ to: z.boolean() }),
    samples: [{ to: true }],
    apply: (base, { to }) => {
      const { form } = base.regionWizard;
      if (!form) return;
      if (to) form.RefusesErrors = true;
      else delete form.RefusesErrors;
    },
  },
);

/** Adds a database to the list; its id is kept in small letters. */
export const addRegionDatabase = defineStep('region.addDatabase', ({ id }) => `Add the database ${id}`, {
  payload: z.object({ id: z.string(), name: z.string() }),
  samples: [{ id: 'buses', name: 'Buses' }],
  apply: (base, { id, name }) => {
    base.regionWizard.form?.databases.push({ Id: id.toLowerCase(), Name: name.trim(), added: true });
  },
});

/** Takes a database out of the list again that was just added. */
export const removeRegionDatabase = defineStep('region.removeDatabase', 'Take an added database out', {
  payload: z.object({ index: z.int().min(0) }),
  samples: [{ index: 0 }],
  decide: (view, { index }) =>
    view.regionWizard.form?.databases[index]?.added === true
      ? undefined
      : { code: 'stored', message: 'Only a database that was just added can be taken out' },
  apply: (base, { index }) => {
    base.regionWizard.form?.databases.splice(index, 1);
    base.regionWizard.errors = castDraft([...withoutDatabaseErrors(base.regionWizard.errors, index)]);
  },
});

/** Takes back everything that was not saved: region and notifications are as they were loaded. */
export const revertRegion = defineStep('region.revert', 'Revert the region', {
  apply: (base) => {
    const wizard = base.regionWizard;
    const region = wizard.loaded.value;
    if (!region) return;
    Object.assign(wizard, { form: castDraft(formOf(region)), errors: [], rulesFailure: null });
    wizard.look.request += 1;
    wizard.look.at = null;
    wizard.rules = castDraft([...(wizard.loadedRules.value?.rules ?? [])]);
    if (!wizard.rules.some(({ id }) => id === wizard.expanded)) wizard.expanded = null;
  },
  next: (_p, _reply, { regionWizard: { outdated, loaded } }) =>
    outdated && loaded.value ? [loadRegion({ region: loaded.value.Key }), loadNotificationRules({ region: loaded.value.Key })] : [],
});
