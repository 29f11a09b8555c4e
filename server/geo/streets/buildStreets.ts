/** Makes what the street engine needs of extracts of OpenStreetMap, in a folder of its own beside the one in use. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { elapsed, timeNow } from '../../surroundings.ts';
import { environmentOf } from '../../workerUrl.ts';
import { checkExtract } from './checkExtract.ts';
import { engineProgram, engineVersion } from './enginePackage.ts';
import { type MadeStreets, mapFile, namesFile, readMade, streetsFolder, writeMade } from './madeStreets.ts';
import { MapFeatures, readMapFeatures } from './mapFeatures.ts';
import { writeMapTiles } from './mapTiles.ts';
import { ExtractRefused } from './osmPbf.ts';
import { writeStreetNames } from './streetNames.ts';
import { valhallaConfig } from './valhallaConfig.ts';

export interface StreetsBuild {
  readonly dataDir: string;
  /** Files of extracts (.osm.pbf). */
  readonly extracts: readonly string[];
  /** Program that makes tiles, and what goes before its arguments. Default: that of the engine in `engine`. */
  readonly engine: string;
  readonly builder?: readonly [program: string, ...args: string[]];
  readonly signal?: AbortSignal;
  /** What is being done now; `part` from 0 to 1 where it is known. */
  readonly onProgress?: (what: string, part?: number) => void;
}

/**
 * Checks the extracts, builds tiles and puts them in use. An interrupted build leaves the one before in use; its folder goes with the
 * next build, as do folders of builds before the last one, which a running server may still have had open.
 */
export async function buildStreets({ dataDir, extracts, engine, builder, signal, onProgress = () => {} }: StreetsBuild): Promise<MadeStreets> {
  const begun = elapsed();
  const root = streetsFolder(dataDir);
  mkdirSync(root, { recursive: true });
  const unlock = lock(root);
  const name = `tiles-${timeNow()}`;
  const folder = join(root, name);
  try {
    const checked = extracts.map((file) => {
      const path = resolve(file);
      const { bounds } = refusedAs(basename(path), () => checkExtract(path, (part) => onProgress(`Checking ${basename(path)}`, part)));
      const { size, mtimeMs } = statSync(path);
      return { file: path, bytes: size, modified: mtimeMs, bounds };
    });
    signal?.throwIfAborted();
    const inUse = readMade(dataDir)?.folder;
    for (const other of readdirSync(root)) {
      if (other.startsWith('tiles-') && other !== inUse) rmSync(join(root, other), { recursive: true, force: true });
    }
    mkdirSync(join(folder, 'tiles'), { recursive: true });
    const config = join(folder, 'valhalla.json');
    writeFileSync(config, JSON.stringify(valhallaConfig(folder, { log: true })));
    const [program, ...args] = builder ?? [engineProgram(engine, 'valhalla_build_tiles')];
    await runBuilder(program, [...args, '-c', config, '-j', '1', ...checked.map(({ file }) => file)], folder, signal, onProgress);
    const map = await buildMap(
      checked.map(({ file }) => file),
      { map: mapFile(dataDir, name), names: namesFile(dataDir, name) },
      onProgress,
      signal,
    );
    const made: MadeStreets = {
      folder: name,
      at: new Date(timeNow()).toISOString(),
      engine: engineVersion(),
      seconds: Math.round((elapsed() - begun) / 100) / 10,
      bytes: bytesOf(join(folder, 'tiles')),
      map,
      extracts: checked,
    };
    if (made.bytes === 0) throw new ExtractRefused('The engine made no tiles of these extracts.');
    writeMade(dataDir, made);
    return made;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    unlock();
  }
}

/** Bytes of extracts of which the base map is made here: it is held in memory while it is. */
const LARGEST_MAP = 50 * 1024 * 1024;

/** Tiles of the base map, and the names that searches find; null where the extracts are too large. */
async function buildMap(
  extracts: readonly string[],
  files: { readonly map: string; readonly names: string },
  onProgress: NonNullable<StreetsBuild['onProgress']>,
  signal: AbortSignal | undefined,
): Promise<MadeStreets['map']> {
  const size = extracts.reduce((sum, each) => sum + statSync(each).size, 0);
  if (size > LARGEST_MAP) {
    onProgress(
      `No base map is made of ${Math.round(size / 1e6)} MB: make a PMTiles file with planetiler or tilemaker and name it in TILES_URL (docs/operate/streets.md)`,
    );
    return null;
  }
  const features = new MapFeatures();
  const seen = new Set<string>();
  for (const each of extracts) {
    readMapFeatures(each, features, seen, (part) => onProgress(`Reading ${basename(each)} for the base map`, part));
    signal?.throwIfAborted();
  }
  if (features.length === 0) return { tiles: 0, bytes: 0 };
  writeStreetNames(features, files.names);
  const tiles = await writeMapTiles(features, files.map, (part) => onProgress('Making the base map', part), signal);
  return { tiles, bytes: statSync(files.map).size };
}

/** Whether what is in use was made by this engine of these files as they are now. */
export function isMadeOf(made: MadeStreets | undefined, extracts: readonly string[]): boolean {
  const wanted = extracts.map((file) => {
    const path = resolve(file);
    const stat = statSync(path, { throwIfNoEntry: false });
    return `${path} ${stat?.size} ${stat?.mtimeMs}`;
  });
  const had = made?.extracts.map(({ file, bytes, modified }) => `${file} ${bytes} ${modified}`) ?? [];
  return made?.map !== undefined && made.engine === engineVersion() && had.join('\n') === wanted.join('\n');
}

function refusedAs<T>(name: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof ExtractRefused) throw new ExtractRefused(`${name} ${error.message}`);
    throw error;
  }
}

function runBuilder(
  program: string,
  args: readonly string[],
  cwd: string,
  signal: AbortSignal | undefined,
  onProgress: (what: string) => void,
): Promise<void> {
  // The programs of the engine get no settings of the server: none of its secrets is their business.
  const child = spawn(program, args, { cwd, env: environmentOf(/^PATH$/), stdio: ['ignore', 'pipe', 'pipe'], ...(signal ? { signal } : {}) });
  let tail = '';
  const hear = (part: Buffer): void => {
    const text = part.toString();
    tail = (tail + text).slice(-2000);
    // Steps end in dots; what is counted in them does not.
    const said = [...text.matchAll(/\[INFO\] ([^\n]+)\.\.\.\n/g)].at(-1)?.[1];
    if (said !== undefined) onProgress(said.trim());
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return new Promise((done, fail) => {
    child.on('error', (error) => fail(error));
    child.on('close', (code, killed) =>
      code === 0 ? done() : fail(new Error(`The engine could not build its tiles (ended with ${killed ?? code}):\n${tail.trim()}`)),
    );
  });
}

/** One build at a time; that of a process which is gone does not count. */
function lock(root: string): () => void {
  const file = join(root, 'building.lock');
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    const pid = Number(readFileSync(file, 'utf8'));
    if (isAlive(pid)) throw new ExtractRefused(`Streets are being built already, by process ${pid}. Where that is none of DMP, delete ${file}.`);
    if (!(error instanceof Error)) throw error;
    writeFileSync(file, String(process.pid));
  }
  return () => rmSync(file, { force: true });
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
