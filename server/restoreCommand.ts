/** `npm run restore -- DIR`: puts the backup of DIR into this installation, which has to be empty. */
import { restore } from './backup.ts';
import { onFolder } from './backupCommands.ts';

await onFolder('Usage: npm run restore -- DIR', async (config, folder) => {
  const { at } = await restore(config, folder, console.log);
  console.log(`Restored the state of ${at}. Start DMP with the same SECRETS_KEY as before.`);
  return 0;
});
