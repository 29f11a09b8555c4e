import { expect, test } from 'vitest';
import { inTown, steps } from '../../test/builders/town.ts';
import { usesOf, type WayRound } from '../../src/domain/detours.ts';
import type { Track } from '../../src/domain/model/track.ts';
import { decodeShape, encodeShape } from '../../src/domain/shapes.ts';
import type { StreetEngine } from '../geo/streets/streetEngine.ts';
import { openWaysRound } from './waysRound.ts';

type Corner = readonly [x: number, y: number];
const line = (...corners: readonly Corner[]) => corners.map(([x, y]) => inTown(x, y));
const CLOSED = line([4, 6], [6, 6]);
/** Rows 6 and 7 with the columns between them, as lines of a feed run there. */
const FEED = [line([0, 6], [11, 6]), line([0, 7], [11, 7]), line([3, 4], [3, 9]), line([8, 9], [8, 4])];
const trackOn = (...corners: readonly Corner[]): Track => ({
  ScheduleId: 'L1',
  Id: 'a-b',
  Name: 'A - B',
  Direction: 'Forward',
  Visible: true,
  Shape: encodeShape(line(...corners)),
  Stops: [],
});
const wayOf = (parts: readonly WayRound[]): string => parts.map(({ path }) => path.map((at) => steps(at).join(',')).join(' ')).join(' | ');

async function find(track: Track, more: Partial<Parameters<typeof openWaysRound>[0]> = {}) {
  const ways = openWaysRound({ closed: CLOSED, lines: FEED, until: performance.now() + 5000, ...more });
  const { parts, ...found } = await ways(track, usesOf(decodeShape(track.Shape ?? ''), CLOSED), undefined);
  return { way: wayOf(parts), ...found };
}

test('without an engine the way round follows the lines of the feed, either way', async () => {
  const there = await find(trackOn([1, 6], [10, 6]));
  expect(there.engine).toBe('feed');
  expect(there.notice).toBeUndefined();
  expect(there.way).toContain('3,7 8,7');
  expect((await find(trackOn([10, 6], [1, 6]))).way).toContain('8,7 3,7');
});

test('what cannot be gone round says why', async () => {
  expect(await find(trackOn([1, 6], [10, 6]), { lines: FEED.slice(0, 1) })).toEqual({ way: '', notice: 'No way round was found.' });
  expect(await find(trackOn([5, 6], [10, 6]))).toEqual({ way: '', notice: 'The track begins or ends on the closed stretch.' });
  expect(await find(trackOn([1, 6], [10, 6]), { until: 0 })).toMatchObject({ way: '', notice: expect.stringContaining('There was no time left') });
});

test('an engine that does not answer is asked once; the lines of the feed give the way, with a notice', async () => {
  let asked = 0;
  const streets: StreetEngine = {
    made: () => ({
      folder: 'x',
      at: '2026-01-01T00:00:00Z',
      engine: '0',
      seconds: 1,
      bytes: 1,
      extracts: [{ file: 'x', bytes: 1, modified: 1, bounds: { south: 47, north: 49, west: 8, east: 10 } }],
    }),
    ask: (method) => {
      if (method === 'route') asked++;
      return Promise.reject(new Error('It ended'));
    },
    close: () => {},
  };
  const found = await find(trackOn([1, 6], [10, 6]), { streets });
  expect(found).toMatchObject({ engine: 'feed', notice: 'The street engine did not answer. This way follows the lines of the feed.' });
  expect(asked).toBe(1);
  // a place outside of the extract is as without streets
  const outside = { ...streets, made: () => undefined };
  expect((await find(trackOn([1, 6], [10, 6]), { streets: outside })).notice).toBeUndefined();
});
