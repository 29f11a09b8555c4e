import { castDraft } from 'immer';
import { z } from 'zod';
import { rangeErrors } from '../../domain/realtime.ts';
import { NO_REALTIME, turnOn } from '../../projections/realtime.ts';
import { defineCommand } from '../define.ts';
import { realtimeLoads } from './loadRealtime.ts';

/** Shows vehicles on the map, from the beginning of one date to the end of another. */
export const showRealtime = defineCommand('realtime.show', {
  payload: z.object({ from: z.string(), to: z.string() }),
  samples: () => [
    { from: '2026-03-01', to: '2026-03-03' },
    { from: '2026-03-01', to: '2026-03-31' },
  ],
  label: ({ from, to }) => `Show vehicles from ${from} to ${to}`,
  decide: (_view, range) => {
    const [message] = Object.values(rangeErrors(range));
    return message === undefined ? undefined : { code: 'wrong_range', message };
  },
  apply: turnOn,
  inverse: 'none',
  next: (_p, _reply, view) => realtimeLoads(view),
  keep: 'all',
});

/** Takes vehicles off the map. */
export const hideRealtime = defineCommand('realtime.hide', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Hide vehicles',
  apply: (base) => {
    base.realtime = castDraft(NO_REALTIME);
  },
  inverse: 'none',
  keep: 'all',
});

/** Opens what is known of a vehicle at a moment (unix seconds); null closes it. */
export const chooseVehicle = defineCommand('realtime.choose', {
  payload: z.object({ shown: z.object({ runId: z.int(), at: z.int() }).nullable() }),
  samples: () => [{ shown: { runId: 1, at: 1_772_000_000 } }, { shown: null }],
  label: ({ shown }) => (shown ? 'Show a vehicle' : 'Close the vehicle'),
  apply: (base, { shown }) => {
    base.realtime.shown = shown;
  },
  inverse: 'none',
  keep: 'all',
});
