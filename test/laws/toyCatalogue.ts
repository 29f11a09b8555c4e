/** A small application with one command of every sort, to try the kernel and its laws on. */
import { assign, setup } from 'xstate';
import { z } from 'zod';
import { answerOf, type CommandInput, createDefine, type Definitions, factOf, failureOf, payloadOf } from '../../src/kernel/command.ts';
import { defineDraft } from '../../src/kernel/draftKind.ts';
import { emptyTable, getRow, putRow, removeRow, type Table, tableOf } from '../../src/kernel/table.ts';

export interface ToyStop {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly rev: number;
  readonly gone?: boolean;
}

export interface ToyState {
  readonly stops: Table<ToyStop>;
  readonly search: { readonly text: string; readonly status: 'idle' | 'loading' | 'succeeded' | 'failed'; readonly found: readonly string[] };
  readonly runs: number;
  readonly running: boolean;
  readonly notes: readonly string[];
  readonly location: string;
  readonly settings: { readonly zoom: number };
  readonly user: string;
  readonly ticks: number;
}

export const toyInitial: ToyState = {
  stops: emptyTable<ToyStop>(),
  search: { text: '', status: 'idle', found: [] },
  runs: 0,
  running: false,
  notes: [],
  location: '/',
  settings: { zoom: 5 },
  user: '',
  ticks: 0,
};

const { defineCommand, defineEvent, defineWorkflow } = createDefine<ToyState>();
const StopShape = z.object({ id: z.string(), name: z.string(), x: z.number(), rev: z.number(), gone: z.boolean().optional() });
const Revision = z.object({ rev: z.number() });
const VERSION = 'version/1';
const revOf = (base: ToyState, id: string) => getRow(base.stops, id)?.rev ?? 0;
const nameOf = (view: ToyState, id: string) => getRow(view.stops, id)?.name ?? id;
const plain = ({ id, name, x, rev, gone }: z.infer<typeof StopShape>): ToyStop =>
  gone === undefined ? { id, name, x, rev } : { id, name, x, rev, gone };
const presentStop = (present: unknown) => plain(StopShape.parse(present));

