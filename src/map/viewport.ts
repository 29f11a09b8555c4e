/** A rectangle on the earth in degrees, spelled as the Bounds entity spells it. */
export interface Bounds {
  readonly NorthEast: { readonly Lat: number; readonly Lng: number };
  readonly SouthWest: { readonly Lat: number; readonly Lng: number };
}

/** What part of the world is in view; zoom is MapLibre's number (512 px world at zoom 0). */
export interface MapExtent {
  readonly center: { readonly Lat: number; readonly Lng: number };
  readonly zoom: number;
  readonly bounds: Bounds;
}

/** Detailed interaction (hover, click, drag of data) starts here. */
export const detailZoom = 13;

/** Counters of pathways and transfers are shown from here; the specification leaves the number to us. */
export const linkCounterZoom = 15;

/** How near the pointer must be to a thing to mean it, in px. */
export const pickRadius = 5;

/** Size changes of the window reach the map after this many ms of quiet. */
export const resizeDebounce = 300;

/** Where the map looks before anything else is known. */
export const defaultCenter = { Lng: 6.35, Lat: 40.62 } as const;

/** The view bounds used when there is nothing to fit. */
export const defaultBounds: Bounds = { SouthWest: { Lng: -110, Lat: 10 }, NorthEast: { Lng: 110, Lat: 40 } };

/** The default zoom of the map in MapLibre's number; Google shows the same scale at one more. */
export const defaultZoom = 1;

/** Latitudes are kept within these degrees on the map, where the Mercator projection still makes sense. */
export const latitudeLimit = 85;

const boundsPadding = 0.001;
const maxFitZoom = { several: 21, single: 30 } as const;

/** Says at which zoom number a provider shows what MapLibre shows at `zoom`. */
export function providerZoom(provider: 'maplibre' | 'mapbox' | 'google', zoom: number): number {
  return provider === 'google' ? zoom + 1 : zoom;
}

/** The nearest a view may go when fitting: 21 for an area, 30 (the provider's own limit) for one thing. */
export function fitZoomLimit(single: boolean): number {
  return single ? maxFitZoom.single : maxFitZoom.several;
}

/** True for a place that can be drawn: finite, latitude within 90, longitude within 180 degrees. */
export function isDrawable(at: { readonly Lat: number; readonly Lng: number }): boolean {
  return Number.isFinite(at.Lat) && Number.isFinite(at.Lng) && Math.abs(at.Lat) <= 90 && Math.abs(at.Lng) <= 180;
}

/** The smallest bounds around the places, at least 0.001 degrees away from each; undefined when none can be drawn. */
export function boundsOf(places: Iterable<{ readonly Lat: number; readonly Lng: number }>): Bounds | undefined {
  let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const at of places) {
    if (!isDrawable(at)) continue;
    south = Math.min(south, at.Lat);
    north = Math.max(north, at.Lat);
    west = Math.min(west, at.Lng);
    east = Math.max(east, at.Lng);
  }
  if (south === Infinity) return undefined;
  return padded({ SouthWest: { Lat: south, Lng: west }, NorthEast: { Lat: north, Lng: east } });
}

/** Widens bounds by the minimum padding of 0.001 degrees, without leaving the world. */
export function padded(bounds: Bounds, by: number = boundsPadding): Bounds {
  const clamp = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value));
  return {
    SouthWest: { Lat: clamp(bounds.SouthWest.Lat - by, 90), Lng: clamp(bounds.SouthWest.Lng - by, 180) },
    NorthEast: { Lat: clamp(bounds.NorthEast.Lat + by, 90), Lng: clamp(bounds.NorthEast.Lng + by, 180) },
  };
}

/** True when the place lies inside the bounds or on their edge. */
export function contains(bounds: Bounds, at: { readonly Lat: number; readonly Lng: number }): boolean {
  return at.Lat >= bounds.SouthWest.Lat && at.Lat <= bounds.NorthEast.Lat && at.Lng >= bounds.SouthWest.Lng && at.Lng <= bounds.NorthEast.Lng;
}

