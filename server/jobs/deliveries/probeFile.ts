import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutgoingFile } from './deliver.ts';

const TEXT = 'DMP\n';

/** Hands a small file to a test of a connection. It has a name of its own: no delivered file is replaced by it. */
export async function withProbeFile<T>(use: (file: OutgoingFile) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'dmp-connection-test-'));
  const path = join(folder, 'probe');
  try {
    await writeFile(path, TEXT);
    return await use({ path, name: 'connection-test.txt', size: TEXT.length, sha256: createHash('sha256').update(TEXT).digest('hex') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a test found where the file was taken. Who may write need not be allowed to remove. */
export function probeWords(where: string, { name }: OutgoingFile, removed: boolean): string {
  return `${where} takes files.${removed ? '' : ` ${name} was left there: it may not be removed.`}`;
}
