/** The double of a GL map library: what the engine asked it for can be looked at. */
import type { FeatureCollection } from 'geojson';
import type { GlLike } from '../../src/map/engine/glLike.ts';

type GlListener = (event: never) => void;
const nothing = undefined as never;

/** A GL map without pictures: it keeps sources and layers and is always idle. */
export function aGlMap() {
  const listeners = new Map<string, GlListener[]>();
  const sources = new Map<string, { type: string; data?: FeatureCollection; setData(data: FeatureCollection): void }>();
  const layers: string[] = [];
  const visibility = new Map<string, string>();
  const painted = new Set<string>();
  const states: unknown[] = [];
  const on = (type: string, run: GlListener) => {
    listeners.set(type, [...(listeners.get(type) ?? []), run]);
  };
  const tell = (type: string) => {
    const runs = listeners.get(type) ?? [];
    if (type === 'idle') listeners.delete(type);
    runs.forEach((run) => run(nothing));
  };
  const styles: string[] = [];
  const map: GlLike = {
    project: ([x, y]) => ({ x, y }),
    unproject: ([lng, lat]) => ({ lng, lat }),
    getCenter: () => ({ lng: 0, lat: 0 }),
    getZoom: () => 10,
    getBounds: () => null,
    getCanvas: () => {
      throw new Error('no canvas here');
    },
    getContainer: () => {
      throw new Error('no page here');
    },
    easeTo: () => {},
    fitBounds: () => {},
    isMoving: () => false,
    loaded: () => true,
    resize: () => {},
    remove: () => {},
    triggerRepaint: () => queueMicrotask(() => tell('idle')),
    setStyle: (style) => void styles.push(style),
    addSource: (id, source) => {
      const kept = {
        ...source,
        setData: (data: FeatureCollection) => {
          Object.assign(kept, { data });
        },
      };
      sources.set(id, kept);
    },
    removeSource: (id) => {
      sources.delete(id);
    },
    getSource: (id) => sources.get(id),
    addLayer: ({ id }, before) => {
      layers.splice(before === undefined ? layers.length : layers.indexOf(before), 0, id);
    },
    removeLayer: (id) => {
      layers.splice(layers.indexOf(id), 1);
    },
    getLayer: (id) => (layers.includes(id) ? { id } : undefined),
    setLayoutProperty: (id, _, value) => {
      visibility.set(id, value);
    },
    setPaintProperty: (id) => {
      painted.add(id);
    },
    setFeatureState: (feature, state) => {
      states.push([feature, state]);
    },
    removeFeatureState: () => {},
    hasImage: () => false,
    addImage: () => {},
    removeImage: () => {},
    on,
    once: on,
  };
  return {
    map,
    /** The styles that were asked for after the first. */
    styles,
    states,
    painted,
    styleComes() {
      sources.clear();
      layers.length = 0;
      states.length = 0;
      tell('style.load');
    },
    /** Tells whoever listens. */
    happens: tell,
    data: (id: string) => sources.get(id)?.data,
    source: (id: string): object | undefined => sources.get(id),
    sourceType: (id: string) => sources.get(id)?.type,
    visible: (id: string) => visibility.get(id),
    layerIds: () => layers,
  };
}
