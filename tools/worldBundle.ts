/**
 * Makes the simulation one program with all that it imports, except packages: it begins in a second, where reading some thousand
 * sources one by one takes ten. Paths that a source asks for (`import.meta.dirname`) are those of the source.
 */
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { plantedMistake } from './mutants/planted.ts';

const root = join(import.meta.dirname, '..');

/** Writes the program into a folder and answers its file. `planted`: a fault as JSON (mutants/planted.ts) that is put into its source. */
export async function bundleWorlds(folder: string, planted?: string): Promise<string> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [...plantedMistake(planted), placesOfSources],
    build: { ssr: 'tools/simulate.ts', outDir: folder, emptyOutDir: true, minify: false, sourcemap: planted === undefined, target: 'node20' },
  });
  return join(folder, 'simulate.js');
}

const placesOfSources: Plugin = {
  name: 'dmp-places-of-sources',
  transform(code, id) {
    const file = id.split('?')[0] ?? id;
    if (!file.startsWith(root) || file.includes('node_modules') || !code.includes('import.meta.')) return undefined;
    return code
      .replaceAll('import.meta.dirname', () => JSON.stringify(dirname(file)))
      .replaceAll('import.meta.filename', () => JSON.stringify(file))
      .replaceAll('import.meta.url', () => JSON.stringify(pathToFileURL(file).href));
  },
};
