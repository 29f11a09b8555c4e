/** `npm run simulate`: lives whole worlds of the product under one seed each and judges them; `-- --help` lists the options. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installClock } from '../test/world/clock.ts';
import { installPage } from '../test/world/page.ts';

if (process.argv.includes('--planted')) {
  const after = process.argv.slice(process.argv.indexOf('--planted') + 1);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'tools/plantedWorlds.ts', ...after], { stdio: 'inherit' });
  process.exit(status ?? 1);
}
const realTime = (): number => Number(process.hrtime.bigint() / 1_000_000n);
// Before the product is loaded: what it imports of the platform is the simulated one.
installClock();
installPage();
const { simulate } = await import('../test/world/simulate.ts');
process.exit(await simulate(join(import.meta.dirname, '..'), process.argv.slice(2), parseArgs, realTime));
