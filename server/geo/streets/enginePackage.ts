/** The package of the street engine: where it lies, and how it comes there. It is no dependency of the product, for it takes over 100 MB. */
import { spawn } from 'node:child_process';
import { accessSync, constants, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const PACKAGE = '@valhallajs/valhallajs';
const PLATFORMS = ['linux/x64', 'linux/arm64', 'darwin/arm64'];

/** No street engine can run here. The message says why and what can be done. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
}

/** The folder `streets` of the product, with the package.json and the lock that say which version of the engine is meant. */
function declaration(): string {
  const folder = declarationFrom(import.meta.dirname);
  if (folder === undefined) throw new EngineUnavailable('The folder streets of the product is missing: the street engine cannot be installed.');
  return folder;
}

function declarationFrom(folder: string): string | undefined {
  const streets = join(folder, 'streets');
  if (existsSync(join(streets, 'package-lock.json'))) return streets;
  return folder === dirname(folder) ? undefined : declarationFrom(dirname(folder));
}

const Declared = z.object({ dependencies: z.object({ [PACKAGE]: z.string() }) });

/** The version of the engine that this product is made for. */
export function engineVersion(): string {
  return Declared.parse(JSON.parse(readFileSync(join(declaration(), 'package.json'), 'utf8'))).dependencies[PACKAGE];
}

/** Where the engine lies: in the folder of the product, or, where that is read-only, under DATA_DIR. Undefined: it is not installed in the version meant. */
export function installedEngine(dataDir: string): string | undefined {
  const declared = declarationFrom(import.meta.dirname);
  return declared && [declared, underData(dataDir)].find((folder) => versionIn(folder) === engineVersion());
}

/** A program of the engine for this machine. */
export function engineProgram(folder: string, name: string): string {
  return join(packageFolder(folder), process.platform, process.arch, name);
}

/** The module of the engine, as the child process loads it. */
export function loadEngine(folder: string): unknown {
  return createRequire(join(folder, 'package.json'))(PACKAGE);
}

/** Installs the engine where it is missing. Returns its folder. */
export async function ensureEngine(dataDir: string, say: (text: string) => void): Promise<string> {
  const there = installedEngine(dataDir);
  if (there !== undefined) return there;
  requirePlatform();
  const source = declaration();
  const folder = isWritable(source) ? source : underData(dataDir);
  say(`Installing the street engine (${PACKAGE} ${engineVersion()}, 87 MB) in ${join(folder, 'node_modules')} ...`);
  if (folder !== source) {
    mkdirSync(folder, { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(source, file), join(folder, file));
  }
  await npmInstall(folder);
  for (const platform of PLATFORMS) {
    if (platform !== `${process.platform}/${process.arch}`) rmSync(join(packageFolder(folder), platform), { recursive: true, force: true });
  }
  return folder;
}

/** Refuses where the package has no program for this machine. `glibc`: '' where there is none. */
export function requirePlatform(platform: string = process.platform, arch: string = process.arch, glibc: string | undefined = glibcVersion()): void {
  const instead = 'Without it DMP works as before. Paths along streets can come from a Valhalla server: ROUTER_URL, ROUTER_KIND=valhalla.';
  if (!PLATFORMS.includes(`${platform}/${arch}`))
    throw new EngineUnavailable(`There is no street engine for ${platform}/${arch}: it comes for Linux (x64, arm64) and macOS (arm64). ${instead}`);
  if (platform === 'linux' && glibc === '')
    throw new EngineUnavailable(`The street engine needs glibc 2.28 or newer, which this Linux (such as Alpine) does not have. ${instead}`);
}

function glibcVersion(): string {
  const { header } = z.object({ header: z.looseObject({ glibcVersionRuntime: z.string().optional() }) }).parse(process.report.getReport());
  return header.glibcVersionRuntime ?? '';
}

function npmInstall(folder: string): Promise<void> {
  const child = spawn('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let trouble = '';
  child.stderr.on('data', (part: Buffer) => (trouble = (trouble + part.toString()).slice(-2000)));
  return new Promise((done, fail) => {
    child.on('error', (error) => fail(new EngineUnavailable(`npm could not be started (${error.message}): the street engine is not installed.`)));
    child.on('close', (code) =>
      code === 0
        ? done()
        : fail(
            new EngineUnavailable(
              `The street engine could not be installed: npm ended with ${code}.\n${trouble.trim()}\nIs the npm registry within reach? Else run npm ci in ${folder} where it is, and copy node_modules.`,
            ),
          ),
    );
  });
}

function versionIn(folder: string): string | undefined {
  const file = join(packageFolder(folder), 'package.json');
  return existsSync(file) ? z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version : undefined;
}

function packageFolder(folder: string): string {
  return join(folder, 'node_modules', PACKAGE);
}

function underData(dataDir: string): string {
  return join(dataDir, 'streets', 'engine');
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
