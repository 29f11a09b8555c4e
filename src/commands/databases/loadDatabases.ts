import { z } from 'zod';
import { listDatabases } from '../../contract/regions.ts';
import { request } from '../../contract/route.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the databases with the rights the user has in them. */
export const loadDatabases = defineLoad('database.loadAll', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Load databases',
  slot: (state) => state.databases,
  call: () => request(listDatabases, {}),
  reply: listDatabases.reply,
  value: (reply) => reply.Databases,
});
