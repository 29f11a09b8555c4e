import { describe, expect, test } from 'vitest';
import { routeCatalogue, routeNamed } from './catalogue.ts';
import { urlOf } from './route.ts';

const calls = routeCatalogue.filter(({ access }) => access !== 'public');

describe('the calls of the product', () => {
  test('go to the site root: each path begins with a slash and names no host [H252 R272]', () => {
    expect(calls.length).toBeGreaterThan(10);
    for (const { path } of routeCatalogue) expect(path).toMatch(/^\/[a-z]/);
  });

  test('lie below /storage/ui/, /scheduler/ui/ or /exports/ui/, those about editing data all of them [E199 H253]', () => {
    expect(calls.filter(({ path }) => !/^\/(storage|scheduler|exports)\/ui\//.test(path)).map(({ name }) => name)).toEqual([]);
    const edits = calls.filter(({ path }) => path.includes('/edit/'));
    expect(edits.length).toBeGreaterThan(3);
    expect(edits.filter(({ path }) => !path.startsWith('/storage/ui/'))).toEqual([]);
  });

  test('about live messages lie below /scheduler/ui/ [H281 R288]', () => {
    expect(routeNamed('readLiveToken').path).toBe('/scheduler/ui/notifications/token');
    expect(routeNamed('watchVersions').path).toMatch(/^\/scheduler\/ui\//);
  });

  test('have every id in their address URL-encoded [E030]', () => {
    expect(urlOf(routeNamed('readSchedule'), { params: { versionId: 1, scheduleId: 'a/b?c#d' } })).toBe(
      '/storage/ui/db/version/1/schedules/a%2Fb%3Fc%23d',
    );
    expect(urlOf(routeNamed('readStopDetails'), { params: { versionId: 1 }, query: { stopIds: 'a&b|c' } })).toBe(
      '/storage/ui/db/version/1/stops/details/v2?stopIds=a%26b%7Cc',
    );
  });
});
