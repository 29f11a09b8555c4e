import { castDraft } from 'immer';
import { z } from 'zod';
import { READ_ONLY } from '../../domain/versions.ts';
import { EMPTY_FORM, formOf, NO_WIZARD } from '../../projections/regionWizard.ts';
import type { AppState } from '../../projections/state.ts';
import { databaseOf, presentPlace } from '../../projections/versions.ts';
import { loadNotificationRules } from './loadNotificationRules.ts';
import { loadRegion } from './loadRegion.ts';
import { loadRegionOptions } from './loadRegionOptions.ts';
import { defineStep } from '../defineStep.ts';

/** Opens the wizard for a region that is to be made. */
export const openCreateRegion = defineStep('region.openCreate', 'Create a new region', {
  action: {
    title: 'Create region',
    icon: 'plus',
    group: 'Region',
    payload: (view) => {
      const permissions = view.session.account?.permissions;
      if (!permissions || permissions.readOnly || permissions.manageRegions === false) return { why: READ_ONLY };
      return permissions.createRegions === false ? { why: 'Your account is limited to some regions' } : {};
    },
  },
  apply: (base) => {
    base.regionWizard = castDraft({ ...NO_WIZARD, form: EMPTY_FORM });
  },
  next: () => [loadRegionOptions({})],
});

/** Opens the wizard for a region that is there. */
export const openEditRegion = defineStep('region.openEdit', ({ region }) => `Open the region ${region}`, {
  payload: z.object({ region: z.string().min(1) }),
  samples: [{ region: 'demo' }],
  action: {
    title: 'Region settings',
    icon: 'settings',
    group: 'Region',
    payload: (view) => {
      const region = presentRegion(view);
      return region === undefined ? { why: 'Open a database of the region first' } : { region };
    },
  },
  apply: (base, { region }) => {
    const known = base.regions.value?.find(({ Key }) => Key === region);
    base.regionWizard = castDraft({
      ...NO_WIZARD,
      loaded: { status: 'loading', value: known ?? null, messages: [] },
      form: known ? formOf(known) : EMPTY_FORM,
    });
  },
  next: ({ region }) => [loadRegionOptions({}), loadRegion({ region }), loadNotificationRules({ region })],
});

/** The region of the database in view; the only one where there is just one. */
function presentRegion(view: AppState): string | undefined {
  const { databaseId } = presentPlace(view);
  if (databaseId !== undefined) return databaseOf(view, databaseId)?.RegionKey;
  return view.regions.value?.length === 1 ? view.regions.value[0]?.Key : undefined;
}
