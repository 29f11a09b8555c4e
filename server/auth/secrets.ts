import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from '../surroundings.ts';

/** Secrets of this installation (signing keys), made once and the same for every process and after every restart. */
export interface Secrets {
  /** The secret of that name; made by `create` and kept when there is none yet. Two processes asking at once get the same. */
  readOrCreate(name: string, create: () => Promise<string>): Promise<string>;
}

/** Keeps secrets as files that only the account running the server can read, in `<folder>/secrets`. */
export function fileSecrets(folder: string): Secrets {
  const home = join(folder, 'secrets');
  return {
    async readOrCreate(name, create) {
      const file = join(home, name);
      const kept = await readIfThere(file);
      if (kept !== undefined) return kept;
      await mkdir(home, { recursive: true, mode: 0o700 });
      const draft = `${file}.${randomBytes(6).toString('hex')}`;
      await writeFile(draft, await create(), { mode: 0o600, flush: true });
      try {
        // A hard link appears whole or not at all, and never replaces what another process made in the meantime.
        await link(draft, file);
      } catch (error) {
        if (!isCode(error, 'EEXIST')) throw error;
      } finally {
        await unlink(draft);
      }
      return readFile(file, 'utf8');
    },
  };
}

/** A new random secret of 256 bits as base64url text. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
