import { IDBFactory, IDBKeyRange, IDBTransaction } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { begun } from '../../test/laws/toyKernel.ts';
import { toyServer } from '../../test/laws/toyServer.ts';
import { loadStops, moveStop, toy } from '../../test/laws/toyCatalogue.ts';
import { withEarlier } from '../kernel/earlierLog.ts';
import { stateHash } from '../kernel/hash.ts';
import { replay } from '../kernel/replay.ts';
import { unsentWrites } from '../kernel/unsent.ts';
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
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

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
    const store = await openLogStore(factory, undefined, { records: 20_000, bodies: 1_000_000 });
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

  test('a reload folds the last records alone, however long one has worked; a report holds all of them', async () => {
    const factory = new IDBFactory();
    const store = await openLogStore(factory);
    const { kernel, server } = await keptSession(store);
    for (let i = 0; i < 200; i++) {
      kernel.dispatch(moveStop({ id: 's1', from: i, to: i + 1 }));
      server.answerAll();
      await store.flush();
    }
    kernel.stop();
    const all = kernel.log().records;
    expect(all.length).toBeGreaterThan(600);

    const found = await (await openLogStore(factory)).recover('law');
    expect(found?.recovered.records.length).toBeLessThan(260);
    const again = begun(found?.recovered).kernel;
    expect(stateHash(again.snapshot().base)).toBe(stateHash(kernel.snapshot().base));
    const report = withEarlier(again.log(), await found?.earlier?.());
    expect(report.records.slice(0, all.length)).toEqual(all);
    expect(replay(report, toy).divergences).toEqual([]);
  });

  test('after a reload the count of records goes on: pages of few records do not add up without end', async () => {
    const factory = new IDBFactory();
    const server = toyServer();
    const folded: number[] = [];
    for (let page = 0; page < 30; page++) {
      const store = await openLogStore(factory);
      const found = await store.recover('law');
      folded.push(found?.recovered.records.length ?? 0);
      server.forget();
      const { kernel } = begun(found?.recovered, server);
      const stop = store.keep(kernel);
      for (let i = 0; i < 10; i++) kernel.dispatch(loadStops({}));
      server.answerAll();
      await store.flush();
      stop();
      kernel.stop();
    }
    expect(Math.max(...folded)).toBeLessThan(400);
  });

  const SMALL = { records: 20_000, bodies: 60_000 };
  /** Stops whose list is 10,000 characters long, and another one each time. */
  const manyStops = (time: number) => ({
    stops: Array.from({ length: 50 }, (_, i) => ({ id: `s${i + 1}`, name: `${time} ${'x'.repeat(160)}`, x: 0, rev: 1 })),
  });

  test('a session of many answers does not grow without end, on the disk or in memory, and goes on from what is kept', async () => {
    const factory = new IDBFactory();
    const store = await openLogStore(factory, undefined, SMALL);
    const { kernel, server } = await keptSession(store);
    const sizes: number[] = [];
    for (let i = 0; i < 40; i++) {
      kernel.dispatch(loadStops({}));
      server.answer(0, manyStops(i));
      await store.flush();
      sizes.push((await everythingIn(factory)).length);
    }
    expect(Math.max(...sizes)).toBeLessThan(120_000);
    // Right after it started again there is the state, and not one of the answers before.
    expect(Math.min(...sizes.slice(10))).toBeLessThan(35_000);
    const found = await (await openLogStore(factory)).recover('law');
    const again = begun(found?.recovered).kernel;
    expect(stateHash(again.snapshot().base)).toBe(stateHash(kernel.snapshot().base));
    expect(replay(again.log(), toy).divergences).toEqual([]);
  });

  test('a session that is reloaded again and again does not grow without end', async () => {
    const factory = new IDBFactory();
    const server = toyServer();
    let last = 0;
    const sizes: number[] = [];
    for (let page = 0; page < 40; page++) {
      const store = await openLogStore(factory, undefined, SMALL);
      const found = await store.recover('law');
      server.forget();
      const { kernel } = begun(found?.recovered, server);
      if (page > 0) expect(stateHash(kernel.snapshot().base)).toBe(last);
      // What is in memory is what the log refers to.
      const { records, bodies } = kernel.log();
      expect(new Set([...bodies].map(([hash]) => hash))).toEqual(new Set(JSON.stringify(records).match(/(?<="\$body":")\w+/g)));
      const stop = store.keep(kernel);
      kernel.dispatch(loadStops({}));
      server.answer(0, manyStops(page));
      last = stateHash(kernel.snapshot().base);
      stop();
      await store.flush();
      kernel.stop();
      sizes.push((await everythingIn(factory)).length);
    }
    expect(Math.max(...sizes)).toBeLessThan(130_000);
  });

  test('what is not sent outlives every fold, with its key and all that came after it', async () => {
    const factory = new IDBFactory();
    const store = await openLogStore(factory, undefined, SMALL);
    const { kernel, server } = await keptSession(store);
    const move = kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    for (let i = 0; i < 20; i++) {
      kernel.dispatch(loadStops({}));
      server.answer(1, manyStops(i));
      if (i % 3 === 0) await store.flush();
    }
    await store.flush();
    const found = await (await openLogStore(factory)).recover('law');
    if (!found) throw new Error('Nothing was kept');
    expect(found.recovered.checkpoint).toBeDefined();
    expect(unsentWrites(toy, found.recovered)).toMatchObject([{ input: { payload: { id: 's1', from: 0, to: 7 } }, key: move }]);
    server.forget();
    const again = begun(found.recovered, server);
    expect(again.server.waiting.map(({ key, call }) => [key, call.call])).toEqual([[move, 'editStop']]);
    expect([again.stop('s1')?.x, again.stop('s2')?.name.slice(0, 3)]).toEqual([7, '19 ']);
  });

  /** The next so many writes are given up, as where the disk is full. */
  const fullDisk = (times: number): void => {
    const commit = vi.spyOn(IDBTransaction.prototype, 'commit');
    for (let i = 0; i < times; i++)
      commit.mockImplementationOnce(function (this: IDBTransaction) {
        this.abort();
      });
  };

  test.each([1, 2, 3])('where the disk was full, and %i writes failed, the next one keeps all that is not kept', async (times) => {
    const factory = new IDBFactory();
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const store = await openLogStore(factory);
    const { kernel, server } = await keptSession(store);
    fullDisk(times);
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    for (let i = 0; i < 3; i++) await store.flush();
    kernel.dispatch(moveStop({ id: 's2', from: 1, to: 8 }));
    for (const leave of leaving) leave();
    kernel.stop();
    const found = await (await openLogStore(factory)).recover('law');
    server.forget();
    const again = begun(found?.recovered, server);
    expect([again.stop('s1')?.x, again.stop('s2')?.x]).toEqual([7, 8]);
    expect(again.server.waiting.map(({ call }) => call.input)).toEqual([
      { id: 's1', x: 7 },
      { id: 's2', x: 8 },
    ]);
    expect(warn).toHaveBeenCalledTimes(times);
  });

  test('where a checkpoint cannot be made, what is kept stays', async () => {
    const factory = new IDBFactory();
    vi.spyOn(console, 'warn').mockReturnValue();
    const store = await openLogStore(factory, undefined, { records: 1000, bodies: 1000 });
    const { kernel } = begun();
    store.keep({
      ...kernel,
      checkpoint: () => {
        throw new RangeError('Invalid string length');
      },
    });
    for (let to = 1; to < 20; to++) kernel.dispatch(moveStop({ id: 's1', from: 0, to }));
    await store.flush();
    kernel.stop();
    const found = await (await openLogStore(factory)).recover('law');
    expect(unsentWrites(toy, found?.recovered ?? { records: [], bodies: [] })).toHaveLength(19);
  });

  test('after log-out nothing can be read also where the last write failed', async () => {
    const factory = new IDBFactory();
    vi.spyOn(console, 'warn').mockReturnValue();
    const store = await openLogStore(factory);
    const { kernel, server } = await keptSession(store, 'mia');
    kernel.dispatch(loadStops({}));
    server.answer();
    fullDisk(1);
    await store.leave('mia');
    expect(await everythingIn(factory)).toBe('[[],[],[]]');
  });

  test('a tab gives way to a newer build that another tab has loaded, and works on without its log', async () => {
    const factory = new IDBFactory();
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { kernel, server, stop } = await keptSession(await openLogStore(factory));
    const opening = factory.open('dmp-log', 2);
    await new Promise((resolve) => (opening.onsuccess = resolve));
    opening.result.close();
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    for (const leave of leaving) leave();
    server.answer();
    expect([stop('s1')?.x, kernel.snapshot().pending]).toEqual([7, []]);
    expect(warn).toHaveBeenCalledWith('The log of this tab could not be written', expect.objectContaining({ name: 'InvalidStateError' }));
    kernel.stop();
  });

  test('a database that does not open is not waited for without end, and is let go of where it opens after all', async () => {
    vi.useFakeTimers();
    const close = vi.fn<() => void>();
    const opening = { result: { close } } as unknown as IDBOpenDBRequest;
    const factory = { open: () => opening } as unknown as IDBFactory;
    const opened = openLogStore(factory).then(
      () => 'opened',
      (error: Error) => error.message,
    );
    await vi.advanceTimersByTimeAsync(6000);
    expect(await Promise.race([opened, Promise.resolve('it still waits')])).toBe('IndexedDB could not be opened in time');
    opening.onsuccess?.call(opening, new Event('success'));
    expect(close).toHaveBeenCalledOnce();
  });

  const DAY = 24 * 3_600_000;
  const locksHeldBy = (...sessions: string[]) => ({
    locks: {
      request: (name: string, _options: unknown, held: (lock: object | null) => unknown) => held(sessions.includes(name) ? null : {}),
    },
  });

  /** The sessions of an account, once another tab has begun and has deleted what is too old: its transactions go one after another. */
  async function openAtLast(other: LogStore, owner: string): Promise<readonly string[]> {
    await expect.poll(() => other.openSessions('tom')).toEqual(['other']);
    for (let i = 0; i < 20; i++) await other.openSessions(owner);
    return other.openSessions(owner);
  }

  test.each([
    ['of an open tab is kept', locksHeldBy('dmp.session.law'), ['law']],
    ['of a closed tab is not', locksHeldBy(), []],
  ])('with unsent edits and unused for 31 days, a session %s', async (_, navigator, kept) => {
    vi.stubGlobal('navigator', navigator);
    const factory = new IDBFactory();
    const { kernel } = await keptSession(await openLogStore(factory), 'mia');
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * DAY);
    const other = await openLogStore(factory);
    other.keep({ ...begun().kernel, header: { ...kernel.header, session: 'other' } }, 'tom');
    expect(await openAtLast(other, 'mia')).toEqual(kept);
    kernel.stop();
  });

  test('a session that was used lately waits its 30 days from then, not from its begin', async () => {
    vi.stubGlobal('navigator', locksHeldBy());
    const factory = new IDBFactory();
    const store = await openLogStore(factory);
    const { kernel } = await keptSession(store, 'mia');
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 29 * DAY);
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    await store.flush();
    now.mockReturnValue(Date.now() + 3 * DAY);
    const other = await openLogStore(factory);
    other.keep({ ...begun().kernel, header: { ...kernel.header, session: 'other' } }, 'tom');
    expect(await openAtLast(other, 'mia')).toEqual(['law']);
    kernel.stop();
  });

  test('a session that nobody kept is a new one', async () => {
    expect(await (await openLogStore(new IDBFactory())).recover('other')).toBeUndefined();
  });

  const key = (of: string) => async () => btoa(of.repeat(32));

  test('after log-out nothing can be read; what was not sent comes back with the key of its owner alone', async () => {
    const factory = new IDBFactory();
    const store = await openLogStore(factory, createSealing(key('a')));
    const { kernel, server } = await keptSession(store, 'mia');
    // so many that the state is kept for a reload too
    for (let i = 0; i < 150; i++) {
      kernel.dispatch(moveStop({ id: 's1', from: i + 0.125, to: 555.125 }));
      server.answerAll();
    }
    await store.flush();
    expect(await everythingIn(factory)).toMatch(/"restore":.*555\.125/);
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 777.125 }));
    await store.leave('mia');
    // nothing that is said later is kept
    kernel.dispatch(moveStop({ id: 's1', from: 777.125, to: 888.125 }));
    for (const leave of leaving) leave();
    await store.flush();
    kernel.stop();
    // what is sealed is written in Base64, which has no point
    expect(await everythingIn(factory)).not.toMatch(/stop\.move|555\.125|777\.125|888\.125/);

    await expect((await openLogStore(factory, createSealing(key('b')))).recover('law')).rejects.toMatchObject({ name: 'OperationError' });
    await expect((await openLogStore(factory)).recover('law')).rejects.toThrow('sealed');
    const again = await openLogStore(factory, createSealing(key('a')));
    expect(await again.openSessions('mia')).toEqual(['law']);
    expect(begun((await again.recover('law'))?.recovered).stop('s1')?.x).toBe(777.125);
  });

  test('an edit in a conflict that nobody has decided outlives log-out as one that was not sent does', async () => {
    const factory = new IDBFactory();
    const store = await openLogStore(factory, createSealing(key('a')));
    const { kernel, server } = await keptSession(store, 'mia');
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    server.fail(0, { status: 412, present: { id: 's1', name: 'First', x: 3, rev: 2 } });
    expect([kernel.snapshot().pending, kernel.snapshot().conflicts]).toMatchObject([[], [{ mine: { to: 7 } }]]);
    await store.leave('mia');
    const again = await openLogStore(factory, createSealing(key('a')));
    expect(await again.openSessions('mia')).toEqual(['law']);
    const left = (await again.recover('law'))?.recovered ?? { records: [], bodies: [] };
    expect(unsentWrites(toy, left)).toMatchObject([{ input: { type: 'stop.move', payload: { id: 's1', from: 0, to: 7 } } }]);
  });

  test('after log-out a session with nothing to be sent is gone, and so is one that cannot be sealed', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const tooLong = { ...createSealing(key('a')), seal: () => Promise.reject(new RangeError('Invalid string length')) };
    for (const [unsent, sealing] of [
      [false, createSealing(key('a'))],
      [true, createSealing(() => Promise.reject(new Error('The server is away')))],
      [true, tooLong],
    ] as const) {
      const factory = new IDBFactory();
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
