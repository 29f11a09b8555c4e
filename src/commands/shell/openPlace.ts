import { z } from 'zod';
import { dataPath, pageTitle, placeOf } from '../../domain/locations.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { keptRealtime } from '../../projections/realtime.ts';
import type { AppState } from '../../projections/state.ts';
import { presentPlace } from '../../projections/versions.ts';
import { goTo } from './goTo.ts';
import { neededLoads } from './neededLoads.ts';
import { defineStep } from '../defineStep.ts';

/** Goes to an address inside the product. `replace` leaves no entry to go back to. */
export const openPlace = defineStep('location.open', (p) => `Open ${pageTitle(placeOf(p.path)).slice(6)} ${p.path}`, {
  payload: z.object({ path: z.string().startsWith('/'), search: z.string().default(''), replace: z.boolean().optional() }),
  samples: [
    { path: '/data/db/demo/v/1/stops', search: '' },
    { path: '/data/db/demo/v/2/schedules', search: '?Name=10' },
    { path: '/', search: '', replace: true },
  ],
  apply: (base, p) => goTo(base, { path: p.path, search: keptRealtime(base, p) }),
  next: (_p, _reply, view) => neededLoads(view),
});

/** Opens the page of a version whose form was requested from elsewhere. */
export function openPageFirst(view: AppState, versionId: number, page: string): readonly CommandInput[] {
  const { databaseId, ...place } = presentPlace(view);
  if (databaseId === undefined || (place.versionId === versionId && place.page === page)) return [];
  return [openPlace({ path: dataPath({ databaseId, versionId, page }), search: '' })];
}
