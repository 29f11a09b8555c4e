import { relative, resolve, dirname, sep } from 'node:path';
import { ROOMS, SURROUNDINGS, roomOf, whyNotImport } from './rooms.mjs';

/**
 * The rules of the house as a lint plugin: `house/rooms` (who may import whom), `house/pure` (no time, chance or
 * outside world in the pure rooms) and `house/surroundings` (the server takes time and chance from one module). Built-in
 * import restrictions were tried first: they match the text of the specifier, so `../map/x.ts` inside `src/ui/stops` could
 * not be told from `src/map/x.ts`.
 */
export default {
  meta: { name: 'house' },
  rules: { rooms: { create: createRooms }, pure: { create: createPure }, surroundings: { create: createSurroundings } },
};

/** What a pure room must not name, with what to do instead. */
const NOT_IN_PURE = {
  fetch: 'describe the call in the command; src/effects performs it',
  XMLHttpRequest: 'describe the call in the command; src/effects performs it',
  WebSocket: 'live messages come in through src/effects as records',
  EventSource: 'live messages come in through src/effects as records',
  setTimeout: 'time passes through tick records of src/effects',
  setInterval: 'time passes through tick records of src/effects',
  setImmediate: 'time passes through tick records of src/effects',
  requestAnimationFrame: 'time passes through tick records of src/effects',
  queueMicrotask: 'continue in the next record instead',
  performance: 'take the time from the record (`at`)',
  crypto: 'take ids from the record (`id`) or the payload',
  localStorage: 'storage belongs to src/effects',
  sessionStorage: 'storage belongs to src/effects',
  indexedDB: 'storage belongs to src/effects',
  document: 'the DOM belongs to src/ui and src/map',
  window: 'the DOM belongs to src/ui and src/map',
  navigator: 'the surroundings come in through records of src/effects',
  location: 'the address comes in through location records',
  process: 'settings come in through the payload or the state',
};

/** What the screens and the map must not do themselves. */
const NOT_IN_SCREENS = {
  fetch: 'dispatch a command; src/effects performs its call',
  XMLHttpRequest: 'dispatch a command; src/effects performs its call',
  WebSocket: 'live messages belong to src/effects',
  EventSource: 'live messages belong to src/effects',
  localStorage: 'dispatch a command; storage belongs to src/effects',
  sessionStorage: 'dispatch a command; storage belongs to src/effects',
  indexedDB: 'dispatch a command; storage belongs to src/effects',
};

const NOT_IN_PURE_MEMBERS = {
  'Date.now': 'take the time from the record (`at`) or the payload',
  'Math.random': 'let the dispatcher draw and put the result in the payload',
};

/** What the server must not take from the platform itself, with what it takes from `server/surroundings.ts` instead. */
const NOT_IN_SERVER = {
  performance: 'elapsed',
  setTimeout: 'setTimeout',
  setInterval: 'setInterval',
  setImmediate: 'setImmediate',
  clearTimeout: 'clearTimeout',
  clearInterval: 'clearInterval',
  clearImmediate: 'clearTimeout',
};

const NOT_IN_SERVER_MEMBERS = {
  'Date.now': 'timeNow',
  'Math.random': 'randomBytes',
  'AbortSignal.timeout': 'timeUp',
  'crypto.randomUUID': 'randomUUID',
  'crypto.getRandomValues': 'randomBytes',
  'process.hrtime': 'elapsed',
  'process.uptime': 'elapsed',
};

/** By module: the names that must not be imported; `default` and `*` stand for the whole module. */
const NOT_IMPORTED_IN_SERVER = {
  timers: { setTimeout: 'setTimeout', setInterval: 'setInterval', setImmediate: 'setImmediate', default: 'setTimeout', '*': 'setTimeout' },
  'timers/promises': { setTimeout: 'pause', setInterval: 'pause', setImmediate: 'turn', scheduler: 'pause', default: 'pause', '*': 'pause' },
  perf_hooks: { performance: 'elapsed', default: 'elapsed', '*': 'elapsed' },
  crypto: {
    randomUUID: 'randomUUID',
    randomBytes: 'randomBytes',
    randomInt: 'randomBytes',
    randomFill: 'randomBytes',
    randomFillSync: 'randomBytes',
    getRandomValues: 'randomBytes',
    webcrypto: 'randomBytes',
    default: 'randomBytes',
    '*': 'randomBytes',
  },
};

function createRooms(context) {
  const file = pathInRepository(context, context.filename);
  const check = (node, source, typeOnly) => {
    if (source === null || source === undefined || typeof source.value !== 'string') return;
    const specifier = source.value;
    const ours = specifier.startsWith('.');
    const target = ours ? pathInRepository(context, resolve(dirname(context.filename), specifier)).replace(/\?.*$/, '') : specifier;
    const why = whyNotImport(file, target, { ours, typeOnly });
    if (why !== undefined) context.report({ node, message: why });
  };
  const allTypes = (node, kind) =>
    node[kind] === 'type' || (node.specifiers?.length > 0 && node.specifiers.every((specifier) => specifier[kind] === 'type'));
  return {
    ImportDeclaration: (node) => check(node, node.source, allTypes(node, 'importKind')),
    ExportNamedDeclaration: (node) => check(node, node.source, allTypes(node, 'exportKind')),
    ExportAllDeclaration: (node) => check(node, node.source, node.exportKind === 'type'),
    ImportExpression: (node) => check(node, node.source, false),
  };
}

