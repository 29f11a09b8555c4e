/** The steps of service alerts; `machines/serviceAlertsMachine.ts` follows them and issues what is asked about. */
import { z } from 'zod';
import { NO_PUBLISH } from '../../domain/account.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { whyNotPublish } from '../../projections/exportState.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { defineCommand } from '../define.ts';
import { defineStep } from '../defineStep.ts';
import { openPlace } from '../shell/openPlace.ts';
import { exportPlace } from './exportPlace.ts';

const WHY = {
  off: 'Feeds cannot be published here: the operator has set no public address',
  readOnly: READ_ONLY,
  right: NO_PUBLISH,
} as const;

/** Opens the service alerts of a public feed; of the first one where none is named. */
export const showServiceAlerts = defineCommand('serviceAlerts.show', {
  payload: z.object({ feed: z.int().positive().optional() }),
  samples: () => [{}, { feed: 4 }],
  label: () => 'Open the service alerts',
  inverse: 'none',
  next: ({ feed }, _reply, view): readonly CommandInput[] => [
    openPlace({
      path: '/exports',
      search: searchWith(exportPlace(view) === undefined ? '' : view.location.search, { dialog: 'alerts', feed: feed?.toString() }),
    }),
  ],
  keep: 'all',
  action: {
    title: 'Service alerts',
    words: 'alert disruption closure detour strike delay riders passengers gtfs-realtime realtime public feed notice information message template',
    icon: 'alert-triangle',
    group: 'Exports',
    payload: (view): { feed?: number } | { why: string } => {
      const why = whyNotPublish(view);
      return why === undefined ? {} : { why: WHY[why] };
    },
  },
});

/** Opens the form of an alert: `id` null is a new one. */
export const writeServiceAlert = defineStep('serviceAlerts.write', 'Write a service alert', {
  payload: z.object({ feed: z.int().positive(), id: z.int().positive().nullable() }),
  samples: [
    { feed: 4, id: null },
    { feed: 4, id: 7 },
  ],
});

const Of = z.object({ feed: z.int().positive(), id: z.int().positive(), rev: z.int().min(0) });

/** What is asked before it is done, and the history, which is only looked at. */
export const AlertQuestion = Of.extend({ act: z.enum(['publish', 'end', 'remove', 'history']) });
export type AlertQuestion = z.infer<typeof AlertQuestion>;

/** Asks whether an alert shall be published, ended or removed; or opens its history. */
export const askServiceAlert = defineStep('serviceAlerts.ask', 'Ask before riders see it', {
  payload: AlertQuestion,
  samples: (['publish', 'end', 'remove', 'history'] as const).map((act) => ({ feed: 4, id: 7, rev: 1, act })),
});

/** Says yes. */
export const confirmServiceAlert = defineStep('serviceAlerts.confirm', 'Confirm');

/** Goes back to the list. */
export const listServiceAlerts = defineStep('serviceAlerts.list', 'Go back to the service alerts');
