/** What people do in a world: pages, edits by the samples of the catalogue, undo and redo, decisions on conflicts, and runs. */
import { z } from 'zod';
import { commandCatalogue } from '../../src/commands/catalogue.ts';
import { routeNamed } from '../../src/contract/catalogue.ts';
import { urlOf } from '../../src/contract/route.ts';
import { undoScopeOf } from '../../src/projections/versions.ts';
import { isEntityKind } from '../../src/domain/entities.ts';
import { heldDocument } from '../../src/projections/documents.ts';
import { editNamed } from '../../src/domain/edits/catalogue.ts';
import type { Chance } from '../laws/chance.ts';
import { asOwner } from './clock.ts';
import { Deed, doDeed, wordsOf } from './deeds.ts';
import { jobDeed } from './jobDeeds.ts';
import { machineSteps } from './machineDeeds.ts';
import { EDITORS } from './people.ts';
import { type Tab, VERSION } from './tab.ts';
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

/** Has one of the pages do something that chance picks. */
export function act(world: World, chance: Chance, step: number): void {
  const tab = chance.pick(world.tabs);
  if (tab === undefined) return;
  if (chance.next() < 0.12 && undoOverOthers(world, chance, step)) return;
  for (const deed of picked(world, tab, chance)) {
    // as a kept world names it
    const kept = Deed.parse(JSON.parse(JSON.stringify(deed)));
    perform(world, step, world.tabs.indexOf(tab), kept);
  }
  if (EDITORS.includes(tab.person) && chance.next() < 0.3) together(world, chance, step, tab);
}

function picked(world: World, tab: Tab, chance: Chance): readonly Picked[] {
  const { kernel, owner, person } = tab;
  const only = world.options.acts;
  const one = (deed: Picked | undefined): readonly Picked[] => (deed === undefined ? [] : [deed]);
  if (!EDITORS.includes(person)) return one(chance.next() < 0.5 ? forbidden(tab, chance) : chosen(tab, chance, only));
  const steps = only === undefined ? asOwner(owner, () => machineSteps(kernel, chance)) : [];
  if (steps.length > 0) return steps.map(({ type, payload }) => ({ do: 'command', type, payload }));
  const answer = chance.next() < 0.12 ? over(world, tab, chance) : undefined;
  return one(answer ?? (world.has('jobs') && chance.next() < 0.3 ? jobDeed(chance) : undefined) ?? chosen(tab, chance, only));
}

/** The edit that somebody else has made last, with another value. */
function over({ deeds, tabs }: World, { person }: Tab, chance: Chance): Picked | undefined {
  const last = deeds.findLast(({ tab, deed }) => tabs[tab]?.person !== person && deed.do === 'command' && editNamed(deed.type) !== undefined)?.deed;
  if (last?.do !== 'command' || REMOVES.test(last.type)) return undefined;
  return { do: 'command', type: last.type, payload: varied(last.type, Payload.parse(last.payload), chance) };
}

/** Somebody undoes what others have changed since, as far as their page knows; false where there is no such thing. */
export function undoOverOthers(world: World, chance: Chance, step: number): boolean {
  const wishes = world.tabs.flatMap(({ kernel }, at) => {
    const { history, base } = kernel.snapshot();
    const scope = undoScopeOf(VERSION);
    return (history[scope]?.undo ?? []).flatMap(({ id, command }) => {
      const { data } = Undone.safeParse(command?.payload);
      const isTheirs = data?.documents.some(({ kind, id: name }) => {
        const held = isEntityKind(kind) ? heldDocument(base, VERSION, kind, name) : undefined;
        return Object.values(held?.theirs ?? {}).some((rev) => rev > data.rev);
      });
      return isTheirs === true ? [{ at, scope, place: kernel.entries(scope).findIndex((one) => one.id === id) }] : [];
    });
  });
  const wish = chance.pick(wishes);
  if (wish !== undefined) perform(world, step, wish.at, { do: 'undo entry', scope: wish.scope, at: wish.place });
  return wish !== undefined;
}

const Undone = z.object({ rev: z.int(), documents: z.array(z.object({ kind: z.string(), id: z.string() })) });

