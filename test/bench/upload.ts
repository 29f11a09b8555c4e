/**
 * `npm run bench -- upload [MB]`: a feed file of 150 MB to a fresh server on the embedded database, over HTTP to the answer,
 * then the same file again, then the same feed written otherwise (its bytes differ, its documents do not).
 */
import { execFileSync } from 'node:child_process';
import { createReadStream, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { networkDocuments } from '../../server/feed/demo/network.ts';
import { MEMBERS } from '../../server/feed/json/format.ts';
import { openStore } from '../../server/store/openStore.ts';
import { startProduct, type RunningServer } from '../drivers/server.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';

const root = join(import.meta.dirname, '../..');

/** Measures all three. Memory is the highest of the server's process with all its threads; MB are 10^6 bytes. */
export async function run(args: string[]): Promise<Record<string, unknown>> {
  const megabytes = Number(args[0] ?? 150);
  execFileSync(process.execPath, ['tools/build.mjs', 'server', '--if-changed'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const folder = mkdtempSync(join(tmpdir(), 'dmp-bench-upload-'));
  const dataDir = join(folder, 'data');
  let server: RunningServer | undefined;
  try {
    const file = join(folder, 'feed.json');
    const documents = writeNation(file, megabytes * 1e6);
    const again = join(folder, 'again.json');
    writeFileSync(again, readFileSync(file, 'latin1').replaceAll('\n', '\n '), 'latin1');
    const size = statSync(file).size;
    console.error(`${(size / 1e6).toFixed(1)} MB, ${documents} documents`);
    const store = await openStore({ dataDir });
    await store.createRegion({
      Key: 'Bench',
      Name: 'Bench',
      CountryCode: 'DE',
      LanguageCode: 'en',
      Timezone: 'Europe/Berlin',
      Currency: 'EUR',
      Bounds: null,
    });
    await store.createDatabase({ Id: 'bench', Name: 'Bench', RegionKey: 'Bench' });
    await store.close();
    server = await startProduct({ dataDir, env: { DEMO_DATA: 'no', LOG_LEVEL: 'error' } });
    const pid = z.object({ pid: z.number() }).parse(JSON.parse(readFileSync(join(dataDir, 'in-use.lock'), 'utf8'))).pid;
    const { access_token: token } = await signInByHttp(server.url, 'editor');
    const measured: { seconds: number; cpu: number; grown: number }[] = [];
    for (const [name, path] of [
      ['first', file],
      ['second', file],
      ['written otherwise', again],
    ] as const) {
      const [sizeBefore, cpuBefore, begun] = [diskOf(dataDir), cpuOf(pid), performance.now()];
      await upload(server.url, token, name, path);
      const [seconds, cpu] = [(performance.now() - begun) / 1000, cpuOf(pid) - cpuBefore];
      // The store tidies up two seconds after a bulk load.
      await settled(pid);
      measured.push({ seconds, cpu, grown: (diskOf(dataDir) - sizeBefore) / 1e6 });
      console.error(
        `${name}: ${seconds.toFixed(2)} s, ${cpu.toFixed(2)} s of processors, ${measured.at(-1)?.grown.toFixed(2)} MB more, at most ${memoryOf(pid).toFixed(0)} MB of memory`,
      );
    }
    const [first, second, otherwise] = measured;
    if (!first || !second || !otherwise) throw new Error('Not measured');
    return {
      value: round2(size / 1e6 / first.seconds),
      unit: 'MB/s',
      mb_per_s: round2(size / 1e6 / first.seconds),
      peak_mb: Math.round(memoryOf(pid)),
      second_ratio: round2(second.seconds / first.seconds),
      growth_mb: round2(second.grown),
      otherwise_ratio: round2(otherwise.seconds / first.seconds),
      otherwise_growth_mb: round2(otherwise.grown),
      seconds: round2(first.seconds),
      cpu_s: round2(first.cpu),
      first_growth_mb: round2(first.grown),
      file_mb: round2(size / 1e6),
      documents,
      n: 1,
    };
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A country of towns with buses every few minutes: writes its feed file of about so many bytes, answers its number of documents. */
function writeNation(path: string, bytes: number): number {
  const members = new Map([...MEMBERS.keys()].map((member) => [member, new Array<string>()]));
  const memberOf = new Map([...MEMBERS].map(([member, kind]) => [kind as string, member]));
  let size = 0;
  let documents = 0;
  for (let town = 0; size < bytes; town++) {
    const schedules = new Map<string, { Tracks: Map<string, { Timetables: unknown[] }> }>();
    for (const { kind, doc } of networkDocuments({ stops: 400, seed: town, faults: false })) {
      if (town > 0 && (kind === 'Feed' || kind === 'Attribution')) continue;
      documents++;
      if (kind === 'Schedule') schedules.set(doc.Id, Object.assign(own(doc, town), { Tracks: new Map() }));
      else if (kind === 'Track') {
        const { ScheduleId, ...rest } = doc;
        schedules.get(ScheduleId)?.Tracks.set(doc.Id, Object.assign(own(rest, town), { Timetables: [] }));
      } else if (kind === 'Timetable') {
        const { ScheduleId, TrackId, ...rest } = doc;
        schedules.get(ScheduleId)?.Tracks.get(TrackId)?.Timetables.push(own(rest, town));
      } else {
        const text = JSON.stringify(own(doc, town));
        size += text.length + 2;
        members.get(memberOf.get(kind) ?? '')?.push(text);
      }
    }
    for (const schedule of schedules.values()) {
      const text = JSON.stringify({ ...schedule, Tracks: [...schedule.Tracks.values()] });
      size += text.length + 2;
      members.get('Schedules')?.push(text);
    }
  }
  const arrays = [...members].map(([member, texts]) => `"${member}":[\n${texts.join(',\n')}\n]`);
  writeFileSync(path, `{"FormatVersion":1,\n${arrays.join(',\n')}}\n`);
  return documents;
}

/** The same with ids that no other town has. */
function own<T extends object>(doc: T, town: number): T {
  return JSON.parse(JSON.stringify(doc), (key, value: unknown) =>
    typeof value === 'string' && /Id(From|To)?$/.test(key) ? `T${town}:${value}` : value,
  ) as T;
}

async function upload(url: string, token: string, name: string, path: string): Promise<void> {
  const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const call = request(`${url}/storage/ui/db/bench/source/${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': name.replaceAll(' ', '-'), 'content-length': statSync(path).size },
    });
    call.on('error', reject);
    call.on('response', (response) => {
      let body = '';
      response.on('data', (part: Buffer) => (body += part.toString()));
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(call);
  });
  if (answer.status !== 200) throw new Error(`The upload was answered ${answer.status}: ${answer.body.slice(0, 500)}`);
}

/** Waits until the process rests: less than a twentieth of a processor over two seconds, after the pause before the tidying. */
async function settled(pid: number): Promise<void> {
  await pause(3000);
  for (let tries = 0; tries < 60; tries++) {
    const before = cpuOf(pid);
    await pause(2000);
    if (cpuOf(pid) - before < 0.1) return;
  }
}

/** Bytes of everything in the data folder but the write-ahead log, whose files are used again. */
function diskOf(folder: string): number {
  let sum = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && !entry.parentPath.includes('pg_wal'))
      sum += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return sum;
}

/** Seconds of processors that a process has used; the kernel counts in hundredths. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function memoryOf(pid: number): number {
  return (Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6;
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
