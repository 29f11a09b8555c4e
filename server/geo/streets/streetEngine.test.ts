/** The engine's process and the build, with doubles of Valhalla's programs: what they do when these end, hang, fail or answer out of turn. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTown, townExtract } from '../../../test/builders/town.ts';
import { createRouting } from '../../services/routing.ts';
import { buildStreets, isMadeOf } from './buildStreets.ts';
import { checkExtract } from './checkExtract.ts';
import { engineVersion, requirePlatform } from './enginePackage.ts';
import { readMade, writeMade } from './madeStreets.ts';
import { EngineFailed, NoAnswer, openStreetEngine, type StreetEngine } from './streetEngine.ts';
import { osmPbf } from '../../../test/builders/osmPbf.ts';

let dataDir = '';
let streets: StreetEngine | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dmp-engine-'));
  writeFileSync(join(dataDir, 'child.mjs'), CHILD);
});
afterEach(() => {
  streets?.close();
  streets = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Does what the query says, and answers which process it was and for which tiles. */
const CHILD = `
process.on('message', ({ id, method, query }) => {
  if (query.do === 'end') process.kill(process.pid, 'SIGSEGV');
  else if (query.do === 'exit') { console.error('libbsd.so.0: cannot open shared object file'); process.exit(127); }
  else if (query.do === 'hang') for (;;);
  else if (query.do === 'refuse') process.send({ id, error: 'No suitable edges near location' });
  else if (query.do === 'twice') { process.send({ id, text: '1' }); process.send({ id, text: '2' }); }
  else process.send({ id, text: JSON.stringify({ method, n: query.n, pid: process.pid, folder: process.argv[3], env: Object.keys(process.env) }) });
});
process.on('disconnect', () => process.exit(0));
`;

function useTiles(folder: string): void {
  mkdirSync(join(dataDir, 'streets', folder), { recursive: true });
  const bounds = { south: 48, north: 48.1, west: 9, east: 9.1 };
  const extracts = [{ file: '/town.osm.pbf', bytes: 1, modified: 1, bounds }];
  writeMade(dataDir, { folder, at: '2026-01-01T00:00:00Z', engine: engineVersion(), seconds: 1, bytes: 1, extracts });
}

function open(options: { patience?: number; longest?: number; idle?: number } = {}): StreetEngine {
  streets = openStreetEngine({ dataDir, child: { file: join(dataDir, 'child.mjs'), execArgv: [], engine: 'none' }, ...options });
  return streets;
}

