import { pipeline } from 'node:stream/promises';
import { PassThrough, Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import { createGunzip, createGzip } from 'node:zlib';
import { feedJson } from '../feed/json/writeFeed.ts';
import { readFeedJson, type FeedTaker } from '../feed/json/readFeed.ts';
import { ObjectLost, type ObjectStore } from '../objects/objects.ts';
import type { OpenedStore } from '../store/openStore.ts';
import { prepareDocument, uuidOf, type PreparedDocument } from '../store/prepare.ts';
import { countAll, countPresent, readFileHashes, type VersionJob } from '../store/saving.ts';

/**
 * Sees to it that the object store has the feed file of a version, compressed, and answers its key. The file is read back
 * and compared with the version document by document: only what would come back the same may be deleted here.
 */
export async function keepFeed(store: OpenedStore, objects: ObjectStore, job: VersionJob, signal: AbortSignal): Promise<string> {
  // A version does not change once it is finished, so the file of an earlier time is as good, if it is still there.
  if (job.archive !== null && (await isKept(store, objects, job.versionId, job.archive, signal))) return job.archive;
  const key = await objects.put(`versions/${job.versionId}.json.gz`, compressed(feedJson(store, job.versionId), signal), signal);
  await compare(store, objects, job.versionId, key, signal);
  return key;
}

/** The feed file under a key, unpacked. */
export async function* openFeed(objects: ObjectStore, key: string): AsyncGenerator<Buffer> {
  const packed = await objects.get(key);
  const plain = createGunzip();
  const piped = pipeline(packed, plain);
  // The stream reports the error to its reader; an unhandled rejection would end the process.
  piped.catch(() => undefined);
  try {
    for await (const chunk of plain) yield chunk as Buffer;
    await piped;
  } catch (error) {
    throw isOfZlib(error) ? new ObjectLost(key, 'damaged') : error;
  }
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

async function isKept(store: OpenedStore, objects: ObjectStore, versionId: number, key: string, signal: AbortSignal): Promise<boolean> {
  try {
    await compare(store, objects, versionId, key, signal);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error)) throw error;
    return false;
  }
}

/** Reads a kept file as an un-archiving would. Throws unless it holds exactly the documents and raw files of the version. */
async function compare(store: OpenedStore, objects: ObjectStore, versionId: number, key: string, signal: AbortSignal): Promise<void> {
  const engine = store.sql;
  const files = await readFileHashes(engine, versionId);
  let total = 0;
  let batch: PreparedDocument[] = [];
  let checking: Promise<void> = Promise.resolve();
  const check = async (documents: readonly PreparedDocument[]): Promise<void> => {
    const present = await countPresent(engine, versionId, documents);
    if (present !== documents.length)
      throw new Error(`The file ${key} holds ${documents.length - present} documents otherwise than version ${versionId}`);
  };
  const taker: FeedTaker = {
    add(kind, doc) {
      total++;
      if (batch.push(prepareDocument(kind, doc)) < CHECKED_AT_A_TIME) return undefined;
      const earlier = checking;
      const documents = batch;
      batch = [];
      checking = earlier.then(() => check(documents));
      checking.catch(() => undefined);
      return earlier;
    },
    addRawFile(name, bytes) {
      if (files.get(name) !== uuidOf(createHash('sha256').update(bytes).digest('hex')))
        throw new Error(`The file ${key} holds another ${name} than version ${versionId}`);
      files.delete(name);
      return undefined;
    },
  };
  await readFeedJson(openFeed(objects, key), taker, { signal, dangling: 'keep' });
  await checking;
  await check(batch);
  const held = await countAll(engine, versionId);
  if (held !== total || files.size > 0)
    throw new Error(`The file ${key} holds ${total} documents, version ${versionId} ${held}, and ${files.size} files less`);
}

/** Documents compared in one statement. */
const CHECKED_AT_A_TIME = 2000;

async function* compressed(source: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  const out = new PassThrough();
  const piped = pipeline(Readable.from(source), createGzip({ level: 6 }), out, { signal });
  piped.catch(() => undefined);
  for await (const chunk of out) yield chunk as Buffer;
  await piped;
}
