import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a worker thread of the server with its data: `name` is the path of its file under server/ without the ending,
 * such as `store/pgliteWorker`. Such files end in `Worker.ts`; the build makes an entry of each.
 */
export function startWorker(name: string, options: Omit<WorkerOptions, 'execArgv' | 'eval'> = {}): Worker {
  const { url, execArgv } = workerUrl(name);
  return new Worker(url, { ...options, execArgv: [...execArgv] });
}

/**
 * What Node's `Worker` has to be given to run that file, from the built product as well as from the sources (tools,
 * tests, `npm run dev`). DMP_BUILT_WORKERS names the folder of a build that has just been made of these sources: its threads
 * start in half the time, of which the tests of the server have hundreds.
 */
export function workerUrl(name: string): { readonly url: URL; readonly execArgv: readonly string[] } {
  if (!import.meta.url.endsWith('.ts')) return { url: new URL(`./${name}.js`, import.meta.url), execArgv: [] };
  const built = process.env['DMP_BUILT_WORKERS'];
  if (built !== undefined) return { url: pathToFileURL(join(built, `${name}.js`)), execArgv: [] };
  // A worker thread cannot start at a .ts file: on Node 20 `--import tsx` among its flags takes hold too late for the
  // entry itself, so the entry is a line of JavaScript that registers tsx and then imports the file.
  // Its `.cjs` twin, which is what `require.resolve` answers, fails to find its own hooks (tsx 4.23).
  const tsx = new URL('./index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')));
  const file = new URL(`./${name}.ts`, import.meta.url);
  const entry = `import { register } from ${JSON.stringify(tsx.href)}; register(); await import(${JSON.stringify(file.href)});`;
  return { url: new URL(`data:text/javascript,${encodeURIComponent(entry)}`), execArgv: [] };
}

/**
 * What Node's `fork` has to be given to run that file in a process of its own. From the sources tsx goes along as a flag: unlike
 * a thread, a process has it in time.
 */
export function processFile(name: string): { readonly file: string; readonly execArgv: readonly string[] } {
  if (!import.meta.url.endsWith('.ts')) return { file: fileURLToPath(new URL(`./${name}.js`, import.meta.url)), execArgv: [] };
  const built = process.env['DMP_BUILT_WORKERS'];
  if (built !== undefined) return { file: join(built, `${name}.js`), execArgv: [] };
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx'));
  return { file: fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), execArgv: ['--import', tsx.href] };
}

/** What a process that is no part of the product is given of our environment: variables of such names, and so none of the secrets among the settings. */
export function environmentOf(names: RegExp): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name)));
}
