import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { begun } from '../../test/laws/toyKernel.ts';
import { loadStops, moveStop } from '../../test/laws/toyCatalogue.ts';
import { stateHash } from '../kernel/hash.ts';
import { type LogStore, openLogStore } from './logStore.ts';

describe('the log that a tab keeps', () => {
  const leaving = new Set<() => void>();

  beforeEach(() => {
    leaving.clear();
    const page = {
      addEventListener: (_: string, listener: () => void) => leaving.add(listener),
      removeEventListener: (_: string, listener: () => void) => leaving.delete(listener),
    };
    vi.stubGlobal('window', page);
    vi.stubGlobal('document', page);
    vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  });
  afterEach(() => vi.unstubAllGlobals());

  test('a page that is left keeps all it said, and the next page goes on from there', async () => {
    const factory = new IDBFactory();
    const { kernel } = await keptSession(await openLogStore(factory));
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    for (const leave of leaving) leave();
    const before = kernel.snapshot();
    kernel.stop();

    const found = await (await openLogStore(factory)).recover('law');
    expect(found?.header).toEqual(kernel.header);
    const again = begun(found?.recovered);
    expect(again.kernel.snapshot().seq).toBeGreaterThanOrEqual(before.seq);
    expect(again.stop('s1')?.x).toBe(7);
    // The move was not answered before the page was left: it is sent again under the same key.
    expect(again.server.waiting.map((one) => one.call.call)).toEqual(['editStop']);
    again.server.answer();
    expect(again.kernel.snapshot().pending).toEqual([]);
  });

  test('a long session is folded into a checkpoint that gives the same state', async () => {
    const factory = new IDBFactory();
    const store = await openLogStore(factory, 20_000);
    const { kernel, server } = await keptSession(store);
    for (let i = 0; i < 60; i++) {
      kernel.dispatch(moveStop({ id: 's1', from: i, to: i + 1 }));
      server.answerAll();
      await store.flush();
    }
    const found = await (await openLogStore(factory)).recover('law');
    expect(found?.recovered.checkpoint).toBeDefined();
    expect(found?.recovered.records.length).toBeLessThan(kernel.log().records.length);
    expect(stateHash(begun(found?.recovered).kernel.snapshot().base)).toBe(stateHash(kernel.snapshot().base));
  });

  test('a session that nobody kept is a new one', async () => {
    expect(await (await openLogStore(new IDBFactory())).recover('other')).toBeUndefined();
  });

  async function keptSession(store: LogStore): Promise<ReturnType<typeof begun>> {
    const session = begun();
    store.keep(session.kernel);
    session.kernel.dispatch(loadStops({}));
    session.server.answer();
    await store.flush();
    return session;
  }
});
