/** The page of `npm run bench -- map`: the product's own map beside mapbox-gl-draw, each moved by the real mouse. */
import MapboxDraw from '@mapbox/mapbox-gl-draw';
import { Map as MapLibreMap } from 'maplibre-gl';
import { createRoot } from 'react-dom/client';
import { emptyPicture, type MapCoordinate, type MapPicture, type MapSketch, type MapStop, type MapStops } from '../../../src/map/mapPicture.ts';
import { MapView, type MapViewProps } from '../../../src/map/MapView.tsx';
import type { MapExtent } from '../../../src/map/viewport.ts';
import { inView } from '../../../src/map/tools/shape.ts';
import { shapePointsTool } from '../../../src/map/tools/shapePointsTool.ts';

const root = createRoot(document.getElementById('ours') ?? document.body);
const HERE = { Lat: 52.1, Lng: 5.1 };

/** Stops spread over a country, the same for each run. */
function manyStops(count: number): MapStop[] {
  let seed = 7;
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: count }, (_, i) => ({ Id: `S${i}`, Name: `Stop ${i}`, Type: 0, Lat: 51 + 2 * next(), Lng: 4 + 3 * next() }));
}

/** A winding line of some 5 m from point to point. */
function longLine(points: number): MapCoordinate[] {
  return Array.from({ length: points }, (_, i) => ({ Lat: HERE.Lat + (i - points / 2) * 5e-5, Lng: HERE.Lng + Math.sin(i / 40) * 2e-3 }));
}

let line = longLine(5000);
let moved = 0;
let picture: MapPicture = emptyPicture;
let extent: MapExtent | undefined;

/** The same for all pictures: another one would open another map. */
const code: MapViewProps['code'] = { fetched: (load) => load(), cached: () => Promise.resolve() };

function show(next: Partial<MapPicture>): void {
  picture = { ...picture, ...next };
  root.render(
    <MapView
      code={code}
      picture={picture}
      settings={{ provider: 'maplibre' }}
      tool={tool}
      initialView={{ center: HERE, zoom: 8 }}
      onViewChange={(view) => {
        extent = view;
      }}
    />,
  );
}

const tool = shapePointsTool({
  points: () => line,
  onMove: (index, to) => {
    line = line.with(index, to);
    moved = index;
    show({ sketch: sketched() });
  },
  onInsert: () => undefined,
  onRemove: () => undefined,
  onCancel: () => undefined,
  onApply: () => undefined,
});

/** What the product shows of a line whose points are moved: only the part in view is fed to the map. */
function sketched(): MapSketch {
  const part = inView(line, extent);
  return { line: part, handles: part };
}

const idle = async (): Promise<void> => {
  while (!globalThis.__map) await new Promise((done) => setTimeout(done, 20));
  await globalThis.__map.idle();
};

const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));

/** Long tasks since they were last asked for, in ms. */
let long: number[] = [];
new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });

const bench = {
  async open(): Promise<void> {
    show({});
    await idle();
  },
  /** Milliseconds from the data to the picture at rest. */
  async paint(count: number): Promise<number> {
    const stops: MapStops = [manyStops(count)];
    await idle();
    const began = performance.now();
    show({ stops });
    await frame();
    await idle();
    return performance.now() - began;
  },
  /** A stop is dropped somewhere else: milliseconds to the next frame, and to the picture at rest. */
  async drop(): Promise<{ readonly frame: number; readonly rest: number }> {
    const [all = []] = picture.stops;
    const [first] = all;
    if (!first) throw new Error('There are no stops');
    const to = { ...first, Lat: first.Lat + 0.01 };
    const began = performance.now();
    show({ stops: [all.with(0, to)], preview: to });
    await frame();
    const first_frame = performance.now() - began;
    await idle();
    show({ preview: undefined });
    return { frame: first_frame, rest: performance.now() - began };
  },
  /** Mean milliseconds of a pick. */
  async pick(times: number): Promise<number> {
    await idle();
    const map = globalThis.__map;
    const began = performance.now();
    for (let i = 0; i < times; i++) map?.at(20 + ((i * 37) % 700), 20 + ((i * 53) % 500));
    return (performance.now() - began) / times;
  },
  async shape(): Promise<{ readonly x: number; readonly y: number } | undefined> {
    show({ stops: [], camera: { key: 'shape', kind: 'centre', at: line[2500] ?? HERE, zoom: 15 } });
    await idle();
    await idle();
    show({ sketch: sketched() });
    await idle();
    const at = line[2500];
    return at && globalThis.__map?.project(at);
  },
  movedPoint: () => moved,
  /** The same line in mapbox-gl-draw's own editing mode, on a bare map of the same size. */
  async draw(): Promise<{ readonly x: number; readonly y: number }> {
    root.unmount();
    document.getElementById('ours')?.remove();
    const container = document.getElementById('theirs');
    if (!container) throw new Error('No place for the map');
    container.style.display = 'block';
    const map = new MapLibreMap({
      container,
      style: { version: 8, sources: {}, layers: [] },
      center: [HERE.Lng, HERE.Lat],
      zoom: 15,
      fadeDuration: 0,
    });
    await new Promise((done) => map.once('load', done));
    const draw = new MapboxDraw({ displayControlsDefault: false });
    map.addControl(draw);
    const points = longLine(5000);
    const [id = ''] = draw.add({
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates: points.map(({ Lat, Lng }) => [Lng, Lat]) },
    });
    draw.changeMode('direct_select', { featureId: id });
    await new Promise((done) => map.once('idle', done));
    const at = points[2500] ?? HERE;
    const { x, y } = map.project([at.Lng, at.Lat]);
    return { x, y };
  },
  takeLong(): number[] {
    const taken = long;
    long = [];
    return taken;
  },
};

declare global {
  var __bench: typeof bench | undefined;
}

globalThis.__dmpMapProbe = true;
globalThis.__bench = bench;
