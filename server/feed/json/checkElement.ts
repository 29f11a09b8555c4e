import type { z } from 'zod';
import { unstorableIn } from '../../store/storable.ts';
import { elementSchema } from './format.ts';
import type { Problem } from './refusal.ts';
import { short } from './references.ts';
import type { Element } from './splitter.ts';

/** What a value of the file is after its schema: a document, or what is wrong with it and where. */
export type Checked = { readonly doc: Record<string, unknown> } | { readonly problems: readonly Problem[] };

/** Checks one element by the schema of its array, and that nothing in it goes unseen: unknown fields, names given twice. */
export function checkElement({ member, members, bytes }: Element, place: string, value: unknown): Checked {
  const schema = elementSchema(member);
  const read = schema?.safeParse(value);
  if (read === undefined) return { problems: [{ place, message: 'A feed file has no such part' }] };
  if (!read.success) return { problems: read.error.issues.map((issue) => ({ place: placeOf(place, issue.path), message: messageOf(issue, value) })) };
  const problems: Problem[] = [];
  // As many names were read as are in the text, or some were dropped: by the schema, or by JSON itself, which keeps the last.
  if (countNames(read.data) !== members) {
    findUnknown(value, read.data, place, problems);
    if (problems.length === 0) problems.push({ place, message: 'A field stands twice in one object' });
  }
  // UTF-8 holds no half of a pair and JSON no bare control character: both come by an escape or not at all.
  if (ESCAPES.some((escape) => bytes.includes(escape)))
    for (const { path, message } of unstorableIn(read.data)) problems.push({ place: placeOf(place, path), message });
  return problems.length > 0 ? { problems } : { doc: read.data };
}

/** How the escapes of the character 0 and of half a pair begin. */
const ESCAPES = ['\\u0000', '\\ud', '\\uD'];

function placeOf(place: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => text + stepTo(part), place);
}

function stepTo(part: PropertyKey): string {
  return typeof part === 'number' ? `[${part}]` : `.${short(String(part))}`;
}

/** In the words of the schema; what is not there at all is said plainly. */
function messageOf(issue: z.core.$ZodIssue, value: unknown): string {
  const found = issue.path.reduce<unknown>(
    (inner, part) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, part) : undefined),
    value,
  );
  return issue.code === 'invalid_type' && found === undefined ? 'This field is missing' : issue.message;
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += countNames(item);
    return count;
  }
  for (const name in value) {
    count++;
    const item: unknown = Reflect.get(value, name);
    if (typeof item === 'object') count += countNames(item);
  }
  return count;
}

function findUnknown(given: unknown, read: unknown, place: string, problems: Problem[]): void {
  if (typeof given !== 'object' || given === null || typeof read !== 'object' || read === null) return;
  for (const [name, item] of Object.entries(given)) {
    const here = place + stepTo(Array.isArray(given) ? Number(name) : name);
    if (Object.hasOwn(read, name)) findUnknown(item, Reflect.get(read, name), here, problems);
    else problems.push({ place: here, message: 'There is no such field' });
  }
}
