import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ruleCatalogue } from '../../server/validation/catalogue.ts';
import { Checker } from '../../server/validation/engine.ts';
import { holdsOn } from '../../server/validation/holding.ts';
import type { Network } from '../../server/validation/network.ts';
import { readNetwork } from '../../server/validation/readNetwork.ts';
import { daysOf } from '../../src/domain/date.ts';
import type { ValidationCase } from '../../src/domain/validation.ts';
import { plainFacts } from '../builders/plainCounts.ts';
import { plainFiles } from '../builders/plainFeed.ts';

const FEEDS = process.env['FEEDS'] ?? join(import.meta.dirname, '../../../shared/feeds');
const DAY = '2020-06-15';

/** How many facts an independent reading of the feed finds for each rule; and the rules find the same ones. */
export function compareCounts(name: string, counts: Readonly<Record<number, number>>): void {
  const path = join(FEEDS, `${name}.zip`);
  test.skipIf(!existsSync(path))(`${name}: shapes, speeds, calendars and blocks`, { timeout: 300_000 }, async () => {
    const today = daysOf(DAY) ?? NaN;
    const facts = plainFacts(await plainFiles(path), today);
    expect(Object.fromEntries([...facts].flatMap(([code, { size }]) => (size === 0 ? [] : [[code, size]])))).toEqual(counts);
    const { network } = await readNetwork(path);
    const results = new Checker(
      ruleCatalogue.filter(({ code }) => facts.has(code)),
      network,
    ).checkAll();
    for (const [code, expected] of facts) {
      const cases = [...(results.get(code)?.values() ?? [])].flatMap((subject) => subject.cases).filter((one) => holdsOn(one, today));
      expect([...new Set(cases.map((one) => factOf(code, one, network)))].toSorted(), `rule ${code}`).toEqual([...expected].toSorted());
    }
  });
}

/** A case in the words of the feed. */
function factOf(code: number, { Id, Text }: ValidationCase, network: Network): string {
  if (code === 371) return /"([^"]*)"/.exec(Text)?.[1] ?? Text;
  const [schedule = '', , , stop] = Id.split('/').map(decodeURIComponent);
  const route = network.get('Schedule', schedule)?.ExternalTransportId ?? schedule;
  return stop === undefined ? route : `${route} ${stop}`;
}
