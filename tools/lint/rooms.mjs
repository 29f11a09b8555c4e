/**
 * Who may import whom: the table of ARCHITECTURE.md as data, read by the lint rule `house/rooms`.
 *
 * `ours` names the rooms whose values may be imported, `types` those of which only types may be (`import type`), `files`
 * single files that may be imported from a room that is otherwise closed. `packages` are the npm packages that this room
 * may use (`node` is Node itself); types may be taken from any.
 */
const CLIENT = {
  'src/kernel': { pure: true, ours: [], packages: ['react', '@xstate/react', 'xstate', 'immer', 'rxjs', 'zod'] },
  'src/domain': { pure: true, ours: [], packages: ['@mapbox/polyline', 'd3-contour', 'zod'] },
  'src/contract': { pure: true, ours: ['src/domain'], packages: ['zod'] },
  'src/commands': { pure: true, ours: ['src/kernel', 'src/domain', 'src/contract', 'src/projections'], packages: ['immer', 'zod'] },
  'src/machines': { pure: true, ours: ['src/kernel', 'src/domain', 'src/commands', 'src/projections'], packages: ['xstate'] },
  // A table of reference data (kernel/table.ts) can only be read through its own functions.
  'src/projections': {
    pure: true,
    ours: ['src/domain'],
    types: ['src/kernel', 'src/machines'],
    files: ['src/kernel/table.ts'],
    packages: ['immer', 'zod'],
  },
  'src/effects': {
    ours: ['src/kernel', 'src/domain', 'src/contract'],
    packages: ['oidc-client-ts', '@microsoft/signalr', 'fetch-retry', 'fflate', 'read-excel-file', 'rxjs', 'write-excel-file', 'zod'],
  },
  'src/map': {
    ours: ['src/domain', 'src/projections', 'src/commands', 'src/machines'],
    types: ['src/kernel'],
    files: ['src/kernel/react.tsx', 'src/kernel/table.ts'],
    packages: [
      'react',
      'maplibre-gl',
      'mapbox-gl',
      '@mapbox/polyline',
      '@fontsource/noto-sans',
      'flatbush',
      'topojson-client',
      'virtual:towns',
      'vt-pbf',
      'world-atlas',
    ],
  },
  'src/ui': {
    ours: ['src/domain', 'src/projections', 'src/commands', 'src/machines'],
    types: ['src/kernel', 'src/map'],
    files: ['src/kernel/react.tsx', 'src/map/MapView.tsx'],
    packages: [
      'marked',
      'react',
      'react-dom',
      '@mantine/core',
      '@mantine/hooks',
      '@tabler/icons-react',
      '@tanstack/react-virtual',
      '@fontsource/noto-sans',
      '@mapbox/polyline',
      'intl-messageformat',
      'virtual:handbook',
      'wouter',
    ],
  },
};

const SHARED = ['src/domain', 'src/contract'];

/** Lowest first: a room may import those above it in this table as far as it names them. Files straight in `server` wire the rooms. */
const SERVER = {
  'server/auth': { ours: SHARED, files: ['server/refusal.ts', 'server/securityLog.ts'], packages: ['node', 'jose', 'oidc-provider', 'zod'] },
  'server/store': {
    ours: SHARED,
    types: ['server/auth'],
    files: ['server/auth/sealing.ts', 'server/workerUrl.ts'],
    packages: ['node', '@electric-sql/pglite', '@opentelemetry/api', '@redis/client', 'kysely', 'pg', 'pg-protocol', 'zod'],
  },
  'server/mcp': { ours: SHARED, packages: ['@modelcontextprotocol/server', 'zod'] },
  'server/dmp': { ours: [...SHARED, 'server/mcp'], packages: ['node', '@modelcontextprotocol/server', 'zod'] },
  'server/objects': { ours: SHARED, packages: ['node', 'aws4fetch'] },
  'server/mail': { ours: SHARED, packages: ['node', 'nodemailer'] },
  'server/geo': {
    ours: SHARED,
    files: ['server/workerUrl.ts'],
    packages: ['node', '@mapbox/polyline', '@maplibre/geojson-vt', '@maplibre/vt-pbf', 'pmtiles', 'zod'],
  },
  'server/feed': {
    ours: [...SHARED, 'server/store'],
    files: ['server/workerUrl.ts'],
    packages: ['node', 'gtfs-realtime-bindings', '@mapbox/polyline', 'yauzl', 'yazl', 'zod'],
  },
  'server/live': {
    ours: [...SHARED, 'server/auth', 'server/store'],
    files: ['server/refusal.ts', 'server/securityLog.ts'],
    packages: ['node', 'jose', 'ws', 'zod'],
  },
  'server/validation': {
    ours: [...SHARED, 'server/store', 'server/feed'],
    types: ['server/live'],
    files: ['server/workerUrl.ts'],
    packages: ['node', 'zod'],
  },
  'server/realtime': {
    ours: [...SHARED, 'server/store'],
    types: ['server/live', 'server'],
    files: ['server/addresses.ts'],
    packages: ['node', 'gtfs-realtime-bindings', 'kysely'],
  },
  // What a person may ask of a task or a delivery without running it.
  'server/services': {
    ours: [...SHARED, 'server/auth', 'server/store', 'server/feed', 'server/geo', 'server/mail', 'server/validation'],
    types: ['server/live', 'server/objects', 'server/jobs'],
    files: [
      'server/refusal.ts',
      'server/textPatterns.ts',
      'src/kernel/reportLines.ts',
      'server/jobs/deliveries/deliver.ts',
      'server/jobs/documentation.ts',
      'server/jobs/exportTask.ts',
    ],
    packages: ['node', 'date-holidays', 'marked'],
  },
  'server/jobs': {
    ours: [
      ...SHARED,
      'server/auth',
      'server/store',
      'server/objects',
      'server/mail',
      'server/feed',
      'server/live',
      'server/validation',
      'server/services',
    ],
    types: ['server'],
    files: [
      'server/addresses.ts',
      'server/nesting.ts',
      'server/taskFailed.ts',
      'server/textPatterns.ts',
      'server/workerUrl.ts',
      'server/config.ts',
      'server/monitoring.ts',
      'server/tracing.ts',
      'server/build.ts',
    ],
    packages: [
      'node',
      'pg-boss',
      'kysely',
      'aws4fetch',
      'ssh2-sftp-client',
      'quickjs-emscripten-core',
      '@jitl/quickjs-wasmfile-release-sync',
      're2js',
      '@mapbox/polyline',
      'zod',
    ],
  },
  'server/routes': {
    ours: [...SHARED, 'server/auth', 'server/store', 'server/feed', 'server/geo', 'server/realtime', 'server/services', 'server/mcp'],
    types: ['server/jobs', 'server/live', 'server/objects', 'server/validation'],
    files: ['server/refusal.ts', 'server/limits.ts', 'server/securityLog.ts'],
    packages: ['node', 'fastify', 'fresh', '@modelcontextprotocol/server', 'range-parser', 'zod'],
  },
};

