import { BackupRefused } from './backup.ts';
import { readConfig, type Config } from './config.ts';
import { troubleOf } from './startTrouble.ts';

/** Runs a command that takes one folder, with the settings of the installation, and ends the process. Without a usage the folder may be left out (''). */
export async function onFolder(usage: string | undefined, act: (config: Config, folder: string) => Promise<number>): Promise<void> {
  process.umask(0o077);
  const [folder = ''] = process.argv.slice(2);
  if (folder === '' && usage !== undefined) {
    console.error(`${usage}\n\nDATA_DIR (default .data), DATABASE_URL and OBJECT_STORE_URL say where the data are, as for the server.`);
    process.exit(2);
  }
  try {
    process.exit(await act(readConfig(process.env), folder));
  } catch (error) {
    console.error(error instanceof BackupRefused ? error.message : troubleOf(error));
    process.exit(1);
  }
}
