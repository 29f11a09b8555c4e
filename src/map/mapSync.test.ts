import { describe, expect, it } from 'vitest';
import type { MapEngine, MapFeature } from './engine/mapEngine.ts';
import { emptyPicture, type MapPicture, type MapStop, type MapTrack } from './mapPicture.ts';
import { createMapSync } from './mapSync.ts';
import type { PointerLine } from './pointerLine.ts';

describe('keeping the map in step with the picture', () => {
  it('several pictures within a frame cost one', () => {
    const map = aMap();
    map.sync.show({ ...emptyPicture, theme: 'dark' });
    map.sync.show({ ...emptyPicture, stops: [[stop('a')]] });
    expect(map.calls).toEqual([]);
    map.frame();
    expect(map.named('setStops')).toEqual([['a']]);
    expect(map.named('setBase')).toEqual([{ theme: 'light', tiles: 'default-tile' }]);
  });

  it('the same picture again changes nothing', () => {
    const map = aMap();
    const picture = { ...emptyPicture, stops: [[stop('a')]], selectedStops: ['a'], camera: { key: '1', kind: 'centre', at: here } } as const;
    map.show(picture);
    map.calls.length = 0;
    map.show({ ...picture });
    expect(map.calls).toEqual([]);
  });

  it('moving one of many stops tells the map of that one only', () => {
    const map = aMap();
    const many = Array.from({ length: 20 }, (_, i) => stop(`s${i}`));
    map.show({ ...emptyPicture, stops: [many, [stop('a')]] });
    map.calls.length = 0;
    map.show({ ...emptyPicture, stops: [many, [stop('a', 5)]] });
    expect(map.calls).toEqual([['patchStops', { put: ['a'], remove: [] }]]);
  });

  it('layers, tiles and colours are switched one by one', () => {
    const map = aMap();
    map.show(emptyPicture);
    map.calls.length = 0;
    map.show({ ...emptyPicture, layers: { stops: false, trackDirection: false }, tiles: 'satellite' });
    expect(map.calls).toEqual([
      ['setBase', { theme: 'light', tiles: 'satellite' }],
      ['show', 'trackDirection', false],
      ['show', 'stops', false],
    ]);
  });

  it('a track brings its line, its arrows and its numbered stops; without one they are cleared', () => {
    const map = aMap();
    map.show({ ...emptyPicture, data: onTrack({ shape: [here, { Lat: 1, Lng: 1 }], stops: [{ ...here, StopId: 'a', Number: 1 }] }) });
    expect(['track', 'track-direction', 'track-stops'].map((name) => map.data(name).length)).toEqual([1, 1, 1]);
    map.show(emptyPicture);
    expect(['track', 'track-direction', 'track-stops'].map((name) => map.data(name).length)).toEqual([0, 0, 0]);
  });

  it('arrows are thinned again when the view crosses zoom 13 [E342]', () => {
    const map = aMap();
    map.show({ ...emptyPicture, data: onTrack({ shape: Array.from({ length: 31 }, (_, i) => ({ Lat: i, Lng: i })), stops: [] }) });
    expect(map.data('track-direction')).toHaveLength(6);
    map.calls.length = 0;
    map.zoomTo(14.5);
    expect(map.calls).toEqual([]);
    map.zoomTo(12);
    expect(map.data('track-direction')).toHaveLength(2);
  });

  it('dragging a point of a long shape redraws only the part under the pointer', () => {
    const map = aMap();
    const [line, handles] = [[here, { Lat: 1, Lng: 1 }], [here]];
    map.show({ ...emptyPicture, sketch: { line, handles, active: [here, here] } });
    map.calls.length = 0;
    map.show({ ...emptyPicture, sketch: { line, handles, active: [here, { Lat: 2, Lng: 2 }] } });
    expect(map.calls).toEqual([['setData', 'sketch-active']]);
  });

  it('a line that follows the pointer repaints nothing of the map, and stays until what became of it is drawn', async () => {
    const map = aMap();
    map.show({ ...emptyPicture, sketch: { line: [here, { Lat: 1, Lng: 1 }], handles: [here] } });
    map.calls.length = 0;
    const dragged = { line: [here, { Lat: 2, Lng: 2 }], dot: { Lat: 2, Lng: 2 } };
    map.sync.overlay({ pointer: dragged });
    map.frame();
    expect(map.pointer()).toBe(dragged);
    expect(map.calls).toEqual([]);
    map.sync.overlay(undefined);
    map.frame();
    expect(map.pointer()).toBe(dragged);
    await map.drawn();
    expect(map.pointer()).toBeUndefined();
  });

  it('marks follow the stop: set, taken away, and gone with a removed stop', () => {
    const map = aMap();
    map.show({ ...emptyPicture, stops: [[stop('a'), stop('b')]], selectedStops: ['a'] });
    expect(map.named('markStop')).toEqual([['a', 'selected', true]]);
    map.calls.length = 0;
    map.show({ ...emptyPicture, stops: [[stop('a'), stop('b')]], selectedStops: ['b'], hoveredStops: ['a'] });
    expect(map.named('markStop')).toEqual([
      ['a', 'selected', false],
      ['b', 'selected', true],
      ['a', 'hovered', true],
    ]);
    map.calls.length = 0;
    map.show({ ...emptyPicture, stops: [[stop('a')]], selectedStops: ['b'], hoveredStops: ['a'] });
    expect(map.named('markStop')).toEqual([['b', 'selected', false]]);
  });

  it('a stop that is selected before it is loaded is marked when it comes', () => {
    const map = aMap();
    map.show({ ...emptyPicture, selectedStops: ['a'] });
    map.show({ ...emptyPicture, selectedStops: ['a'], stops: [[stop('a')]] });
    expect(map.named('markStop')).toEqual([['a', 'selected', true]]);
  });

  it('the camera follows a request once', () => {
    const map = aMap();
    const bounds = { SouthWest: here, NorthEast: { Lat: 1, Lng: 1 } };
    map.show({ ...emptyPicture, camera: { key: 'track 7', kind: 'fit', bounds } });
    map.show({ ...emptyPicture, theme: 'dark', camera: { key: 'track 7', kind: 'fit', bounds } });
    map.show({ ...emptyPicture, inset: 360, camera: { key: 'stop a', kind: 'fit', bounds, single: true } });
    expect(map.named('look')).toEqual([
      { kind: 'fit', bounds, maxZoom: 21, inset: 0, animate: false },
      { kind: 'fit', bounds, maxZoom: 30, inset: 360, animate: false },
    ]);
  });

  it('a place is shown beside the details; a view keeps its camera until the next visit', () => {
    const map = aMap();
    const at = { Lat: 1, Lng: 1 };
    map.show({ ...emptyPicture, inset: 360, camera: { key: 'stop a', kind: 'centre', at, zoom: 15 } });
    map.show({ ...emptyPicture, inset: 360, camera: { key: 'back', kind: 'centre', at, zoom: 12, whole: true } });
    expect(map.named('look')).toEqual([
      { kind: 'centre', at, zoom: 15, inset: 360, animate: false },
      { kind: 'centre', at, zoom: 12, inset: 0, animate: false },
    ]);
  });
});

