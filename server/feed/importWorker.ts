/** The thread that reads a GTFS zip: it makes documents ready for the store and waits when the store is slower than it. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { prepareDocument } from '../store/prepare.ts';
import { DocumentParcels, type Taken } from './documentParcels.ts';
import type { FeedNote } from './gtfs/notes.ts';
import { readFeed } from './gtfs/read/readFeed.ts';
import { ZIP_LIMITS } from './gtfs/read/zip.ts';
import { FeedRefused } from './gtfs/refusal.ts';
import type { FeedSink } from './gtfs/read/sink.ts';
import type { ImportMessage } from './importMessages.ts';
import { ReportFile } from './reportFile.ts';

/** PostgreSQL keeps no longer key in an index; real ids have at most about 100 bytes. */
const KEY_BYTES = 2000;

const port = parentPort;
if (port === null) throw new Error('importWorker runs as a worker thread only');
const { file, report, unpackedLimit } = z
  .object({ file: z.string(), report: z.string().optional(), unpackedLimit: z.number().optional() })
  .parse(workerData);
const reportFile = report === undefined ? undefined : new ReportFile(report);

let notes: FeedNote[] = [];
const parcels = new DocumentParcels((batch) => tell({ tell: 'documents', batch }));
port.on('message', (taken: Taken) => parcels.taken(taken));

const sink: FeedSink = {
  add(kind, doc) {
    const ready = prepareDocument(kind, doc);
    if ([ready.id, ...ready.refs].some((id) => id.length * 3 > KEY_BYTES && Buffer.byteLength(id) > KEY_BYTES)) {
      throw new FeedRefused(`A ${kind} has or names an id of more than ${KEY_BYTES} bytes, beginning with "${ready.id.slice(0, 60)}".`);
    }
    return parcels.add(ready);
  },
  addRawFile(name, bytes) {
    parcels.window.sent();
    tell({ tell: 'file', name, bytes });
    return parcels.window.room();
  },
  note(note) {
    notes.push(note);
    if (notes.length >= 500) sendNotes();
  },
  report: (line) => reportFile?.add(line),
  progress: (progress) => tell({ tell: 'progress', progress }),
  facts: (facts) => tell({ tell: 'facts', facts }),
};

try {
  const summary = await readFeed(file, sink, unpackedLimit === undefined ? ZIP_LIMITS : { ...ZIP_LIMITS, totalBytes: unpackedLimit });
  await parcels.send();
  reportFile?.close();
  sendNotes();
  tell({ tell: 'done', summary });
} catch (error) {
  if (!(error instanceof FeedRefused)) throw error;
  tell({ tell: 'refused', messages: error.messages });
} finally {
  port.unref();
}

function sendNotes(): void {
  if (notes.length > 0) tell({ tell: 'notes', notes });
  notes = [];
}

function tell(message: ImportMessage): void {
  port?.postMessage(message);
}
