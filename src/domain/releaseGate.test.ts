import { expect, it } from 'vitest';
import { checkRelease, DEFAULT_GATE, heldBecause, type ReleaseFindings } from './releaseGate.ts';

const NONE = { count: 0, first: [] };
const FINE: ReleaseFindings = {
  against: 9,
  day: '2026-12-14',
  ids: { trip: NONE, stop: NONE, route: NONE, agency: NONE },
  errors: { count: 3, served: 3 },
  coverage: [
    { days: 7, without: [], trips: 500, usual: 700 },
    { days: 30, without: [], trips: 2000, usual: 3000 },
  ],
  unreadable: false,
};

it('lets a release out that loses nothing', () => {
  expect(checkRelease(FINE, DEFAULT_GATE)).toMatchObject({ reasons: [], limit: 3, days: 7 });
});

it.each([
  ['a stop', { ids: { ...FINE.ids, stop: { count: 1, first: ['S1'] } } }, ['1 stop id removed']],
  ['lines', { ids: { ...FINE.ids, route: { count: 1200, first: ['R1'] } } }, ['1,200 line ids removed']],
  ['more errors than the served release has', { errors: { count: 4, served: 3 } }, ['4 validation errors, 3 allowed']],
  ['a served release that cannot be read', { unreadable: true }, ['The served release cannot be read, so ids were not compared']],
  [
    'a day without service',
    { coverage: [{ days: 7, without: ['2026-12-15'], trips: 500, usual: 700 }] },
    ['1 day without service in the next 7 days'],
  ],
  ['few trips', { coverage: [{ days: 7, without: [], trips: 349, usual: 700 }] }, ['49 % of the usual trips in the next 7 days']],
] satisfies [string, Partial<ReleaseFindings>, string[]][])('holds a release for %s', (_what, found, words) => {
  expect(heldBecause(checkRelease({ ...FINE, ...found }, DEFAULT_GATE))).toEqual(words);
});

it('holds nothing back for what the feed does not ask for', () => {
  const found: ReleaseFindings = {
    ...FINE,
    ids: { ...FINE.ids, trip: { count: 5, first: ['T1'] } },
    errors: { count: 10, served: 3 },
    coverage: [{ days: 7, without: ['2026-12-15'], trips: 0, usual: 700 }],
  };
  expect(checkRelease(found, { ids: ['stop', 'route', 'agency'], errors: 10, days: 0 }).reasons).toEqual([]);
  expect(checkRelease(found, { ids: ['trip'], errors: 9, days: 7 }).reasons).toEqual(['trip', 'errors', 'days', 'share']);
});

it('has no limit of errors where none is set and those of the served release are not known', () => {
  expect(checkRelease({ ...FINE, errors: { count: 10, served: null } }, DEFAULT_GATE)).toMatchObject({ reasons: [], limit: null });
});
