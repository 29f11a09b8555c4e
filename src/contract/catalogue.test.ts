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

  test('of exports lie below /exports/ui/exports [H306]', () => {
    const exporting = calls.filter(({ path }) => path.startsWith('/exports/'));
    expect(exporting.length).toBeGreaterThan(8);
    expect(exporting.filter(({ path }) => !/^\/exports\/ui\/exports(\/|$)/.test(path)).map(({ path }) => path)).toEqual([]);
  });

  test('of the comparer, of regions and of versions are there in shapes of our own [H325 R273]', () => {
    const has = (method: string, path: string): boolean => calls.some((call) => call.method === method && call.path === path);
    for (const path of ['/storage/ui/diff', '/storage/ui/diff/entries', '/storage/ui/diff/details', '/storage/ui/regions/:region'])
      expect(has('GET', path), path).toBe(true);
    for (const step of ['general', 'bounds', 'databases']) expect(has('PUT', `/storage/ui/regions/:region/${step}`), step).toBe(true);
    expect(has('POST', '/storage/ui/regions')).toBe(true);
    expect(has('GET', '/storage/ui/db/:databaseId/versions')).toBe(true);
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
