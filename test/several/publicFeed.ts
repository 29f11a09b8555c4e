/** A public feed and an alert on two servers: what one of them switches, publishes or withdraws, the other serves. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import realtime from 'gtfs-realtime-bindings';
import { expect } from 'vitest';
import { z } from 'zod';
import { PublicFeed } from '../../src/domain/publicFeeds.ts';
import type { AlertContent } from '../../src/domain/serviceAlerts.ts';
import { type Visitor, visit } from '../drivers/several.ts';

const FEEDS = '/exports/ui/exports/feeds';
const ALERT: AlertContent = {
  cause: 'CONSTRUCTION',
  effect: 'DETOUR',
  severity: 'WARNING',
  texts: [{ language: 'en', header: 'Works', description: '', url: '', ttsHeader: '', ttsDescription: '' }],
  periods: [],
  entities: [{ kind: 'stop', stop: 'V0133A' }],
};

/** Publishes, switches, rolls back and withdraws a feed with an alert, each at one server, and compares what both serve. */
export async function publishOnBoth(urls: readonly [string, string], token: string): Promise<void> {
  const [first, second] = await Promise.all(urls.map((url) => visit(url, token)));
  if (first === undefined || second === undefined) throw new Error('There are no two servers');
  const served = async (n: 0 | 1, file: string): Promise<string> => {
    const answer = await fetch(`${urls[n]}/feeds/city/${file}`);
    return answer.status === 200
      ? createHash('sha256')
          .update(new Uint8Array(await answer.arrayBuffer()))
          .digest('hex')
      : String(answer.status);
  };
  const feed = async (): Promise<PublicFeed> => {
    const [only] = z.object({ feeds: z.array(PublicFeed) }).parse(await (await first.call(FEEDS)).json()).feeds;
    if (only === undefined) throw new Error('There is no feed');
    return only;
  };
  const zips = [await zipOf(first), await zipOf(second, true)];

  await write(first, 'POST', FEEDS, { slug: 'city', license: '', contact: '', taskRunId: zips[0], at: null });
  const isServed = async (): Promise<unknown> => {
    const { current, trouble, next } = await feed();
    return current === null ? { trouble, next } : 'served';
  };
  await expect.poll(isServed, { timeout: 60_000 }).toBe('served');
  await expect.poll(() => served(1, 'gtfs.zip')).toMatch(/^[0-9a-f]{64}$/);
  const old = await served(1, 'gtfs.zip');
  expect(await served(0, 'gtfs.zip')).toBe(old);

  const { id, rev, current: before } = await feed();
  await write(second, 'POST', `${FEEDS}/${id}/releases`, { taskRunId: zips[1], at: null }, rev);
  await expect.poll(() => served(0, 'gtfs.zip'), { timeout: 60_000 }).not.toBe(old);
  const next = await served(0, 'gtfs.zip');
  await expect.poll(() => served(1, 'gtfs.zip')).toBe(next);

  await write(first, 'POST', `${FEEDS}/${id}/switch`, { release: before, at: null }, (await feed()).rev);
  expect(await served(0, 'gtfs.zip')).toBe(old);
  await expect.poll(() => served(1, 'gtfs.zip')).toBe(old);

  const headers = async (n: 0 | 1): Promise<(string | undefined)[]> => {
    const answer = await fetch(`${urls[n]}/feeds/city/alerts.pb`);
    const message = realtime.transit_realtime.FeedMessage.decode(new Uint8Array(await answer.arrayBuffer()));
    return message.entity.map(({ alert }) => alert?.headerText?.translation?.[0]?.text);
  };
  const alert = z.looseObject({ id: z.int(), rev: z.int() }).parse(await write(first, 'POST', `${FEEDS}/${id}/alerts`, ALERT));
  await write(second, 'POST', `${FEEDS}/${id}/alerts/${alert.id}/publish`, {}, alert.rev);
  expect(await headers(1)).toEqual(['Works']);
  await expect.poll(() => headers(0)).toEqual(['Works']);

  await write(second, 'POST', `${FEEDS}/${id}/withdraw`, {}, (await feed()).rev);
  expect(await served(1, 'gtfs.zip')).toBe('410');
  await expect.poll(() => served(0, 'gtfs.zip')).toBe('410');
}

async function write(visitor: Visitor, method: string, path: string, body: unknown, rev?: number): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...(rev === undefined ? {} : { 'if-match': `"${rev}"` }) };
  const answer = await visitor.call(path, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** The run of a task that has made a zip of the newest version; with `extensions` it is another zip. */
async function zipOf(visitor: Visitor, extensions = false): Promise<number> {
  const task = { name: 'zip', original_name: 'export-gtfs', s3_url: 'builtin:export-gtfs', task_type: 3, input_version_id: null, notes: '' };
  const begun = await write(visitor, 'POST', '/scheduler/ui/tasks/run', { ...task, db_id: 'velmar', command: { file_name: 'city', extensions } });
  const { task_run_id: id } = z.looseObject({ task_run_id: z.int() }).parse(begun);
  const Run = z.looseObject({ run: z.looseObject({ last_result: z.looseObject({ type: z.int() }) }) });
  for (let waited = 0; waited < 60_000; waited += 100) {
    const { run } = Run.parse(await (await visitor.call(`/scheduler/ui/logs/${id}`)).json());
    if (run.last_result.type === 2) return id;
    if (run.last_result.type === 3) throw new Error('The zip could not be made');
    await pause(100);
  }
  throw new Error('The zip was not made');
}
