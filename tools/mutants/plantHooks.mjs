/**
 * Plants the fault that DMP_PLANTED holds into a source as it is loaded: `node --import tsx --import ./tools/mutants/plantHooks.mjs FILE`.
 * No file is changed.
 */
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = import.meta.url;
if (process.env['DMP_PLANTED'] !== undefined) register(here, { parentURL: pathToFileURL('./') });

/** Runs in the thread of the hooks. */
export async function load(url, context, nextLoad) {
  const { file, search, replace } = JSON.parse(process.env['DMP_PLANTED'] ?? '{}');
  if (file === undefined || !url.split('?')[0].endsWith(`/${file}`)) return nextLoad(url, context);
  const { transformWithOxc } = await import('vite');
  const path = fileURLToPath(url.split('?')[0]);
  const { code } = await transformWithOxc(
    readFileSync(path, 'utf8').replace(search, () => replace),
    path,
  );
  return { format: 'module', source: code, shortCircuit: true };
}
