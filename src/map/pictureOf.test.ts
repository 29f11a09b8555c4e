import { type Draft, produce } from 'immer';
import { describe, expect, test } from 'vitest';
import type { Network } from '../domain/mapOverlays.ts';
import type { Schedule } from '../domain/model/schedule.ts';
import { encodeShape } from '../domain/shapes.ts';
import type { Track } from '../domain/model/track.ts';
import { tableOf } from '../kernel/table.ts';
import { holdDocuments } from '../projections/documents.ts';
import { type Listed, listed } from '../projections/onMap.ts';
import { type AppState, emptyVersion, initialState, type Load } from '../projections/state.ts';
import { cameraWishes } from './cameraOf.ts';
import type { ShownLinks } from './sources/shownLinks.ts';
import { pictureOf } from './pictureOf.ts';

const loaded = <T>(value: T): Load<T> => ({ status: 'succeeded', messages: [], value });
const at = (place: number) => ({ Lat: 52 + place / 100, Lng: 5 });
const stop = (Id: string, place: number, ZoneId?: string) => ({
  Id,
  Name: Id,
  Type: 0,
  Coordinate: at(place),
  ...(ZoneId === undefined ? {} : { ZoneId }),
});
const row = (Id: string, AgencyId: string) => ({
  Id,
  Name: Id,
  AgencyId,
  FromDate: '2026-01-01',
  ToDate: '2026-12-31',
  TrackCount: 1,
  IsBaseSchedule: false,
});
const line = (Id: string, place: number): { line: Network['Lines'][number]; shape: string } => ({
  line: { Id, Name: Id },
  shape: encodeShape([at(place), at(place + 1)]),
});
const schedule: Schedule = {
  Id: 'ferry',
  Name: 'ferry',
  IsBaseSchedule: false,
  Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] },
};
const track = (Id: string, ...stops: readonly string[]): Track => ({
  ScheduleId: 'ferry',
  Id,
  Name: Id,
  Direction: 'Forward',
  Visible: true,
  Stops: stops.map((StopId) => ({ StopId })),
});
const lines = [line('bus', 0), line('ferry', 4)];

/** A version of four stops, a bus of agency B in the south, a ferry of agency F in the north, and a transfer in each part. */
function seen(page: string, search = '') {
  const version = {
    ...emptyVersion(1),
    stops: loaded(tableOf([stop('S0', 0, 'A'), stop('S1', 1, 'A'), stop('S4', 4, 'B'), stop('S5', 5)], ({ Id }) => Id)),
    agencies: loaded([
      { Id: 'B', Name: 'Buses' },
      { Id: 'F', Name: 'Ferries' },
    ]),
    schedules: loaded([row('bus', 'B'), { ...row('ferry', 'F'), ExternalTransportId: 'F1' }]),
    fareDetails: {
      night: loaded({
        Fare: { Id: 'night', Price: '3.80', Currency: 'EUR', Rules: [{ Transport: 'F1', FromZone: 'A', ToZone: null, ContainsZone: 'B' }] },
        Rev: 0,
      }),
    },
    stopAgencies: loaded({ S0: ['B'], S1: ['B'], S4: ['F'], S5: ['F'] }),
  };
  const overlays = {
    ...version.overlays,
    network: {
      8: loaded({
        Rev: 0,
        Lines: lines.map((one) => one.line),
        Shapes: lines.map(({ shape }, i) => ({ Shape: shape, Tracks: [[i, 'a-b'] as [number, string]] })),
      }),
    },
    transfers: loaded(
      tableOf(
        [
          { Id: 'T1', StopIdFrom: 'S0', StopIdTo: 'S1', Type: 0 },
          { Id: 'T2', StopIdFrom: 'S4', StopIdTo: 'S5', Type: 2 },
        ],
        ({ Id }) => Id,
      ),
    ),
  };
  const view: AppState = { ...initialState, location: { path: `/data/db/demo/v/1/${page}`, search }, versions: { 1: { ...version, overlays } } };
  return { view, drafts: {}, workflows: {} };
}

/** What the worker made of the network: nothing, whose lines step back is requested alone. */
const joined = { lines: [], stretches: [] };
const picture = (page: string, search: string, pointed?: Listed) =>
  pictureOf(seen(page, search), { hoveredStops: [], pointed: pointed && [pointed], joined, theme: 'light', inset: 0 });

