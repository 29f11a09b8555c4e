import { copyFile, mkdir, open, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { DeliverySettings } from '../../../src/domain/deliveryLocations.ts';
import { TaskFailed } from '../../taskFailed.ts';
import type { Delivery, DeliveryPlace } from './deliver.ts';

type Folder = Extract<DeliverySettings, { kind: 'folder' }>;

/** A folder below `deliveries` in the data folder of the installation. */
export const toFolder: Delivery<Folder> = {
  async deliver(place, settings, _credentials, { path, name, size }, { signal, onProgress }) {
    const folder = await folderOf(place, settings);
    const part = join(folder, `.${name}.part`);
    try {
      await copyFile(path, part);
      signal.throwIfAborted();
      const file = await open(part, 'r+');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, join(folder, name));
      onProgress(size, size);
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      signal.throwIfAborted();
      throw inWords(error);
    }
  },
  async probe(place, settings) {
    const folder = await folderOf(place, settings);
    const file = join(folder, '.connection-test');
    try {
      await writeFile(file, 'DMP\n');
      await rm(file);
    } catch (error) {
      throw inWords(error);
    }
    return 'The folder is there and can be written.';
  },
};

/** The folder, made where it is not there. A link in it cannot lead out of the folder of deliveries. */
async function folderOf({ dataDir }: DeliveryPlace, { path }: Folder): Promise<string> {
  const root = join(dataDir, 'deliveries');
  const folder = join(root, ...path.split('/').filter(Boolean));
  try {
    await mkdir(root, { recursive: true });
    const realRoot = await realpath(root);
    // Made step by step: a link on the way is seen before anything is made behind it.
    let present = root;
    for (const name of path.split('/').filter(Boolean)) {
      present = join(present, name);
      await mkdir(present).catch((error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      });
      if (!(await realpath(present)).startsWith(realRoot + sep)) throw new TaskFailed(`The folder ${path} leads out of the folder of deliveries.`);
    }
  } catch (error) {
    throw inWords(error);
  }
  return folder;
}

function inWords(error: unknown): Error {
  if (error instanceof TaskFailed) return error;
  const reason = REASONS[codeOf(error)];
  return reason === undefined
    ? error instanceof Error
      ? error
      : new Error(String(error))
    : new TaskFailed(`The file could not be written: ${reason}.`);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk of the server is full',
  EACCES: 'the server may not write into this folder',
  EPERM: 'the server may not write into this folder',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'there is a folder of its name',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
