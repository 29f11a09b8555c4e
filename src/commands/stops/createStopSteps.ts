/** The steps of creating a stop from the map; `machines/createStopMachine.ts` follows them and issues `createStop`. */
import { z } from 'zod';
import { Coordinate } from '../../domain/coordinate.ts';
import { VersionId } from '../../domain/versions.ts';
import { refusedEdit } from '../../projections/rights.ts';
import { defineStep } from '../defineStep.ts';

/** Wants a new stop without a click: the map says where, which is its middle. */
export const startCreateStop = defineStep('stopCreate.start', 'Create a stop in the middle of the map', {
  payload: z.object({ versionId: VersionId }),
  samples: [{ versionId: 1 }],
  decide: (view) => refusedEdit(view),
});

/** Clicks empty ground: offers to create a stop there. `stopId` is the id the new stop would get. */
export const offerStop = defineStep('stopCreate.offer', 'Open the create menu', {
  payload: z.object({ versionId: VersionId, at: Coordinate, stopId: z.string() }),
  samples: [{ versionId: 1, at: { Lat: 52.1, Lng: 5.1 }, stopId: 'N1' }],
});

/** Chooses 'Create stop' in the menu. */
export const chooseCreateStop = defineStep('stopCreate.choose', 'Choose Create stop');

/** Sends the form of a new stop. */
export const submitStop = defineStep('stopCreate.submit', (p) => `Submit new stop ${p.stopName}`, {
  payload: z.object({
    /** Another id than the one that was offered. */
    stopId: z.string().optional(),
    stopName: z.string(),
    stopType: z.int().min(0).max(5),
    stopZoneId: z.string().optional(),
    stopParentId: z.string().optional(),
  }),
  samples: [
    { stopName: 'New Street', stopType: 0 },
    { stopName: ' ', stopType: 0 },
    { stopId: 'MS', stopName: 'Market Street', stopType: 0 },
  ],
});

/** Closes the menu or the form; nothing is created. */
export const cancelCreateStop = defineStep('stopCreate.cancel', 'Close the create menu');
