/** Uploads that mean no good, sent over HTTP to a server in a process of its own. */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Chance } from '../../server/feed/demo/chance.ts';
import { openStore } from '../../server/store/openStore.ts';
import { canonicalJson } from '../../server/store/prepare.ts';
import { damage, everyField, readFile } from '../builders/feedFile.ts';
import { startProduct, type RunningServer } from '../drivers/server.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';
import { newPlace, type Place } from './command.ts';
import { leftovers, NOTHING_LEFT } from './leftovers.ts';
import { regionDoc } from './smallFeed.ts';

/** A few on every run, more with DMP_LONG; `DMP_TEST_DAMAGED=2000 npx vitest run --project server test/server/uploadFuzz.test.ts` for the long one. */
const DAMAGED = Number(process.env['DMP_TEST_DAMAGED'] ?? (process.env['DMP_LONG'] === undefined ? 15 : 200));
/** DMP_FUZZ_SEED repeats a run. */
const SEED = Number(process.env['DMP_FUZZ_SEED'] ?? Math.floor(Math.random() * 1e9));

let place: Place;
let server: RunningServer;
beforeAll(async () => {
  place = await newPlace('upload-fuzz');
  const store = await openStore(place);
  await store.createRegion(regionDoc('k', 'K'));
  await store.createDatabase({ Id: 'fuzz', Name: 'Fuzz', RegionKey: 'k' });
  await store.close();
  server = await startProduct({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, env: { DEMO_DATA: 'no', LOG_LEVEL: 'error' } });
});
afterAll(async () => {
  await server.stop();
  await place.remove();
});

test.runIf(process.env['DMP_TEST_HUGE'] !== undefined)(
  'a file of more than 2 GB is refused, packed or not, leaves nothing behind and takes little memory',
  { timeout: 900_000 },
  async () => {
    const memory = (): number =>
      existsSync('/proc/self/status') ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'latin1'))?.[1]) / 1000 : 0;
    const small = await send('small', [Buffer.from(JSON.stringify(everyField()))]);
    expect(small.status).toBe(200);
    const before = memory();
    const stops = Buffer.from(Array.from({ length: 10_000 }, (_, i) => `{"Id":"${i * 7919}","Name":"Stop ${i}"},`).join(''));
    // One file may be packed in several parts, one after the other.
    const [packed, blank] = [gzipSync(stops), gzipSync(Buffer.alloc(10_000_000, ' '))];
    const tooLarge = { status: 413, body: { errors: [{ message: 'The file is larger than 2000 MB.' }], code: 'too_large' } };
    expect(await send('plain', again(stops, 2.1e9))).toEqual(tooLarge);
    expect(stops.length / packed.length).toBeLessThan(100);
    expect(await send('packed', again(packed, (2.1e9 / stops.length) * packed.length))).toEqual(tooLarge);
    expect(await send('bomb', again(blank, 2.1e6))).toEqual({
      status: 400,
      body: [{ Field: '', Message: 'The file unpacks to more than 200 times its size' }],
    });
    expect(uploadsFolder()).toEqual([]);
    expect((await send('small again', [Buffer.from(JSON.stringify(everyField()))])).status).toBe(200);
    console.log(`memory: at most ${Math.round(before)} MB before, ${Math.round(memory())} MB in all`);
    expect(memory() - before).toBeLessThan(400);
  },
);

