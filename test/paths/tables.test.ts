/** Every machine against its table: the generated paths are walked, and each step has to be what its row says. */
import { describe, expect, test } from 'vitest';
import { workflowCatalogue } from '../../src/machines/catalogue.ts';
import { pathCases } from './cases.ts';
import { coverageOf } from './coverage.ts';
import { edgeCover } from './edgeCover.ts';
import { judgedSteps } from './tables/judge.ts';
import { machineTables } from './tables/catalogue.ts';

describe.each(workflowCatalogue.map(({ id, machine }) => ({ id, machine })))('the table of $id', ({ id, machine }) => {
  const table = machineTables[id];
  const paths = edgeCover(machine, pathCases[id] ?? []);

  test('every step of every path does what the table says, and nothing where it says nothing', () => {
    if (!table) throw new Error(`${id} has no table: see docs/qa.md`);
    const faults = paths.flatMap((path) =>
      judgedSteps(machine, path, table).flatMap(({ words, faults: found }) => found.map((fault) => `${words}: ${fault}`)),
    );
    expect([...new Set(faults)]).toEqual([]);
  });

  // what no path takes is in no table either
  test('every state, every transition and both answers of every guard are on a path', () => {
    expect(paths.length, `no path cases for workflow ${id}`).toBeGreaterThan(0);
    expect(coverageOf(machine, paths).missing).toEqual([]);
  });

  test('every row of the table is taken by a path', () => {
    if (!table) throw new Error(`${id} has no table: see docs/qa.md`);
    const taken = new Set(paths.flatMap((path) => judgedSteps(machine, path, table).map(({ row }) => row)));
    expect(table.rows.filter((row) => !taken.has(row)).map(({ from, event, when }) => `${from} | ${event}${when && ` [${when}]`}`)).toEqual([]);
  });
});