describe('the row that a list points at is shown on the map', () => {
  test.each([
    ['stops', ['S4'], ['S4'], 0],
    ['schedules', ['ferry'], [], 1],
    ['tracks', ['ferry/a-b'], [], 1],
    ['trackStops', ['ferry/a-b/0/S4'], ['S4'], 0],
    ['trackStops', ['ferry/a-b/0/gone'], [], 1],
    ['transfers', ['T2'], ['S4', 'S5'], 1],
    ['agencies', ['F'], ['S4', 'S5'], 1],
    ['zones', ['A'], ['S0', 'S1'], 0],
    ['fares', ['night'], ['S0', 'S4', 'S1'], 1],
    ['fares', ['not loaded'], [], 0],
  ] as const)('of %s %j: stops %j and %i line(s)', (kind, ids, stops, count) => {
    const { hoveredStops, pointedLines } = picture('stops', '', listed(kind, ...ids));
    expect(hoveredStops).toEqual(stops);
    expect(pointedLines).toEqual(Array.from({ length: count }, () => [at(4), at(5)]));
  });

  test('and so are several kinds of rows together', () => {
    const held = seen('stops');
    const pointed = [listed('stops', 'S0'), listed('schedules', 'ferry'), listed('transfers', 'T2')];
    const shown = () => pictureOf(held, { hoveredStops: [], pointed, theme: 'light', inset: 0 });
    expect(shown().hoveredStops).toEqual(['S0', 'S4', 'S5']);
    expect(shown().pointedLines).toEqual([
      [at(4), at(5)],
      [at(4), at(5)],
    ]);
    expect(shown().pointedLines).toBe(shown().pointedLines);
  });

  test('and nothing is where nothing is pointed at', () => {
    expect(picture('stops', '')).toMatchObject({ hoveredStops: [], pointedLines: [] });
  });
});

