/** What `npm run streets` has made and the server uses: DATA_DIR/streets/made.json names the folder. It is written last, so that nothing half made is ever used. */
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const MadeStreets = z.object({
  /** Under DATA_DIR/streets. */
  folder: z.string().regex(/^[\w-]+$/),
  /** When, ISO 8601. */
  at: z.string(),
  engine: z.string(),
  seconds: z.number(),
  /** Bytes of the tiles. */
  bytes: z.number(),
  /** Tiles of the base map in the file `map.pmtiles`; null where the extracts are too large for it. Absent in what was made before there was one. */
  map: z.object({ tiles: z.number(), bytes: z.number() }).nullable().optional(),
  extracts: z.array(
    z.object({
      file: z.string(),
      bytes: z.number(),
      modified: z.number(),
      bounds: z.object({ south: z.number(), north: z.number(), west: z.number(), east: z.number() }),
    }),
  ),
});
export type MadeStreets = z.infer<typeof MadeStreets>;

export function streetsFolder(dataDir: string): string {
  return join(dataDir, 'streets');
}

/** The file with the tiles of the base map. */
export function mapFile(dataDir: string, folder: string): string {
  return join(streetsFolder(dataDir), folder, 'map.pmtiles');
}

/** The file with the names of places and streets, made with the base map. */
export function namesFile(dataDir: string, folder: string): string {
  return join(streetsFolder(dataDir), folder, 'names.json');
}

/** Undefined where nothing was made, or something that this product does not read. */
export function readMade(dataDir: string): MadeStreets | undefined {
  const file = fileOf(dataDir);
  if (!existsSync(file)) return undefined;
  try {
    const made = MadeStreets.parse(JSON.parse(readFileSync(file, 'utf8')));
    return existsSync(join(streetsFolder(dataDir), made.folder)) ? made : undefined;
  } catch {
    return undefined;
  }
}

/** Changes with every build: what was read of the file before holds as long as this is the same. */
export function madeStamp(dataDir: string): number {
  return statSync(fileOf(dataDir), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Puts a finished build in the place of the one before, at once. */
export function writeMade(dataDir: string, made: MadeStreets): void {
  const beside = `${fileOf(dataDir)}.${process.pid}`;
  writeFileSync(beside, `${JSON.stringify(made, undefined, 2)}\n`);
  renameSync(beside, fileOf(dataDir));
}

function fileOf(dataDir: string): string {
  return join(streetsFolder(dataDir), 'made.json');
}
