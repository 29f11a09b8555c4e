import { z } from 'zod';
import { defaultRange, rangeErrors } from '../../domain/realtime.ts';
import { turnOn } from '../../projections/realtime.ts';
import { presentPlace } from '../../projections/versions.ts';
import { realtimeLoads } from './loadRealtime.ts';
import { defineStep } from '../defineStep.ts';

/** Shows vehicles on the map, from the beginning of one date to the end of another. */
export const showRealtime = defineStep('realtime.show', ({ from, to }) => `Show vehicles from ${from} to ${to}`, {
  payload: z.object({ from: z.string(), to: z.string() }),
  samples: [
    { from: '2026-03-01', to: '2026-03-03' },
    { from: '2026-03-01', to: '2026-03-31' },
  ],
  decide: (_view, range) => {
    const [message] = Object.values(rangeErrors(range));
    return message === undefined ? undefined : { code: 'wrong_range', message };
  },
  apply: turnOn,
  next: (_p, _reply, view) => realtimeLoads(view),
});

/** Shows vehicles on the map, the last 2 days through today at first, or takes them off it. */
export const toggleRealtime = defineStep(
  'realtime.toggle',
  ({ range }) => (range ? `Show vehicles from ${range.from} to ${range.to}` : 'Hide vehicles'),
  {
    payload: z.object({ range: z.object({ from: z.string(), to: z.string() }).nullable() }),
    samples: [{ range: { from: '2026-03-01', to: '2026-03-03' } }, { range: null }],
    action: {
      title: 'Realtime',
      icon: 'bus',
      key: 'Alt+KeyG',
      group: 'Map',
      payload: (view) => {
        if (presentPlace(view).versionId === undefined) return { why: 'Open a version first' };
        if (view.today === '') return { why: 'The date is not known yet' };
        return { range: view.realtime.range === null ? defaultRange(view.today) : null };
      },
    },
    apply: (base, { range }) => turnOn(base, range),
    next: (_p, _reply, view) => realtimeLoads(view),
  },
);

/** Opens what is known of a vehicle at a moment (unix seconds); null closes it. */
export const chooseVehicle = defineStep('realtime.choose', ({ shown }) => (shown ? 'Show a vehicle' : 'Close the vehicle'), {
  payload: z.object({ shown: z.object({ runId: z.int(), at: z.int() }).nullable() }),
  samples: [{ shown: { runId: 1, at: 1_772_000_000 } }, { shown: null }],
  apply: (base, { shown }) => {
    base.realtime.shown = shown;
  },
});
