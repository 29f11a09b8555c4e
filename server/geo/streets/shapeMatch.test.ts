/** Shapes matched to a made-up town, and noisy ones to Andorra. Left out, with a word, where the street engine or the extract is missing. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeShape } from '../../../src/domain/shapes.ts';
import { shareOfNoisyShapes } from '../../../test/builders/noisyShapes.ts';
import { inTown, steps, townExtract } from '../../../test/builders/town.ts';
import { buildStreets } from './buildStreets.ts';
import { installedEngine } from './enginePackage.ts';
import { laidStops, matchShape } from './shapeMatch.ts';
import { openStreetEngine, type StreetEngine } from './streetEngine.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'dmp-shapes-'));
const engine = installedEngine(dataDir);
const ANDORRA = '/work/shared/streets/andorra.osm.pbf';
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function streetsOf(name: string, extract: string): Promise<StreetEngine> {
  const own = join(dataDir, name);
  await buildStreets({ dataDir: own, extracts: [extract], engine: engine ?? '' });
  return openStreetEngine({ dataDir: own, patience: 20_000 });
}

describe.skipIf(engine === undefined)('shapes on the streets of a town', () => {
  let streets: StreetEngine;
  beforeAll(async () => {
    const extract = join(dataDir, 'town.osm.pbf');
    writeFileSync(extract, townExtract());
    streets = await streetsOf('town', extract);
  }, 60_000);
  afterAll(() => streets?.close());

  test.each<[what: string, shape: [number, number][], finding: string | undefined, at: [number, number] | undefined]>([
    [
      '5 m beside a street',
      [
        [1, 1.03],
        [8, 1.03],
      ],
      undefined,
      undefined,
    ],
    [
      'round a corner',
      [
        [1, 1],
        [5, 1],
        [5, 4],
      ],
      undefined,
      undefined,
    ],
    [
      'a one-way street its way',
      [
        [2, 3],
        [9, 3],
      ],
      undefined,
      undefined,
    ],
    [
      'against a one-way street',
      [
        [9, 3],
        [2, 3],
      ],
      'againstOneWay',
      [2, 3],
    ],
    [
      'against one that buses may use so',
      [
        [9, 8],
        [2, 8],
      ],
      undefined,
      undefined,
    ],
    [
      'on a bus lane against it',
      [
        [9, 9],
        [2, 9],
      ],
      undefined,
      undefined,
    ],
    [
      'a street for buses alone',
      [
        [9, 5],
        [2, 5],
      ],
      undefined,
      undefined,
    ],
    [
      'across a block',
      [
        [1, 1],
        [4, 1],
        [6, 2.5],
        [6, 6],
      ],
      'leavesStreets',
      [5, 2],
    ],
  ])('%s', async (_what, shape, finding, at) => {
    const line = every(shape);
    const match = await matchShape(streets.ask, line);
    expect(match.Finding).toBe(finding);
    if (finding === undefined) expect(match).toMatchObject({ Share: 1, Furthest: expect.any(Number) });
    if (finding === undefined) expect(Math.abs((match.Furthest ?? 99) - (shape[0]?.[1] === 1.03 ? 4.5 : 0))).toBeLessThan(1);
    if (finding === 'againstOneWay') expect(match.path?.map(steps).at(-1)).toEqual(at);
    if (finding === 'leavesStreets' && match.At)
      expect(Math.hypot(steps(match.At)[0] - (at?.[0] ?? 0), steps(match.At)[1] - (at?.[1] ?? 0))).toBeLessThan(2);
  });

  test('where the streets do not lead on the shape stays as it is', async () => {
    // from the town to the avenues north of it there is no street at column 5
    const { path = [], ...match } = await matchShape(
      streets.ask,
      every([
        [1, 1.05],
        [5, 1.05],
        [5, 11],
        [5, 13],
      ]),
    );
    expect(match).toMatchObject({ Finding: 'leavesStreets' });
    expect(match.Share).toBeGreaterThan(0.8);
    const places = path.map(steps);
    expect(places).toContainEqual([4, 1]);
    expect(places).toContainEqual([5, 12]);
  });

  test('the stops get points of the new shape, in their order, also where it passes a place twice', () => {
    const path = [inTown(1, 1), inTown(5, 1), inTown(5, 2), inTown(1, 2), inTown(1, 1)];
    const { shape, sequences } = laidStops(path, [inTown(1, 0.9), inTown(3, 0.9), undefined, inTown(3, 2.1), inTown(0.9, 1)]);
    const points = decodeShape(shape).map(steps);
    expect(sequences.map((at) => (at === null ? null : points[at]))).toEqual([[1, 1], [3, 1], null, [3, 2], [1, 1]]);
    expect(points).toHaveLength(7);
    expect(sequences).toEqual([0, 1, null, 4, 6]);
  });
});

describe.skipIf(engine === undefined || !existsSync(ANDORRA))('noisy shapes of Andorra', () => {
  test('more than 97 % of the places with 8 m of noise are matched within 15 m of where they come from', async () => {
    const streets = await streetsOf('andorra', ANDORRA);
    try {
      const { share, shapes } = await shareOfNoisyShapes(streets.ask, ANDORRA, 40);
      expect(shapes).toBe(40);
      expect(share).toBeGreaterThan(0.97);
    } finally {
      streets.close();
    }
  }, 90_000);
});

/** Points of a line in steps of the town, a tenth of a block apart. */
function every(corners: readonly [number, number][]) {
  return corners.flatMap(([x, y], i) => {
    const [a, b] = corners[i - 1] ?? [x, y];
    const parts = Math.max(1, Math.round(Math.hypot(x - a, y - b) * 10));
    return Array.from({ length: parts }, (_, n) => inTown(a + ((x - a) * (n + 1)) / parts, b + ((y - b) * (n + 1)) / parts));
  });
}
