import { castDraft } from 'immer';
import { z } from 'zod';
import { readServiceFigures } from '../../contract/serviceFigures.ts';
import { dataPath } from '../../domain/locations.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { IDLE } from '../../projections/state.ts';
import { presentPlace } from '../../projections/versions.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { defineCommand } from '../define.ts';
import { defineVersionLoad } from '../defineLoad.ts';
import { changeSettings } from '../settings/changeSettings.ts';
import { openPlace } from '../shell/openPlace.ts';

/** Loads the figures of service of all schedules of a version. */
export const loadServiceFigures = defineVersionLoad('schedule.loadFigures', 'Load the figures of service', readServiceFigures, {
  slot: (state, { versionId }) => {
    const version = state.versions[versionId];
    return version && (version.serviceFigures ??= castDraft({ ...IDLE, messages: [] }));
  },
  value: ({ Schedules }) => Schedules,
});

/** Opens the service of the schedule in view; without one, the list of schedules with their figures. */
export const showService = defineCommand('schedule.showService', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Show the figures of service',
  inverse: 'none',
  next: (_p, _reply, view): readonly CommandInput[] => {
    const { databaseId, versionId, page, itemId } = presentPlace(view);
    if (databaseId === undefined || versionId === undefined) return [];
    if (page === 'schedules' && itemId !== undefined)
      return [openPlace({ path: dataPath({ databaseId, versionId, page, itemId }), search: searchWith('', { show: 'service' }) })];
    return [
      changeSettings({ changes: { serviceColumns: true } }),
      openPlace({ path: dataPath({ databaseId, versionId, page: 'schedules' }), search: '' }),
    ];
  },
  keep: 'all',
  action: {
    title: 'Service figures',
    words: 'service vehicle hours kilometres headway speed peak vehicles cost costs',
    icon: 'chart-bar',
    group: 'Schedules',
    payload: (view) => (presentPlace(view).versionId === undefined ? { why: 'Open a version first' } : {}),
  },
});
