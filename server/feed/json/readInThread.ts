/** Reads a feed file of uploads in a thread of its own. */
import { ReadingThread, type BatchTaker } from '../readingThread.ts';
import type { ReadMessage, ReadWorkerData } from './readMessages.ts';
import { FeedFileRefused } from './refusal.ts';

/**
 * Reads a feed file in a thread of its own, so that calls are answered meanwhile, and gives its documents to the taker.
 * Throws FeedFileRefused where it cannot be taken, the signal's reason where it is aborted.
 */
export async function readInThread(
  file: ReadWorkerData,
  taker: BatchTaker,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<void> {
  // Beyond 600 MB a file is made to fill the memory.
  const thread = new ReadingThread<ReadMessage>('feed/json/readWorker', { data: file, signal, youngMegabytes: 16, oldMegabytes: 600, errorOf });
  try {
    for await (const message of thread) {
      if (message.tell === 'done') return;
      if (message.tell === 'refused') throw new FeedFileRefused(message.problems);
      if (message.tell === 'progress') onProgress(message.bytes);
      else await thread.pass(message, taker);
    }
  } finally {
    await thread.stop();
  }
}

function errorOf(error: unknown): unknown {
  const outOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return outOfMemory ? new FeedFileRefused([{ place: '', message: 'The file takes too much memory to be read' }]) : error;
}
