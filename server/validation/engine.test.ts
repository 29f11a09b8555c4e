import { describe, expect, test } from 'vitest';
import { networkOf, stop, track, stopsOf, timetable } from '../../test/builders/ruleCases.ts';
import { ruleCatalogue } from './catalogue.ts';
import { Checker } from './engine.ts';
import { ENTITY_SCHEMAS, entityId, type Entity, type EntityKind } from '../../src/domain/entities.ts';
import { type DocumentChange, Network } from './network.ts';
import { chanceOf, randomChange, sameResults } from '../../test/builders/randomEdits.ts';

const change = ({ kind, doc }: { kind: DocumentChange['kind']; doc: object }): DocumentChange =>
  ({ kind, id: entityId(kind, doc), doc: doc as Entity }) as DocumentChange;

function checkerOf(): Checker {
  const checker = new Checker(ruleCatalogue, networkOf([]));
  checker.checkAll();
  return checker;
}

describe('after a change only what reads the changed document is checked again', () => {
  test('a moved stop is reported with the cases that came and went', () => {
    const checker = checkerOf();
    const came = checker.apply([change(stop({ Id: 'S2', Coordinate: { Lat: 48.2, Lng: 9.0108 } }))]);
    expect(came.map(({ rule, after }) => [rule, after?.cases[0]?.Text])).toContainEqual([344, 'The stop S2 is 22.24 km from the shape']);
    expect(came.every(({ before }) => before === null)).toBe(true);
    const went = checker.apply([change(stop({ Id: 'S2' }))]);
    expect(new Set(went.map(({ rule }) => rule))).toEqual(new Set(came.map(({ rule }) => rule)));
    expect(went.every(({ after }) => after === null)).toBe(true);
  });

  test('a removed stop leaves a case at every track that stops there', () => {
    const checker = checkerOf();
    checker.apply([{ kind: 'Stop', id: 'S3', doc: null }]);
    expect([...(checker.results.get(332)?.keys() ?? [])]).toEqual(['1_20260101/a-b']);
  });

  test('several changes at once are taken together', () => {
    const checker = checkerOf();
    const changed = checker.apply([
      change(stop({ Id: 'S5' })),
      change(track({ Stops: stopsOf('S1', 'S2', 'S3', 'S5'), Shape: undefined })),
      change(timetable({ Departures: [] })),
    ]);
    expect(new Set(changed.map(({ rule }) => rule))).toEqual(new Set([221, 315, 339, 350]));
  });
});

test('the law: after any sequence of edits the results are those of a full check', () => {
  const seed = Number(process.env['SEED'] ?? 20260615);
  const chance = chanceOf(seed);
  const checker = checkerOf();
  for (let step = 0; step < 150; step++) {
    checker.apply(Array.from({ length: 1 + Math.floor(chance() * 3) }, () => randomChange(checker.network, chance)));
    if (step % 10 !== 9) continue;
    const fresh = new Checker(ruleCatalogue, copyOf(checker));
    fresh.checkAll();
    expect(sameResults(checker.results, fresh.results), `seed ${seed}, step ${step}`).toEqual([]);
  }
});

/** The same documents, kept packed as those of a large version are. */
function copyOf({ network }: Checker): Network {
  const copy = new Network(network.region, 0);
  for (const kind of Object.keys(ENTITY_SCHEMAS) as EntityKind[]) for (const { doc } of network.all(kind)) copy.fill(kind, structuredClone(doc));
  return copy;
}
