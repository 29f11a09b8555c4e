/** Making a fare in a form, and asking before one goes; `machines/fareFormMachine.ts` and `deleteModeMachine.ts` follow these steps. */
import { z } from 'zod';
import { READ_ONLY, VersionId } from '../../domain/versions.ts';
import { canEdit } from '../../projections/rights.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';

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
  action: {
    title: 'Create fare',
    icon: 'plus',
    key: 'Alt+Shift+KeyN',
    group: 'Fares',
    payload: (view) => {
      const { versionId, page } = presentPlace(view);
      if (versionId === undefined || page !== 'fares') return { why: 'Open the fares of a version first' };
      return canEdit(view) ? { versionId } : { why: READ_ONLY };
    },
  },
  decide: (view) => (canEdit(view) ? undefined : { code: 'readOnly', message: READ_ONLY }),
  inverse: 'none',
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

/** Asks whether the fare that is open shall go. */
export const askRemoveFare = defineCommand('fareForm.remove', {
  payload: z.object({ versionId: VersionId, fareId: z.string() }),
  samples: () => [{ versionId: 1, fareId: 'F1' }],
  label: ({ fareId }) => `Ask to remove fare ${fareId}`,
  action: {
    title: 'Remove fare',
    icon: 'trash',
    key: 'Alt+Shift+KeyX',
    group: 'Fares',
    payload: (view) => {
      const { versionId, page, itemId } = presentPlace(view);
      if (versionId === undefined || page !== 'fares' || itemId === undefined) return { why: 'Open a fare first' };
      return canEdit(view) ? { versionId, fareId: itemId } : { why: READ_ONLY };
    },
  },
  decide: (view) => (canEdit(view) ? undefined : { code: 'readOnly', message: READ_ONLY }),
  inverse: 'none',
  keep: 'all',
});
