/**
 * Who may import whom: the table of ARCHITECTURE.md as data, read by the lint rule `house/rooms`.
 *
 * `ours` names the rooms whose values may be imported, `types` those of which only types may be (`import type`), `files`
 * single files that may be imported from a room that is otherwise closed. `packages` are the npm packages that this room
 * may use although FENCED_PACKAGES keeps them out of the others.
 */
export const ROOMS = {
  'src/kernel': { pure: true, ours: [], packages: ['react', '@xstate'] },
  'src/domain': { pure: true, ours: [] },
  'src/contract': { pure: true, ours: ['src/domain'] },
  'src/commands': { pure: true, ours: ['src/kernel', 'src/domain', 'src/contract', 'src/projections'] },
  'src/machines': { pure: true, ours: ['src/kernel', 'src/domain', 'src/commands', 'src/projections'] },
  // A table of reference data (kernel/table.ts) can only be read through its own functions.
  'src/projections': { pure: true, ours: ['src/domain'], types: ['src/kernel', 'src/machines'], files: ['src/kernel/table.ts'] },
  'src/effects': { ours: ['src/kernel', 'src/domain', 'src/contract'], packages: ['oidc-client-ts', '@microsoft/signalr', 'fetch-retry'] },
  'src/map': {
    ours: ['src/domain', 'src/projections', 'src/commands', 'src/machines'],
    types: ['src/kernel'],
    files: ['src/kernel/react.tsx', 'src/kernel/table.ts'],
    packages: ['react', 'react-dom', 'maplibre-gl', 'mapbox-gl'],
  },
  'src/ui': {
    ours: ['src/domain', 'src/projections', 'src/commands', 'src/machines'],
    types: ['src/kernel', 'src/map'],
    files: ['src/kernel/react.tsx', 'src/map/MapView.tsx'],
    packages: ['react', 'react-dom', '@mantine', '@tabler', '@tanstack', '@xstate', 'wouter'],
  },
  server: {
    ours: ['src/domain', 'src/contract'],
    packages: ['node', 'fastify', '@fastify', 'pg', 'kysely', '@electric-sql', 'oidc-provider', 'ws', 'yauzl'],
  },
};

/** Packages that draw, store, or talk to the outside: each belongs to the few rooms that list it. */
export const FENCED_PACKAGES = [
  'node',
  'react',
  'react-dom',
  '@mantine',
  '@tabler',
  '@tanstack',
  '@xstate',
  'wouter',
  'maplibre-gl',
  'mapbox-gl',
  'oidc-client-ts',
  '@microsoft/signalr',
  'fetch-retry',
  'fastify',
  '@fastify',
  'pg',
  'kysely',
  '@electric-sql',
  'oidc-provider',
  'ws',
  'yauzl',
];

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
  const fenced = fenceOf(target);
  if (fenced === undefined || typeOnly || (rules.packages ?? []).includes(fenced)) return undefined;
  const homes = Object.keys(ROOMS).filter((name) => (ROOMS[name].packages ?? []).includes(fenced));
  return `${room} may not use ${target}; it belongs to ${homes.join(', ')}.`;
}

function whyNotOurs(room, rules, target, typeOnly) {
  const other = roomOf(target);
  if (other === room || (rules.files ?? []).includes(target)) return undefined;
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

function fenceOf(specifier) {
  if (specifier.startsWith('node:')) return 'node';
  return FENCED_PACKAGES.find((name) => specifier === name || specifier.startsWith(`${name}/`));
}
