/** How much a browser has to load: the production build, gzip level 9, kB = 10^3 bytes. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

const root = join(import.meta.dirname, '..', '..');
const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).optional(),
    dynamicImports: z.array(z.string()).optional(),
    css: z.array(z.string()).optional(),
  }),
);

/** Scripts that the first screen waits for, those that a map adds (MapLibre with its worker, the offline base map), and all. */
export async function run(): Promise<Record<string, unknown>> {
  execFileSync(process.execPath, ['tools/build.mjs', '--if-changed'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(root, 'dist/client/.vite/manifest.json'), 'utf8')));
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (entry === undefined) throw new Error('The build has no entry');

  const first = reached([entry], (chunk) => chunk.imports ?? []);
  const all = reached([entry], (chunk) => [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]);
  const map = [...all].filter((key) => /MapLibre|maplibre|versionMap|countries/i.test(key) && !first.has(key));
  const styles = new Set([...first].flatMap((key) => manifest[key]?.css ?? []));
  const value = sum([...first].map((key) => manifest[key]?.file));
  return {
    value,
    unit: 'kB',
    first_screen_gz_kb: value,
    first_screen_css_gz_kb: sum([...styles]),
    map_gz_kb: sum(map.map((key) => manifest[key]?.file)),
    total_gz_kb: sum([...all].map((key) => manifest[key]?.file)),
  };

  function reached(from: readonly string[], next: (chunk: z.infer<typeof Manifest>[string]) => readonly string[]): ReadonlySet<string> {
    const found = new Set(from);
    for (const key of found) {
      const chunk = manifest[key];
      if (chunk) for (const other of next(chunk)) found.add(other);
    }
    return found;
  }
}

function sum(files: readonly (string | undefined)[]): number {
  const bytes = files.reduce(
    (total, file) => total + (file === undefined ? 0 : gzipSync(readFileSync(join(root, 'dist/client', file)), { level: 9 }).length),
    0,
  );
  return Math.round(bytes / 100) / 10;
}
