/** The thread that reads a feed file: it makes documents ready for the store and waits when the store is slower than it. */
import { createReadStream } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { prepareDocument, type PreparedDocument } from '../../store/prepare.ts';
import { ParcelWindow } from '../parcelWindow.ts';
import { readFeedJson, type FeedTaker } from './readFeed.ts';
import type { ReadMessage } from './readMessages.ts';
import { FeedFileRefused } from './refusal.ts';

/** Documents and characters that travel together, and how many such parcels may be on their way. */
const PARCEL_DOCUMENTS = 1000;
const PARCEL_CHARACTERS = 500_000;
const PARCELS_AHEAD = 2;

/** Bytes read at a time. */
const CHUNK = 256 * 1024;

const port = parentPort;
if (port === null) throw new Error('readWorker runs as a worker thread only');
const { path, gzip } = z.object({ path: z.string(), gzip: z.boolean() }).parse(workerData);

let documents: PreparedDocument[] = [];
let characters = 0;
const window = new ParcelWindow(PARCELS_AHEAD);
port.on('message', () => window.taken());

const taker: FeedTaker = {
  add(kind, doc) {
    const ready = prepareDocument(kind, doc);
    documents.push(ready);
    characters += ready.json.length;
    return documents.length >= PARCEL_DOCUMENTS || characters >= PARCEL_CHARACTERS ? send() : undefined;
  },
  addRawFile(name, bytes) {
    window.sent();
    tell({ tell: 'file', name, bytes });
    return window.room();
  },
};

try {
  const file = createReadStream(path, { highWaterMark: CHUNK });
  const source = gzip ? file.pipe(createGunzip({ chunkSize: CHUNK })) : file;
  file.on('error', (error) => source.destroy(error));
  let told = 0;
  await readFeedJson(source, taker, {
    onProgress(bytes) {
      if (bytes - told < 4 * CHUNK) return;
      told = bytes;
      tell({ tell: 'progress', bytes });
    },
  });
  await send();
  tell({ tell: 'done' });
} catch (error) {
  if (!(error instanceof FeedFileRefused)) throw error;
  tell({ tell: 'refused', problems: error.problems });
} finally {
  port.unref();
}

async function send(): Promise<void> {
  if (documents.length > 0) {
    window.sent();
    tell({ tell: 'documents', documents });
    documents = [];
    characters = 0;
  }
  await window.room();
}

function tell(message: ReadMessage): void {
  port?.postMessage(message);
}
