/** The toy application and its server, as the laws want them. */
import { rows } from '../../src/kernel/table.ts';
import type { Chance } from './chance.ts';
import { insertPoint, loadStops, movePoint, moveStop, openShape, renameStop, stopChanged, toy, type ToyState } from './toyCatalogue.ts';
import { toyServer } from './toyServer.ts';
import type { HeldServer, World } from './world.ts';

export const toyWorld: World<ToyState> = {
  definitions: toy,
  connect: () => heldToyServer(),
  prelude: [loadStops({}), openShape({ id: '1', points: 4 })],
  busy: [
    moveStop({ id: 's1', from: 0, to: 7 }),
    moveStop({ id: 's1', from: 7, to: 3 }),
    renameStop({ id: 's1', from: 'First', to: 'X' }),
    movePoint({ id: '1', index: 0, x: 3 }),
    movePoint({ id: '1', index: 2, x: 4 }),
    insertPoint({ id: '1', index: 2, x: 1.5 }),
  ],
  essence: ({ stops, settings }) => ({
    settings,
    stops: [...rows(stops)].map(({ id, name, x }) => ({ id, name, x })).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  }),
};

function heldToyServer(): HeldServer {
  const server = toyServer();
  const change = (id: string, by: Partial<{ x: number; name: string }>) => {
    const stop = server.stops.get(id);
    if (!stop) return undefined;
    const changed = { ...stop, ...by, rev: stop.rev + 1 };
    server.stops.set(id, changed);
    return changed;
  };
  return {
    perform: server.perform,
    waiting: server.waiting,
    answer: (index) => server.answer(index),
    fail: (index) => server.fail(index),
    overtake(index) {
      const id = (server.waiting[index]?.call.input as { id?: string } | undefined)?.id;
      if (id !== undefined) change(id, { x: 70 });
      server.answer(index);
    },
    meddle(chance: Chance) {
      const fields = chance.next() < 0.5 ? { x: chance.below(100) } : { name: `N${chance.below(100)}` };
      const stop = change(`s${1 + chance.below(3)}`, fields);
      // not everything is told: the next write then finds out by a 412
      return stop && chance.next() < 0.7 ? stopChanged({ stop, fields: Object.keys(fields), who: 'Anna' }) : undefined;
    },
    forget: () => server.forget(),
  };
}
