import { listStops } from '../../contract/stops.ts';
import { tableOf } from '../../kernel/table.ts';
import { noteLoaded, isOlder } from '../../projections/syncPosition.ts';
import { defineVersionLoad } from '../defineLoad.ts';
import { catchUp } from '../notifications/loadEdits.ts';

/** Loads every stop of a version for map and list. */
export const loadStops = defineVersionLoad('stop.loadAll', 'Load stops', listStops, {
  slot: (state, { versionId }) => state.versions[versionId]?.stops,
  value: (reply) => tableOf(reply.Stops, (stop) => stop.Id),
  answered: (base, { versionId }, reply) => {
    const version = base.versions[versionId];
    if (version) version.rev = Math.max(version.rev, reply.Rev);
    noteLoaded(base, versionId, reply.Rev);
  },
  // a message that came while the answer was on its way found no table to go into
  next: ({ versionId }, reply, view) => (isOlder(view, versionId, reply.Rev) ? [catchUp(view, versionId, reply.Rev)] : []),
});
