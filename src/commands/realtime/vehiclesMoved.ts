import { VehiclesMoved } from '../../contract/notifications.ts';
import { defineEvent } from '../define.ts';
import { realtimeFollows } from './loadRealtime.ts';

/** Vehicles of a database have moved: what is new is read where they are shown. */
export const vehiclesMoved = defineEvent('live.vehiclesMoved', {
  payload: VehiclesMoved,
  samples: () => [{ DatabaseId: 'demo' }],
  next: ({ DatabaseId }, view) => (view.realtime.place?.databaseId === DatabaseId ? realtimeFollows(view) : []),
  keep: 'all',
});
