import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID, timeNow } from '../surroundings.ts';

/** A file that is written whole before it is kept anywhere. */
export interface Spooled {
  readonly path: string;
  readonly size: number;
  /** Hexadecimal digits. */
  readonly sha256: string;
  /** Removes the file, where it is still there. */
  remove(): Promise<void>;
}

/** Writes a stream into a file of a folder, down to the disk. Leaves nothing where it fails. */
export async function spool(folder: string, source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<Spooled> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  const remove = (): Promise<void> => rm(path, { force: true });
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx');
  try {
    for await (const chunk of source) {
      signal?.throwIfAborted();
      hash.update(chunk);
      size += chunk.byteLength;
      await file.writeFile(chunk);
    }
    signal?.throwIfAborted();
    await file.sync();
  } catch (error) {
    await file.close();
    await remove();
    throw error;
  }
  await file.close();
  return { path, size, sha256: hash.digest('hex'), remove };
}

/** Removes what killed processes left in a folder of spooled files: those not written to for `hours`. */
export async function removeStale(folder: string, hours = 24): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && timeNow() - found.mtimeMs > hours * 3_600_000) await rm(join(folder, name), { force: true });
  }
}
