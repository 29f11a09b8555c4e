/** Whether two JSON values are the same; a key that is undefined counts as absent, the order of keys does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  if (!isRecord(a) || !isRecord(b) || Array.isArray(b)) return false;
  for (const key of Object.keys(a)) if (!sameJson(a[key], own(b, key))) return false;
  for (const key of Object.keys(b)) if (b[key] !== undefined && own(a, key) === undefined) return false;
  return true;
}

function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
