/** The thread in which a transform runs: it asks for documents page by page, and gives back those of the new version. */
import { parentPort, workerData } from 'node:worker_threads';
import { entityId, type Entity, type EntityKind } from '../../src/domain/entities.ts';
import { DocumentParcels } from '../feed/documentParcels.ts';
import { prepareDocument } from '../store/prepare.ts';
import { TaskFailed } from '../taskFailed.ts';
import type { TransformAnswer, TransformData, TransformMessage } from './transformMessages.ts';
import { TRANSFORMS } from './transforms/catalogue.ts';
import type { DocumentSource } from './transforms/transform.ts';

const port = parentPort;
if (port === null) throw new Error('transformWorker runs as a worker thread only');
const data = workerData as TransformData;
const tell = (message: TransformMessage): void => port.postMessage(message);

const parcels = new DocumentParcels((batch) => tell({ tell: 'documents', batch }));
const asked = new Map<number, (text: Uint8Array) => void>();
let lastAsk = 0;
port.on('message', (answer: TransformAnswer) => {
  if (answer.ask === null) return parcels.taken(answer);
  asked.get(answer.ask)?.(answer.text);
  asked.delete(answer.ask);
});

const page = (of: 'input' | 'other', kind: EntityKind, after: string | null): Promise<Uint8Array> =>
  new Promise((resolve) => {
    const ask = ++lastAsk;
    asked.set(ask, resolve);
    tell({ tell: 'page', ask, of, kind, after });
  });

function sourceOf(of: 'input' | 'other'): DocumentSource {
  return {
    async *read<K extends EntityKind>(kind: K) {
      for (let after: string | null = null; ;) {
        const text = await page(of, kind, after);
        if (text.length === 0) return;
        const docs = JSON.parse(`[${Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('utf8')}]`) as Entity<K>[];
        yield* docs;
        const last = docs.at(-1);
        if (last === undefined) return;
        after = entityId(kind, last);
      }
    },
  };
}

/** Groups by their number here; the log gives them their own. */
const groups: string[] = [''];
let rows: { level: 1 | 2 | 3; message: string; group: string }[] = [];
const sendLog = (): void => {
  if (rows.length > 0) tell({ tell: 'log', rows });
  rows = [];
};
const add = (level: 1 | 2 | 3, message: string, group = 0): void => {
  rows.push({ level, message, group: groups[group] ?? '' });
  if (rows.length >= 500) sendLog();
};

try {
  const transform = TRANSFORMS[data.s3_url];
  if (transform === undefined) throw new TaskFailed(`There is no task template ${data.s3_url}.`);
  await transform({
    input: sourceOf('input'),
    ...(data.hasOther ? { other: sourceOf('other') } : {}),
    values: data.values,
    today: data.today,
    program: data.program,
    write: (kind, doc) => parcels.add(prepareDocument(kind, doc)),
    log: {
      info: (message, group) => add(1, message, group),
      warn: (message, group) => add(2, message, group),
      error: (message, group) => add(3, message, group),
      group: (title) => (groups.includes(title) ? groups.indexOf(title) : groups.push(title) - 1),
    },
  });
  await parcels.send();
  sendLog();
  tell({ tell: 'done' });
} catch (error) {
  if (!(error instanceof TaskFailed)) throw error;
  sendLog();
  tell({ tell: 'failed', message: error.message });
} finally {
  port.unref();
}
