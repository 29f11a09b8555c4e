import { describe, expect, it } from 'vitest';
import type { MapPointer } from '../engine/mapEngine.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import type { ToolOverlay } from '../mapSync.ts';
import { browseTool, hoverDelay } from './browseTool.ts';
import { dragHandlesTool } from './dragHandlesTool.ts';
import type { MapSurface, MapTool } from './mapTool.ts';
import { moveStopTool } from './moveStopTool.ts';

describe('looking around', () => {
  it('a popup opens when the pointer has rested on a stop for 300 ms [R108]', () => {
    const { map, seen } = browsing();
    map.point('move', 100, 100);
    expect([hoverDelay, map.waiting()]).toEqual([300, [300]]);
    expect(seen).toEqual([]);
    map.timePasses();
    expect(seen).toEqual([['hover', ['a']]]);
  });

  it('a pointer that goes on in time opens nothing', () => {
    const { map, seen } = browsing();
    map.point('move', 100, 100);
    map.point('move', 300, 300);
    map.timePasses();
    expect(seen).toEqual([]);
  });

  it('a pointer that trembles on the same stop does not start to wait again', () => {
    const { map } = browsing();
    map.point('move', 100, 100);
    map.point('move', 102, 101);
    expect(map.waiting()).toEqual([300]);
  });

  it('the popup goes when the pointer leaves, presses or leaves the map', () => {
    for (const [kind, x, y] of [
      ['move', 300, 300],
      ['down', 100, 100],
      ['leave', 0, 0],
    ] as const) {
      const { map, seen } = browsing();
      map.point('move', 100, 100);
      map.timePasses();
      map.point(kind, x, y);
      expect(seen).toEqual([
        ['hover', ['a']],
        ['hover', []],
      ]);
    }
  });

  it('a click tells what lies there and where it was, also beside all stops', () => {
    const { map, seen } = browsing();
    map.point('click', 100, 100);
    map.point('click', 300, 300);
    expect(seen).toEqual([
      ['click', ['a'], { Lat: -100, Lng: 100 }],
      ['click', [], { Lat: -300, Lng: 300 }],
    ]);
  });

  it('below zoom 13 data answers neither hover nor click [E338] [R364]', () => {
    const { map, seen } = browsing();
    map.zoom = 12.9;
    map.point('move', 100, 100);
    map.timePasses();
    map.point('click', 100, 100);
    expect(seen).toEqual([]);
  });

  it('a right click asks for the menu of that place', () => {
    const { map, seen } = browsing();
    map.point('menu', 100, 100);
    expect(seen).toEqual([['menu', { Lat: -100, Lng: 100 }, ['a']]]);
  });

  it('putting the tool down ends the hover and listens no more', () => {
    const { map, seen } = browsing();
    map.point('move', 100, 100);
    map.timePasses();
    map.putDown();
    map.point('click', 100, 100);
    expect(seen).toEqual([
      ['hover', ['a']],
      ['hover', []],
    ]);
  });

  it('pressing a selected stop and dragging it moves it without a tool; not where nothing can be edited, and Escape puts it back', () => {
    const { map, seen } = browsing(true);
    map.point('down', 101, 100);
    map.point('move', 151, 80);
    expect(map.overlay).toMatchObject({ hiddenStops: ['a'], trail: { from: { Lat: -100, Lng: 100 }, to: { Lat: -80, Lng: 150 } } });
    map.point('up', 151, 80);
    expect(seen).toEqual([['move', 'a', { Lat: -80, Lng: 150 }]]);
    expect(map.overlay).toBeUndefined();

    map.point('down', 101, 100);
    map.point('move', 151, 80);
    map.press('Escape');
    map.point('up', 151, 80);
    expect(seen).toHaveLength(1);

    const reading = browsing(false);
    reading.map.point('down', 101, 100);
    reading.map.point('move', 151, 80);
    reading.map.point('up', 151, 80);
    expect(reading.seen.filter((one) => Array.isArray(one) && one[0] === 'move')).toEqual([]);
  });

  function browsing(editable = false) {
    const seen: unknown[] = [];
    const map = aSurface(
      browseTool({
        onHover: (ids) => seen.push(['hover', ids]),
        onClick: (hit, at) => seen.push(['click', hit.stops, at]),
        onContextMenu: (at, hit) => seen.push(['menu', at, hit.stops]),
        canMove: () => editable,
        onMove: (id, to) => seen.push(['move', id, to]),
      }),
    );
    return { map, seen };
  }
});

