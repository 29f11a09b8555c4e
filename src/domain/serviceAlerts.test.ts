import { describe, expect, it } from 'vitest';
import { AlertContent, type AlertEntity, alertFaults, type AlertFeed, endOf, phaseOf, rangesOf, speaks } from './serviceAlerts.ts';

const TEXT = { language: 'en', header: 'Stop closed', description: '', url: '', ttsHeader: '', ttsDescription: '' };
const ALERT: AlertContent = {
  cause: 'CONSTRUCTION',
  effect: 'DETOUR',
  severity: 'WARNING',
  texts: [TEXT],
  periods: [],
  entities: [{ kind: 'stop', stop: 'A' }],
};
const known = (entity: AlertEntity): boolean => entity.kind === 'stop' && entity.stop === 'A';
const FEED: AlertFeed = { known: { has: known }, language: 'en', timezone: 'Europe/Amsterdam' };
const faults = (more: Partial<AlertContent>, feed: Partial<AlertFeed> = {}): [string, string][] =>
  alertFaults({ ...ALERT, ...more }, { ...FEED, ...feed }).map(({ Field, Message }) => [Field, Message]);

describe('an alert can be published', () => {
  it('where it has a title in the language of the feed and is about something in it', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ texts: [{ ...TEXT, language: 'de' }] })).toEqual([
      ['texts', 'Add texts in the language of the feed, en: riders without another choice read them'],
    ]);
    expect(faults({ texts: [{ ...TEXT, language: 'en-GB' }] })).toEqual([]);
    expect(faults({ texts: [{ ...TEXT, language: 'de' }] }, { language: '' })).toEqual([]);
    expect(faults({ texts: [{ ...TEXT, language: 'de' }] }, { language: 'mul' })).toEqual([]);
    expect(faults({ texts: [] })).toEqual([['texts', 'Enter a title']]);
    expect(faults({ texts: [TEXT, { ...TEXT, language: 'EN' }] })).toEqual([['texts[1]/language', 'There are texts in EN already']]);
  });

  it('where its addresses are of the web', () => {
    const url = (address: string) => faults({ texts: [{ ...TEXT, url: address }] });
    expect(url('https://city.example/a?b#c')).toEqual([]);
    expect(url('http://city.example')).toEqual([]);
    for (const odd of ['javascript:alert(1)', 'city.example', 'ftp://city.example', 'https://', 'https:///x', 'mailto:a@b.example'])
      expect(url(odd), odd).toEqual([['texts[0]/url', 'Enter a web address that begins with http:// or https://']]);
  });

  it('where its periods are days that exist and end after they begin', () => {
    expect(faults({ periods: [{ from: null, until: null }] })).toEqual([]);
    expect(faults({ periods: [{ from: '2026-02-30T10:00', until: null }] })).toEqual([['periods[0]/from', 'There is no such day']]);
    expect(
      faults({
        periods: [
          { from: '2026-12-14T03:00', until: '2026-12-14T03:01' },
          { from: '2026-12-14T03:00', until: '2026-12-14T03:00' },
        ],
      }),
    ).toEqual([['periods[1]/until', 'The end is not after the beginning']]);
    // the hour that clocks skip: both ends are the moment of the change
    expect(faults({ periods: [{ from: '2026-03-29T02:10', until: '2026-03-29T02:50' }] })).toEqual([
      ['periods[0]/until', 'The end is not after the beginning'],
    ]);
  });

  it('where the feed has everything that it names', () => {
    expect(faults({ entities: [] })).toEqual([['entities', 'Choose at least one line, stop, trip or agency']]);
    expect(
      faults({
        entities: [
          { kind: 'stop', stop: 'A' },
          { kind: 'stop', stop: 'B' },
          { kind: 'route', route: '5', direction: 1 },
          { kind: 'routeType', routeType: 0 },
          { kind: 'agency', agency: 'X' },
          { kind: 'trip', route: '5', trip: 't1' },
        ],
      }),
    ).toEqual([
      ['entities[1]', 'The published feed has no stop B'],
      ['entities[2]', 'The published feed has no line 5 in direction 1'],
      ['entities[3]', 'The published feed has no lines of type 0'],
      ['entities[4]', 'The published feed has no agency X'],
      ['entities[5]', 'The published feed has no trip t1 of line 5'],
    ]);
  });
});

it('reads periods in the time zone of the feed, also where clocks change', () => {
  const at = (text: string): number => Date.parse(text) / 1000;
  const ranges = rangesOf(
    [
      { from: '2026-07-01T00:00', until: '2026-10-25T02:30' },
      { from: '2026-03-29T02:30', until: null },
    ],
    'Europe/Amsterdam',
  );
  expect(ranges).toEqual([
    { start: at('2026-06-30T22:00:00Z'), end: at('2026-10-25T00:30:00Z') },
    { start: at('2026-03-29T01:00:00Z'), end: undefined },
  ]);
  expect(endOf(ranges)).toBe(undefined);
  expect(endOf(ranges.slice(0, 1))).toBe(at('2026-10-25T00:30:00Z'));
  expect(endOf([])).toBe(undefined);
});

it('is current in its periods, planned before the next and over after the last', () => {
  const ranges = [
    { start: 10, end: 20 },
    { start: 30, end: 40 },
  ];
  expect([5, 10, 20, 30, 39, 40].map((now) => phaseOf(ranges, now))).toEqual(['planned', 'current', 'planned', 'current', 'current', 'over']);
  expect(phaseOf([], 1)).toBe('current');
  expect(phaseOf([{ start: 10, end: undefined }], 9)).toBe('planned');
});

it('takes regions of a language for the same language', () => {
  expect([speaks('de', 'de-CH'), speaks('de-AT', 'de'), speaks('en', 'de'), speaks('fr', ''), speaks('fr', 'mul')]).toEqual([
    true,
    true,
    false,
    true,
    true,
  ]);
});

it('takes lengths and codes of languages that can be read', () => {
  const read = (more: object) => AlertContent.safeParse({ ...ALERT, ...more }).success;
  expect(read({ texts: [{ language: 'en', header: 'x'.repeat(300) }] })).toBe(true);
  expect(read({ texts: [{ language: 'en', header: 'x'.repeat(301) }] })).toBe(false);
  expect(read({ texts: [{ language: 'English', header: 'x' }] })).toBe(false);
  expect(read({ entities: [{ kind: 'route', route: '5', direction: 2 }] })).toBe(false);
  expect(read({ periods: [{ from: '2026-12-14', until: null }] })).toBe(false);
});