/** The extent without what `inset` px of details cover at the right edge, and without a rim in which a dot is hardly seen. */
export function uncovered(extent: MapExtent, inset: number): MapExtent {
  const degreesPerPixel = 360 / (512 * 2 ** extent.zoom);
  const rim = 16 * degreesPerPixel;
  const rimOfLat = rim * Math.cos((extent.center.Lat * Math.PI) / 180);
  const { NorthEast, SouthWest } = extent.bounds;
  return {
    ...extent,
    bounds: {
      NorthEast: { Lat: NorthEast.Lat - rimOfLat, Lng: NorthEast.Lng - rim - inset * degreesPerPixel },
      SouthWest: { Lat: SouthWest.Lat + rimOfLat, Lng: SouthWest.Lng + rim },
    },
  };
}

/** The middle of the bounds. */
export function middleOf(bounds: Bounds): { Lat: number; Lng: number } {
  return {
    Lat: (bounds.SouthWest.Lat + bounds.NorthEast.Lat) / 2,
    Lng: (bounds.SouthWest.Lng + bounds.NorthEast.Lng) / 2,
  };
}

/** The place in Web Mercator units: x and y from 0 to 1, y growing southwards. */
export function toMercator(at: { readonly Lat: number; readonly Lng: number }): { x: number; y: number } {
  const lat = (Math.max(-89.9, Math.min(89.9, at.Lat)) * Math.PI) / 180;
  return { x: at.Lng / 360 + 0.5, y: 0.5 - Math.log(Math.tan(Math.PI / 4 + lat / 2)) / (2 * Math.PI) };
}

/** The place of a point in Web Mercator units. */
export function fromMercator({ x, y }: { readonly x: number; readonly y: number }): { Lat: number; Lng: number } {
  return { Lat: (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90, Lng: (x - 0.5) * 360 };
}

/** Metres that one px shows at this latitude and zoom (MapLibre's zoom number). */
export function metresPerPixel(lat: number, zoom: number): number {
  const earthCircumference = 40_075_016.686; // m, WGS 84 equator
  return (earthCircumference * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** zoom);
}

/** The longest round distance (1, 2 or 5 times a power of ten) that fits into `maxPx`. */
export function scaleBar(metresInPixel: number, maxPx: number): { readonly label: string; readonly px: number } {
  const most = metresInPixel * maxPx;
  const power = 10 ** Math.floor(Math.log10(most));
  const factor = [5, 2, 1].find((step) => step * power <= most) ?? 1;
  const metres = factor * power;
  return { label: metres >= 1000 ? `${metres / 1000} km` : `${Number(metres.toPrecision(1))} m`, px: metres / metresInPixel };
}

/** Latitude and longitude as the product shows them: rounded to 6 decimals. */
export function coordinateText(at: { readonly Lat: number; readonly Lng: number }): string {
  return `${at.Lat.toFixed(6)},${at.Lng.toFixed(6)}`;
}

/** A link that opens the present view in another map; `url` holds {lat}, {lng} and {zoom}. */
export interface ViewerTemplate {
  readonly label: string;
  readonly url: string;
}

/** Fills the templates of the outside viewers with the middle and zoom of the present view. */
export function viewerLinks(templates: readonly ViewerTemplate[], view: Pick<MapExtent, 'center' | 'zoom'>): { label: string; href: string }[] {
  const values: Record<string, string> = {
    lat: view.center.Lat.toFixed(6),
    lng: view.center.Lng.toFixed(6),
    // Viewers count zoom as Google and OpenStreetMap do (256 px world): one more than ours, whole numbers only.
    zoom: String(Math.round(providerZoom('google', view.zoom))),
  };
  return templates.map(({ label, url }) => ({ label, href: url.replace(/\{(lat|lng|zoom)\}/g, (_, name: string) => values[name] ?? '') }));
}