describe('moving a stop', () => {
  it('pressing a selected stop and dragging it moves it; the release commits [R191] [E020]', () => {
    const { map, seen } = moving();
    map.point('down', 101, 100);
    map.point('move', 110, 100);
    map.point('move', 151, 80);
    expect(map.overlay).toMatchObject({ preview: { Lat: -80, Lng: 150, Type: 5 }, hiddenStops: ['a'] });
    map.point('up', 151, 80);
    expect(seen).toEqual([
      ['grab', 'a'],
      ['drop', 'a', { Lat: -80, Lng: 150 }, { Lat: -100, Lng: 100 }],
    ]);
    expect(map.overlay).toBeUndefined();
  });

  it('the map does not pan meanwhile', () => {
    const { map } = moving();
    map.point('down', 100, 100);
    expect(map.held).toBe(1);
  });

  it('Escape cancels and the stop stays where it was [R192]', () => {
    const { map, seen } = moving();
    map.point('down', 100, 100);
    map.point('move', 150, 80);
    expect(map.press('Escape')).toBe(true);
    map.point('up', 150, 80);
    expect(seen).toEqual([
      ['grab', 'a'],
      ['cancel', 'a'],
    ]);
    expect(map.overlay).toBeUndefined();
  });

  it('Escape without a stop in hand leaves the tool', () => {
    const { map, seen } = moving();
    map.press('Escape');
    expect(seen).toEqual([['cancel', undefined]]);
  });

  it('a stop that is not selected is not grabbed', () => {
    const { map, seen } = moving();
    map.point('down', 200, 200);
    expect([seen, map.held]).toEqual([[], 0]);
  });

  it('of stops on each other the selected one is taken, whichever is nearer', () => {
    const { map, seen } = moving();
    map.point('down', 103, 100); // nearer to c, which is not selected
    expect(seen).toEqual([['grab', 'a']]);
  });

  it('a trembling click moves nothing', () => {
    const { map, seen } = moving();
    map.point('down', 100, 100);
    map.point('move', 101, 101);
    map.point('up', 101, 101);
    expect(seen).toEqual([
      ['grab', 'a'],
      ['cancel', 'a'],
    ]);
    expect(map.overlay).toBeUndefined();
  });

  it('only the main button grabs, and only from zoom 13 [E338]', () => {
    const { map, seen } = moving();
    map.point('down', 100, 100, 2);
    map.zoom = 12;
    map.point('down', 100, 100);
    expect(seen).toEqual([]);
  });

  function moving() {
    const seen: unknown[] = [];
    const map = aSurface(
      moveStopTool({
        onGrab: (id) => seen.push(['grab', id]),
        onDrop: (id, to, from) => seen.push(['drop', id, to, from]),
        onCancel: (id) => seen.push(['cancel', id]),
      }),
    );
    return { map, seen };
  }
});

