/** The street engine on a made-up town. It is no dependency of the product: where it is not installed these tests say so and are left out. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usesOf } from '../../../src/domain/detours.ts';
import { decodeShape, encodeShape } from '../../../src/domain/shapes.ts';
import { inTown, steps, townExtract } from '../../../test/builders/town.ts';
import { doubtsOf } from '../../../src/domain/trackPath.ts';
import { createRouting } from '../../services/routing.ts';
import { createTrackRouting } from '../../services/trackRouting.ts';
import { openWaysRound } from '../../services/waysRound.ts';
import { buildStreets, isMadeOf } from './buildStreets.ts';
import { installedEngine } from './enginePackage.ts';
import { readMade } from './madeStreets.ts';
import { openStreetEngine, type StreetEngine } from './streetEngine.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'dmp-streets-'));
const engine = installedEngine(dataDir);
if (engine === undefined) console.warn('The street engine is not installed (npm ci in streets/): its tests on a made-up town are left out.');

describe.skipIf(engine === undefined)('streets of a town', () => {
  const extract = join(dataDir, 'town.osm.pbf');
  let streets: StreetEngine;
  beforeAll(async () => {
    writeFileSync(extract, townExtract());
    await buildStreets({ dataDir, extracts: [extract], engine: engine ?? '' });
    streets = openStreetEngine({ dataDir, patience: 20_000 });
  }, 60_000);
  afterAll(() => {
    streets?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const lines: { Lat: number; Lng: number }[][] = [];
  /** Corners of the way from one place of the grid to another. */
  const corners = async (from: [number, number], to: [number, number], variant: 'standard' | 'transit-alignment' = 'standard') => {
    const route = createRouting({ streets, linesNear: () => Promise.resolve(lines) });
    const { Route, Engine } = await route({ versionId: 1, variant, from: inTown(...from), to: inTown(...to) });
    expect(Engine).toBe('streets');
    return bends(decodeShape(Route).map(steps));
  };

  test.each<[what: string, from: [number, number], to: [number, number], corners: string]>([
    ['a one-way street is used its way', [2.5, 3], [6.5, 3], '2.5,3 6.5,3'],
    ['and against it the next streets are', [6.5, 3], [2.5, 3], '6.5,3 7,3 7,2 2,2 2,3 2.5,3'],
    ['a place a little behind on a one-way street is reached round the block', [2.6, 3], [2.4, 3], '2.6,3 3,3 3,2 2,2 2,3 2.4,3'],
    ['a street for buses alone is used', [2.5, 5], [6.5, 5], '2.5,5 6.5,5'],
    ['a one-way street is used against its way where it says oneway:bus=no', [6.5, 8], [2.5, 8], '6.5,8 2.5,8'],
    ['and where it has a bus lane against it', [6.5, 9], [2.5, 9], '6.5,9 2.5,9'],
    ['a turn that is banned is not made', [4, 1.5], [3.5, 2], '4,1.5 4,1 3,1 3,2 3.5,2'],
    ['the other turn there is', [4, 1.5], [4.5, 2], '4,1.5 4,2 4.5,2'],
    ['of a dual carriageway that one is used which leads there', [6.5, 13], [2.5, 13], '6.5,13.2 2.5,13.2'],
    ['also for stops beside the other one', [2.5, 13.25], [6.5, 13.25], '2.5,13 6.5,13'],
    ['stops beside their own carriageway keep to it', [2.5, 12.9], [6.5, 12.9], '2.5,13 6.5,13'],
    ['a place 180 m from the nearest street is reached from there', [2.5, -1.2], [5, 0], '2.5,0 5,0'],
  ])('%s', async (_what, from, to, way) => {
    expect((await corners(from, to)).join(' ')).toBe(way);
  });

  test('transit alignment keeps to streets that lines of the feed use', async () => {
    expect((await corners([2, 1], [8, 9])).join(' ')).toBe('2,1 2,9 8,9');
    lines.push([inTown(2, 1), inTown(4, 1), inTown(4, 6), inTown(8, 6), inTown(8, 9)]);
    expect((await corners([2, 1], [8, 9], 'transit-alignment')).join(' ')).toBe('2,1 4,1 4,6 8,6 8,9');
    expect((await corners([2, 1], [8, 9])).join(' ')).toBe('2,1 2,9 8,9');
    lines.length = 0;
  });

  test('the shape of a track leads through its stops, with a point for each', async () => {
    const route = createRouting({ streets, linesNear: () => Promise.resolve([]) });
    const find = createTrackRouting(route, streets);
    // stops 15 m beside the street; from the third to the fourth it is against the one-way street
    const stops = [inTown(1, 2.9), inTown(4, 2.9), inTown(6.6, 2.9), inTown(6.4, 3.1)];
    const { Shape, Sequences, Away, Segments } = await find({ versionId: 1, variant: 'standard', stops });
    const points = decodeShape(Shape);
    expect(bends(points.map(steps)).join(' ')).toBe('1,3 7,3 7,2 6,2 6,3 6.4,3');
    expect(Sequences.map((at) => steps(points[at] ?? { Lat: 0, Lng: 0 }).join(','))).toEqual(['1,3', '4,3', '6.6,3', '6.4,3']);
    expect(Away.every((metres) => metres > 14 && metres < 16)).toBe(true);
    expect(Segments.map(({ Detour }) => Math.round(Detour))).toEqual([1, 1, 19]);
    expect(doubtsOf({ Segments, Away })).toEqual([{ kind: 'detour', from: 2, to: 3, times: expect.closeTo(19, 0) }]);
    // one stop is out of reach: what lies beside it is straight, the rest is as before
    const astray = await find({ versionId: 1, variant: 'standard', stops: [inTown(1, 3), inTown(4, 3), inTown(4, -3), inTown(4, 0)] });
    expect(astray.Segments.map(({ Engine }) => Engine)).toEqual(['streets', 'straight', 'straight']);
    expect(astray.Away.map(Math.round)).toEqual([0, 0, 0, 0]);
  });

  test.each<[what: string, closed: [number, number][], track: [number, number][], way: string]>([
    [
      'a block is gone round by the next crossings',
      [
        [5, 6],
        [6, 6],
      ],
      [
        [1, 6],
        [10, 6],
      ],
      '5,6 5,7 6,7 6,6',
    ],
    [
      'also the other way',
      [
        [5, 6],
        [6, 6],
      ],
      [
        [10, 6],
        [1, 6],
      ],
      '6,6 6,7 5,7 5,6',
    ],
    [
      'drawn a little too far, and against the one-way street',
      [
        [6.05, 3],
        [4.95, 3],
      ],
      [
        [1, 3],
        [10, 3],
      ],
      '4.9,3 5,3 5,4 6,4 6,3',
    ],
    [
      'three blocks',
      [
        [3, 6],
        [6, 6],
      ],
      [
        [0, 6],
        [10, 6],
      ],
      '3,6 3,7 6,7 6,6',
    ],
  ])('a closed stretch: %s', async (_what, closed, track, way) => {
    const on = (places: [number, number][]) => places.map((at) => inTown(...at));
    const ways = openWaysRound({ closed: on(closed), lines: [], streets, until: performance.now() + 20_000 });
    const shape = encodeShape(on(track));
    const found = await ways(
      { ScheduleId: 'L1', Id: 'a-b', Name: '', Direction: 'Forward', Visible: true, Shape: shape, Stops: [] },
      usesOf(decodeShape(shape), on(closed)),
      3,
    );
    expect(found).toMatchObject({ engine: 'streets' });
    expect(bends((found.parts[0]?.path ?? []).map(steps)).join(' ')).toBe(way);
  });

  test('where no street is near it is said; a tram, and a place outside the extract, go as without streets', async () => {
    const route = createRouting({ streets, linesNear: () => Promise.resolve([]) });
    const ask = (from: [number, number], vehicleType?: number) =>
      route({ versionId: 1, variant: 'standard', from: inTown(...from), to: inTown(5, 0), vehicleType });
    // in the gap between the town and the avenues north of it the nearest street is 150 m away; there is none beyond them
    expect(await ask([2.5, 12])).toMatchObject({ Engine: 'streets' });
    expect(await ask([2.5, 14.4])).toMatchObject({ Engine: 'streets' });
    expect(await ask([2.5, -1.3], 0)).toMatchObject({ Engine: 'straight', Notice: 'No line of the feed leads there. This path is straight.' });
    expect(await ask([2.5, -3])).toMatchObject({ Engine: 'straight', Notice: 'No line of the feed leads there. This path is straight.' });
  });

  test('damaged tiles fail the call with a sentence; a new build is taken up without a restart', async () => {
    expect(isMadeOf(readMade(dataDir), [extract])).toBe(true);
    const tiles = join(dataDir, 'streets', readMade(dataDir)?.folder ?? '', 'tiles');
    const files = readdirSync(tiles, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.gph'));
    const before = files.map((file) => readFileSync(join(tiles, file)));
    streets.close();
    for (const file of files) truncateSync(join(tiles, file), 300);
    const route = createRouting({ streets, linesNear: () => Promise.resolve([]) });
    const ask = () => route({ versionId: 1, variant: 'standard', from: inTown(2, 1), to: inTown(5, 1) });
    expect(await ask()).toMatchObject({
      Engine: 'straight',
      Notice: expect.stringMatching(/^(The street engine did not answer|No path along streets leads there)\. This path is straight\.$/),
    });
    for (const [i, file] of files.entries()) writeFileSync(join(tiles, file), before[i] ?? '');
    await buildStreets({ dataDir, extracts: [extract], engine: engine ?? '' });
    expect(await ask()).toMatchObject({ Engine: 'streets' });
  });
});

/** Where a way begins, bends and ends. */
function bends(places: readonly [number, number][]): string[] {
  const turns = places.filter((at, i) => {
    const [before, after] = [places[i - 1], places[i + 1]];
    if (!before || !after) return true;
    return Math.abs((at[0] - before[0]) * (after[1] - at[1]) - (at[1] - before[1]) * (after[0] - at[0])) > 0.01;
  });
  return turns.map((at) => at.join(','));
}
