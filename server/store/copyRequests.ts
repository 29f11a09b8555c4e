/**
 * The embedded database belongs to one process. Another one that wants a copy of it leaves a file in the data folder, and the one that
 * has it makes the copy between two statements.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { clearInterval, pause, randomUUID, setInterval, timeNow } from '../surroundings.ts';
import { readDigests, type VersionDigest } from './digests.ts';
import type { Engine } from './engine.ts';

const Request = z.object({ id: z.string(), to: z.string() });
const Answer = z.object({
  id: z.string(),
  error: z.string().optional(),
  versions: z.array(z.object({ id: z.number(), rev: z.number(), digest: z.string().nullable() })).optional(),
});

/** Answers requests until it is stopped. */
export function answerCopyRequests(engine: Engine, dataDir: string): () => void {
  const { copyTo } = engine;
  if (copyTo === undefined) return () => undefined;
  let busy = false;
  const look = async (): Promise<void> => {
    const text = await readFile(join(dataDir, REQUEST), 'utf8').catch(() => undefined);
    if (text === undefined) return;
    await rm(join(dataDir, REQUEST), { force: true });
    const { id, to } = Request.parse(JSON.parse(text));
    const answer = await copyTo(to)
      .then(async () => ({ id, versions: await readDigests(engine) }))
      .catch((error: unknown) => ({ id, error: error instanceof Error ? error.message : String(error) }));
    await writeWhole(join(dataDir, ANSWER), JSON.stringify(answer));
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    void look()
      .catch(() => undefined)
      .finally(() => (busy = false));
  }, EVERY).unref();
  return () => clearInterval(timer);
}

/** Has the process that runs on a data folder copy its database into a folder that is not there yet. */
export async function requestCopy(dataDir: string, to: string): Promise<readonly VersionDigest[]> {
  const id = randomUUID();
  await writeWhole(join(dataDir, REQUEST), JSON.stringify({ id, to }));
  for (const until = timeNow() + PATIENCE; timeNow() < until;) {
    await pause(EVERY);
    const text = await readFile(join(dataDir, ANSWER), 'utf8').catch(() => undefined);
    const answer = text === undefined ? undefined : Answer.parse(JSON.parse(text));
    if (answer?.id !== id) continue;
    await rm(join(dataDir, ANSWER), { force: true });
    if (answer.error !== undefined) throw new Error(`The server could not copy its database: ${answer.error}`);
    return answer.versions ?? [];
  }
  throw new Error('The process that uses the data folder did not copy its database. Is it an older build?');
}

async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.unfinished`, text, { mode: 0o600 });
  await rename(`${path}.unfinished`, path);
}

const REQUEST = 'backup.request';
const ANSWER = 'backup.answer';
/** Milliseconds. */
const EVERY = 500;
const PATIENCE = 15 * 60_000;