function createPure(context) {
  const file = pathInRepository(context, context.filename);
  const room = roomOf(file);
  const pure = room !== undefined && ROOMS[room].pure === true;
  // The binding to React is the kernel's one door to the screens.
  const names = pure && file !== 'src/kernel/react.tsx' ? NOT_IN_PURE : room === 'src/ui' || room === 'src/map' ? NOT_IN_SCREENS : {};
  const report = (node, what, instead) => context.report({ node, message: `No ${what} in ${room}: ${instead}.` });
  const isGlobal = (node) => context.sourceCode.isGlobalReference(node);
  return {
    Identifier(node) {
      if (Object.hasOwn(names, node.name) && isReference(node) && isGlobal(node)) report(node, node.name, names[node.name]);
    },
    MemberExpression(node) {
      if (node.object.type !== 'Identifier' || node.computed) return;
      const what = `${node.object.name}.${node.property.name}`;
      if (pure && Object.hasOwn(NOT_IN_PURE_MEMBERS, what) && isGlobal(node.object)) report(node, what, NOT_IN_PURE_MEMBERS[what]);
      if (node.object.name === 'globalThis' && Object.hasOwn(names, node.property.name)) report(node, what, names[node.property.name]);
    },
    NewExpression(node) {
      if (pure && node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0 && isGlobal(node.callee)) {
        report(node, 'new Date()', NOT_IN_PURE_MEMBERS['Date.now']);
      }
    },
  };
}

function createSurroundings(context) {
  const file = pathInRepository(context, context.filename);
  if (!file.startsWith('server/') || file === SURROUNDINGS) return {};
  const report = (node, what, instead) => context.report({ node, message: `No ${what} in the server: take ${instead} of ${SURROUNDINGS}.` });
  const isGlobal = (node) => context.sourceCode.isGlobalReference(node);
  const isDate = (node) => {
    const path = pathOf(node);
    return /^(globalThis\.)?Date$/.test(path?.name) && isGlobal(path.root);
  };
  const checkNames = (node, source, names) => {
    const module = typeof source?.value === 'string' ? source.value.replace(/^node:/, '') : '';
    if (!Object.hasOwn(NOT_IMPORTED_IN_SERVER, module)) return;
    const instead = NOT_IMPORTED_IN_SERVER[module];
    for (const name of names) {
      if (!Object.hasOwn(instead, name)) continue;
      report(node, name === '*' || name === 'default' ? `node:${module} as a whole` : `${name} of node:${module}`, instead[name]);
    }
  };
  return {
    Identifier(node) {
      if (Object.hasOwn(NOT_IN_SERVER, node.name) && isReference(node) && isGlobal(node)) report(node, node.name, NOT_IN_SERVER[node.name]);
    },
    MemberExpression(node) {
      const path = pathOf(node);
      if (path === undefined || !isGlobal(path.root)) return;
      const ofGlobal = path.name.replace(/^globalThis\./, '');
      if (Object.hasOwn(NOT_IN_SERVER_MEMBERS, ofGlobal)) report(node, path.name, NOT_IN_SERVER_MEMBERS[ofGlobal]);
      else if (ofGlobal !== path.name && Object.hasOwn(NOT_IN_SERVER, ofGlobal)) report(node, path.name, NOT_IN_SERVER[ofGlobal]);
    },
    NewExpression(node) {
      if (node.arguments.length === 0 && isDate(node.callee)) report(node, 'new Date()', 'timeNow');
    },
    CallExpression(node) {
      if (isDate(node.callee)) report(node, 'Date()', 'timeNow');
    },
    ImportDeclaration(node) {
      if (node.importKind === 'type') return;
      for (const specifier of node.specifiers) {
        if (specifier.importKind === 'type') continue;
        const whole = specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*';
        checkNames(specifier, node.source, [specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : whole]);
      }
    },
    ExportNamedDeclaration(node) {
      if (node.source && node.exportKind !== 'type')
        checkNames(
          node,
          node.source,
          node.specifiers.map(({ local }) => nameOf(local)),
        );
    },
    ExportAllDeclaration: (node) => checkNames(node, node.source, ['*']),
    ImportExpression: (node) => checkNames(node, node.source, ['*']),
  };
}

/** The name of an import may be written as a text: `import { 'a' as b }`. */
function nameOf(node) {
  return node.type === 'Identifier' ? node.name : node.value;
}

/** `a.b.c` as text with the identifier it begins with; undefined where it does not begin with one or has a part that is not known here. */
function pathOf(node) {
  if (node.type === 'Identifier') return { root: node, name: node.name };
  if (node.type !== 'MemberExpression') return undefined;
  const before = pathOf(node.object);
  const name = !node.computed ? node.property.name : node.property.type === 'Literal' ? node.property.value : undefined;
  return before && name !== undefined ? { root: before.root, name: `${before.name}.${name}` } : undefined;
}

/** Property names and keys carry the same identifiers without reading the global: `track.location`, `{ location: 1 }`. */
function isReference(node) {
  const parent = node.parent;
  if (parent.type === 'MemberExpression' && parent.property === node && !parent.computed) return false;
  if (parent.type === 'Property' && parent.key === node && !parent.computed && !parent.shorthand) return false;
  return !parent.type.startsWith('TS');
}

function pathInRepository(context, path) {
  return relative(context.cwd, path).split(sep).join('/');
}
