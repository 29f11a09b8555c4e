import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checked, checkKey, checkName, ObjectLost, type ObjectStore } from './objects.ts';
import { spool } from './spool.ts';

/** Files in a folder of this machine; `spoolFolder` must lie on the same disk. */
export function folderObjects(folder: string, spoolFolder: string): ObjectStore {
  return {
    place: folder,
    async put(name, source, signal) {
      checkName(name);
      const file = await spool(spoolFolder, source, signal);
      try {
        const key = `${name}.${file.sha256}`;
        const path = join(folder, key);
        await mkdir(dirname(path), { recursive: true });
        await rename(file.path, path);
        await syncFolder(dirname(path));
        return key;
      } finally {
        await file.remove();
      }
    },
    async get(key) {
      checkKey(key);
      const path = join(folder, key);
      const found = await stat(path).catch(() => undefined);
      if (found?.isFile() !== true) throw new ObjectLost(key, 'missing');
      return checked(createReadStream(path, { highWaterMark: 256 * 1024 }), key);
    },
    async remove(key) {
      checkKey(key);
      await rm(join(folder, key), { force: true });
    },
  };
}

/** Only then does the new name survive a power cut. Windows cannot open folders, and needs no such thing. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
