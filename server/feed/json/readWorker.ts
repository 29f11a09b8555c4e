/** The thread that reads a feed file: it makes documents ready for the store and waits when the store is slower than it. */
import { createReadStream } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { prepareDocument } from '../../store/prepare.ts';
import { DocumentParcels, type Taken } from '../documentParcels.ts';
import { readFeedJson, type FeedTaker } from './readFeed.ts';
import type { ReadMessage } from './readMessages.ts';
import { FeedFileRefused } from './refusal.ts';

/** Bytes read at a time. */
const CHUNK = 256 * 1024;

const port = parentPort;
if (port === null) throw new Error('readWorker runs as a worker thread only');
const { path, gzip } = z.object({ path: z.string(), gzip: z.boolean() }).parse(workerData);

const parcels = new DocumentParcels((batch) => tell({ tell: 'documents', batch }));
port.on('message', (taken: Taken) => parcels.taken(taken));

const taker: FeedTaker = {
  add: (kind, doc) => parcels.add(prepareDocument(kind, doc)),
  addRawFile(name, bytes) {
    parcels.window.sent();
    tell({ tell: 'file', name, bytes });
    return parcels.window.room();
  },
};

try {
  const file = createReadStream(path, { highWaterMark: CHUNK });
  const source = gzip ? file.pipe(createGunzip({ chunkSize: CHUNK })) : file;
  file.on('error', (error) => source.destroy(error));
  let reportedBytes = 0;
  await readFeedJson(source, taker, {
    onProgress(bytes) {
      if (bytes - reportedBytes < 4 * CHUNK) return;
      reportedBytes = bytes;
      tell({ tell: 'progress', bytes });
    },
  });
  await parcels.send();
  tell({ tell: 'done' });
} catch (error) {
  if (!(error instanceof FeedFileRefused)) throw error;
  tell({ tell: 'refused', problems: error.problems });
} finally {
  port.unref();
}

function tell(message: ReadMessage): void {
  port?.postMessage(message);
}
