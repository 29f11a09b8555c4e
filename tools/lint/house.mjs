import { relative, resolve, dirname, sep } from 'node:path';
import { ROOMS, roomOf, whyNotImport } from './rooms.mjs';

/**
 * The rules of the house as a lint plugin: `house/rooms` (who may import whom) and `house/pure` (no time, chance or
 * outside world in the pure rooms). Built-in import restrictions were tried first: they match the text of the specifier,
 * so `../map/x.ts` inside `src/ui/stops` could not be told from `src/map/x.ts`.
 */
export default {
  meta: { name: 'house' },
  rules: { rooms: { create: createRooms }, pure: { create: createPure } },
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
