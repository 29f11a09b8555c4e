const memo = new WeakMap<object, number>();

/**
 * A 53-bit hash of a JSON value, the same for equal values whatever the order of their keys; keys holding undefined count as
 * absent. Frozen objects are hashed once only, so that a state of 100,000 stops costs no more than what changed in it.
 */
export function stateHash(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return textHash(value, 1);
    case 'number':
      return numberHash(value);
    case 'boolean':
      return value ? 0x1f3d5b79 : 0x2b4d6f81;
    case 'object':
      break;
    default:
      return 0x3c5e7a91;
  }
  if (value === null) return 0x4d6f8ba3;
  const known = memo.get(value);
  if (known !== undefined) return known;
  const hash = Array.isArray(value) ? arrayHash(value) : objectHash(value);
  if (Object.isFrozen(value)) memo.set(value, hash);
  return hash;
}

/** The name of a content: 27 hexadecimal digits of its JSON text. Not for secrets: it is no cryptographic hash. */
export function contentHash(json: string): string {
  return textHash(json, 11).toString(16).padStart(14, '0') + textHash(json, 77).toString(16).padStart(14, '0').slice(1);
}

function arrayHash(items: readonly unknown[]): number {
  let a = 0x9e3779b1 ^ items.length;
  let b = 0x85ebca6b ^ items.length;
  for (const item of items) {
    const h = stateHash(item);
    a = Math.imul(a ^ low(h), 0x9e3779b1);
    a ^= a >>> 15;
    b = Math.imul(b ^ high(h) ^ (a >>> 7), 0x5f356495);
    b ^= b >>> 13;
  }
  return join(a, b);
}

function objectHash(record: object): number {
  let a = 0x27d4eb2f;
  let b = 0x165667b1;
  for (const [key, value] of Object.entries(record)) {
    if (value === undefined) continue;
    const k = keyHash(key);
    const h = stateHash(value);
    // each pair is mixed by itself and the pairs are added up: the order of keys does not matter
    let pa = Math.imul(low(k) ^ Math.imul(low(h), 0x85ebca6b), 0xc2b2ae35);
    pa ^= pa >>> 16;
    let pb = Math.imul(high(k) ^ Math.imul(high(h) ^ low(h), 0x27d4eb2f), 0x165667b1);
    pb ^= pb >>> 15;
    a = (a + Math.imul(pa, 0x9e3779b1)) | 0;
    b = (b + Math.imul(pb ^ pa, 0x5f356495)) | 0;
  }
  return join(a, b);
}

const keys = new Map<string, number>();

/** Keys repeat endlessly; those that are ids do not, hence the bound. */
function keyHash(key: string): number {
  const known = keys.get(key);
  if (known !== undefined) return known;
  if (keys.size > 20_000) keys.clear();
  const hash = textHash(key, 5);
  keys.set(key, hash);
  return hash;
}

/** cyrb53 by bryc (public domain), https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js */
function textHash(text: string, seed: number): number {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 2654435761);
    b = Math.imul(b ^ c, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

const bits = new DataView(new ArrayBuffer(8));

function numberHash(value: number): number {
  bits.setFloat64(0, value === 0 ? 0 : value); // -0 is 0 in JSON
  const a = Math.imul(bits.getInt32(0) ^ 0x3ad8025f, 0x9e3779b1);
  const b = Math.imul(bits.getInt32(4) ^ (a >>> 11), 0x85ebca6b);
  return join(a ^ (b >>> 9), b ^ (a >>> 16));
}

function low(hash: number): number {
  return hash | 0;
}

function high(hash: number): number {
  return (hash / 4294967296) | 0;
}

function join(a: number, b: number): number {
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
