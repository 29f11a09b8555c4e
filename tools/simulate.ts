/** Lives worlds under one seed each, judges them, and cuts a failing one short: `npm run simulate -- --seed 7 --events 20000`. */
import { parseArgs } from 'node:util';
import { installClock } from '../test/world/clock.ts';
import { installPage } from '../test/world/page.ts';

installClock();
installPage();
const { simulate } = await import('../test/world/simulate.ts');
process.exitCode = await simulate(process.argv.slice(2), parseArgs);