/** Time and chance: every room of the server takes them from there (`house/surroundings`). */
export const SURROUNDINGS = 'server/surroundings.ts';

export const ROOMS = {
  ...CLIENT,
  ...SERVER,
  server: {
    ours: [...SHARED, ...Object.keys(SERVER)],
    packages: [
      'node',
      '@opentelemetry/api',
      '@opentelemetry/context-async-hooks',
      '@opentelemetry/core',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
      'fastify',
      'kysely',
      'marked',
      'prom-client',
      're2js',
      'zod',
    ],
  },
};

/**
 * The room a path of the repository lies in, for example `src/ui` for `src/ui/stops/StopForm.tsx`.
 * Files straight in `src` (the composition root) and everything outside `src` and `server` are in none.
 */
export function roomOf(path) {
  return Object.keys(ROOMS).find((room) => path.startsWith(`${room}/`));
}

/**
 * Says why a file may not import something, or answers undefined where it may.
 * `target` is a path of the repository (`src/ui/x.tsx`) for our own files, or a package specifier.
 */
export function whyNotImport(file, target, { ours, typeOnly }) {
  const room = roomOf(file);
  if (room === undefined) {
    return file.startsWith('src/') && target.startsWith('server/') && ours
      ? 'The client never imports the server; meet it in src/contract.'
      : undefined;
  }
  const rules = ROOMS[room];
  if (ours) return whyNotOurs(room, rules, target, typeOnly);
  const name = packageOf(target);
  if (typeOnly || rules.packages.includes(name)) return undefined;
  const homes = Object.keys(ROOMS).filter((other) => ROOMS[other].packages.includes(name));
  return `${room} may not use ${name}; ${homes.length === 0 ? 'no room lists it (tools/lint/rooms.mjs)' : `it belongs to ${homes.join(', ')}`}.`;
}

function whyNotOurs(room, rules, target, typeOnly) {
  const other = roomOf(target);
  if (other === room || (rules.files ?? []).includes(target)) return undefined;
  if (target === SURROUNDINGS && room.startsWith('server')) return undefined;
  if (other === undefined) {
    return target.startsWith('src/') || target.startsWith('test/') || target.startsWith('tools/')
      ? `${room} may not import ${target}: the composition root, tests and tools import the rooms, never the other way round.`
      : undefined;
  }
  if (rules.ours.includes(other)) return undefined;
  if ((rules.types ?? []).includes(other)) {
    return typeOnly ? undefined : `${room} may import only types from ${other}: write \`import type\`.`;
  }
  const allowed = [...rules.ours, ...(rules.types ?? []).map((name) => `${name} (types)`), ...(rules.files ?? [])];
  return `${room} may not import ${other}. It may import ${allowed.length === 0 ? 'nothing of ours' : allowed.join(', ')}.`;
}

/** `@scope/name` or `name` of a specifier; `node` for Node's own modules. */
function packageOf(specifier) {
  if (specifier.startsWith('node:')) return 'node';
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}
