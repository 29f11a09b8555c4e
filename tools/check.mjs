/** `npm run check`: what one runs before every commit; under a minute. Types, lint, boundaries, dead code, unit tests. */
import { close, newTally, runSteps, staticSteps, vitestStep } from './steps.mjs';

const tally = newTally();
// The unit tests take longest and go first, so that nothing waits for them at the end.
await runSteps([vitestStep('unit', { also: ['alone'] }), ...staticSteps()], tally, 2);
close(tally);