describe('moving a stop', () => {
  const many = Array.from({ length: 20 }, (_, i) => stop(`s${i}`));

  it('hides the stop and shows one dot; no other stop is touched', () => {
    const map = aMap();
    map.show({ ...emptyPicture, stops: [many, [stop('a')]] });
    map.calls.length = 0;
    map.sync.overlay({ preview: { Lat: 3, Lng: 4, Type: 0 }, hiddenStops: ['a'] });
    map.frame();
    expect(map.named('markStop')).toEqual([['a', 'hidden', true]]);
    expect(map.data('preview')).toHaveLength(1);
    expect([...map.named('setStops'), ...map.named('patchStops')]).toEqual([]);
  });

  it('after the drop the dot stays until the stop is drawn at its new place', async () => {
    const map = aMap();
    map.show({ ...emptyPicture, stops: [many, [stop('a')]] });
    await map.drawn();
    map.sync.overlay({ preview: { Lat: 5, Lng: 0, Type: 0 }, hiddenStops: ['a'] });
    map.frame();
    map.calls.length = 0;
    map.sync.overlay(undefined);
    map.show({ ...emptyPicture, stops: [many, [stop('a', 5)]] });
    expect(map.calls.map(([name]) => name)).toEqual(['patchStops']);
    await map.drawn();
    expect(map.named('markStop')).toEqual([['a', 'hidden', false]]);
    expect(map.data('preview')).toEqual([]);
  });

  it('when it is cancelled the stop is back at once', async () => {
    const map = aMap();
    map.show({ ...emptyPicture, stops: [many, [stop('a')]] });
    await map.drawn();
    map.sync.overlay({ preview: { Lat: 5, Lng: 0, Type: 0 }, hiddenStops: ['a'] });
    map.frame();
    map.calls.length = 0;
    map.sync.overlay(undefined);
    map.frame();
    expect(map.named('markStop')).toEqual([['a', 'hidden', false]]);
    expect(map.data('preview')).toEqual([]);
  });
});

