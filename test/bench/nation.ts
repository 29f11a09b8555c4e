/**
 * `npm run bench -- nation [STOP_TIMES]`: a generated feed of that size (1,000,000), from the zip to an export of it, in one server on the
 * embedded database. Memory is that of the whole process: at most while it is imported, after it, and after a pause.
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
import { editStopField } from '../server/stopCalls.ts';

const EDITS = 40;
/** Seconds after which memory is looked at again. */
const IDLE = 30;

export async function run([asked = '1000000']: readonly string[] = []): Promise<Record<string, unknown>> {
  const stopTimes = Number(asked);
  const folder = mkdtempSync(join(tmpdir(), 'dmp-bench-nation-'));
  const product = await startTestProduct({ CALLS_PER_SECOND: '10000' }, { checks: true });
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

    const begins: number[] = [];
    let draft = 0;
    for (let n = 0; n < 5; n++) {
      const begun = await timed(() => product.call(beginEdit, { params: { databaseId: 'test', versionId } }));
      begins.push(begun.ms);
      draft = z.object({ EditableDbVersionId: z.number() }).parse(ok(begun.value).body).EditableDbVersionId;
    }
    say({ begin_edit_p95_ms: percentiles(begins).p95_ms });

    // The first edit of a draft waits until the thread has read it.
    const edits: number[] = [];
    const rechecks: number[] = [];
    for (let n = 0; n < EDITS; n++) {
      const call = { params: { versionId: draft, field: 'name' }, body: { stopId: `S${n * 7}`, value: `Edited  ${n}` } } as const;
      const edited = await timed(() => product.call(editStopField, call, { ifMatch: '*' }));
      ok(edited.value);
      const again = await timed(() => checked(draft, n + 1));
      if (n === 0) say({ draft_read_s: seconds(again.ms) });
      else {
        edits.push(edited.ms);
        rechecks.push(again.ms);
      }
    }
    say({ edit_p95_ms: percentiles(edits).p95_ms, recheck_p50_ms: percentiles(rechecks).p50_ms, recheck_p95_ms: percentiles(rechecks).p95_ms });

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
