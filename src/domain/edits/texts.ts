/** The edit of find and replace: texts anywhere in a version, each with what it was when the person looked at it. */
import { z } from 'zod';
import { KIND_NAMES, kindOf } from '../model/catalogue.ts';
import type { EntityKind } from '../model/kind.ts';
import { labelAt, textAt, textOwner, textProblem, TEXT_LIMIT, withTexts } from '../versionTexts.ts';
import { type DocumentChange, type Documents, documentEdit, one, put } from './documentEdit.ts';

/** Texts of one edit at most. */
export const MOST_TEXTS = 2000;

export const TextChange = z.object({
  kind: z.enum(KIND_NAMES as readonly [EntityKind, ...EntityKind[]]),
  id: z.string(),
  path: z.string().max(300),
  from: z.string().max(TEXT_LIMIT),
  to: z.string().max(TEXT_LIMIT),
});
export type TextChange = z.infer<typeof TextChange>;

type Replacement = { readonly find: string; readonly replace: string; readonly texts: readonly TextChange[] };

/** Changes texts of up to 2,000 places in one act; all of them, or none. */
export const replaceTexts = documentEdit('text.replace', {
  summary:
    'Changes up to 2,000 texts of a version, all or none. `find` and `replace` name the act; `from` is what a text has to be. 409 where one is something else by now.',
  path: 'edit/texts/replace',
  payload: z.object({
    find: z.string().min(1).max(TEXT_LIMIT),
    replace: z.string().max(TEXT_LIMIT),
    texts: z.array(TextChange).min(1).max(MOST_TEXTS),
  }),
  largest: 8_000_000,
  samples: [
    {
      find: 'Stop',
      replace: 'Halt',
      texts: [{ kind: 'Stop', id: 'S1', path: 'Name', from: 'Stop S1', to: 'Halt S1' }],
    },
  ],
  documents: (p) => [...byDocument(p).values()].map(([{ kind, id }]) => one(kind, id)),
  namesWhatIs: true,
  within: () => 'texts',
  touches: (p) =>
    p.texts.length > 32
      ? [...new Set(p.texts.map(({ kind }) => kind.toLowerCase()))]
      : [...new Set(p.texts.map(({ kind, id, path }) => `${kind.toLowerCase()}/${id}/${path.split('/')[0] ?? ''}`))],
  refuse: (docs, p) => {
    const problems = p.texts.flatMap(({ kind, id, path, to }, at) => {
      const doc = docs.get(kind, id);
      const message = doc && textAt(kind, doc, path) === undefined ? 'There is no such text' : textProblem(kind, doc, path, to);
      return message === undefined ? [] : [{ Field: `texts[${at}]/to`, Message: `${nameOf(docs, kind, id)}: ${message}` }];
    });
    if (problems.length > 0) return problems;
    const [clash, ...more] = clashesOf(docs, p);
    if (!clash) return undefined;
    const others = more.length === 0 ? '' : ` So have ${more.length} more.`;
    return `${clash.what} has changed to "${clash.theirs}" since the search.${others} Search again.`;
  },
  change: (docs, p) => [...byDocument(p).values()].map(([first, ...others]) => changed(docs, first, [first, ...others])),
  guarded: {
    clashes: clashesOf,
    onto: (docs, p) => ({ ...p, texts: p.texts.map((text) => ({ ...text, from: presentText(docs, text) ?? text.from })) }),
  },
  label: (p, docs) => {
    const [only] = p.texts;
    const where = p.texts.length === 1 && only ? nameOf(docs, only.kind, only.id) : `${p.texts.length.toLocaleString('en-GB')} texts`;
    return p.replace === '' ? `Remove "${p.find}" from ${where}` : `Replace "${p.find}" with "${p.replace}" in ${where}`;
  },
});

function changed<K extends EntityKind>(docs: Documents, { kind, id }: { kind: K; id: string }, texts: readonly TextChange[]): DocumentChange {
  return put(kind, id, withTexts(kind, docs.need(kind, id), texts));
}

/** The texts by document, in the order of the payload. */
function byDocument({ texts }: Pick<Replacement, 'texts'>): ReadonlyMap<string, readonly [TextChange, ...TextChange[]]> {
  const found = new Map<string, [TextChange, ...TextChange[]]>();
  for (const text of texts) {
    const key = `${text.kind} ${text.id}`;
    const known = found.get(key);
    if (known) known.push(text);
    else found.set(key, [text]);
  }
  return found;
}

function presentText(docs: Documents, { kind, id, path }: TextChange): string | undefined {
  const doc = docs.get(kind, id);
  return doc === null ? undefined : textAt(kind, doc, path);
}

/** The texts that are something else than the person saw, with both sides. A document that is not there is none of them. */
function clashesOf(docs: Documents, { texts }: Replacement): { readonly what: string; readonly theirs: string; readonly mine: string }[] {
  return texts.flatMap((text) => {
    const now = presentText(docs, text);
    if (now === undefined || now === text.from) return [];
    return [{ what: `${labelAt(text.kind, text.path)} of ${nameOf(docs, text.kind, text.id)}`, theirs: now, mine: text.to }];
  });
}

function nameOf(docs: Documents, kind: EntityKind, id: string): string {
  return `${kindOf(kind).words[0]} ${textOwner(kind, docs.get(kind, id) ?? { Id: id })}`;
}