describe('what lies under the pointer', () => {
  const picture = {
    ...emptyPicture,
    stops: [[stop('a', 0), stop('b', 40)]],
    data: {
      transfers: { links: [{ Id: 't', ids: ['t'], From: here, To: { Lat: 40, Lng: 0 } }], selected: new Set() },
      ...onTrack({ shape: [], stops: [{ StopId: 'b', Number: 1, Lat: 40, Lng: 0 }] }),
    },
  };

  it('is found in all layers that are on', () => {
    const map = aMap();
    map.show(picture);
    expect(map.sync.at({ x: 0, y: -2 })).toMatchObject({ stops: ['a'], pathways: [], transfers: ['t'] });
    expect(map.sync.at({ x: 0, y: -20 })).toMatchObject({ stops: [], pathways: [], transfers: ['t'] });
  });

  it('is not found in layers that are off, but the stops of the track still are', () => {
    const map = aMap();
    map.show({ ...picture, layers: { stops: false, transfers: false } });
    expect(map.sync.at({ x: 0, y: 0 })).toMatchObject({ stops: [], pathways: [], transfers: [] });
    expect(map.sync.at({ x: 0, y: -40 }).stops).toEqual(['b']);
  });

  it('does not include a hidden stop', () => {
    const map = aMap();
    map.show({ ...picture, hiddenStops: ['a'] });
    expect(map.sync.at({ x: 0, y: 0 }).stops).toEqual([]);
  });
});

const here = { Lat: 0, Lng: 0 };

/** A track as the three layers that show it read it. */
function onTrack(track: MapTrack) {
  return { track, trackDirection: track, trackStops: track };
}

function stop(Id: string, Lat = 0): MapStop {
  return { Id, Name: Id, Type: 0, Lat, Lng: 0 };
}

