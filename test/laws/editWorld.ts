/** The product on the model server: the world in which the laws of edits hold with real ids and real merges. */
import { Observable, type Subscriber } from 'rxjs';
import { loadDocuments } from '../../src/commands/changes/loadDocuments.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import { editNamed } from '../../src/domain/edits/catalogue.ts';
import type { CallDescription, CommandInput } from '../../src/kernel/command.ts';
import { rows } from '../../src/kernel/table.ts';
import { NO_DOCUMENTS } from '../../src/projections/heldDocuments.ts';
import type { AppState } from '../../src/projections/state.ts';
import type { Chance } from './chance.ts';
import { ModelServer, type Outcome } from './modelServer.ts';
import { anyServer, product } from './productWorld.ts';
import { sampleVersion } from './sampleVersion.ts';
import type { HeldServer, World } from './world.ts';

export const editWorld: World<AppState> = {
  definitions: product,
  connect: modelledServer,
  prelude: [
    openPlace({ path: '/data/db/demo/v/1', search: '' }),
    ...Array.from({ length: Math.ceil(sampleVersion.length / 100) }, (_, i) =>
      loadDocuments({ versionId: 1, keys: sampleVersion.slice(i * 100, i * 100 + 100).map(({ kind, id }) => ({ kind, id })) }),
    ),
  ],
  busy: product.commands.flatMap(({ type, definition }) =>
    editNamed(type) ? definition.samples().map((payload): CommandInput => ({ type, payload })) : [],
  ),
  bookkeeping: ['rev', 'back'],
  unmodelled: ['changes.toggle', 'changes.undoSets', 'changes.delete', 'takeOver.apply'],
  essence: documentsOf,
};

/** Every document that the client holds, without revisions. */
export function documentsOf(state: AppState): unknown {
  const docs = state.versions['1']?.docs ?? NO_DOCUMENTS;
  const held = Object.entries(docs.tables).flatMap(([kind, table]) => [...rows(table)].flatMap(({ doc }) => (doc ? [[kind, doc] as const] : [])));
  return held.map(([kind, doc]) => `${kind} ${JSON.stringify(doc, sortedKeys)}`).toSorted();
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

interface Held {
  readonly call: CallDescription;
  readonly key: string;
  readonly answer: Subscriber<unknown>;
}

/** Answers edits by their declarations and anything else by chance; a repeat under the same key is answered as the first time. */
function modelledServer(chance: Chance): HeldServer {
  const model = new ModelServer();
  const others = anyServer(product, chance);
  const waiting: Held[] = [];
  const given = new Map<string, Outcome>();
  const told: CommandInput[] = [];
  const isModelled = (call: CallDescription): boolean =>
    call.call === 'readDocuments' || call.call === 'revertChangeset' || editNamed(call.call) !== undefined;
  const at = (index: number): { held: Held } | { other: number } => {
    const held = waiting[index];
    return held ? { held } : { other: index - waiting.length };
  };
  const outcomeOf = ({ call, key }: Held): Outcome => {
    const known = given.get(key) ?? model.carryOut(call) ?? { status: 500 };
    given.set(key, known);
    return known;
  };
  const take = (held: Held): void => void waiting.splice(waiting.indexOf(held), 1);
  return {
    get waiting() {
      return [...waiting, ...others.waiting];
    },
    perform: (call, context) =>
      !isModelled(call)
        ? others.perform(call, context)
        : new Observable((answer) => {
            const held: Held = { call, key: context.idempotencyKey, answer };
            waiting.push(held);
            return () => {
              if (waiting.includes(held)) take(held);
            };
          }),
    answer(index) {
      const one = at(index);
      if ('other' in one) return others.answer(one.other);
      take(one.held);
      const outcome = outcomeOf(one.held);
      if ('reply' in outcome) {
        one.held.answer.next(outcome.reply);
        one.held.answer.complete();
      } else one.held.answer.error({ messages: ['No'], url: `/${one.held.call.call}`, method: 'POST', ...outcome });
    },
    fail(index) {
      const one = at(index);
      if ('other' in one) return others.fail(one.other);
      take(one.held);
      one.held.answer.error({ status: 503, messages: ['No'], url: `/${one.held.call.call}`, method: 'POST' });
    },
    overtake(index) {
      const one = at(index);
      if ('other' in one) return;
      const message = given.has(one.held.key) ? undefined : model.meddle(one.held.call, chance.next() < 0.5);
      if (message) told.push(message);
      this.answer(index);
    },
    meddle: () => told.shift(),
    forget() {
      waiting.splice(0);
      others.forget();
    },
  };
}