describe('the map steps back what a list leaves out, and shows what it keeps', () => {
  const extent = { bounds: { SouthWest: { Lat: 51.99, Lng: 4.9 }, NorthEast: { Lat: 52.02, Lng: 5.1 } }, center: at(0), zoom: 12 };
  const firstWish = (page: string, search: string, zoom = 12) =>
    cameraWishes(seen(page, search).view, { ...extent, zoom }, new Set(['version:1']))[0];
  // 0.001 degrees are left free on each side
  const north = { kind: 'fit', bounds: { SouthWest: { Lat: expect.closeTo(52.039, 6) }, NorthEast: { Lat: expect.closeTo(52.051, 6) } } };

  test('of transfers that are searched', () => {
    const shown = picture('stops', '?list=transfers&Type=2');
    expect(shown).toMatchObject({ dimmed: true, highlightedStops: ['S4', 'S5'] });
    expect([...((shown.data['transfers'] as ShownLinks).kept ?? [])]).toEqual(['T2']);
    expect(firstWish('stops', '?list=transfers&Type=2')).toMatchObject(north);
  });

  test('a transfer that is opened is looked for where it is out of sight or too small to work on, and nothing steps back', () => {
    expect(picture('stops', '?list=transfers&Id=T2&match=Exact')).toMatchObject({ dimmed: false, highlightedStops: ['S4', 'S5'] });
    expect(firstWish('stops', '?list=transfers&Id=T2&match=Exact')).toMatchObject(north);
    expect(firstWish('stops', '?list=transfers&Id=T1&match=Exact', 13)).toMatchObject({ kind: 'stay' });
    expect(firstWish('stops', '?list=transfers&Id=T1&match=Exact', 12)).toMatchObject({ kind: 'fit' });
    expect(firstWish('stops', '?list=transfers&Type=0&item=T1', 13)).toMatchObject({ kind: 'stay' });
    expect(firstWish('stops', '?list=transfers&Type=0&item=T2')).toMatchObject(north);
  });

  test('of agencies that are searched, and of one that is open', () => {
    for (const [page, search] of [
      ['agencies', '?Name=ferr'],
      ['agencies/F', ''],
    ] as const) {
      const shown = picture(page, search);
      expect(shown).toMatchObject({ dimmed: true, highlightedStops: ['S4', 'S5'] });
      expect(shown.lines?.kept).toEqual(new Set(['ferry']));
      expect(firstWish(page, search)).toMatchObject(north);
    }
    expect(firstWish('agencies/B', '')).toMatchObject({ kind: 'stay' });
  });

  test('of a schedule that is open, its line is drawn on its own and the other lines step back; not beside one of its tracks', () => {
    const shown = picture('schedules/ferry', '');
    expect(shown).toMatchObject({ dimmed: false, highlightedStops: [], pointedLines: [[at(4), at(5)]] });
    expect(shown.lines?.kept).toEqual(new Set());
    expect(firstWish('schedules/ferry', '')).toMatchObject(north);
    expect(firstWish('schedules/bus', '')).toMatchObject({ kind: 'stay' });
    expect(picture('schedules/ferry/a-b/map', '').pointedLines).toEqual([]);
    const held = seen('schedules/ferry');
    const again = () => pictureOf(held, { hoveredStops: [], theme: 'light', inset: 0 }).pointedLines;
    expect(again()).toBe(again());
  });

  test('of a schedule or a track that is open, the stops that it serves look as ever and all others step back', () => {
    const of = (page: string, workflows = {}) => {
      const view = produce(seen(page).view, (draft: Draft<AppState>) => {
        const version = draft.versions[1];
        if (version) version.scheduleDetails['ferry'] = { status: 'succeeded', messages: [], value: true };
        holdDocuments(draft, 1, 'Schedule', [{ rev: 0, doc: schedule }]);
        const tracks = [track('a-b', 'S4', 'S5'), track('b-a', 'S5', 'S1')];
        holdDocuments(
          draft,
          1,
          'Track',
          tracks.map((doc) => ({ rev: 0, doc })),
        );
      });
      return pictureOf({ view, drafts: {}, workflows }, { hoveredStops: [], joined, theme: 'light', inset: 0 });
    };
    expect(of('schedules/ferry')).toMatchObject({ dimmed: true, keptStops: ['S4', 'S5', 'S1'], highlightedStops: [] });
    const shown = of('schedules/ferry/a-b/map');
    expect(shown).toMatchObject({ dimmed: true, keptStops: ['S4', 'S5'], highlightedStops: [] });
    expect(shown.lines?.kept).toEqual(new Set());
    expect((shown.data['transfers'] as ShownLinks).kept).toEqual(new Set());
    // stops that are added to the track are chosen among all
    expect(of('schedules/ferry/a-b/map', { trackStops: { value: 'adding', context: {} } })).toMatchObject({ dimmed: false, keptStops: [] });
  });

  test('without a search nothing changes', () => {
    expect(picture('agencies', '')).toMatchObject({ dimmed: false, highlightedStops: [] });
    expect(firstWish('agencies', '')).toBeUndefined();
  });
});

test('the regions are fitted again once the details of the page before are gone', () => {
  const Bounds = { SouthWest: { Lat: 48, Lng: 9 }, NorthEast: { Lat: 49, Lng: 10 } };
  const view = {
    ...initialState,
    location: { path: '/data', search: '' },
    regions: loaded([{ Key: 'V', Name: 'Velmar', Bounds, Rev: 1 }] as unknown as NonNullable<AppState['regions']['value']>),
  };
  const [beside] = cameraWishes(view, undefined, new Set(), 360);
  const followed = new Set([beside?.key ?? '']);
  expect(cameraWishes(view, undefined, followed, 360)).toEqual([]);
  const [alone] = cameraWishes(view, undefined, followed, 0);
  expect([beside?.kind, alone?.kind]).toEqual(['fit', 'fit']);
  expect(cameraWishes(view, undefined, new Set([...followed, alone?.key ?? '']), 0)).toEqual([]);
});

test('while there are no regions the start page shows the default bounds; while they are loaded it moves nowhere', () => {
  const page = { ...initialState, location: { path: '/data', search: '' } };
  expect(cameraWishes({ ...page, regions: loaded([]) }, undefined, new Set())).toEqual([
    { key: 'regions:', kind: 'fit', bounds: { SouthWest: { Lng: -110, Lat: 10 }, NorthEast: { Lng: 110, Lat: 40 } } },
  ]);
  expect(cameraWishes(page, undefined, new Set())).toEqual([]);
});