test(
  `a damaged feed file is refused with the places of its faults or becomes a whole version: ${DAMAGED} files (seed ${SEED})`,
  { timeout: 60_000 + DAMAGED * 2000 },
  async () => {
    const chance = new Chance(SEED);
    const good = Buffer.from(JSON.stringify(everyField(), null, 1));
    const goods = [
      good,
      Buffer.from(
        JSON.stringify({
          ...everyField(),
          Stops: Array.from({ length: 30 }, (_, i) => ({
            Id: i === 0 ? 'x' : `stop ${i}`,
            Name: `Stop ${i} in the Street of the Long Names`,
            Type: 0,
            Coordinate: { Lat: 1, Lng: 2 },
            WheelchairBoarding: 0,
          })),
        }),
      ),
    ];
    let taken = 0;
    for (let round = 0; round < DAMAGED; round++) {
      const how = chance.next();
      const whole = chance.pick(goods);
      const file = how < 0.1 ? damage(gzipSync(whole), chance) : damage(whole, chance);
      const { status, body } = await send(`round ${round}`, [how < 0.2 && how >= 0.1 ? gzipSync(file) : file]);
      const what = `round ${round}: ${status} ${JSON.stringify(body).slice(0, 500)}`;
      if (status === 200) {
        taken++;
        const { DbVersionId } = Done.parse(body);
        const given = await fetch(`${server.url}/storage/ui/db/fuzz/versions/${DbVersionId}/download`, {
          headers: { authorization: `Bearer ${await token()}` },
        });
        expect(inOrder(await readFile(gunzipSync(Buffer.from(await given.arrayBuffer())))), what).toEqual(
          inOrder(await readFile(how < 0.1 ? gunzipSync(file) : file)),
        );
      } else {
        expect(status, what).toBe(400);
        const faults = Faults.parse(body);
        expect(faults.length, what).toBeGreaterThan(0);
        for (const { Field, Message } of faults) expect(Field !== '' || /byte \d+|cannot be unpacked/.test(Message), what).toBe(true);
      }
    }
    expect((await send('good', [good])).status).toBe(200);
    expect(uploadsFolder()).toEqual([]);
    await server.stop();
    const store = await openStore(place);
    const versions = await store.listVersions('fuzz');
    expect(versions.every(({ Completed }) => Completed)).toBe(true);
    expect(versions.filter(({ Version }) => Version.startsWith('round'))).toHaveLength(taken);
    expect(await leftovers(store)).toEqual(NOTHING_LEFT);
    await store.close();
    console.log(`${taken} of ${DAMAGED} damaged files were feeds all the same`);
  },
);

const Done = z.object({ DbVersionId: z.number() });
const Faults = z.array(z.object({ Field: z.string(), Message: z.string().min(6).max(700) }));

/** Sends a file as it comes, its size not said, until all of it is sent or the server has answered. */
async function send(name: string, parts: Iterable<Buffer>): Promise<{ status: number; body: unknown }> {
  const call = request(`${server.url}/storage/ui/db/fuzz/source/${encodeURIComponent(name)}`, {
    method: 'POST',
    // A connection of its own: one whose file was not read to its end is good for nothing more.
    agent: false,
    headers: { authorization: `Bearer ${await token()}`, 'idempotency-key': name.replaceAll(' ', '-') },
  });
  let over = false;
  const answer = new Promise<IncomingMessage>((resolve, reject) => call.once('response', resolve).on('error', reject)).finally(() => (over = true));
  answer.catch(() => undefined);
  for (const part of parts) {
    if (over) break;
    if (!call.write(part)) await Promise.race([once(call, 'drain'), answer]);
  }
  if (!over) call.end();
  const response = await answer;
  const body: unknown = await json(response);
  call.destroy();
  return { status: response.statusCode ?? 0, body };
}

/** The same part again and again, up to so many bytes. */
function* again(part: Buffer, bytes: number): Generator<Buffer> {
  for (let sent = 0; sent < bytes; sent += part.length) yield part;
}

let known: { readonly token: Promise<string>; readonly until: number } | undefined;

/** Of an editor; one is good for ten minutes. */
function token(): Promise<string> {
  if (known === undefined || known.until < Date.now()) {
    known = { token: signInByHttp(server.url, 'editor').then((tokens) => tokens.access_token), until: Date.now() + 300_000 };
  }
  return known.token;
}

function inOrder({ documents, files }: Awaited<ReturnType<typeof readFile>>): unknown {
  return { documents: documents.map((document) => canonicalJson(document)).toSorted(), files };
}

const uploadsFolder = (): string[] => (existsSync(join(place.dataDir, 'uploads')) ? readdirSync(join(place.dataDir, 'uploads')) : []);
