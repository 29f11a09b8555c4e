/** The steps of delivery locations; `machines/deliveryLocationsMachine.ts` follows them. It hears saving and trying as they are sent: credentials stand in no record. */
import { z } from 'zod';
import { defineStep } from '../defineStep.ts';

/** Opens the form of a delivery location, or of a new one (null). */
export const editDeliveryLocation = defineStep('deliveryLocations.edit', 'Open a delivery location', {
  payload: z.object({ id: z.int().positive().nullable() }),
  samples: [{ id: 1 }, { id: null }],
  apply: (base) => {
    base.exports.tested = { status: 'idle', value: null, messages: [] };
    base.exports.locationFaults = {};
  },
});

/** Asks whether a delivery location shall be deleted. */
export const askDeleteLocation = defineStep('deliveryLocations.askDelete', 'Ask to delete a delivery location', {
  payload: z.object({ id: z.int().positive() }),
  samples: [{ id: 1 }],
});

/** Says yes. */
export const confirmDeleteLocation = defineStep('deliveryLocations.confirmDelete', 'Confirm deleting a delivery location');

/** Goes back to the list. */
export const listDeliveryLocations = defineStep('deliveryLocations.list', 'Go back to the delivery locations');
