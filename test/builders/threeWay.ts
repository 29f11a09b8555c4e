/**
 * A three-way comparison of documents as plain JSON, written from the description of taking over and sharing no code with the product:
 * what only one side changed is taken, what both changed differently is a conflict with a path. Lists whose items have a name of their
 * own are compared item by item.
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };
export type JsonDoc = { readonly [key: string]: Json | undefined };

export interface ThreeWay {
  readonly doc: JsonDoc | null;
  /** Paths of the conflicts, '' for the document as a whole. */
  readonly conflicts: readonly string[];
}

type Part = Json | undefined;

/** How the items of a list are called, by kind and path. */
const ITEM_NAMES: Readonly<Record<string, (item: Json) => string>> = {
  'Schedule Calendar/Exceptions': (item) => text(item, 'Date'),
  'NetworkCalendar Dates': (item) => text(item, 'Date'),
  'NetworkCalendar Periods': (item) => `${text(item, 'From')} ${text(item, 'Name')}`,
  'Timetable Departures': (item) =>
    text(item, 'TripId') ||
    `${text(item, 'Type')} ${text(item, 'Time') || text(item, 'FromTime')}${text(item, 'ToTime') === '' ? '' : `-${text(item, 'ToTime')}`}`,
};
/** Lists with one value for each stop. */
const BY_STOP = new Set(['Timetable ArrivalOffsets', 'Timetable DepartureOffsets', 'Timetable Timepoints']);
const OBJECTS = new Set(['Extra', 'Calendar']);

/** Compares; `theirs` is taken at the conflicts of which `takesTheirs` says so. */
export function threeWay(
  kind: string,
  base: JsonDoc | null,
  ours: JsonDoc | null,
  theirs: JsonDoc | null,
  takesTheirs: (path: string) => boolean,
): ThreeWay {
  const conflicts: string[] = [];
  const decide = (path: string, b: Part, o: Part, t: Part): Part => {
    if (same(b, t) || same(o, t)) return o;
    if (same(b, o)) return t;
    conflicts.push(path);
    return takesTheirs(path) ? t : o;
  };
  const members = (path: string, b: JsonDoc, o: JsonDoc, t: JsonDoc): JsonDoc => {
    const merged: Record<string, Json> = {};
    for (const key of new Set([b, o, t].flatMap((one) => Object.keys(one)))) {
      const value = part(path === '' ? key : `${path}/${key}`, b[key], o[key], t[key]);
      if (value !== undefined) merged[key] = value;
    }
    return merged;
  };
  const part = (path: string, b: Part, o: Part, t: Part): Part => {
    const place = `${kind} ${path}`;
    if (place === 'Track LastTimetable' && !same(b, t) && !same(b, o)) return Math.max(Number(o ?? 0), Number(t ?? 0));
    if (OBJECTS.has(path) && isObject(b) && isObject(o) && isObject(t)) return members(path, b, o, t);
    const [lb, lo, lt] = [b ?? [], o ?? [], t ?? []];
    if (!isList(lb) || !isList(lo) || !isList(lt)) return decide(path, b, o, t);
    if (BY_STOP.has(place) && lb.length === lo.length && lo.length === lt.length)
      return lo.map((value, at) => decide(`${path}/${at}`, lb[at], value, lt[at]) ?? null);
    const nameOf = ITEM_NAMES[place];
    if (!nameOf) return decide(path, b, o, t);
    const [ib, io, it] = [lb, lo, lt].map((list) => new Map(list.map((item) => [nameOf(item), item])));
    if (!ib || !io || !it || ib.size < lb.length || io.size < lo.length || it.size < lt.length) return decide(path, b, o, t);
    return [...new Set([...ib.keys(), ...io.keys(), ...it.keys()])].flatMap((name) => {
      const value = decide(`${path}/${name}`, ib.get(name), io.get(name), it.get(name));
      return value === undefined ? [] : [value];
    });
  };
  const doc = base && ours && theirs ? members('', base, ours, theirs) : decide('', base, ours, theirs);
  return { doc: isObject(doc) ? doc : null, conflicts };
}

/** A document as one text, whatever the order of its keys and of the items that have names: two that say the same are equal. */
export function plainText(kind: string, doc: JsonDoc | null): string {
  const sorted = (path: string, value: Part): Part => {
    if (isList(value)) {
      const list = value.map((item) => sorted(`${path}/`, item) ?? null);
      return ITEM_NAMES[`${kind} ${path}`] ? list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : list;
    }
    if (!isObject(value)) return value;
    const keys = Object.keys(value).filter((key) => value[key] !== undefined);
    return Object.fromEntries(keys.toSorted().map((key) => [key, sorted(path === '' ? key : `${path}/${key}`, value[key])]));
  };
  return JSON.stringify(sorted('', doc));
}

function same(a: Part, b: Part): boolean {
  if (a === b) return true;
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, at) => same(item, b[at]));
  if (!isObject(a) || !isObject(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => same(a[key], b[key]));
}

function isList(value: Part): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Part): value is JsonDoc {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(item: Json, key: string): string {
  const value = isObject(item) ? item[key] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
