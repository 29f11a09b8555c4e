/** Edits through kills and lost databases, as often as asked: a few in every run, hundreds in `npm run test:long`. */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { listBehind } from '../../server/store/findings.ts';
import { LOCKS } from '../../server/store/locks.ts';
import { openStore } from '../../server/store/openStore.ts';
import { createValidator } from '../../server/validation/validator.ts';
import { cutDatabase } from '../drivers/cutDatabase.ts';
import { type Editing, editingAt, expectNothingLost, placeWithTwoStops, revOf } from './killing.ts';

/** Two people edit, and the server is killed at any moment: what was acknowledged stands. */
export async function killWhileEditing(kills: number): Promise<void> {
  const place = await placeWithTwoStops();
  const acknowledged = new Map<string, string>();
  let editing: Editing | undefined;
  try {
    for (let round = 1; round <= kills; round++) {
      editing = await editingAt(place);
      const { rename, server, stops } = editing;
      const seen = await stops();
      expectNothingLost(acknowledged, seen);
      let edits = 0;
      const edit = async (stopId: string): Promise<void> => {
        let rev = seen.get(stopId)?.Rev ?? 0;
        for (let n = 1; ; n++) {
          const name = `round ${round}, edit ${n}`;
          rev = await revOf(await rename(stopId, rev, name, `${round}-${stopId}-${n}`));
          acknowledged.set(stopId, name);
          edits++;
        }
      };
      // Both end with a broken connection; a refusal would be a failure of the test.
      const both = Promise.allSettled([edit('a'), edit('b')]);
      await expect.poll(() => edits, { timeout: 30_000, interval: 5 }).toBeGreaterThan((round % 20) * 7);
      await server.kill();
      for (const end of await both) expect(String(end.status === 'rejected' ? end.reason : 'ended')).toMatch(/fetch failed|terminated|JSON/);
    }
    editing = await editingAt(place);
    expectNothingLost(acknowledged, await editing.stops());
  } finally {
    await editing?.server.stop();
    await place.remove();
  }
}

/** The server is killed after the commit and before the answer: the same command sent again is answered, and was done once. */
export async function killBeforeAnswer(kills: number): Promise<void> {
  const place = await placeWithTwoStops();
  const preload = pathToFileURL(join(import.meta.dirname, '../drivers/killBeforeAnswer.mjs')).href;
  let editing: Editing | undefined;
  try {
    editing = await editingAt(place, { NODE_OPTIONS: `--import ${preload}` });
    let rev = 0;
    for (let n = 1; n <= kills; n++) {
      await expect(editing.rename('a', rev, `name ${n}`, `key-${n}`, true)).rejects.toThrow('fetch failed');
      await editing.server.kill();
      editing = await editingAt(place, { NODE_OPTIONS: `--import ${preload}` });
      expect((await editing.stops()).get('a')?.Name, 'committed before the kill').toBe(`name ${n}`);
      rev = await revOf(await editing.rename('a', rev, `name ${n}`, `key-${n}`));
      expect(rev).toBe(n);
      expect(await editing.changes()).toBe(n);
    }
  } finally {
    await editing?.server.stop();
    await place.remove();
  }
}

/** The server is killed after the commit and before the check: the next one checks what was edited, though nobody looks at it. */
export async function killBeforeCheck(): Promise<void> {
  const place = await placeWithTwoStops();
  const preload = pathToFileURL(join(import.meta.dirname, '../drivers/killBeforeAnswer.mjs')).href;
  try {
    const { rename, server, validatedRev } = await editingAt(place, { NODE_OPTIONS: `--import ${preload}` });
    try {
      await expect.poll(validatedRev, { timeout: 30_000 }).toBe(0);
      await expect(rename('a', 0, 'Two  spaces', 'key', true)).rejects.toThrow('fetch failed');
    } finally {
      await server.kill();
    }
    const store = await openStore({ dataDir: place.dataDir, databaseUrl: place.databaseUrl });
    const failed: unknown[] = [];
    const validator = createValidator({
      engine: store.sql,
      live: { publish: () => Promise.resolve() },
      warn: (message, error) => failed.push(message, error),
    });
    try {
      expect(await listBehind(store.sql.db)).toEqual([place.versionId]);
      await validator.catchUp();
      expect(failed).toEqual([]);
      expect(await listBehind(store.sql.db)).toEqual([]);
      const found = (await validator.book(place.versionId))?.book.subject(203, 'a');
      expect([found?.was, found?.now?.count]).toEqual([null, 1]);
      // a message of the live hub is none for the validator
      await store.sql.fanout.notify('{"do":"tell","from":"another process"}');
      await pause(100);
      expect(failed).toEqual([]);
    } finally {
      await validator.stop();
      await store.close();
    }
  } finally {
    await place.remove();
  }
}

/**
 * The database is lost, by turns as when PostgreSQL is shut down and as when its line is cut: the server lives on, an edit is
 * answered 503 with Retry-After or done, and sent again under its key it is done once.
 */
export async function loseDatabase(losses: number): Promise<void> {
  const place = await placeWithTwoStops();
  if (place.databaseUrl === undefined) throw new Error('The embedded database cannot be lost');
  const database = await cutDatabase(place.databaseUrl);
  const editing = await editingAt(place, {}, database.url);
  const said = new Set<number>();
  try {
    let rev = 0;
    let isOver = false;
    let n = 0;
    const edit = async (): Promise<number> => {
      while (!isOver) {
        n++;
        for (;;) {
          const answer = await editing.rename('a', rev, `name ${n}`, `key-${n}`);
          said.add(answer.status);
          if (answer.status === 200) {
            rev = await revOf(answer);
            break;
          }
          expect(answer.status, await answer.text()).toBe(503);
          expect(answer.headers.get('retry-after')).toBe('1');
          await pause(20);
        }
        expect(rev, 'each edit is one change').toBe(n);
      }
      return n;
    };
    const edits = edit();
    for (let loss = 0; loss < losses; loss++) {
      await pause(100 + (loss % 7) * 30);
      if (loss % 2 === 0) await database.endSessions();
      else {
        database.cut();
        await pause(300);
        database.mend();
      }
    }
    // Away for longer than several attempts to connect again.
    database.cut();
    await pause(2500);
    database.mend();
    await expect.poll(() => database.holders(LOCKS.instance), { timeout: 20_000 }).toBeGreaterThan(0);
    await pause(1500);
    expect(await database.holders(LOCKS.instance), 'one connection listens, however often it was tried').toBe(1);
    await expect.poll(() => n, { timeout: 30_000 }).toBeGreaterThan(losses);
    isOver = true;
    const done = await edits;
    expect((await editing.stops()).get('a')?.Name).toBe(`name ${done}`);
    expect(await editing.changes()).toBe(done);
    expect([...said].toSorted((a, b) => a - b)).toEqual([200, 503]);
    expect((await fetch(`${editing.server.url}/healthz`)).status).toBe(200);
  } finally {
    await editing.server.stop();
    await database.close();
    await place.remove();
  }
}
