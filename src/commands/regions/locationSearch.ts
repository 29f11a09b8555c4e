import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import { searchLocations as route } from '../../contract/regions.ts';
import { request } from '../../contract/route.ts';
import { LOCATION_SEARCH_MIN } from '../../domain/regions.ts';
import type { Command } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { defineCommand } from '../define.ts';

type Reply = z.infer<typeof route.reply>;
type Found = AppState['mapSearch']['places'];

/** Declares a search of places by name, whose result `put` keeps. A search that fails has found nothing. */
export function defineLocationSearch(
  type: string,
  put: (state: Draft<AppState>, found: Draft<Found>) => void,
): Command<AppState, { name: string }, Reply> {
  return defineCommand(type, {
    payload: z.object({ name: z.string().min(LOCATION_SEARCH_MIN) }),
    samples: () => [{ name: 'Utrecht' }],
    label: ({ name }) => `Search the place ${name}`,
    policy: 'latest',
    call: ({ name }) => request(route, { query: { name } }),
    reply: route.reply,
    sent: (view) => put(view, { status: 'loading', value: null, messages: [] }),
    answered: (base, _p, { Locations }) => put(base, castDraft({ status: 'succeeded' as const, value: Locations, messages: [] })),
    failed: (base) => put(base, { status: 'succeeded', value: [], messages: [] }),
    inverse: 'none',
    keep: 'all',
    keepReply: 'all',
  });
}