describe('dragging a handle', () => {
  it('follows the pointer and ends where it is let go; the map does not pan', () => {
    const { map, seen } = dragging();
    map.point('down', 54, 47);
    map.point('move', 70, 60);
    map.point('up', 72, 61);
    expect(seen).toEqual([
      ['grab', 1],
      ['move', 1, { Lat: -60, Lng: 70 }],
      ['drop', 1, { Lat: -61, Lng: 72 }, { Lat: -50, Lng: 50 }],
    ]);
    expect(map.held).toBe(1);
  });

  it('takes the nearest handle, at any zoom, and none beyond its reach', () => {
    const { map, seen } = dragging();
    map.zoom = 3;
    map.point('down', 56, 50); // 6 px from one, 4 px from the other
    expect(seen).toEqual([['grab', 2]]);
    const other = dragging();
    other.map.point('down', 50, 35);
    expect([other.seen, other.map.held]).toEqual([[], 0]);
  });

  it('Escape gives back the old place, and the release then does nothing', () => {
    const { map, seen } = dragging();
    map.point('down', 50, 50);
    map.point('move', 90, 90);
    map.press('Escape');
    map.point('up', 90, 90);
    expect(seen.at(-1)).toEqual(['cancel', 1, { Lat: -50, Lng: 50 }]);
    expect(seen).toHaveLength(3);
  });

  it('a press without a move drops nothing', () => {
    const { map, seen } = dragging();
    map.point('down', 50, 50);
    map.point('up', 50, 50);
    expect(seen).toEqual([['grab', 1]]);
  });

  function dragging() {
    const seen: unknown[] = [];
    const handles = [
      { Lat: 0, Lng: 0 },
      { Lat: -50, Lng: 50 },
      { Lat: -50, Lng: 60 },
    ];
    const map = aSurface(
      dragHandlesTool(() => handles, {
        onGrab: (place) => seen.push(['grab', place]),
        onMove: (place, to) => seen.push(['move', place, to]),
        onDrop: (place, to, from) => seen.push(['drop', place, to, from]),
        onCancel: (place, from) => seen.push(['cancel', place, from]),
      }),
    );
    return { map, seen };
  }
});

/** A surface with stop a (selected, a station) at 100,100, c beside it and b at 200,200; a degree is a px. */
function aSurface(tool: MapTool) {
  const places = new Map<string, MapCoordinate & { Type: number }>([
    ['a', { Lat: -100, Lng: 100, Type: 5 }],
    ['c', { Lat: -100, Lng: 104.5, Type: 0 }],
    ['b', { Lat: -200, Lng: 200, Type: 0 }],
  ]);
  const timers = new Map<() => void, number>();
  let listener: ((pointer: MapPointer) => void) | undefined;
  let keyListener: ((code: string) => boolean) | undefined;
  const state = { zoom: 14, held: 0, overlay: undefined as ToolOverlay | undefined };
  const near = (x: number, y: number, radius: number) =>
    [...places]
      .map(([id, at]) => ({ id, away: Math.hypot(at.Lng - x, -at.Lat - y) }))
      .filter(({ away }) => away <= radius)
      .toSorted((a, b) => a.away - b.away)
      .map(({ id }) => id);
  const surface: MapSurface = {
    onPointer: (tell) => {
      listener = tell;
      return () => {
        listener = undefined;
      };
    },
    onKey: (tell) => {
      keyListener = tell;
      return () => {
        keyListener = undefined;
      };
    },
    at: ({ x, y }) => ({ stops: near(x, y, 3.5), pathways: [], transfers: [] }),
    placeOf: (id) => places.get(id),
    unproject: ({ x, y }) => ({ Lat: -y, Lng: x }),
    project: ({ Lat, Lng }) => ({ x: Lng, y: -Lat }),
    isSelected: (id) => id === 'a',
    zoom: () => state.zoom,
    setCursor: () => {},
    overlay: (overlay) => {
      state.overlay = overlay;
    },
    later: (ms, run) => {
      timers.set(run, ms);
      return () => timers.delete(run);
    },
  };
  const putDown = tool(surface);
  return Object.assign(state, {
    putDown,
    point(kind: MapPointer['kind'], x: number, y: number, button = 0) {
      listener?.({
        kind,
        point: { x, y },
        at: { Lat: -y, Lng: x },
        button,
        shift: false,
        alt: false,
        ctrl: false,
        hold: () => {
          state.held++;
        },
      });
    },
    press: (code: string) => keyListener?.(code),
    waiting: () => [...timers.values()],
    timePasses() {
      const due = [...timers.keys()];
      timers.clear();
      due.forEach((run) => run());
    },
  });
}
