/** The server is killed while the changes of one draft are taken over into another: it is done once and whole, or not at all. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listChangesets } from '../../src/contract/changes.ts';
import { readDocuments, revertChangeset, routeOfEdit } from '../../src/contract/edits.ts';
import { type CallInput, type Route, urlOf } from '../../src/contract/route.ts';
import { previewTakeOver, takeOver } from '../../src/contract/takeOver.ts';
import { cloneVersion } from '../../src/contract/versions.ts';
import { ChangeHistory } from '../../src/domain/changes.ts';
import { editStopField } from '../../src/domain/edits/stops.ts';
import { TakenOver, TakeOverPreview } from '../../src/domain/takeOver.ts';
import { startProduct } from '../drivers/server.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';
import { placeWithTwoStops } from './killing.ts';

/** Milliseconds until the kill; undefined: between commit and answer. */
const MOMENTS = process.env['DMP_LONG'] === undefined ? [undefined, 5] : [undefined, 2, 5, 8, 12];

test('a kill leaves what was taken over once and whole, and its undo works', { timeout: 240_000 }, async () => {
  const place = await placeWithTwoStops();
  const preload = pathToFileURL(join(import.meta.dirname, '../drivers/killBeforeAnswer.mjs')).href;
  const start = () =>
    startProduct({
      dataDir: place.dataDir,
      databaseUrl: place.databaseUrl,
      env: { DEMO_DATA: 'no', LOG_LEVEL: 'error', NODE_OPTIONS: `--import ${preload}` },
    });
  let server = await start();
  let token = (await signInByHttp(server.url, 'editor')).access_token;
  const call = (route: Route, input: CallInput, key = 'read', more: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(server.url + urlOf(route, input), {
      method: route.method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        'if-match': '*',
        ...(route.method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      ...(route.method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
    });
  try {
    const cloned = await call(cloneVersion, { params: { databaseId: 'kill', versionId: place.versionId }, body: { Name: 'Branch' } }, 'clone');
    const theirs = cloneVersion.reply.parse(await cloned.json()).EditableDbVersionId;
    const ours = place.versionId;
    const names = async (): Promise<readonly unknown[]> => {
      const read = await call(readDocuments, { params: { versionId: ours }, query: { key: ['Stop/a', 'Stop/b'] } });
      const { Documents } = readDocuments.reply.parse(await read.json());
      return Documents.map(({ Doc }) => z.object({ Name: z.string() }).parse(Doc).Name);
    };
    // killed between commit and answer; then before, at, or after the commit, as it happens
    for (const [round, wait] of MOMENTS.entries()) {
      for (const stopId of ['a', 'b']) {
        const input: CallInput = { params: { versionId: theirs, field: 'name' }, body: { stopId, value: `${stopId}, round ${round}` } };
        expect((await call(routeOfEdit(editStopField), input, `edit-${round}-${stopId}`)).status).toBe(200);
      }
      const before = await names();
      const compared = await call(previewTakeOver, { params: { versionId: ours }, query: { from: theirs } });
      const { From, FromRev, Rev } = TakeOverPreview.parse(await compared.json());
      const input: CallInput = { params: { versionId: ours }, body: { From, FromRev, Rev, Decisions: [] } };
      const killed = call(takeOver, input, `take-${round}`, wait === undefined ? { 'x-test-kill': 'yes' } : {}).catch(() => undefined);
      if (wait !== undefined) await pause(wait);
      else await killed;
      await server.kill();
      await killed;
      server = await start();
      token = (await signInByHttp(server.url, 'editor')).access_token;
      const after = [`a, round ${round}`, `b, round ${round}`];
      expect(wait === undefined ? [after] : [before, after]).toContainEqual(await names());
      const again = await call(takeOver, input, `take-${round}`);
      expect(again.status).toBe(200);
      const made = TakenOver.parse(await again.json());
      expect([made.Rev, made.Documents, await names()]).toEqual([Rev + 1, 2, after]);
      const sets = ChangeHistory.parse(await (await call(listChangesets, { query: { databaseId: 'kill', dbVersionId: ours } })).json()).Sets;
      expect(sets.filter((set) => set.Rev > Rev)).toHaveLength(1);
      const undone = await call(revertChangeset, { params: { versionId: ours, rev: made.Rev }, body: {} }, `undo-${round}`);
      expect([undone.status, await names()]).toEqual([200, before]);
    }
  } finally {
    await server.stop();
    await place.remove();
  }
});