/** A fake map that records its calls. One degree is one px, north is up (negative y). */
it('a chosen stop under what covers a part of the map comes out beside it, or above where there is no room', () => {
  const { sync, calls, frame } = aMap();
  const at = (Id: string, x: number, y: number) => ({ Id, Name: Id, Type: 0, Lat: -y, Lng: x });
  sync.show({ ...emptyPicture, stops: [[at('under', 30, 60), at('beside', 70, 60), at('above', 30, 10)]] });
  frame();
  const moved = (id: string, width: number) => {
    calls.length = 0;
    sync.bringOut(id, { right: 40, top: 40, bottom: 80, width });
    return calls.map(([, move]) => move);
  };
  // from x = 30 to the middle of what is free, 40 to 200
  expect(moved('under', 200)).toEqual([{ kind: 'centre', at: { Lat: expect.closeTo(0, 6), Lng: -90 }, zoom: 14, inset: 0, animate: true }]);
  // from y = 60 to 20
  expect(moved('under', 100)).toEqual([{ kind: 'centre', at: { Lat: -40, Lng: expect.closeTo(0, 6) }, zoom: 14, inset: 0, animate: true }]);
  expect([...moved('beside', 200), ...moved('above', 200), ...moved('unknown', 200)]).toEqual([]);
});

function aMap() {
  const calls: [string, ...unknown[]][] = [];
  const slots = new Map<number, string>();
  const sources = new Map<string, readonly MapFeature[]>();
  let zoom = 14;
  let tellView: (view: { zoom: number }) => void = () => {};
  let run: (() => void) | undefined;
  let draw: (() => void)[] = [];
  const drawing = () =>
    new Promise<void>((resolve) => {
      draw.push(resolve);
    });
  const bounds = { SouthWest: here, NorthEast: here };
  const engine: MapEngine = {
    caps: { provider: 'maplibre', ownAttribution: false },
    view: () => ({ center: here, zoom, bounds }),
    look: (move) => {
      calls.push(['look', move]);
    },
    zoomBy: () => {},
    project: ({ Lat, Lng }) => ({ x: Lng, y: -Lat }),
    unproject: ({ x, y }) => ({ Lat: -y, Lng: x }),
    setBase: (base) => {
      calls.push(['setBase', base]);
    },
    setStops: (rows) => {
      slots.clear();
      for (const { slot, stop } of rows) slots.set(slot, stop.Id);
      calls.push(['setStops', rows.map(({ stop }) => stop.Id)]);
      return drawing();
    },
    patchStops: ({ put, remove }) => {
      for (const { slot, stop } of put) slots.set(slot, stop.Id);
      calls.push(['patchStops', { put: put.map(({ stop }) => stop.Id), remove: remove.map(({ stop }) => stop.Id) }]);
      return drawing();
    },
    dimStops: (dimmed) => void calls.push(['dimStops', dimmed]),
    markStop: (slot, mark, on) => {
      calls.push(['markStop', slots.get(slot), mark, on]);
    },
    setData: (name, features) => {
      sources.set(name, features);
      calls.push(['setData', name]);
    },
    show: (group, visible) => {
      calls.push(['show', group, visible]);
    },
    setCursor: () => {},
    resize: () => {},
    onPointer: () => () => {},
    onView: (listener) => {
      tellView = (view) => listener({ center: here, bounds, ...view }, true);
      return () => {};
    },
    onFault: () => () => {},
    whenIdle: () => Promise.resolve(),
    destroy: () => {},
  };
  const nextFrame = (next: () => void) => {
    run = next;
    return () => {
      run = undefined;
    };
  };
  let pointer: PointerLine | undefined;
  const pointerLine = { show: (what: PointerLine | undefined) => void (pointer = what), destroy: () => {} };
  const sync = createMapSync(engine, nextFrame, pointerLine);
  const frame = () => {
    const now = run;
    run = undefined;
    now?.();
  };
  return {
    sync,
    calls,
    frame,
    pointer: () => pointer,
    show(picture: MapPicture) {
      sync.show(picture);
      frame();
    },
    /** The library has drawn all it was given. */
    async drawn() {
      const done = draw;
      draw = [];
      for (const resolve of done) resolve();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    },
    zoomTo(to: number) {
      zoom = to;
      tellView({ zoom });
    },
    named: (name: string) => calls.filter(([call]) => call === name).map(([, ...args]) => (args.length === 1 ? args[0] : args)),
    data: (name: string) => sources.get(name) ?? [],
  };
}
