/** Making a fare in a form; `machines/fareFormMachine.ts` follows these steps. */
import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import { refusedEdit } from '../../projections/rights.ts';
import { openPageFirst } from '../shell/openPlace.ts';
import { defineStep } from '../defineStep.ts';

/** What the form of a new fare holds, as typed. */
export const FareForm = z.object({
  fareId: z.string().max(255),
  description: z.string().max(1000),
  price: z.string().max(40),
  currency: z.string().max(10),
});
export type FareForm = z.infer<typeof FareForm>;

/** Opens the form of a new fare. */
export const askCreateFare = defineStep('fareForm.open', 'Open the form for a new fare', {
  payload: z.object({ versionId: VersionId }),
  samples: [{ versionId: 1 }],
  decide: (view) => refusedEdit(view),
  next: ({ versionId }, _reply, view) => openPageFirst(view, versionId, 'fares'),
});

/** Sends the form. */
export const submitFareForm = defineStep('fareForm.submit', (p) => `Create fare ${p.fareId}`, {
  payload: FareForm,
  samples: [
    { fareId: 'F9', description: 'Evening', price: '2.50', currency: 'EUR' },
    { fareId: ' ', description: '', price: '2.50', currency: 'EUR' },
  ],
});

/** Closes the form; nothing is made. */
export const cancelFareForm = defineStep('fareForm.cancel', 'Close the fare form');
