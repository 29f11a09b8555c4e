/** What validation makes of data that nobody would write on purpose, and of far too much of it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { casesOf, networkOf, SOUND, stop, track } from '../../test/builders/ruleCases.ts';
import { chanceOf, randomChange, sameResults } from '../../test/builders/randomEdits.ts';
import { ENTITY_SCHEMAS, type Entity, entityId } from '../../src/domain/entities.ts';
import { ruleCatalogue } from './catalogue.ts';
import { Checker } from './engine.ts';
import { FindingBook, readParts } from './findingBook.ts';
import { findingParts } from './findingParts.ts';
import type { DocumentChange } from './network.ts';
import { readNetwork } from './readNetwork.ts';
import { documentRule } from './rule.ts';
import { countRule } from './summary.ts';

test('every field blank, one by one and all together, is checked without a fault of the rules', () => {
  const checker = new Checker(ruleCatalogue, networkOf([]));
  checker.checkAll();
  let blanks = 0;
  for (const { kind, doc } of SOUND) {
    const id = entityId(kind, doc);
    const isKey = (field: string): boolean => ['Id', 'ScheduleId', 'TrackId', 'Number'].includes(field);
    const tried = Object.entries(doc).flatMap(([field]) =>
      isKey(field) ? [] : [undefined, null, '', 0, []].map((blank) => ({ ...doc, [field]: blank })),
    );
    const bare = Object.fromEntries(
      Object.entries(doc).map(([field, value]) => [field, isKey(field) ? value : typeof value === 'string' ? '' : value]),
    );
    for (const one of [...tried, bare]) {
      // what the schema refuses cannot be stored
      if (!ENTITY_SCHEMAS[kind].safeParse(one).success) continue;
      blanks++;
      expect(() => checker.apply([{ kind, id, doc: one as Entity } as DocumentChange]), `${kind} ${JSON.stringify(one)}`).not.toThrow();
    }
    checker.apply([{ kind, id, doc: doc as Entity } as DocumentChange]);
  }
  expect(blanks).toBeGreaterThan(100);
  // no document has changed
  const fresh = new Checker(ruleCatalogue, networkOf([]));
  fresh.checkAll();
  expect(sameResults(checker.results, fresh.results)).toEqual([]);
});

test('a cycle of parents ends, and each of its stops has a case', () => {
  const network = networkOf([
    stop({ Id: 'C1', Type: 5, ParentId: 'C2' }),
    stop({ Id: 'C2', Type: 5, ParentId: 'C1' }),
    stop({ Id: 'C3', Type: 2, ParentId: 'C3' }),
  ]);
  expect(casesOf(216, network).map(({ Id }) => Id)).toEqual(['C1', 'C2']);
  expect(casesOf(214, network).map(({ Id }) => Id)).toContain('C3');
});

test.each(['~', '\u0000\u0001', '_p~iF~ps|U_', 'no shape at all', '?'.repeat(5)])('a shape that does not decode is said to be none: %j', (Shape) => {
  const network = networkOf([track({ Shape })]);
  const found = [340, 341].flatMap((code) => casesOf(code, network).map(({ Id }) => Id));
  expect(found).toContain('1_20260101');
});

test('of 1,000,000 cases of one rule all are counted and some 10,000 kept', () => {
  const head = [999, 'VERY_MANY', 'Warning', 'Stop', 'It finds very many.', 'For a test.', 'Mend nothing.', 'None.'] as const;
  const many = documentRule(head, 'Stop', () => Array.from({ length: 500 }, (_, n) => ({ field: 'Name', text: `Case ${n}` })));
  const checker = new Checker(
    [many],
    networkOf(Array.from({ length: 2000 - SOUND.filter(({ kind }) => kind === 'Stop').length }, (_, n) => stop({ Id: `M${n}` }))),
  );
  checker.checkAll();
  const parts = findingParts(checker.results);
  expect(parts.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(3_000_000);
  const book = new FindingBook(1, readParts(parts));
  let kept = 0;
  const counted = countRule(many, book, new Map(), 20_000, () => kept++);
  expect(counted.all).toBe(1_000_000);
  expect(kept).toBe(10_000);
});

const FEEDS = process.env['FEEDS'] ?? join(import.meta.dirname, '../../../shared/feeds');

/** Lines and calendars; pathways and levels; translations; fares by legs. */
describe.each(['cairns_2014', 'detroit-people-mover_2023', 'donanbus_2020', 'newark-airtrain-faresv2_2024'])('the law on a real feed, %s', (name) => {
  const feed = join(FEEDS, `${name}.zip`);
  test.skipIf(!existsSync(feed))('after any sequence of edits the results are those of a full check', { timeout: 120_000 }, async () => {
    const seed = Number(process.env['SEED'] ?? 20261122);
    const chance = chanceOf(seed);
    const { network } = await readNetwork(feed);
    const checker = new Checker(ruleCatalogue, network);
    checker.checkAll();
    for (let step = 0; step < 40; step++) {
      checker.apply(Array.from({ length: 1 + Math.floor(chance() * 3) }, () => randomChange(checker.network, chance)));
      if (step % 20 !== 19) continue;
      const fresh = new Checker(ruleCatalogue, network);
      fresh.checkAll();
      expect(sameResults(checker.results, fresh.results), `${name}, seed ${seed}, step ${step}`).toEqual([]);
    }
  });
});
