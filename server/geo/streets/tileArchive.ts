/** Reads tiles out of PMTiles files: that of the base map which was built here, and one that the installation names in TILES_URL. */
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { EtagMismatch, FetchSource, PMTiles, type RangeResponse, type Source, TileType } from 'pmtiles';
import { z } from 'zod';
import type { ProductConfig } from '../../../src/domain/settings.ts';
import { madeStamp, mapFile, readMade } from './madeStreets.ts';

/** How TILES_URL begins where it names a PMTiles file. A path or an http address follows. */
export const PMTILES = 'pmtiles://';

type MapConfig = ProductConfig['map'];

export interface BaseTiles {
  /** The configuration of the map with the addresses below which this server serves tiles. */
  configOf(map: MapConfig): Promise<MapConfig>;
  /** Uncompressed. Undefined: there is no such tile. */
  read(archive: string, zoom: number, x: number, y: number): Promise<Buffer | undefined>;
}

/** Name of the archive of TILES_URL in addresses; that of what was built is the name of its folder, so that browsers may keep its tiles. */
export const CONFIGURED = 'configured';

export function openBaseTiles(dataDir: string, tilesUrl: string | null, warn: (message: string, error: unknown) => void): BaseTiles {
  const named = tilesUrl?.startsWith(PMTILES) ? new PMTiles(sourceOf(tilesUrl.slice(PMTILES.length))) : undefined;
  let built: { readonly stamp: number; readonly folder: string; readonly archive: PMTiles; readonly bounds: MapBounds } | undefined;
  const look = (): typeof built => {
    const stamp = madeStamp(dataDir);
    if (built?.stamp === stamp) return built;
    const made = readMade(dataDir);
    if (!made?.map?.tiles) return (built = undefined);
    const { folder, extracts } = made;
    built = { stamp, folder, archive: new PMTiles(fileSource(mapFile(dataDir, folder))), bounds: extracts.map(({ bounds }) => bounds) };
    return built;
  };
  return {
    async configOf(map) {
      const now = look();
      return {
        ...map,
        ...(named ? await configured(named, map, warn) : {}),
        ...(now ? { streets: { url: `/tiles/${now.folder}/{z}/{x}/{y}.pbf`, bounds: now.bounds } } : {}),
      };
    },
    async read(name, zoom, x, y) {
      const now = look();
      const archive = name === CONFIGURED ? named : name === now?.folder ? now.archive : undefined;
      const tile = await archive?.getZxy(zoom, x, y);
      return tile && Buffer.from(tile.data);
    },
  };
}
type MapBounds = NonNullable<MapConfig['streets']>['bounds'];

/** Its address and credit; no address, with a warning, where the archive cannot be read: the map does without. */
async function configured(
  archive: PMTiles,
  { tilesAttribution }: MapConfig,
  warn: (message: string, error: unknown) => void,
): Promise<Pick<MapConfig, 'tilesUrl' | 'tilesAttribution' | 'tilesSchema'>> {
  try {
    const { tileType } = await archive.getHeader();
    const { attribution, vector_layers: layers } = Metadata.parse(await archive.getMetadata());
    return {
      tilesUrl: `/tiles/${CONFIGURED}/{z}/{x}/{y}.${tileType === TileType.Mvt ? 'pbf' : 'png'}`,
      // The credit is often written as HTML.
      tilesAttribution: tilesAttribution ?? attribution.replaceAll(/<[^>]*>/g, '').replaceAll('&copy;', '©'),
      ...(PROTOMAPS_LAYERS.every((name) => layers.some(({ id }) => id === name)) ? { tilesSchema: 'protomaps' as const } : {}),
    };
  } catch (error) {
    warn('the PMTiles file of TILES_URL cannot be read; the map does without', error);
    return { tilesUrl: null, tilesAttribution };
  }
}
const Metadata = z.object({ attribution: z.string().catch(''), vector_layers: z.array(z.object({ id: z.string() })).catch([]) });
/** Layers that the schema of Protomaps has and that of OpenMapTiles has not. */
const PROTOMAPS_LAYERS = ['earth', 'roads', 'places'];

function sourceOf(address: string): Source {
  if (/^https?:/.test(address)) return new FetchSource(address);
  return fileSource(address.startsWith('file:') ? fileURLToPath(address) : address);
}

/** A file that may be replaced while it is read: its time of change is its ETag. */
function fileSource(path: string): Source {
  return {
    getKey: () => path,
    async getBytes(offset, length, _signal, etag): Promise<RangeResponse> {
      const file = await open(path);
      try {
        const { mtimeMs, size } = await file.stat();
        const now = `${mtimeMs}-${size}`;
        if (etag !== undefined && etag !== now) throw new EtagMismatch('The file was replaced.');
        const data = new ArrayBuffer(Math.min(length, Math.max(0, size - offset)));
        await file.read(new Uint8Array(data), 0, data.byteLength, offset);
        return { data, etag: now };
      } finally {
        await file.close();
      }
    },
  };
}
