/** The steps of creating a stop from the map; `machines/createStopMachine.ts` follows them and issues `createStop`. */
import { z } from 'zod';
import { Coordinate } from '../../domain/coordinate.ts';
import { VersionId } from '../../domain/versions.ts';
import { refusedEdit } from '../../projections/rights.ts';
import { defineCommand } from '../define.ts';

/** Wants a new stop without a click: the map says where, which is its middle. */
export const startCreateStop = defineCommand('stopCreate.start', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Create a stop in the middle of the map',
  decide: (view) => refusedEdit(view),
  inverse: 'none',
  keep: 'all',
});

/** Clicks empty ground: offers to create a stop there. `stopId` is the id the new stop would get. */
export const offerStop = defineCommand('stopCreate.offer', {
  payload: z.object({ versionId: VersionId, at: Coordinate, stopId: z.string() }),
  samples: () => [{ versionId: 1, at: { Lat: 52.1, Lng: 5.1 }, stopId: 'N1' }],
  label: () => 'Open the create menu',
  inverse: 'none',
  keep: 'all',
});

/** Chooses 'Create stop' in the menu. */
export const chooseCreateStop = defineCommand('stopCreate.choose', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Choose Create stop',
  inverse: 'none',
  keep: 'all',
});

/** Sends the form of a new stop. */
export const submitStop = defineCommand('stopCreate.submit', {
  payload: z.object({
    /** Another id than the one that was offered. */
    stopId: z.string().optional(),
    stopName: z.string(),
    stopType: z.int().min(0).max(5),
    stopZoneId: z.string().optional(),
    stopParentId: z.string().optional(),
  }),
  samples: () => [
    { stopName: 'New Street', stopType: 0 },
    { stopName: ' ', stopType: 0 },
    { stopId: 'MS', stopName: 'Market Street', stopType: 0 },
  ],
  label: (p) => `Submit new stop ${p.stopName}`,
  inverse: 'none',
  keep: 'all',
});

/** Closes the menu or the form; nothing is created. */
export const cancelCreateStop = defineCommand('stopCreate.cancel', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Close the create menu',
  inverse: 'none',
  keep: 'all',
});
