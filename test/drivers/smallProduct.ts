import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aFeed, removeFeeds } from '../builders/gtfsZip.ts';
import { type RunningServer, startProduct } from './server.ts';

/** Id of the only database of a small product. */
export const SMALL_DATABASE = 'small';

/**
 * Starts the built product on one imported feed: stops A, B and C of one line, and D, which nothing uses. What is recorded
 * there stays small enough to be kept.
 */
export async function startSmallProduct(): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dmp-small-'));
  const root = join(import.meta.dirname, '..', '..');
  try {
    const zip = await aFeed().withRows('stops.txt', 'D,Delta,48.002,9.001').write();
    execFileSync(process.execPath, ['tools/command.mjs', 'feed/importCommand', zip, '--database', SMALL_DATABASE], {
      cwd: root,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, DMP_SKIP_BUILD: '1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const server = await startProduct({ dataDir, env: { DEMO_DATA: 'no', LOG_LEVEL: 'error' } });
    return {
      ...server,
      stop: async () => {
        await server.stop();
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  } finally {
    removeFeeds();
  }
}
