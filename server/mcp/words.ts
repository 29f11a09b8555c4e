/** What tools say of answers: pages of lists, previews and what was written. */
import type { EditAnswer } from '../../src/contract/edits.ts';
import type { EditPreview, PreviewedChange } from '../../src/contract/previews.ts';

/** Entries of a list that are answered at once, unless more are asked for. */
export const PAGE = 100;
/** Documents of a preview that are written out. */
const WRITTEN_OUT = 30;
/** Characters of a value in a preview. */
const LONGEST = 400;

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
  if (Preview === null) return `${Label}: nothing would change, everything is so already.`;
  const more = Count - Math.min(Changes.length, WRITTEN_OUT);
  return [
    `Preview, nothing is written yet: ${Label}`,
    `Documents of version ${versionId} that change: ${Count}`,
    ...Changes.slice(0, WRITTEN_OUT).map(changeWords),
    ...(more > 0 ? [`and ${more} more`] : []),
    `To write it, call apply_change with versionId ${versionId} and preview "${Preview}" before ${Expires}.`,
  ].join('\n');
}

/** `Stop A: Name "Alpha" → "Beta"`. */
export function changeWords({ Kind, Id, Before, After }: PreviewedChange): string {
  const name = `${Kind} ${Id}`;
  if (After === null) return `${name}: removed`;
  if (Before === null) return `${name}: new, ${fieldsOf(After).join(', ')}`;
  const fields = [...new Set([...Object.keys(Before), ...Object.keys(After)])];
  return `${name}: ${fields.map((field) => `${field} ${valueWords(Before[field])} → ${valueWords(After[field])}`).join(', ')}`;
}

function fieldsOf(doc: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(doc).map(([field, value]) => `${field} ${valueWords(value)}`);
}

function valueWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
}

/** What came of a change that was applied or taken back. */
export function applyWords(done: string, versionId: number, { Label, Rev, NoChange }: EditAnswer & { readonly Label: string }): string {
  if (NoChange === true) return `${Label}: nothing was left to change.`;
  return `${done}: ${Label}\nVersion ${versionId} is at revision ${Rev} now. undo_change with Rev ${Rev} takes this back.`;
}
