/** The steps of moving a stop by hand; `machines/moveStopMachine.ts` follows them and issues `moveStop`. */
import { z } from 'zod';
import { Coordinate } from '../../domain/coordinate.ts';
import { VersionId } from '../../domain/versions.ts';
import { refusedEdit, whyNoEdit } from '../../projections/rights.ts';
import { presentPlace, presentVersion } from '../../projections/versions.ts';
import { defineStep } from '../defineStep.ts';

/** Takes up the move tool for the selected stop. */
export const startStopMove = defineStep('stopMove.start', (p) => `Start moving stop ${p.stopId}`, {
  payload: z.object({ versionId: VersionId, stopId: z.string() }),
  samples: [{ versionId: 1, stopId: 'S1' }],
  action: {
    title: 'Move stop',
    icon: 'arrows-move',
    key: 'Alt+KeyM',
    group: 'Stops',
    payload: (view) => {
      const { page, itemId } = presentPlace(view);
      const version = presentVersion(view);
      if (!version || page !== 'stops' || itemId === undefined) return { why: 'Select a stop first' };
      return whyNoEdit(view) ?? { versionId: version.Id, stopId: itemId };
    },
  },
  decide: (view) => refusedEdit(view),
});

/** Presses the stop that is to be moved. `rev` is the revision the user sees. */
export const grabStop = defineStep('stopMove.grab', (p) => `Grab stop ${p.stopId}`, {
  payload: z.object({ stopId: z.string(), from: Coordinate.nullable(), rev: z.int().min(0) }),
  samples: [{ stopId: 'S1', from: { Lat: 52.1, Lng: 5.1 }, rev: 0 }],
});

/** Lets the stop go at a place. */
export const dropStop = defineStep('stopMove.drop', 'Drop stop', {
  payload: z.object({ to: Coordinate }),
  samples: [{ to: { Lat: 52.2, Lng: 5.2 } }],
});

/** Leaves the move tool; nothing moves. */
export const cancelStopMove = defineStep('stopMove.cancel', 'Leave the move tool');
