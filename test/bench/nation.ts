/**
 * `npm run bench -- nation [STOP_TIMES]`: a generated feed of that size (1,000,000), from the zip to an export of it, in one server on the
 * embedded database. Memory is that of the whole process: at most while it is imported, after it, and after a pause. More than 40 million
 * need `VALIDATION_MEMORY_MB` (decision 0178).
 */
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { exportGtfs } from '../../server/feed/exportFeed.ts';
import { importFeed } from '../../server/feed/importFeed.ts';
import { writeEdit } from '../../server/store/edits.ts';
import { readDiff } from '../../src/contract/comparer.ts';
import { readSchedule } from '../../src/contract/schedules.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import type { Entity } from '../../src/domain/entities.ts';
import { writeNationFeed } from '../builders/nationFeed.ts';
import { percentiles } from '../server/bigVersion.ts';
import { startTestProduct } from '../server/product.ts';
import { editStopCoordinate, editStopField } from '../server/stopCalls.ts';

const EDITS = 40;
/** Seconds after which memory is looked at again. */
const IDLE = 30;

export async function run([asked = '1000000']: readonly string[] = []): Promise<Record<string, unknown>> {
  const stopTimes = Number(asked);
  const folder = mkdtempSync(join(tmpdir(), 'dmp-bench-nation-'));
  const memoryMb = process.env['VALIDATION_MEMORY_MB'];
  const product = await startTestProduct(
    { CALLS_PER_SECOND: '10000', ...(memoryMb === undefined ? {} : { VALIDATION_MEMORY_MB: memoryMb }) },
    { checks: true },
  );
  const { store, told } = product;
  const result: Record<string, unknown> = { stop_times: stopTimes, load: loadavg().map(Math.round).join(' ') };
  const say = (more: Record<string, unknown>): void => {
    Object.assign(result, more);
    console.error(more);
  };
  /** Until the findings of a version are known up to a revision. */
  const checked = async (versionId: number, rev: number): Promise<void> => {
    for (let waited = 0; waited < 3_600_000; waited += 5) {
      if (told.some(({ target, message }) => target === 'findingsChanged' && message.VersionId === versionId && message.Rev >= rev)) return;
      await pause(5);
    }
    throw new Error(`Version ${versionId} was not checked up to ${rev}`);
  };
  const ok = <T extends { status: number; text: string }>(answer: T): T => {
    if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text.slice(0, 200)}`);
    return answer;
  };
  try {
    const file = join(folder, 'feed.zip');
    await writeNationFeed(file, { stopTimes });
    say({ zip_mb: megabytes(statSync(file).size), before_mb: memory('VmRSS') });

    const imported = await timed(() => importFeed({ file, databaseId: 'test', name: 'nation', author: 'bench', store }));
    const { versionId } = imported.value;
    say({ import_s: seconds(imported.ms), import_peak_mb: memory('VmHWM'), imported_mb: memory('VmRSS') });
    await pause(IDLE * 1000);
    say({ idle_mb: memory('VmRSS') });

    product.app.validator.ensure(versionId);
    const full = await timed(() => checked(versionId, 0));
    say({ validate_s: seconds(full.ms), validated_mb: memory('VmRSS'), peak_mb: memory('VmHWM') });

    const begin = async (): Promise<{ readonly ms: number; readonly draft: number }> => {
      const { ms, value } = await timed(() => product.call(beginEdit, { params: { databaseId: 'test', versionId } }));
      return { ms, draft: z.object({ EditableDbVersionId: z.number() }).parse(ok(value).body).EditableDbVersionId };
    };
    const { ms: begun, draft } = await begin();
    say({ begin_edit_ms: Math.round(begun) });

    let rev = 0;
    const edits: number[] = [];
    /** Milliseconds from the answer to an edit until the version is checked again. */
    const recheckOf = async (edit: () => Promise<{ status: number; text: string }>): Promise<number> => {
      const edited = await timed(edit);
      ok(edited.value);
      edits.push(edited.ms);
      rev++;
      return (await timed(() => checked(draft, rev))).ms;
    };
    const rename = (n: number) => {
      const call = { params: { versionId: draft, field: 'name' }, body: { stopId: `S${n * 7}`, value: `Edited  ${n}` } } as const;
      return recheckOf(() => product.call(editStopField, call, { ifMatch: '*' }));
    };
    const move = async (n: number) => {
      const stop = await store.getEntity(draft, 'Stop', `S${n * 7}`);
      const place = stop?.doc.Coordinate ?? { Lat: 0, Lng: 0 };
      const call = { params: { versionId: draft }, body: { stopId: `S${n * 7}`, coordinate: { Lat: place.Lat + 0.001, Lng: place.Lng } } };
      return recheckOf(() => product.call(editStopCoordinate, call, { ifMatch: '*' }));
    };
    say({ draft_first_s: seconds(await rename(0)) });
    const [renames, moves]: [number[], number[]] = [[], []];
    for (let n = 1; n < EDITS; n++) renames.push(await rename(n));
    for (let n = 1; n < EDITS; n++) moves.push(await move(n));
    const [renamed, moved] = [percentiles(renames), percentiles(moves)];
    say({ edit_p95_ms: percentiles(edits).p95_ms, recheck_p50_ms: renamed.p50_ms, recheck_p95_ms: renamed.p95_ms });
    say({ moved_p50_ms: moved.p50_ms, moved_p95_ms: moved.p95_ms });

    const schedules: string[] = [];
    for await (const { Id } of store.readEntities(versionId, 'Schedule')) if (schedules.push(Id) >= 30) break;
    const tracks: number[] = [];
    for (const scheduleId of schedules) {
      const read = await timed(() => product.call(readSchedule, { params: { versionId: draft, scheduleId } }));
      ok(read.value);
      tracks.push(read.ms);
    }
    say({ schedule_p95_ms: percentiles(tracks).p95_ms });

    const stops: Entity<'Stop'>[] = [];
    for await (const stop of store.readEntities(versionId, 'Stop')) if (stops.push(stop) >= Math.ceil(stopTimes / 10_000)) break;
    await store.sql.db.transaction().execute((tx) =>
      writeEdit(
        tx,
        draft,
        { author: 'bench', subject: 'bench', call: 'bench', commandId: null },
        stops.map((stop) => ({ kind: 'Stop', id: stop.Id, before: null, doc: { ...stop, Name: `${stop.Name} (new)` } })),
      ),
    );
    const compared = await timed(() => product.call(readDiff, { query: { a: versionId, b: draft } }));
    ok(compared.value);
    say({ diff_s: seconds(compared.ms), diff_stops: stops.length });

    const out = join(folder, 'out.zip');
    const exported = await timed(() => exportGtfs(store, versionId, createWriteStream(out)));
    say({ export_s: seconds(exported.ms), export_mb: megabytes(statSync(out).size), end_mb: memory('VmRSS'), peak_mb: memory('VmHWM') });
    return { value: result['import_s'], unit: 's', ...result };
  } finally {
    await product.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly value: T }> {
  const begun = performance.now();
  const value = await work();
  return { ms: performance.now() - begun, value };
}

/** Megabytes of this process, now or at most. */
function memory(key: 'VmRSS' | 'VmHWM'): number {
  return Math.round(Number(new RegExp(`${key}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) * 1.024e-3);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}

function seconds(ms: number): number {
  return Math.round(ms / 10) / 100;
}
