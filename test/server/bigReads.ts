/** Makes every GET of the contract about a version of the size asked for, and says what each took in time, memory and patience of others. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { routeCatalogue } from '../../src/contract/catalogue.ts';
import { RECORD_KINDS } from '../../src/domain/model/records.ts';
import { NETWORK_ZOOMS } from '../../src/domain/mapOverlays.ts';
import { importFeed } from '../../server/feed/importFeed.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import type { Store } from '../../server/store/store.ts';
import { writeNationFeed } from '../builders/nationFeed.ts';
import { accessRowOf } from './accessTable.ts';
import { startTestProduct } from './product.ts';
import { editStopField } from './stopCalls.ts';

/** What a call took. */
export interface ReadCost {
  readonly call: string;
  /** Of the last answer; one that is being prepared (503) is asked for again. */
  readonly status: number;
  readonly tries: number;
  /** Milliseconds to the end of the slowest answer; to its beginning where it is a file. */
  readonly ms: number;
  /** Megabytes of memory of this process above what there was before, at the highest; without garbage where there was so much that it was collected. */
  readonly megabytes: number;
  /** Milliseconds of the slowest small read meanwhile. */
  readonly othersMs: number;
  readonly bytes: number;
}

/** Imports a feed and makes the calls one after the other. */
export async function costsOfReads(stopTimes: number, only?: RegExp): Promise<ReadCost[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dmp-big-reads-'));
  const product = await startTestProduct({ CALLS_PER_SECOND: '10000' });
  try {
    const file = join(folder, 'feed.zip');
    await writeNationFeed(file, { stopTimes });
    const { versionId } = await importFeed({ file, databaseId: 'test', name: 'big', author: 'test', store: product.store });
    const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId } });
    const draft = z.object({ EditableDbVersionId: z.number() }).parse(begun.body).EditableDbVersionId;
    const edited = { params: { versionId: draft, field: 'name' }, body: { stopId: 'S1', value: 'Another' } } as const;
    await product.call(editStopField, edited, { ifMatch: 0 });
    const url = await product.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: `Bearer ${await product.token('editor')}` };
    const names: Readonly<Record<string, string>> = {
      version: String(draft),
      versionId: String(draft),
      region: 'testland',
      database: 'test',
      databaseId: 'test',
      scheduleId: await firstSchedule(product.store, versionId),
      set: '1',
      change: '1',
      kind: Object.keys(RECORD_KINDS)[0] ?? '',
      entity: 'Stop',
      entityId: 'S1',
      date: DATE,
    };
    // The gazetteer is read once, when a place is looked for first, and is of no version.
    await (await fetch(`${url}/storage/ui/locations/autocomplete?name=ams`, { headers })).arrayBuffer();
    const costs: ReadCost[] = [];
    for (const call of readsOf(names, String(versionId))) {
      if (only !== undefined && !only.test(call.path)) continue;
      costs.push(await costOf(call, url, headers, draft));
    }
    return costs;
  } finally {
    await product.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function firstSchedule(store: Store, versionId: number): Promise<string> {
  for await (const { Id } of store.readEntities(versionId, 'Schedule')) return Id;
  return '';
}

interface Read {
  readonly path: string;
  readonly streams: boolean;
}

/** The reads, with what each needs: queries are those of the table of access, and of the sizes a map or a list asks for. */
function readsOf(names: Readonly<Record<string, string>>, base: string): Read[] {
  return routeCatalogue
    .filter(({ method }) => method === 'GET')
    .flatMap(({ path, streams }) => {
      const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => names[name] ?? '1');
      const query = (accessRowOf('GET', path)?.query ?? '').replaceAll(/\$(\w+)/g, (_, name: string) => names[name] ?? '1');
      const further = FURTHER[path.slice(path.lastIndexOf('/version/') + 1)] ?? [''];
      const compared = query.replace(/a=\d+/, `a=${base}`);
      return further.map((more) => ({ path: filled + (compared === '' ? more : compared), streams: streams === 'reply' }));
    });
}

/** A date on which trips of the feed run. */
const DATE = '2026-03-04';

/** Queries of calls that are refused without one. */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  'version/:versionId/tracks/overlay': NETWORK_ZOOMS.map((zoom) => `?zoom=${zoom}`),
  'version/:versionId/stops/details/v2': ['?stopIds=S1|S2|S3'],
  'version/:versionId/stops/users': ['?stopId=S1&into=S2'],
  'version/:versionId/transfers/between': ['?stopIdFrom=S0&stopIdTo=S1'],
  'version/:versionId/pathways/details': ['?ids=1'],
  'version/:versionId/edits': ['?since=0'],
  'version/:versionId/documents': ['?kind=Stop&limit=100', '?kind=Timetable&limit=100'],
  'version/:versionId/journeys': [`?from=S1&to=S60&date=${DATE}&time=28800&span=3600`],
  'version/:versionId/journeys/reach': [`?from=S1&date=${DATE}&time=28800&minutes=60`],
  'version/:versionId/journeys/broken': [`?date=${DATE}&minutes=10&since=0`],
  'version/:versionId/driven-times': [`?schedule=R0_20260105&from=${DATE}&to=${DATE}`],
  'version/:versionId/schedules': ['', '?tripIds=7-7&match=Exact', '?departures=08:00'],
};

async function costOf({ path, streams }: Read, url: string, headers: Record<string, string>, versionId: number): Promise<ReadCost> {
  collectGarbage();
  const before = used();
  let highest = before;
  let live = 0;
  let othersMs = 0;
  let running = true;
  const collections = new PerformanceObserver((list) => {
    if (list.getEntries().some((entry) => Reflect.get(Object(Reflect.get(entry, 'detail')), 'kind') === constants.NODE_PERFORMANCE_GC_MAJOR))
      live = Math.max(live, used());
  });
  collections.observe({ entryTypes: ['gc'] });
  const watching = (async () => {
    while (running) {
      highest = Math.max(highest, used());
      await pause(5);
    }
  })();
  const others = (async () => {
    while (running) {
      const began = performance.now();
      await (await fetch(`${url}/storage/ui/db/version/${versionId}/edits?since=0`, { headers })).arrayBuffer();
      othersMs = Math.max(othersMs, performance.now() - began);
      await pause(20);
    }
  })();
  await pause(60);
  othersMs = 0;
  let [status, ms, bytes, tries] = [0, 0, 0, 0];
  do {
    if (tries > 0) await pause(1000);
    const began = performance.now();
    const answer = await fetch(url + path, { headers });
    status = answer.status;
    const first = performance.now() - began;
    bytes = 0;
    for await (const part of answer.body ?? []) bytes += part.length;
    ms = Math.max(ms, streams ? first : performance.now() - began);
    tries += 1;
  } while (status === 503 && tries < MOST_TRIES);
  running = false;
  await Promise.all([watching, others]);
  collections.disconnect();
  return {
    call: path,
    status,
    tries,
    ms: Math.round(ms),
    megabytes: Math.round(((live === 0 ? highest : live) - before) / 1e6),
    othersMs: Math.round(othersMs),
    bytes,
  };
}

/** An answer that is prepared is there after so many calls a second apart. */
const MOST_TRIES = 60;

function used(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

v8.setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