export const loadStops = defineCommand('stop.load', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Load stops',
  policy: 'latest',
  call: () => ({ call: 'loadStops', input: {} }),
  reply: z.object({ stops: z.array(StopShape) }),
  answered: (base, _, reply) => {
    base.stops = tableOf(reply.stops.map(plain), (s) => s.id) as typeof base.stops;
  },
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

export const moveStop = defineCommand('stop.move', {
  v: 2,
  upcast: {
    1: (old) => {
      const { id, position, was } = z.object({ id: z.string(), position: z.number(), was: z.number() }).parse(old);
      return { id, to: position, from: was };
    },
  },
  payload: z.object({ id: z.string(), from: z.number(), to: z.number() }),
  samples: (view) => ['s1', 's2', 's3'].map((id) => ({ id, from: (view && getRow(view.stops, id)?.x) ?? 0, to: id.length + 7 })),
  label: (p, view) => `Move stop ${nameOf(view, p.id)}`,
  decide: (view, p) => (getRow(view.stops, p.id)?.gone ? { code: 'stop.gone', message: 'This stop has been removed' } : undefined),
  lane: (p) => `stop/${p.id}`,
  write: true,
  preview: (view, p) => {
    const stop = getRow(view.stops, p.id);
    if (stop) stop.x = p.to;
  },
  call: (p, base) => ({ call: 'editStop', input: { id: p.id, x: p.to }, ifMatch: revOf(base, p.id) }),
  reply: Revision,
  answered: (base, p, reply) => {
    const stop = getRow(base.stops, p.id);
    if (stop) Object.assign(stop, { x: p.to, rev: reply.rev });
  },
  inverse: (p): CommandInput | undefined => moveStop({ id: p.id, from: p.to, to: p.from }),
  undoScope: () => VERSION,
  touches: (p) => [`stop/${p.id}/x`],
  commutes: (p, present) => presentStop(present).x === p.from,
  rebase: (p, present) => ({ ...p, from: presentStop(present).x }),
  conflict: (base, _, present) => {
    const stop = presentStop(present);
    putRow(base.stops, stop.id, stop);
  },
  keep: 'all',
  keepReply: 'all',
});

export const renameStop = defineCommand('stop.rename', {
  payload: z.object({ id: z.string(), from: z.string(), to: z.string().min(1) }),
  samples: (view) => [
    { id: 's1', from: view ? nameOf(view, 's1') : '', to: 'Market Street' },
    { id: 's2', from: view ? nameOf(view, 's2') : '', to: 'Harbour' },
  ],
  label: (p) => `Rename stop ${p.to}`,
  lane: (p) => `stop/${p.id}`,
  write: true,
  preview: (view, p) => {
    const stop = getRow(view.stops, p.id);
    if (stop) stop.name = p.to;
  },
  call: (p, base) => ({ call: 'editStop', input: { id: p.id, name: p.to }, ifMatch: revOf(base, p.id) }),
  reply: Revision,
  answered: (base, p, reply) => {
    const stop = getRow(base.stops, p.id);
    if (stop) Object.assign(stop, { name: p.to, rev: reply.rev });
  },
  inverse: (p): CommandInput | undefined => (p.from === '' ? undefined : renameStop({ id: p.id, from: p.to, to: p.from })),
  undoScope: () => VERSION,
  touches: (p) => [`stop/${p.id}/name`],
  rebase: (p, present) => ({ ...p, from: presentStop(present).name }),
  conflict: (base, _, present) => {
    const stop = presentStop(present);
    putRow(base.stops, stop.id, stop);
  },
  keep: ['id'],
  keepReply: 'all',
});

export const createStop = defineCommand('stop.create', {
  payload: z.object({ id: z.string(), name: z.string() }),
  samples: () => [{ id: 's9', name: 'New' }],
  label: (p) => `Create stop ${p.name}`,
  lane: (p) => `stop/${p.id}`,
  write: true,
  preview: (view, p) => putRow(view.stops, p.id, { ...p, x: 0, rev: 0 }),
  call: (p) => ({ call: 'createStop', input: p }),
  reply: Revision,
  answered: (base, p, reply) => putRow(base.stops, p.id, { ...p, x: 0, rev: reply.rev }),
  inverse: (p): CommandInput | undefined => removeStop({ id: p.id, name: p.name }),
  undoScope: () => VERSION,
  touches: (p) => [`stop/${p.id}`],
  keep: 'all',
  keepReply: 'all',
});

export const removeStop = defineCommand('stop.remove', {
  payload: z.object({ id: z.string(), name: z.string() }),
  samples: () => [{ id: 's3', name: 'Third' }],
  label: (p) => `Remove stop ${p.name}`,
  lane: (p) => `stop/${p.id}`,
  write: true,
  preview: (view, p) => {
    removeRow(view.stops, p.id);
  },
  call: (p, base) => ({ call: 'removeStop', input: { id: p.id }, ifMatch: revOf(base, p.id) }),
  reply: z.object({ stop: StopShape }),
  answered: (base, p) => {
    removeRow(base.stops, p.id);
  },
  inverse: (p, reply): CommandInput | undefined => restoreStop({ ...p, stop: reply.stop }),
  undoScope: () => VERSION,
  touches: (p) => [`stop/${p.id}`],
  conflict: (base, _, present) => {
    const stop = presentStop(present);
    putRow(base.stops, stop.id, stop);
  },
});

export const restoreStop = defineCommand('stop.restore', {
  payload: z.object({ id: z.string(), name: z.string(), stop: StopShape }),
  samples: () => [{ id: 's4', name: 'Fourth', stop: { id: 's4', name: 'Fourth', x: 4, rev: 1 } }],
  label: (p) => `Restore stop ${p.name}`,
  lane: (p) => `stop/${p.id}`,
  write: true,
  call: (p) => ({ call: 'restoreStop', input: { id: p.id } }),
  reply: z.object({ stop: StopShape }),
  answered: (base, p, reply) => putRow(base.stops, p.id, plain(reply.stop)),
  inverse: (p): CommandInput | undefined => removeStop({ id: p.id, name: p.name }),
  undoScope: () => VERSION,
  touches: (p) => [`stop/${p.id}`],
});

export const search = defineCommand('search.run', {
  payload: z.object({ text: z.string() }),
  samples: () => [{ text: 'ma' }, { text: 'mar' }, { text: 'har' }],
  label: (p) => `Search ${p.text}`,
  policy: 'latest',
  call: (p) => ({ call: 'search', input: p }),
  reply: z.object({ found: z.array(z.string()) }),
  sent: (view, p) => {
    view.search.text = p.text;
    view.search.status = 'loading';
  },
  answered: (base, p, reply) => {
    base.search = { text: p.text, status: 'succeeded', found: reply.found };
  },
  failed: (base) => {
    base.search.status = 'failed';
  },
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

export const runPipeline = defineCommand('pipeline.run', {
  payload: z.object({ id: z.number() }),
  samples: () => [{ id: 1 }],
  label: () => 'Run pipeline',
  action: {
    title: 'Run',
    icon: 'play',
    key: 'Ctrl+Enter',
    group: 'pipeline',
    payload: (view) => (view.running ? { why: 'It is running already' } : { id: 1 }),
  },
  policy: 'once',
  write: true,
  lane: (p) => `pipeline/${p.id}`,
  sent: (view) => {
    view.running = true;
  },
  call: (p) => ({ call: 'run', input: p }),
  answered: (base) => {
    base.runs += 1;
  },
  inverse: 'none',
  next: () => [search({ text: 'after run' })],
  keep: 'all',
  keepReply: 'all',
});

export const addNote = defineCommand('note.add', {
  payload: z.object({ text: z.string() }),
  samples: () => [{ text: 'a note' }],
  label: (p) => `Add note ${p.text}`,
  policy: 'parallel',
  write: true,
  call: (p) => ({ call: 'addNote', input: p }),
  preview: (view, p) => {
    view.notes.push(p.text);
  },
  answered: (base, p) => {
    base.notes.push(p.text);
  },
  inverse: 'none',
});

export const go = defineCommand('location.go', {
  payload: z.object({ to: z.string() }),
  samples: () => [{ to: '/stops' }, { to: '/schedules' }],
  label: (p) => `Go to ${p.to}`,
  apply: (base, p) => {
    base.location = p.to;
  },
  inverse: 'none',
  keep: 'all',
});

export const setZoom = defineCommand('settings.zoom', {
  payload: z.object({ from: z.number(), to: z.number() }),
  samples: (view) => [{ from: view?.settings.zoom ?? 5, to: 9 }],
  label: (p) => `Zoom ${p.to}`,
  apply: (base, p) => {
    base.settings.zoom = p.to;
  },
  inverse: (p): CommandInput | undefined => setZoom({ from: p.to, to: p.from }),
  undoScope: () => 'settings',
  touches: () => ['settings/zoom'],
});

export const stumble = defineCommand('test.stumble', {
  payload: z.object({ n: z.number() }),
  samples: () => [{ n: 1 }, { n: 13 }],
  label: () => 'Stumble',
  apply: (base, p) => {
    base.runs += 1;
    if (p.n === 13) throw new Error('stumbled over 13');
  },
  inverse: 'none',
});

export const shapeDraft = defineDraft('shape', z.object({ points: z.array(z.object({ x: z.number(), y: z.number() })), closed: z.boolean() }));
const scopeOf = (p: { id: string }) => `shape/${p.id}`;

export const openShape = defineCommand('shape.open', {
  payload: z.object({ id: z.string(), points: z.number() }),
  samples: () => [{ id: '1', points: 3 }],
  label: () => 'Draw shape',
  draft: { kind: shapeDraft, scope: scopeOf, open: (p) => ({ points: Array.from({ length: p.points }, (_, i) => ({ x: i, y: i })), closed: false }) },
  inverse: 'none',
  keep: 'all',
});

export const movePoint = defineCommand('shape.movePoint', {
  payload: z.object({ id: z.string(), index: z.number(), x: z.number() }),
  samples: () => [
    { id: '1', index: 0, x: 5 },
    { id: '1', index: 1, x: 6 },
  ],
  label: (p) => `Move point ${p.index + 1}`,
  draft: {
    kind: shapeDraft,
    scope: scopeOf,
    edit: (doc, p) => {
      const point = doc.points[p.index];
      if (point) point.x = p.x;
    },
  },
  inverse: 'draft',
  keep: 'all',
});

export const insertPoint = defineCommand('shape.insertPoint', {
  payload: z.object({ id: z.string(), index: z.number(), x: z.number() }),
  samples: () => [{ id: '1', index: 1, x: 0.5 }],
  label: () => 'Insert point',
  draft: {
    kind: shapeDraft,
    scope: scopeOf,
    open: () => ({ points: [], closed: false }),
    edit: (doc, p) => {
      doc.points.splice(p.index, 0, { x: p.x, y: 0 });
    },
  },
  inverse: 'draft',
  keep: 'all',
});

export const saveShape = defineCommand('shape.save', {
  payload: z.object({ id: z.string() }),
  samples: () => [{ id: '1' }],
  label: () => 'Save shape',
  write: true,
  lane: scopeOf,
  call: (p) => ({ call: 'saveShape', input: p }),
  draft: { kind: shapeDraft, scope: scopeOf, close: true },
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

export const signIn = defineCommand('account.signIn', {
  payload: z.object({ user: z.string(), password: z.string() }),
  samples: () => [{ user: 'ada', password: 'hunter2' }],
  label: (p) => `Sign in ${p.user}`,
  secrets: ['password'],
  replySecrets: ['token'],
  call: (p) => ({ call: 'signIn', input: p }),
  reply: z.object({ token: z.string() }),
  answered: (base, p) => {
    base.user = p.user;
  },
  inverse: 'none',
});

export const stopChanged = defineEvent('live.stopChanged', {
  payload: z.object({ stop: StopShape, fields: z.array(z.string()), who: z.string() }),
  samples: (view) => {
    const stop = view && getRow(view.stops, 's2');
    return [{ stop: { id: 's2', name: 'Second', x: 99, rev: (stop?.rev ?? 1) + 1 }, fields: ['x'], who: 'Anna' }];
  },
  apply: (base, p) => putRow(base.stops, p.stop.id, plain(p.stop)),
  touched: (p) => p.fields.map((field) => `stop/${p.stop.id}/${field}`),
  reason: (p) => `${p.who} has changed this stop`,
  keep: ['stop', 'fields'],
});

export const tick = defineEvent('clock.tick', {
  payload: z.object({}),
  samples: () => [{}],
  apply: (base) => {
    base.ticks += 1;
  },
  keep: 'all',
});

export const startNote = defineCommand('noting.start', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Start a note',
  inverse: 'none',
  keep: 'all',
});

export const finishNote = defineCommand('noting.finish', {
  payload: z.object({ text: z.string() }),
  samples: () => [{ text: 'by machine' }, { text: '' }],
  label: () => 'Finish the note',
  inverse: 'none',
  keep: 'all',
});

type NotingEvent = { type: 'START' } | { type: 'FINISH'; text: string } | { type: 'KEPT' } | { type: 'LOST' } | { type: 'TICK' };

const notingMachine = setup({
  types: { context: {} as { waited: number; text: string }, events: {} as NotingEvent },
  actions: { dispatch: (_self, _params: CommandInput) => undefined },
  guards: { hasText: ({ event }) => event.type === 'FINISH' && event.text !== '' },
}).createMachine({
  id: 'noting',
  context: { waited: 0, text: '' },
  initial: 'idle',
  states: {
    idle: { on: { START: 'writing' } },
    writing: {
      on: {
        TICK: { actions: assign({ waited: ({ context }) => context.waited + 1 }) },
        FINISH: {
          guard: 'hasText',
          target: 'keeping',
          actions: [assign({ text: ({ event }) => event.text }), { type: 'dispatch', params: ({ event }) => addNote({ text: event.text }) }],
        },
      },
    },
    keeping: { on: { KEPT: 'idle', LOST: 'writing' } },
  },
});

export const noting = defineWorkflow({
  id: 'noting',
  machine: notingMachine,
  route: (record) => {
    if (payloadOf(startNote, record)) return { type: 'START' };
    const finished = payloadOf(finishNote, record);
    if (finished) return { type: 'FINISH', text: finished.text };
    if (answerOf(addNote, record) !== undefined) return { type: 'KEPT' };
    if (failureOf(addNote, record)) return { type: 'LOST' };
    return factOf(tick, record) ? { type: 'TICK' } : undefined;
  },
});

export const toy: Definitions<ToyState> = {
  initial: toyInitial,
  commands: [
    loadStops,
    moveStop,
    renameStop,
    createStop,
    removeStop,
    restoreStop,
    search,
    runPipeline,
    addNote,
    go,
    setZoom,
    stumble,
    openShape,
    movePoint,
    insertPoint,
    saveShape,
    signIn,
    startNote,
    finishNote,
  ],
  events: [stopChanged, tick],
  workflows: [noting],
  keepState: ['stops', 'search', 'runs', 'running', 'location', 'settings', 'ticks', 'drafts', 'workflows'],
};
