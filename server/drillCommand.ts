/** `npm run drill [-- DIR]`: restores the backup of DIR (without one: makes one) into a scratch place and compares every version. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp, drill } from './backup.ts';
import { onFolder } from './backupCommands.ts';

await onFolder(undefined, async (config, folder) => {
  const made = folder === '' ? await mkdtemp(join(tmpdir(), 'dmp-backup-')) : undefined;
  try {
    if (made !== undefined) await backUp(config, made, console.log);
    const { same, different, notCompared, rpoSeconds, rtoSeconds } = await drill(config, made ?? folder, console.log);
    console.log(
      `${same} versions are as they were, ${different.length} differ, ${notCompared.length} were edited during the backup and not compared.`,
    );
    console.log(`RPO ${rpoSeconds} s (age of the backup), RTO ${rtoSeconds} s (restore until the database answers).`);
    if (different.length > 0) console.error(`Different: ${different.join(', ')}`);
    return different.length > 0 ? 1 : 0;
  } finally {
    if (made !== undefined) await rm(made, { recursive: true, force: true });
  }
});
