import { createServer, type RequestListener, type Server } from 'node:http';
import polyline from '@mapbox/polyline';
import { afterEach, describe, expect, test } from 'vitest';
import type { RouteVariant } from '../../src/domain/routing.ts';
import { decodeShape, encodeShape } from '../../src/domain/shapes.ts';
import { createRouting } from '../services/routing.ts';
import { alignAlong } from './alignment.ts';

/** A street eastwards with a bend, and one that crosses it northwards without sharing a point. */
const east = Array.from({ length: 21 }, (_, i) => ({ Lat: 48 + (i > 10 ? (i - 10) * 1e-4 : 0), Lng: 9 + i * 1e-3 }));
const north = Array.from({ length: 21 }, (_, i) => ({ Lat: 47.99 + i * 1e-3, Lng: 9.00504 }));

describe('transit alignment', () => {
  test('follows the shapes of the feed from one line to another [E281]', () => {
    const path = alignAlong([east, north], { Lat: 48.0002, Lng: 9.0021 }, { Lat: 48.0081, Lng: 9.0051 }) ?? [];
    expect(path[0]).toEqual({ Lat: 48.0002, Lng: 9.0021 });
    expect(path.at(-1)).toEqual({ Lat: 48.0081, Lng: 9.0051 });
    // along the street to the crossing, then north: never the straight line between them
    expect(path.some(({ Lat, Lng }) => Math.abs(Lat - 48) < 2e-5 && Math.abs(Lng - 9.005) < 1e-4)).toBe(true);
    expect(path.filter(({ Lng }) => Lng > 9.0052)).toEqual([]);
  });

  test('joins lines that cross between their points, and two that one piece crosses', () => {
    const long = [
      { Lat: 48, Lng: 9 },
      { Lat: 48, Lng: 9.01 },
    ];
    const up = (lng: number) => [
      { Lat: 47.995, Lng: lng },
      { Lat: 48.005, Lng: lng },
    ];
    expect(alignAlong([up(9.002), long, up(9.008)], { Lat: 47.996, Lng: 9.002 }, { Lat: 48.004, Lng: 9.008 })).toEqual([
      { Lat: 47.996, Lng: 9.002 },
      { Lat: 48, Lng: 9.002 },
      { Lat: 48, Lng: 9.008 },
      { Lat: 48.004, Lng: 9.008 },
    ]);
  });

  test('finds none where no line is near, or lines do not meet', () => {
    expect(alignAlong([east], { Lat: 48.1, Lng: 9 }, { Lat: 48, Lng: 9.01 })).toBeUndefined();
    const far = north.map(({ Lat, Lng }) => ({ Lat, Lng: Lng + 0.1 }));
    expect(alignAlong([east, far], { Lat: 48, Lng: 9.001 }, { Lat: 48, Lng: 9.10504 })).toBeUndefined();
    expect(alignAlong([], { Lat: 48, Lng: 9 }, { Lat: 48, Lng: 9.01 })).toBeUndefined();
  });
});

describe('routing', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());
  const [from, to] = [
    { Lat: 48, Lng: 9.001 },
    { Lat: 48, Lng: 9.008 },
  ];
  const routing = async (listener: RequestListener, kind: 'osrm' | 'valhalla' = 'osrm', wait = 15_000) => {
    server = createServer(listener);
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const route = createRouting({
      router: { kind, url, profile: kind === 'osrm' ? 'driving' : 'bus' },
      linesNear: () => Promise.resolve([east]),
      patience: wait,
    });
    return (variant: RouteVariant) => route({ versionId: 1, variant, from, to });
  };

  test('asks the configured router and says which engine answered [E280 R308]', async () => {
    const asked: string[] = [];
    const route = await routing((request, response) => {
      asked.push(request.url ?? '');
      response.end(JSON.stringify({ code: 'Ok', routes: [{ geometry: '_p~iF~ps|U_ulLnnqC_mqNvxq`@' }] }));
    });
    expect(await route('standard')).toEqual({ Route: '_p~iF~ps|U_ulLnnqC_mqNvxq`@', Engine: 'osrm' });
    expect(asked).toEqual(['/route/v1/driving/9.001,48;9.008,48?overview=full&geometries=polyline']);
    expect(await route('transit-alignment')).toMatchObject({ Engine: 'feed' });
    expect(asked).toHaveLength(1);
  });

  test('a router that refuses or answers nonsense is replaced by the lines of the feed, and that is said', async () => {
    for (const listener of [
      (_request: unknown, response: { writeHead(status: number): { end(): void } }) => response.writeHead(503).end(),
      (_request: unknown, response: { end(text: string): void }) => response.end('<html>'),
      (_request: unknown, response: { end(text: string): void }) => response.end('{"code":"Ok","routes":[{"geometry":"?"}]}'),
    ]) {
      const route = await routing(listener);
      expect(await route('standard')).toMatchObject({
        Engine: 'feed',
        Notice: 'The router did not answer. This path follows the lines of the feed.',
      });
      server?.close();
    }
  });

  test('a Valhalla server is asked to match both places to its streets, and for a route where they are not matched', async () => {
    const asked: string[] = [];
    const shape = polyline.encode(
      [
        [48, 9.001],
        [48.001, 9.005],
        [48, 9.008],
      ],
      6,
    );
    let matches = true;
    const route = await routing((request, response) => {
      asked.push(request.url ?? '');
      const matched = { shape, matched_points: [{ type: 'matched' }, { type: matches ? 'matched' : 'unmatched' }] };
      response.end(JSON.stringify(request.url === '/route' ? { trip: { legs: [{ shape }] } } : matched));
    }, 'valhalla');
    const path = { Route: encodeShape([from, { Lat: 48.001, Lng: 9.005 }, to]), Engine: 'valhalla' };
    expect(await route('standard')).toEqual(path);
    expect(asked).toEqual(['/trace_attributes']);
    matches = false;
    expect(await route('standard')).toEqual(path);
    expect(asked).toEqual(['/trace_attributes', '/trace_attributes', '/route']);
  });

  test('a router that says nothing is waited for as long as is asked, not for the usual 6 seconds', async () => {
    const route = await routing(() => undefined, 'osrm', 300);
    const began = performance.now();
    expect(await route('standard')).toMatchObject({ Engine: 'feed', Notice: expect.stringContaining('The router did not answer.') });
    expect(performance.now() - began).toBeLessThan(6000);
    server?.closeAllConnections();
  });

  test('a router that answers places beyond the earth, or a path of one point, has not answered', async () => {
    for (const geometry of [
      polyline.encode([
        [91, 9],
        [48, 9],
      ]),
      polyline.encode([[48, 9]]),
    ]) {
      const route = await routing((_request, response) => response.end(JSON.stringify({ code: 'Ok', routes: [{ geometry }] })));
      expect(await route('standard')).toMatchObject({ Engine: 'feed', Notice: expect.stringContaining('The router did not answer.') });
      server?.close();
    }
  });

  test('without a line nearby the way is straight', async () => {
    const answer = await createRouting({ linesNear: () => Promise.resolve([]) })({ versionId: 1, variant: 'standard', from, to });
    expect(answer).toMatchObject({ Engine: 'straight', Notice: 'No line of the feed leads there. This path is straight.' });
    expect(decodeShape(answer.Route)).toEqual([from, to]);
  });
});
