/** Looking at a station by its levels. */
import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import { stationOf } from '../../projections/stationPlan.ts';
import { NO_STATION } from '../../projections/stationState.ts';
import { presentData, presentPlace } from '../../projections/versions.ts';
import { defineStep } from '../defineStep.ts';

/** Opens the plan of a station, and of one level of it where one is named. */
export const openStation = defineStep(
  'station.open',
  ({ stationId, levelId }) => (levelId === null ? `Show the levels of station ${stationId}` : `Show level ${levelId} of station ${stationId}`),
  {
    payload: z.object({ versionId: VersionId, stationId: z.string(), levelId: z.string().nullable().default(null) }),
    samples: [
      { versionId: 1, stationId: 'S1', levelId: null },
      { versionId: 1, stationId: 'S1', levelId: 'LV1' },
    ],
    action: {
      title: 'Show the levels of the station',
      icon: 'stack-2',
      key: 'Alt+KeyY',
      group: 'Stops',
      payload: (view) => {
        const { page, itemId } = presentPlace(view);
        const data = presentData(view);
        if (!data?.stops.value) return { why: 'Open a version first' };
        const stationId = page === 'stops' && itemId !== undefined ? stationOf(data.stops.value, itemId) : undefined;
        return stationId === undefined ? { why: 'Choose a station, or a stop inside one' } : { versionId: data.id, stationId, levelId: null };
      },
    },
    apply: (base, { versionId, stationId, levelId }) => {
      base.station = { versionId, openId: stationId, closedId: null, levelId };
    },
  },
);

/** Closes the plan; it stays closed while one looks at that station. */
export const closeStation = defineStep('station.close', 'Close the levels of the station', {
  payload: z.object({ versionId: VersionId, stationId: z.string() }),
  samples: [{ versionId: 1, stationId: 'S1' }],
  apply: (base, { versionId, stationId }) => {
    base.station = { ...NO_STATION, versionId, closedId: stationId };
  },
});

/** Draws the plan of the station as wide as the map allows, or small again; the browser remembers it. */
export const enlargePlan = defineStep(
  'station.enlarge',
  ({ large }) => (large ? 'Enlarge the plan of the station' : 'Make the plan of the station small again'),
  {
    payload: z.object({ large: z.boolean() }),
    samples: [{ large: true }, { large: false }],
    action: {
      title: 'Enlarge the plan of the station',
      icon: 'arrows-maximize',
      key: 'Alt+Shift+KeyY',
      group: 'Stops',
      words: 'levels large wide',
      payload: (view) => (presentData(view)?.stops.value ? { large: view.settings.planLarge !== true } : { why: 'Open a version first' }),
    },
    apply: (base, { large }) => {
      if (large) base.settings.planLarge = true;
      else delete base.settings.planLarge;
    },
  },
);
