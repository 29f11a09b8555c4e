/** What tools say of answers: pages of lists, previews and what was written. */
import type { EditAnswer } from '../../src/contract/edits.ts';
import type { EditPreview, PreviewedChange } from '../../src/contract/previews.ts';

/** Entries of a list that are answered at once, unless more are asked for. */
export const PAGE = 100;
/** Documents of a preview that are written out, and the characters after which no other one begins. */
const WRITTEN_OUT = 30;
const WRITTEN_CHARACTERS = 50_000;
/** Characters of a value in a preview. */
const LONGEST = 400;
/** Characters of a value above which only the parts of it that differ are written, and how many of those. */
const WHOLE = 120;
const PARTS = 20;
/** Characters of a long text that are written before the first one that differs. */
const CONTEXT = 20;

interface Page {
  readonly contains?: string | undefined;
  readonly skip: number;
  readonly take: number;
}

/** The answer with a part of one of its lists, and how many entries that has. */
export function pageOf(answer: unknown, list: string, { contains, skip, take }: Page): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  const all: unknown = Reflect.get(answer, list);
  if (!Array.isArray(all)) return answer;
  const wanted = contains?.toLowerCase();
  const found: unknown[] = wanted === undefined ? all : all.filter((entry) => JSON.stringify(entry).toLowerCase().includes(wanted));
  return { ...answer, [list]: found.slice(skip, skip + take), Total: found.length };
}

/** The value with at most so many entries of each list, and without the rest of long texts. */
export function shortened(value: unknown, entries: number): unknown {
  if (typeof value === 'string') return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
  if (Array.isArray(value)) {
    const kept = value.slice(0, entries).map((entry) => shortened(entry, entries));
    return value.length > entries ? [...kept, `… ${value.length - entries} more`] : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part, entries)]));
}

/** A preview for people and programs to read. */
export function previewWords(versionId: number, { Preview, Label, Count, Changes, Expires }: EditPreview): string {
  if (Preview === null) return `${oneLine(Label)}: nothing would change, everything is so already.`;
  const written = new Array<string>();
  for (let left = WRITTEN_CHARACTERS; left > 0 && written.length < Math.min(WRITTEN_OUT, Changes.length);) {
    const words = Changes.slice(written.length, written.length + 1).map(changeWords);
    written.push(...words);
    left -= words.join('').length;
  }
  const more = Count - written.length;
  return [
    `Preview, nothing is written yet: ${oneLine(Label)}`,
    `Documents of version ${versionId} that change: ${Count}`,
    ...written,
    ...(more > 0 ? [`and ${more} more`] : []),
    `To write it, call apply_change with versionId ${versionId} and preview "${Preview}" before ${Expires}.`,
  ].join('\n');
}

/** `Stop A: Name "Alpha" → "Beta"`. Of what is long only the parts that differ: `Departures[55].Time 68220 → 68280`, counted from 0. */
export function changeWords({ Kind, Id, Before, After }: PreviewedChange): string {
  const name = oneLine(`${Kind} ${Id}`);
  if (After === null) return `${name}: removed`;
  if (Before === null) return `${name}: new, ${fieldsOf(After).join(', ')}`;
  const fields = [...new Set([...Object.keys(Before), ...Object.keys(After)])];
  return `${name}: ${fields.flatMap((field) => fieldWords(field, Before[field], After[field])).join(', ')}`;
}

interface Part {
  readonly path: string;
  readonly was: unknown;
  readonly is: unknown;
}

function fieldWords(field: string, was: unknown, is: unknown): readonly string[] {
  const parts = [...partsOf({ path: field, was, is })];
  const words = parts.slice(0, PARTS).map((part) => `${oneLine(part.path)} ${valueWords(part.was)} → ${valueWords(part.is)}`);
  return parts.length > PARTS ? [...words, `and ${parts.length - PARTS} more parts of ${field}`] : words;
}

/** The parts of a value that differ; all of it where it is short, or is not made of parts. */
function* partsOf({ path, was, is }: Part): Generator<Part> {
  const [before, after] = [jsonOf(was), jsonOf(is)];
  if (before === after) return;
  if (Math.max(before.length, after.length) <= WHOLE) yield { path, was, is };
  else if (Array.isArray(was) && Array.isArray(is)) yield* entriesOf(path, was, is);
  else if (isObject(was) && isObject(is))
    for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) yield* partsOf({ path: `${path}.${key}`, was: was[key], is: is[key] });
  else if (typeof was === 'string' && typeof is === 'string') {
    const from = Math.max(0, alike(was, is) - CONTEXT);
    yield { path, was: from > 0 ? `…${was.slice(from)}` : was, is: from > 0 ? `…${is.slice(from)}` : is };
  } else yield { path, was, is };
}

function* entriesOf(path: string, was: readonly unknown[], is: readonly unknown[]): Generator<Part> {
  if (was.length === is.length) {
    for (const [n, entry] of was.entries()) yield* partsOf({ path: `${path}[${n}]`, was: entry, is: is[n] });
    return;
  }
  const [before, after] = [was.map((entry) => JSON.stringify(entry)), is.map((entry) => JSON.stringify(entry))];
  const start = alike(before, after);
  const end = alike(before.slice(start).toReversed(), after.slice(start).toReversed());
  yield { path: `${path}[${start}…]`, was: was.slice(start, was.length - end), is: is.slice(start, is.length - end) };
}

function jsonOf(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}

/** How many entries or characters are the same from the beginning. */
function alike(one: ArrayLike<string>, other: ArrayLike<string>): number {
  let same = 0;
  while (same < Math.min(one.length, other.length) && one[same] === other[same]) same++;
  return same;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldsOf(doc: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(doc).map(([field, value]) => `${oneLine(field)} ${valueWords(value)}`);
}

function valueWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = jsonOf(value);
  return oneLine(text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text);
}

/** A text of data cannot begin a line of its own, nor turn the direction in which the line is read. */
function oneLine(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (odd) => `\\u${odd.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What came of a change that was applied or taken back. `repeated`: it was written by an earlier call, and may be taken back by now. */
export function applyWords(
  done: string,
  versionId: number,
  { Label, Rev, NoChange }: EditAnswer & { readonly Label: string },
  repeated = false,
): string {
  const label = oneLine(Label);
  if (NoChange === true) return `${label}: nothing was left to change.`;
  if (repeated)
    return `Written already: ${label}\nVersion ${versionId} had it at revision ${Rev}. This call has written nothing: to make the change again, preview it again.`;
  return `${done}: ${label}\nVersion ${versionId} is at revision ${Rev} now. undo_change with Rev ${Rev} takes this back.`;
}
