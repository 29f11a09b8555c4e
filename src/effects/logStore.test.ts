import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { begun } from '../../test/laws/toyKernel.ts';
import { loadStops, moveStop } from '../../test/laws/toyCatalogue.ts';
import { stateHash } from '../kernel/hash.ts';
import { createSealing } from './sealing.ts';
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

  test('a write is on its way to the disk when it was made: a tab that is killed, and says no goodbye, keeps it', async () => {
    const factory = new IDBFactory();
    const { kernel } = await keptSession(await openLogStore(factory));
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    // No `pagehide`, no flush and no half a second: what is read now waits only for what was begun before.
    const found = await (await openLogStore(factory)).recover('law');
    expect(found?.recovered.records.map(({ type }) => type)).toContain('stop.move');
    kernel.stop();
  });

  test('a long session is folded into a checkpoint that gives the same state', async () => {
    const factory = new IDBFactory();
    const store = await openLogStore(factory, undefined, 20_000);
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

  const key = (of: string) => async () => btoa(of.repeat(32));

  test('after log-out nothing can be read; what was not sent comes back with the key of its owner alone', async () => {
    const factory = new IDBFactory();
    const store = await openLogStore(factory, createSealing(key('a')));
    const { kernel } = await keptSession(store, 'mia');
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 777.125 }));
    await store.leave('mia');
    // nothing that is said later is kept
    kernel.dispatch(moveStop({ id: 's1', from: 777.125, to: 888.125 }));
    for (const leave of leaving) leave();
    await store.flush();
    kernel.stop();
    // what is sealed is written in Base64, which has no point
    expect(await everythingIn(factory)).not.toMatch(/stop\.move|777\.125|888\.125/);

    await expect((await openLogStore(factory, createSealing(key('b')))).recover('law')).rejects.toMatchObject({ name: 'OperationError' });
    await expect((await openLogStore(factory)).recover('law')).rejects.toThrow('sealed');
    const again = await openLogStore(factory, createSealing(key('a')));
    expect(await again.openSessions('mia')).toEqual(['law']);
    expect(begun((await again.recover('law'))?.recovered).stop('s1')?.x).toBe(777.125);
  });

  test('after log-out a session with nothing to be sent is gone, and so is one that cannot be sealed', async () => {
    for (const unsent of [false, true]) {
      const factory = new IDBFactory();
      const sealing = createSealing(unsent ? () => Promise.reject(new Error('The server is away')) : key('a'));
      const store = await openLogStore(factory, sealing);
      const { kernel } = await keptSession(store, 'mia');
      if (unsent) kernel.dispatch(moveStop({ id: 's1', from: 0, to: 777 }));
      await store.leave('mia');
      expect(await everythingIn(factory)).toBe('[[],[],[]]');
    }
  });

  async function everythingIn(factory: IDBFactory): Promise<string> {
    const opening = factory.open('dmp-log');
    const database = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)));
    const all = ['sessions', 'segments', 'bodies'].map(
      (name) =>
        new Promise((resolve) => {
          const asked = database.transaction(name).objectStore(name).getAll();
          asked.onsuccess = () => resolve(asked.result);
        }),
    );
    return JSON.stringify(await Promise.all(all));
  }

  async function keptSession(store: LogStore, owner?: string): Promise<ReturnType<typeof begun>> {
    const session = begun();
    store.keep(session.kernel, owner);
    session.kernel.dispatch(loadStops({}));
    session.server.answer();
    await store.flush();
    return session;
  }
});
