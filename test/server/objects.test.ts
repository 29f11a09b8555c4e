import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { folderObjects } from '../../server/objects/folder.ts';
import type { ObjectStore } from '../../server/objects/objects.ts';
import { s3Objects } from '../../server/objects/s3.ts';
import { FakeBucket } from '../drivers/bucket.ts';

const folder = mkdtempSync(join(tmpdir(), 'dmp-objects-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const spoolFolder = join(folder, 'unfinished');
const unfinished = (): string[] => readdirSync(spoolFolder);

const BYTES = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251));
const SHA = createHash('sha256').update(BYTES).digest('hex');

async function* inParts(bytes: Buffer, failAfter = Infinity): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += 70_000) {
    if (from >= failAfter) throw new Error('the source broke');
    yield bytes.subarray(from, from + 70_000);
  }
}

async function read(objects: ObjectStore, key: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await objects.get(key)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const bucket = new FakeBucket();
let endpoint = '';
beforeAll(async () => (endpoint = await bucket.listen()));
afterAll(() => bucket.close());
afterEach(() => expect(bucket.troubles).toHaveLength(0));
const s3 = (secret = 'secret', accessKeyId = 'id') =>
  s3Objects({ bucket: 'feeds', prefix: 'a/b', endpoint, region: 'somewhere', accessKeyId, secretAccessKey: secret }, spoolFolder, {
    retryMs: 1,
    patienceMs: 20_000,
  });

describe.each([
  ['a folder', () => folderObjects(join(folder, 'objects'), spoolFolder)],
  ['a bucket', () => s3()],
])('%s', (_, open) => {
  it('gives back what it was given, and nothing of it lies about', async () => {
    const key = await open().put('versions/1.json.gz', inParts(BYTES));
    expect(key).toBe(`versions/1.json.gz.${SHA}`);
    expect((await read(open(), key)).equals(BYTES)).toBe(true);
    expect(await open().put('versions/1.json.gz', inParts(BYTES))).toBe(key);
    expect(unfinished()).toEqual([]);
  });

  it('removes a file, once and again', async () => {
    const key = await open().put('exports/7/feed.zip', inParts(BYTES));
    await open().remove(key);
    await expect(read(open(), key)).rejects.toThrow(`The file ${key} is missing in the object store.`);
    await open().remove(key);
  });

  it('keeps nothing of a source that breaks, or when it is told to stop', async () => {
    await expect(open().put('versions/2', inParts(BYTES, 100_000))).rejects.toThrow('the source broke');
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    await expect(open().put('versions/2', inParts(BYTES), stop.signal)).rejects.toThrow('enough');
    await expect(read(open(), `versions/2.${SHA}`)).rejects.toThrow('missing in the object store');
    expect(unfinished()).toEqual([]);
  });

  it('takes no name that leads elsewhere', async () => {
    for (const name of ['../x', '/x', 'a//b', 'a/../b', 'a?b', '']) {
      await expect(open().put(name, inParts(BYTES)), name).rejects.toThrow('Not a name');
      await expect(open().get(name), name).rejects.toThrow(`The file ${name} is missing in the object store.`);
    }
  });
});

describe('damage', () => {
  it('in a folder is noticed by whoever reads', async () => {
    const objects = folderObjects(join(folder, 'objects'), spoolFolder);
    const key = await objects.put('versions/3', inParts(BYTES));
    const path = join(folder, 'objects', key);
    const bytes = readFileSync(path);
    bytes[150_000] = 0;
    writeFileSync(path, bytes);
    await expect(read(objects, key)).rejects.toThrow('damaged');
  });

  it('on the way from a bucket is noticed too: too few bytes, other bytes', async () => {
    const key = await s3().put('versions/4', inParts(BYTES));
    bucket.troubles.push((_, response) => {
      response.writeHead(200, { 'content-length': BYTES.length });
      response.write(BYTES.subarray(0, 100_000), () => response.destroy());
    });
    await expect(read(s3(), key)).rejects.toThrow('aborted');
    bucket.troubles.push((_, response) => void response.writeHead(200).end(BYTES.subarray(1)));
    await expect(read(s3(), key)).rejects.toThrow('damaged');
  });
});

describe('a bucket that has trouble', () => {
  const failing = (status: number) => (request: IncomingMessage, response: ServerResponse) =>
    void request.resume().on('end', () => response.writeHead(status).end('<Error><Code>SlowDown</Code></Error>'));

  it('is asked again: it answers badly, breaks off in the middle of a file, and is well', async () => {
    const before = bucket.asked.length;
    bucket.troubles.push(failing(503), (request) => void request.once('data', () => request.destroy()));
    const key = await s3().put('versions/5', inParts(BYTES));
    expect(bucket.asked.length - before).toBe(3);
    expect((await read(s3(), key)).equals(BYTES)).toBe(true);
    expect(unfinished()).toEqual([]);
  });

  it('is given up after four times, and what it says is told', async () => {
    bucket.troubles.push(failing(503), failing(503), failing(500), failing(503));
    await expect(s3().put('versions/6', inParts(BYTES))).rejects.toThrow('The object store answers with 503 (SlowDown).');
    expect(unfinished()).toEqual([]);
  });

  it('is not asked again where that does not help: keys that it does not know', async () => {
    const before = bucket.asked.length;
    await expect(s3('secret', 'stranger').put('versions/7', inParts(BYTES))).rejects.toThrow('The object store answers with 403 (AccessDenied).');
    expect(bucket.asked.length - before).toBe(1);
    expect(bucket.asked.at(-1)).toMatchObject({ method: 'PUT', url: `/feeds/a/b/versions/7.${SHA}` });
  });

  it('that says nothing is not waited for without end', async () => {
    bucket.troubles.push(...Array.from({ length: 4 }, () => () => undefined));
    const impatient = s3Objects(
      { bucket: 'feeds', prefix: '', endpoint, region: 'somewhere', accessKeyId: 'id', secretAccessKey: 'secret' },
      spoolFolder,
      { retryMs: 1, patienceMs: 100 },
    );
    await expect(impatient.put('versions/8', inParts(BYTES))).rejects.toThrow('The object store does not answer.');
  });
});
