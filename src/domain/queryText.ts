/** The query of an address as pairs, in order: one name may stand several times. */

/** Reads a query (with or without its `?`); a part that cannot be decoded stays as it is. */
export function queryPairs(search: string): readonly (readonly [name: string, value: string])[] {
  const text = search.startsWith('?') ? search.slice(1) : search;
  return text
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      return at < 0 ? ([decoded(part), ''] as const) : ([decoded(part.slice(0, at)), decoded(part.slice(at + 1))] as const);
    });
}

/** The values of one name. */
export function queryValues(search: string, name: string): readonly string[] {
  return queryPairs(search).flatMap(([key, value]) => (key === name ? [value] : []));
}

/** Writes pairs as a query with its `?`; nothing for no pairs. */
export function queryText(pairs: readonly (readonly [name: string, value: string])[]): string {
  const text = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return text === '' ? '' : `?${text}`;
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
