import { expect, describe, test } from 'vitest';
import { workflowCatalogue } from '../../src/machines/catalogue.ts';
import { pathCases } from './cases.ts';
import { coverageOf } from './coverage.ts';
import { edgeCover, keyOf, walk } from './edgeCover.ts';
import { acts, callsOf, isWrite, openFakeScreen } from './fakeScreen.ts';
import { mutantsOf } from './mutants.ts';
import { machineTables } from './tables/catalogue.ts';
import { isFaulty } from './tables/judge.ts';

describe.each(workflowCatalogue.map((workflow) => ({ id: workflow.id, machine: workflow.machine })))('workflow $id', ({ id, machine }) => {
  const cases = pathCases[id] ?? [];
  const paths = edgeCover(machine, cases);

  test('the paths that a browser walks take every transition too', () => {
    expect(coverageOf(machine, edgeCover(machine, cases, { alike: 'state' })).missing).toEqual([]);
  });

  test.each(paths.map((path, i) => ({ path, name: `path ${i + 1} of ${paths.length}, ${path.events.length} steps` })))(
    'the screen follows the machine: $name',
    ({ path }) => {
      const screen = openFakeScreen();
      const act = acts[id];
      const calls = callsOf[id];
      if (!act || !calls) throw new Error(`Nobody says what the events of ${id} are on the screen`);
      let asked = 0;
      const so: string[] = [];
      for (const step of walk(machine, path)) {
        if (step.event) {
          so.push(JSON.stringify(step.event));
          act(screen, step.event as never);
        }
        expect(keyOf(screen.kernel.workflow(id).getSnapshot()), so.join('\n')).toBe(keyOf(step.snapshot));
        asked += step.asked.filter(isWrite).length;
      }
      const sent =
        calls.flatMap((call) => screen.callsOf(call)).length +
        screen.kernel.snapshot().pending.filter((one) => one.write && one.status === 'waiting').length;
      expect(sent, 'calls made or waiting').toBe(asked);
      expect(screen.kernel.snapshot().errors.filter((error) => error.kind === 'fault')).toEqual([]);
    },
  );

  test.each(mutantsOf(machine).map((mutant) => ({ mutant, name: mutant.name })))('a mistake is seen by the table: $name', ({ mutant }) => {
    const table = machineTables[id];
    if (!table) throw new Error(`${id} has no table: see docs/qa.md`);
    expect(paths.some((path) => isFaulty(mutant.machine, path, table))).toBe(true);
  });
});