/** Two people edit at a moment what one of them has before their eyes, and go on before either has an answer: all of it is in one queue of their pages. */
function together(world: World, chance: Chance, step: number, tab: Tab): void {
  const other = chance.pick(world.tabs.filter(({ person }) => EDITORS.includes(person) && person !== tab.person));
  if (other === undefined) return;
  const { view, base } = tab.kernel.snapshot();
  const edits = asOwner(tab.owner, () =>
    EDITS.flatMap(({ type, definition }) =>
      definition.samples(view).flatMap((sample) => {
        const isSeen = z.array(z.unknown()).parse(definition.seen?.(sample, base) ?? []).length > 0;
        return isSeen && !REMOVES.test(type) ? [{ type, payload: Payload.parse(sample), queue: definition.lane?.(sample) }] : [];
      }),
    ),
  );
  const { queue } = chance.pick(edits) ?? {};
  // next time they have the same before their eyes
  const path = `/data/db/demo/v/1${chance.pick(SAME) ?? ''}`;
  if (edits.length < FEW) for (const one of [tab, other]) perform(world, step, world.tabs.indexOf(one), { do: 'open', path });
  const same = edits.filter((one) => one.queue === queue);
  for (const one of [other, tab, tab, other, tab]) {
    const next = chance.pick(same);
    if (next === undefined) return;
    const { type, payload } = next;
    perform(world, step, world.tabs.indexOf(one), { do: 'command', type, payload: varied(type, payload, chance) });
  }
  if (chance.next() < 0.4) perform(world, step, world.tabs.indexOf(other), { do: 'undo', scope: undoScopeOf(VERSION) });
}

/** Pages that two people open, and the number of edits of what a page has read below which they do. */
const SAME = ['/schedules/L1', '/schedules/L1', '/transfers', '/pathways', '/fares'];
const FEW = 60;

/** What takes something away: what follows in its queue would be refused. */
const REMOVES = /[rR]emove|[dD]elete|merge/;

export const Payload = z.record(z.string(), z.json());

/** The same edit with another value, where it has one. */
export function varied(type: string, payload: z.infer<typeof Payload>, chance: Chance): z.infer<typeof Payload> {
  const [{ value }, n] = [payload, chance.below(100)];
  const other = { ...payload, ...(typeof value === 'string' ? { value: `${value} ${n}` } : typeof value === 'number' ? { value: n } : {}) };
  const edit = EDITS.find((one) => one.type === type);
  return edit && z.safeParse(edit.definition.payload, other).success ? other : payload;
}

/** An edit past the page, as a program would send it. */
function forbidden({ kernel, owner }: Tab, chance: Chance): Picked | undefined {
  const edit = chance.pick(EDITS);
  const { view } = kernel.snapshot();
  return asOwner(owner, () => {
    const payload = chance.pick(edit?.definition.samples(view) ?? []);
    const call = payload === undefined ? undefined : edit?.definition.call?.(payload, view, []);
    if (call === undefined) return undefined;
    const route = routeNamed(call.call);
    const input = Input.parse(call.input);
    return { do: 'call', method: route.method, path: urlOf(route, input), body: input.body ?? {} };
  });
}

const Input = z.object({ params: z.json().optional(), query: z.json().optional(), body: z.json().optional() });

/** Has a page do what a kept world names. */
export function perform(world: World, step: number, at: number, deed: Deed): void {
  const tab = world.tabs[at];
  if (tab === undefined) return;
  world.deeds.push({ step, tab: at, deed });
  asOwner(tab.owner, () => doDeed(tab, deed));
  world.note(`${tab.owner.name} does ${wordsOf(deed)}`);
}

/** Where the acts of a group are among all. Undo needs edits. */
const SHARES: Readonly<Record<Acts, readonly [from: number, to: number]>> = { edits: [0, 0.6], undo: [0.3, 0.94], pages: [0.4, 0.7] };

/** A deed as it is picked: its payload is not looked at yet. */
type Picked = Deed | { readonly do: 'command'; readonly type: string; readonly payload: unknown; readonly gesture?: string };

function chosen({ kernel, owner }: Tab, chance: Chance, only?: Acts): Picked | undefined {
  const [from, to] = only === undefined ? [0, 1] : SHARES[only];
  const what = from + chance.next() * (to - from);
  const { view, history, conflicts } = kernel.snapshot();
  const scope = chance.pick(Object.keys(history)) ?? 'nowhere';
  if (what < 0.6) {
    const edit = chance.pick(EDITS);
    const payload = asOwner(owner, () => chance.pick(edit?.definition.samples(view) ?? []));
    if (edit === undefined || payload === undefined) return undefined;
    return { do: 'command', type: edit.type, payload, ...(chance.next() < 0.15 && { gesture: `g${chance.below(3)}` }) };
  }
  if (what < 0.7) return { do: 'open', path: `/data/db/demo/v/1${chance.pick(PAGES) ?? ''}` };
  if (what < 0.82) return { do: 'undo', scope };
  if (what < 0.84) return { do: 'undo', scope, anyway: true };
  if (what < 0.91) return { do: 'redo', scope };
  if (what < 0.94) {
    const { length } = kernel.entries(scope);
    return length === 0 ? undefined : { do: 'undo entry', scope, at: chance.below(length) };
  }
  if (what < 0.99) return conflicts.length === 0 ? undefined : { do: 'decide', at: chance.below(conflicts.length), mine: chance.next() < 0.5 };
  return { do: 'clear errors' };
}
