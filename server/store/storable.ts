/** A text, or the name of a field, that the database cannot keep. */
export interface Unstorable {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What in a value cannot be kept: PostgreSQL takes neither the character 0 nor half of a surrogate pair, and nobody writes a text of a megabyte. */
export function* unstorableIn(value: unknown, path: readonly (string | number)[] = []): Generator<Unstorable> {
  if (typeof value === 'string') {
    if (value.length > TEXT_LIMIT) yield { path, message: 'This text has more than 1,000,000 characters' };
    else if (isUnstorable(value)) yield { path, message: 'This text holds a character that cannot be stored' };
  } else if (Array.isArray(value)) {
    for (const [i, item] of (value as unknown[]).entries()) yield* unstorableIn(item, [...path, i]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      if (isUnstorable(name)) yield { path: [...path, name], message: 'This name holds a character that cannot be stored' };
      yield* unstorableIn(item, [...path, name]);
    }
  }
}

/** The text as the database can keep it: what came from a program or a file need not be fit for it. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').replaceAll(EVERY_HALF_PAIR, '\uFFFD');
}

function isUnstorable(text: string): boolean {
  return HALF_PAIR.test(text) || text.includes('\0');
}

/** As much as a row of a GTFS file may have; a shape of 150,000 points is as long. */
const TEXT_LIMIT = 1_000_000;

const HALF_PAIR = /\p{Cs}/u;
const EVERY_HALF_PAIR = /\p{Cs}/gu;
