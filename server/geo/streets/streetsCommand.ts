/** `npm run streets -- EXTRACT.osm.pbf [MORE.osm.pbf]`: makes what shapes along streets and the base map need of extracts of OpenStreetMap. The server may keep running. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildStreets, isMadeOf } from './buildStreets.ts';
import { EngineUnavailable, ensureEngine } from './enginePackage.ts';
import { readMade } from './madeStreets.ts';
import { ExtractRefused } from './osmPbf.ts';

const USAGE = `Usage: npm run streets -- EXTRACT.osm.pbf [MORE.osm.pbf] [--if-changed]

  EXTRACT.osm.pbf  extract of OpenStreetMap, such as those of https://download.geofabrik.de
  --if-changed     does nothing where the streets in use were made of these files as they are

DATA_DIR (default .data) says where the data is kept. A running server takes up what was made by itself.`;

async function run(args: readonly string[]): Promise<number> {
  const extracts = args.filter((arg) => !arg.startsWith('-'));
  if (extracts.length === 0 || args.some((arg) => arg.startsWith('-') && arg !== '--if-changed')) {
    console.error(USAGE);
    return 2;
  }
  const missing = extracts.find((file) => !existsSync(file));
  if (missing !== undefined) {
    console.error(`There is no file ${missing}. Nothing was changed.`);
    return 1;
  }
  const dataDir = resolve(process.env['DATA_DIR'] || '.data');
  const abort = new AbortController();
  // `disconnect`: the server that began this has ended.
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, () => abort.abort());
  try {
    const engine = await ensureEngine(dataDir, console.error);
    if (args.includes('--if-changed') && isMadeOf(readMade(dataDir), extracts)) return 0;
    const {
      seconds,
      bytes,
      map,
      extracts: used,
    } = await buildStreets({ dataDir, extracts, engine, signal: abort.signal, onProgress: tellProgress() });
    console.log(
      `Streets of ${used.length === 1 ? 'one extract' : `${used.length} extracts`} made in ${seconds} s: ${megabytes(bytes)} of tiles for paths, ${map ? `${megabytes(map.bytes)} of base map` : 'no base map'}. They are in use.`,
    );
    return 0;
  } catch (error) {
    if (abort.signal.aborted) console.error('Stopped. The streets that were in use stay in use.');
    else if (error instanceof ExtractRefused || error instanceof EngineUnavailable) console.error(`${error.message}\nNothing was changed.`);
    else throw error;
    return 1;
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A line for each step, and for each tenth of one. */
function tellProgress(): (what: string, part?: number) => void {
  let last = '';
  return (what, part) => {
    const line = part === undefined ? what : `${what}: ${Math.floor(part * 10) * 10} %`;
    if (line !== last) console.error(line);
    last = line;
  };
}

process.umask(0o077);
process.exit(await run(process.argv.slice(2)));
