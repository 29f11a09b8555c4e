/** `npm run backup -- DIR`: makes a backup of this installation in DIR: database, objects and keys. The server may keep running. */
import { backUp } from './backup.ts';
import { onFolder } from './backupCommands.ts';

await onFolder('Usage: npm run backup -- DIR', async (config, folder) => {
  const { versions } = await backUp(config, folder, console.log);
  console.log(`Backup of ${versions.length} versions in ${folder}.`);
  return 0;
});
