/** What people do in a world: pages, edits by the samples of the catalogue, undo and redo, and decisions on conflicts. */
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import { commandCatalogue } from '../../src/commands/catalogue.ts';
import { editNamed } from '../../src/domain/edits/catalogue.ts';
import { applyMine, clearErrors, keepTheirs, undoEntry, undoLast } from '../../src/kernel/builtIn.ts';
import type { Chance } from '../laws/chance.ts';
import { asOwner } from './clock.ts';
import type { Tab } from './tab.ts';
import type { Acts, World } from './world.ts';

const PAGES = [
  '',
  '/stops',
  '/schedules',
  '/schedules/L1',
  '/transfers',
  '/pathways',
  '/agencies',
  '/validation',
  '/changes',
  '/fares',
  '/translations',
];
const EDITS = commandCatalogue.filter(({ type }) => editNamed(type) !== undefined);

/** Has one of the pages do something. */
export function act(world: World, chance: Chance): void {
  const tab = chance.pick(world.tabs);
  if (tab === undefined) return;
  const what = doSomething(tab, chance, world.options.acts);
  if (what !== undefined) world.note(`${tab.owner.name} does ${what}`);
}

/** Where the acts of a group are among all. Undo needs edits. */
const SHARES: Readonly<Record<Acts, readonly [from: number, to: number]>> = { edits: [0, 0.6], undo: [0.3, 0.94], pages: [0.4, 0.7] };

function doSomething({ kernel, owner }: Tab, chance: Chance, only?: Acts): string | undefined {
  const [from, to] = only === undefined ? [0, 1] : SHARES[only];
  const what = from + chance.next() * (to - from);
  const { view, history, conflicts } = kernel.snapshot();
  const scope = chance.pick(Object.keys(history)) ?? 'nowhere';
  return asOwner(owner, () => {
    if (what < 0.6) {
      const edit = chance.pick(EDITS);
      const payload = chance.pick(edit?.definition.samples(view) ?? []);
      if (edit === undefined || payload === undefined) return undefined;
      kernel.dispatch({ type: edit.type, payload }, chance.next() < 0.15 ? { gesture: `g${chance.below(3)}` } : {});
      return edit.type;
    }
    if (what < 0.7) {
      const path = `/data/db/demo/v/1${chance.pick(PAGES) ?? ''}`;
      kernel.dispatch(openPlace({ path, search: '' }));
      return `open ${path}`;
    }
    if (what < 0.82) return (kernel.undo(scope), `undo in ${scope}`);
    if (what < 0.84) return (kernel.dispatch(undoLast({ scope, anyway: true })), `undo anyway in ${scope}`);
    if (what < 0.91) return (kernel.redo(scope), `redo in ${scope}`);
    if (what < 0.94) {
      const entry = chance.pick(kernel.entries(scope));
      if (entry === undefined) return undefined;
      return (kernel.dispatch(undoEntry({ scope, entry: entry.id })), `undo ${entry.id}`);
    }
    if (what < 0.99) {
      const conflict = chance.pick(conflicts);
      if (conflict === undefined) return undefined;
      const mine = chance.next() < 0.5;
      kernel.dispatch(mine ? applyMine({ id: conflict.id }) : keepTheirs({ id: conflict.id }));
      return mine ? 'apply mine' : 'keep theirs';
    }
    kernel.dispatch(clearErrors());
    return 'clear errors';
  });
}
