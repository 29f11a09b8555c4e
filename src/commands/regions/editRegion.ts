/** What is typed and chosen in the region wizard. Nothing is stored before it is saved. */
import { castDraft } from 'immer';
import { z } from 'zod';
import { withoutDatabaseErrors } from '../../domain/regions.ts';
import { formOf } from '../../projections/regionWizard.ts';
import { defineCommand } from '../define.ts';
import { loadNotificationRules } from './loadNotificationRules.ts';
import { loadRegion } from './loadRegion.ts';

const GENERAL = ['Key', 'Name', 'CountryCode', 'Timezone', 'LanguageCode', 'Currency'] as const;

/**
 * Changes a field of the region: `Key`, `Name`, ..., `Bounds/NorthEast`, `Databases[0]/Name`. What the server had against it is
 * forgotten. Keys are kept in small letters.
 */
export const editRegionField = defineCommand('region.edit', {
  payload: z.object({
    field: z.string().regex(/^(Key|Name|CountryCode|Timezone|LanguageCode|Currency|Bounds\/(NorthEast|SouthWest)|Databases\[\d+\]\/Name)$/),
    to: z.string(),
  }),
  samples: () => [
    { field: 'Key', to: 'North' },
    { field: 'Bounds/NorthEast', to: '53,6' },
    { field: 'Databases[0]/Name', to: 'Buses' },
  ],
  label: ({ field, to }) => `Change ${field} to ${to}`,
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
  inverse: 'none',
  keep: 'all',
});

/** Says whether the region publishes versions with errors. */
export const refuseErrors = defineCommand('region.refuseErrors', {
  payload: z.object({ to: z.boolean() }),
  samples: () => [{ to: true }],
  label: ({ to }) => (to ? 'Do not publish versions with errors' : 'Publish versions with errors too'),
  apply: (base, { to }) => {
    const { form } = base.regionWizard;
    if (!form) return;
    if (to) form.RefusesErrors = true;
    else delete form.RefusesErrors;
  },
  inverse: 'none',
  keep: 'all',
});

/** Adds a database to the list; its id is kept in small letters. */
export const addRegionDatabase = defineCommand('region.addDatabase', {
  payload: z.object({ id: z.string(), name: z.string() }),
  samples: () => [{ id: 'buses', name: 'Buses' }],
  label: ({ id }) => `Add the database ${id}`,
  apply: (base, { id, name }) => {
    base.regionWizard.form?.databases.push({ Id: id.toLowerCase(), Name: name.trim(), added: true });
  },
  inverse: 'none',
  keep: 'all',
});

/** Takes a database out of the list again that was just added. */
export const removeRegionDatabase = defineCommand('region.removeDatabase', {
  payload: z.object({ index: z.int().min(0) }),
  samples: () => [{ index: 0 }],
  label: () => 'Take an added database out',
  decide: (view, { index }) =>
    view.regionWizard.form?.databases[index]?.added === true
      ? undefined
      : { code: 'stored', message: 'Only a database that was just added can be taken out' },
  apply: (base, { index }) => {
    base.regionWizard.form?.databases.splice(index, 1);
    base.regionWizard.errors = castDraft([...withoutDatabaseErrors(base.regionWizard.errors, index)]);
  },
  inverse: 'none',
  keep: 'all',
});

/** Takes back everything that was not saved: region and notifications are as they were loaded. */
export const revertRegion = defineCommand('region.revert', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Revert the region',
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
  inverse: 'none',
  keep: 'all',
});
