/**
 * `npm run bench -- validate FILE.zip`: a full check of an imported feed, and after that the check of single edits of a draft
 * of it, from the commit to the message that tells what changed. Peak memory is that of this process, store and thread included.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { LiveMessage } from '../../server/live/live.ts';
import { writeEdit } from '../../server/store/edits.ts';
import { readEntity } from '../../server/store/entities.ts';
import { openStore, type OpenedStore } from '../../server/store/openStore.ts';
import { cloneVersion } from '../../server/store/versions.ts';
import { createValidator } from '../../server/validation/validator.ts';
import type { Entity } from '../../src/domain/entities.ts';

const root = join(import.meta.dirname, '../..');
/** Single edits of each kind; the medians are told. */
const EDITS = 15;

export async function run(args: string[]): Promise<Record<string, unknown>> {
  const file = resolve(args[0] ?? join(root, '../shared/feeds/hart_2020.zip'));
  if (!existsSync(file)) throw new Error(`There is no ${file}: npm run bench -- validate FILE.zip`);
  const dataDir = mkdtempSync(join(tmpdir(), 'dmp-bench-validate-'));
  try {
    execFileSync(process.execPath, ['tools/command.mjs', 'feed/importCommand', file, '--database', 'bench'], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const store = await openStore({ dataDir });
    try {
      return { ...(await measure(store)), file: basename(file) };
    } finally {
      await store.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(store: OpenedStore): Promise<Record<string, unknown>> {
  const [version] = await store.listVersions('bench');
  if (!version) throw new Error('The feed was not imported');
  let heard: (message: LiveMessage) => void = () => undefined;
  const failed: unknown[] = [];
  const validator = createValidator({
    engine: store.sql,
    live: { publish: (message) => Promise.resolve(heard(message)) },
    warn: (message, error) => failed.push(message, error),
  });
  const told = (rev: number): Promise<void> =>
    new Promise((done, refuse) => {
      const late = setTimeout(() => refuse(new Error(`No answer in 120 s ${String(failed)}`)), 120_000);
      heard = (message) => {
        if (message.target !== 'findingsChanged' || message.message.Rev < rev) return;
        clearTimeout(late);
        done();
      };
    });
  try {
    let begun = performance.now();
    let waiting = told(0);
    validator.ensure(version.Id);
    await waiting;
    const full = (performance.now() - begun) / 1000;
    const found = await validator.book(version.Id);
    let cases = 0;
    for (const rule of found?.book.rules() ?? []) for (const { count } of found?.book.subjects(rule) ?? []) cases += count;
    console.error(`full check: ${full.toFixed(2)} s, ${cases} cases`);

    const draft = (await cloneVersion(store.sql.db, version.Id, { name: 'draft', author: 'bench' })).Id;
    const uses = new Map<string, number>();
    for await (const track of store.readEntities(draft, 'Track'))
      for (const id of new Set(track.Stops.map(({ StopId }) => StopId))) uses.set(id, (uses.get(id) ?? 0) + 1);
    const byUse = [...uses].toSorted(([, a], [, b]) => a - b);
    const [usual, busiest] = [byUse[Math.floor(byUse.length / 2)], byUse.at(-1)];
    if (!usual || !busiest) throw new Error('No track of the feed has a stop');
    let rev = 0;
    const edit = async (stopId: string, change: (stop: Entity<'Stop'>, n: number) => Entity<'Stop'>): Promise<number> => {
      const times: number[] = [];
      for (let n = 0; n < EDITS; n++) {
        const stop = await readEntity(store.sql.db, draft, 'Stop', stopId);
        if (!stop) throw new Error(`There is no stop ${stopId}`);
        rev = await store.sql.db
          .transaction()
          .execute((tx) =>
            writeEdit(tx, draft, { author: 'bench', subject: 'bench', call: 'bench', commandId: null }, [
              { kind: 'Stop', id: stopId, before: stop.bid, doc: change(stop.doc, n) },
            ]),
          );
        waiting = told(rev);
        begun = performance.now();
        validator.ensure(draft);
        await waiting;
        times.push(performance.now() - begun);
      }
      return times.toSorted((a, b) => a - b)[Math.floor(EDITS / 2)] ?? 0;
    };
    // The first edit of a draft reads it into the thread; begun drafts are read ahead.
    const editMs = await edit(usual[0], (stop, n) => ({ ...stop, Name: `Edited ${n}` }));
    const busyMs = await edit(busiest[0], (stop, n) => ({
      ...stop,
      Coordinate: stop.Coordinate && { ...stop.Coordinate, Lat: stop.Coordinate.Lat + 0.00001 * n },
    }));
    return {
      value: round(full),
      unit: 's',
      full_s: round(full),
      edit_ms: round(editMs),
      busy_stop_ms: round(busyMs),
      busy_stop_tracks: busiest[1],
      peak_mb: Math.round(peakBytes() / 1e6),
      cases,
      n: EDITS,
    };
  } finally {
    await validator.stop();
  }
}

function peakBytes(): number {
  const kb = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kb ?? 0) * 1024;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