describe('the process of the engine', () => {
  test('answers calls in order, knows no settings of the server, and says when it has no answer', async () => {
    useTiles('tiles-1');
    const engine = open();
    const answers = await Promise.all([1, 2, 3].map((n) => engine.ask('route', { n })));
    expect(answers).toMatchObject([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(answers[0]).toMatchObject({ folder: join(dataDir, 'streets', 'tiles-1'), env: expect.not.arrayContaining(['DATA_DIR', 'HOME']) });
    await expect(engine.ask('route', { do: 'refuse' })).rejects.toThrow(new NoAnswer('No suitable edges near location'));
    expect(await engine.ask('route', { do: 'twice' })).toBe(1);
    expect(await engine.ask('locate', { n: 4 })).toMatchObject({ n: 4, method: 'locate' });
  });

  test('its end fails the one call with a sentence; those behind it are answered', async () => {
    useTiles('tiles-1');
    const engine = open();
    const first = engine.ask('route', { do: 'end' });
    const [second, third] = [engine.ask('route', { n: 2 }), engine.ask('route', { do: 'exit' })];
    const fourth = engine.ask('route', { n: 4 });
    await expect(first).rejects.toThrow(new EngineFailed('The street engine ended (SIGSEGV). Try again.'));
    expect(await second).toMatchObject({ n: 2 });
    await expect(third).rejects.toThrow('The street engine ended (127: libbsd.so.0: cannot open shared object file). Try again.');
    expect(await fourth).toMatchObject({ n: 4 });
  });

  test('one that hangs is killed; the next call is answered', async () => {
    useTiles('tiles-1');
    const engine = open({ patience: 700 });
    const hung = engine.ask('route', { do: 'hang' });
    const next = engine.ask('route', { n: 2 });
    await expect(hung).rejects.toThrow(new EngineFailed('The street engine did not answer in 0.7 seconds. Try again.'));
    expect(await next).toMatchObject({ n: 2 });
  });

  test('more calls than may wait are refused', async () => {
    useTiles('tiles-1');
    const engine = open({ longest: 2 });
    const calls = [1, 2, 3, 4].map((n) => engine.ask('route', { n }));
    await expect(calls[3]).rejects.toThrow('The street engine has too many calls to answer.');
    expect(await Promise.all(calls.slice(0, 3))).toHaveLength(3);
  });

  test('a new build is taken up by the next call, without a call lost', async () => {
    const engine = open();
    expect(engine.made()).toBeUndefined();
    useTiles('tiles-1');
    expect(engine.made()).toMatchObject({ folder: 'tiles-1' });
    const [one, two] = [engine.ask('route', { n: 1 }), engine.ask('route', { n: 2 })];
    expect(await one).toMatchObject({ folder: join(dataDir, 'streets', 'tiles-1') });
    await two;
    useTiles('tiles-2');
    expect(await engine.ask('route', { n: 3 })).toMatchObject({ n: 3, folder: join(dataDir, 'streets', 'tiles-2') });
  });

  test('it ends when nothing was asked for a while, and is begun again', async () => {
    useTiles('tiles-1');
    const engine = open({ idle: 50 });
    const first = await engine.ask('route', { n: 1 });
    await pause(400);
    const second = await engine.ask('route', { n: 2 });
    expect(second).not.toMatchObject({ pid: Reflect.get(Object(first), 'pid') });
  });

  test('a path that the engine does not answer comes from the next provider, and the notice says so', async () => {
    useTiles('tiles-1');
    const route = createRouting({ streets: open({ patience: 700 }), linesNear: () => Promise.resolve([[inTown(0, 0), inTown(9, 0)]]) });
    const answer = await route({ versionId: 1, variant: 'standard', from: inTown(1, 0), to: inTown(5, 0) });
    expect(answer).toMatchObject({ Engine: 'feed', Notice: 'The street engine did not answer. This path follows the lines of the feed.' });
  });
});

describe('building', () => {
  const extract = (bytes: Buffer, name = 'town.osm.pbf'): string => {
    writeFileSync(join(dataDir, name), bytes);
    return join(dataDir, name);
  };
  /** A program in the place of Valhalla's: JavaScript that is given its arguments. */
  const builder = (code: string): [string, string] => {
    const file = join(dataDir, 'builder.mjs');
    writeFileSync(
      file,
      `import { readFileSync, writeFileSync } from 'node:fs';\nconst config = JSON.parse(readFileSync(process.argv[3], 'utf8'));\n${code}`,
    );
    return [process.execPath, file];
  };
  const TILES = `console.log('2026/01/01 [INFO] Parsing ways...'); writeFileSync(config.mjolnir.tile_dir + '/0.gph', 'tile');`;
  const build = (file: string, code: string, signal?: AbortSignal) =>
    buildStreets({
      dataDir,
      extracts: [file],
      engine: '',
      builder: builder(code),
      ...(signal ? { signal } : {}),
      onProgress: (what) => steps.push(what),
    });
  const steps: string[] = [];
  const folders = () => readdirSync(join(dataDir, 'streets')).toSorted();

  test('puts what was made in use last, and says what it does', async () => {
    const file = extract(townExtract());
    const made = await build(file, TILES);
    expect(made).toMatchObject({ bytes: 4, extracts: [{ file, bytes: townExtract().length }] });
    expect(readMade(dataDir)).toEqual(made);
    expect(steps).toContain('Checking town.osm.pbf');
    expect(steps).toContain('Parsing ways');
    expect(steps.at(-1)).toBe('Making the base map');
    expect(isMadeOf(made, [file])).toBe(true);
    expect(isMadeOf(made, [extract(townExtract(), 'other.osm.pbf')])).toBe(false);
  });

  test('a build that fails or is stopped leaves the one before in use', async () => {
    const file = extract(townExtract());
    const { folder } = await build(file, TILES);
    await expect(build(file, `console.log('out of disk'); process.exit(3)`)).rejects.toThrow(
      /could not build its tiles \(ended with 3\):\nout of disk/,
    );
    await expect(build(file, '')).rejects.toThrow('The engine made no tiles');
    const abort = new AbortController();
    const stopped = build(file, 'setInterval(() => {}, 1000)', abort.signal);
    await pause(200);
    abort.abort();
    await expect(stopped).rejects.toThrow(/aborted/);
    expect(readMade(dataDir)).toMatchObject({ folder });
    expect(folders()).toEqual(['made.json', folder]);
    // another process is at it
    writeFileSync(join(dataDir, 'streets', 'building.lock'), String(process.ppid));
    await expect(build(file, TILES)).rejects.toThrow(`Streets are being built already, by process ${process.ppid}.`);
    // what a killed build left goes with the next one
    mkdirSync(join(dataDir, 'streets', 'tiles-7', 'tiles'), { recursive: true });
    writeFileSync(join(dataDir, 'streets', 'building.lock'), '999999999');
    const last = await build(file, TILES);
    expect(folders()).toEqual(expect.arrayContaining(['made.json', last.folder]));
    expect(folders()).not.toContain('tiles-7');
    expect(folders()).not.toContain('building.lock');
  });

  const node = (id: number) => ({ id, lat: 48 + id / 1000, lng: 9 });
  const street = { id: 1, refs: [1, 2], tags: { highway: 'residential' } };
  test.each<[what: string, bytes: () => Buffer, why: string]>([
    ['negative ids', () => osmPbf({ nodes: [node(-1), node(2)], ways: [street] }), 'has an element with the id -1.'],
    ['a negative id of a way', () => osmPbf({ nodes: [node(1), node(2)], ways: [{ ...street, id: -5 }] }), 'has an element with the id -5.'],
    ['nodes out of order', () => osmPbf({ nodes: [node(2), node(1)], ways: [street] }), 'is not sorted by type and id.'],
    ['no streets', () => osmPbf({ nodes: [node(1), node(2)], ways: [{ ...street, tags: { waterway: 'river' } }] }), 'has no streets'],
    ['a text', () => Buffer.from('<osm version="0.6">'), 'is no .osm.pbf file.'],
    ['half a file', () => townExtract().subarray(0, 600), 'ends in the middle of a block.'],
    ['an empty file', () => Buffer.alloc(0), 'has no streets'],
  ])('refuses %s in words', async (_what, bytes, why) => {
    await expect(build(extract(bytes()), TILES)).rejects.toThrow(`town.osm.pbf ${why}`);
    expect(readMade(dataDir)).toBeUndefined();
  });

  test('an extract is read back unchanged', () => {
    const { nodes, streets: ways, bounds } = checkExtract(extract(townExtract()));
    expect([nodes, ways]).toEqual([168, 29]);
    expect(bounds.south).toBeCloseTo(48, 6);
    expect(bounds.north).toBeCloseTo(inTown(0, 13.15).Lat, 6);
    expect(bounds.east).toBeCloseTo(inTown(11, 0).Lng, 6);
  });

  test('machines without an engine get an error that says so', () => {
    expect(() => requirePlatform('win32', 'x64', '')).toThrow('There is no street engine for win32/x64');
    expect(() => requirePlatform('linux', 'x64', '')).toThrow('needs glibc 2.28 or newer');
    expect(() => requirePlatform('linux', 'x64', '2.36')).not.toThrow();
    expect(() => requirePlatform('darwin', 'arm64', '')).not.toThrow();
  });
});
