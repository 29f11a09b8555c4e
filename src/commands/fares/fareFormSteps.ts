/** Making a fare in a form; `machines/fareFormMachine.ts` follows these steps. */
import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import { refusedEdit } from '../../projections/rights.ts';
import { defineCommand } from '../define.ts';
import { openPageFirst } from '../shell/openPlace.ts';

/** What the form of a new fare holds, as typed. */
export const FareForm = z.object({
  fareId: z.string().max(255),
  description: z.string().max(1000),
  price: z.string().max(40),
  currency: z.string().max(10),
});
export type FareForm = z.infer<typeof FareForm>;

/** Opens the form of a new fare. */
export const askCreateFare = defineCommand('fareForm.open', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Open the form for a new fare',
  decide: (view) => refusedEdit(view),
  inverse: 'none',
  next: ({ versionId }, _reply, view) => openPageFirst(view, versionId, 'fares'),
  keep: 'all',
});

/** Sends the form. */
export const submitFareForm = defineCommand('fareForm.submit', {
  payload: FareForm,
  samples: () => [
    { fareId: 'F9', description: 'Evening', price: '2.50', currency: 'EUR' },
    { fareId: ' ', description: '', price: '2.50', currency: 'EUR' },
  ],
  label: (p) => `Create fare ${p.fareId}`,
  inverse: 'none',
  keep: 'all',
});

/** Closes the form; nothing is made. */
export const cancelFareForm = defineCommand('fareForm.cancel', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Close the fare form',
  inverse: 'none',
  keep: 'all',
});
