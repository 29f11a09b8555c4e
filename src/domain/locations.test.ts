import { describe, expect, test } from 'vitest';
import { dataPath, pageTitle, placeOf, withQuestionMark } from './locations.ts';

describe('addresses', () => {
  test('a page of a version is at /data/db/{databaseId}/v/{versionId}/{dataPage} [E027]', () => {
    expect(dataPath({ databaseId: 'velmar', versionId: 7, page: 'stops' })).toBe('/data/db/velmar/v/7/stops');
    expect(placeOf('/data/db/velmar/v/7/stops')).toEqual({ section: 'data', databaseId: 'velmar', versionId: 7, page: 'stops' });
  });

  test('a version is at /data/db/{databaseId}/v/{versionId}, a database without one at /data/db/{databaseId} [E032 E033 H013 H014]', () => {
    expect(placeOf('/data/db/velmar/v/7')).toEqual({ section: 'data', databaseId: 'velmar', versionId: 7 });
    expect(placeOf('/data/db/velmar')).toEqual({ section: 'data', databaseId: 'velmar' });
    expect(dataPath({ databaseId: 'velmar' })).toBe('/data/db/velmar');
  });

  test('schedule or item, track, schedule page, numeric timetable and timetable view follow in this order [E028 R017]', () => {
    const place = {
      databaseId: 'd',
      versionId: 1,
      page: 'schedules',
      itemId: 'S',
      trackId: 'a-b',
      schedulePage: 'timetables',
      timetable: 3,
      timetableView: 'times',
    };
    expect(dataPath(place)).toBe('/data/db/d/v/1/schedules/S/a-b/timetables/3/times');
    expect(placeOf(dataPath(place))).toEqual({ section: 'data', ...place });
    expect(placeOf('/data/db/d/v/1/schedules/S/a-b/timetables/third')).not.toHaveProperty('timetable');
    expect(placeOf('/data/db/d/v/1/agencies/A')).toMatchObject({ page: 'agencies', itemId: 'A' });
  });

  test.each([
    'a/b',
    'a b',
    '50%',
    '100%25',
    'Ä?x=1&y',
    '#7',
    '../up',
    'a-b',
    '𝒳',
    'what?',
    '?x=1',
    'a?b?c=d',
    '__proto__',
    'constructor',
    '%3F',
    'a|b',
    ' ',
  ])('an id such as %s is URL-encoded and decoded to the same id [E030]', (id) => {
    const place = { databaseId: id, versionId: 1, page: 'schedules', itemId: id, trackId: id };
    const path = dataPath(place);
    expect(path.split('/')).toHaveLength(9);
    expect(path).not.toMatch(/[?# ]/);
    expect(placeOf(path)).toEqual({ section: 'data', ...place });
    expect(withQuestionMark(path)).toBeUndefined();
  });

  test.each([
    ['/data/db/d/v/1/stops%3F', '/data/db/d/v/1/stops', ''],
    ['/data/db/d/v/1/stops%3Fdetails', '/data/db/d/v/1/stops', '?details'],
    ['/tasks%3f', '/tasks', ''],
    ['/nowhere%3Fx', '/nowhere', '?x'],
  ])('%s is decoded, for no id stands there [R020]', (path, decoded, search) => {
    expect(withQuestionMark(path)).toEqual({ path: decoded, search });
  });

  test('an encoded question mark is decoded, the first one only [R020]', () => {
    expect(withQuestionMark('/data/db/d/v/1/stops%3Flist=stops%3F')).toEqual({ path: '/data/db/d/v/1/stops', search: '?list=stops%3F' });
    expect(withQuestionMark('/data')).toBeUndefined();
    expect(withQuestionMark('/data/db/d/v/1/stops/what%3F%3flist=stops')).toEqual({ path: '/data/db/d/v/1/stops/what%3F', search: '?list=stops' });
  });

  test.each(['/data/x', '/data/db', '/data/db/d/w/1', '/data/db/d/v/first', '/data/db/d/v/0', '/elsewhere'])('%s is no place', (path) => {
    expect(placeOf(path)).toEqual({ section: 'unknown' });
  });

  test('tasks, pipelines/*, exports/*, exports/runs/{runId} and log/{id} are places of their screens [R015 R016 H020 H024]', () => {
    expect(placeOf('/tasks')).toEqual({ section: 'tasks' });
    expect([placeOf('/pipelines'), placeOf('/pipelines/7')]).toEqual([{ section: 'pipelines' }, { section: 'pipelines' }]);
    expect([placeOf('/exports'), placeOf('/exports/7')]).toEqual([{ section: 'exports' }, { section: 'exports' }]);
    expect([placeOf('/exports/runs/12'), placeOf('/exports/runs/x')]).toEqual([{ section: 'exports', runId: 12 }, { section: 'unknown' }]);
    expect([placeOf('/log'), placeOf('/log/12'), placeOf('/log/12/x')]).toEqual([
      { section: 'log' },
      { section: 'log', taskRunId: 12 },
      { section: 'unknown' },
    ]);
    expect([placeOf('/changes/velmar'), placeOf('/comparer/velmar')]).toEqual([
      { section: 'changes', databaseId: 'velmar' },
      { section: 'comparer', databaseId: 'velmar' },
    ]);
  });

  test('the title of a log is "DMP | Logs" [H124 R027]', () => {
    expect(pageTitle(placeOf('/log/12'))).toBe('DMP | Logs');
    expect(['/tasks', '/pipelines', '/exports'].map((path) => pageTitle(placeOf(path)))).toEqual(['DMP | Tasks', 'DMP | Pipelines', 'DMP | Exports']);
  });

  test('the title is DMP, a separator, and the name of the section [R025 H125]', () => {
    expect(pageTitle(placeOf('/data/db/d/v/1/stops'))).toBe('DMP | Data');
    expect(pageTitle(placeOf('/nothing'))).toBe('DMP | Not found');
  });
});
