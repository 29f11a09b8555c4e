/** What the comparer says of the version and of its copy from the beginning is what a plain comparison of their documents says. */
import { z } from 'zod';
import { DiffEntry, DiffList, Difference, DiffSummary } from '../../src/domain/comparer/lists.ts';
import { COPY } from './base.ts';
import type { Truth } from './judges.ts';
import { VERSION } from './tab.ts';
import type { World } from './world.ts';
import { sorted } from './sorted.ts';

/** Categories of whole documents, and their kind. */
const KINDS = {
  stops: 'Stop',
  transfers: 'Transfer',
  pathways: 'Pathway',
  agencies: 'Agency',
  translations: 'Translation',
  fares: 'Fare',
} as const;

/** Documents of which both states are looked at. */
const LOOKED_AT = 6;

export async function judgeComparer(world: World, base: Truth, truth: Truth): Promise<readonly string[]> {
  const [copy] = z.array(z.object({ id: z.int() })).parse(await world.database.peek(`select version_id as id from version where name = '${COPY}'`));
  const pair = `a=${copy?.id}&b=${VERSION}`;
  const read = async <T>(schema: z.ZodType<T>, path: string): Promise<T> => {
    const { status, text } = await world.call('mia', 'GET', `/storage/ui/${path}`);
    if (status !== 200) throw new Error(`The comparer answers ${status}: ${text.slice(0, 200)}`);
    return schema.parse(JSON.parse(text));
  };
  const { Categories } = await read(DiffSummary, `diff?${pair}`);
  const told: string[] = [];
  for (const [category, kind] of Object.entries(KINDS)) {
    const plain = differing(base, truth, kind);
    const counts = Categories.find((one) => one.Category === category);
    const listed: Record<string, readonly string[]> = {};
    for (const page of ['changed', 'added', 'removed'] as const) {
      const count = { changed: counts?.Changed, added: counts?.Added, removed: counts?.Removed }[page] ?? 0;
      if (count !== plain[page].length) told.push(`The comparer counts ${count} ${category} as ${page}, it is ${plain[page].join(', ') || 'none'}`);
      if (count === 0) continue;
      const { Entries } = await read(DiffList, `diff/entries?${pair}&category=${category}&page=${page}`);
      listed[page] = Entries.map(({ Id }: DiffEntry) => Id).toSorted();
      if (sorted(listed[page]) !== sorted(plain[page]))
        told.push(`The comparer lists ${listed[page].join(', ')} of ${category} as ${page}, it is ${plain[page].join(', ')}`);
    }
  }
  const names = [...new Set([...base.documents.keys(), ...truth.documents.keys()])].filter(
    (name) => base.documents.get(name) !== truth.documents.get(name),
  );
  for (const name of names.toSorted().slice(0, LOOKED_AT)) {
    const at = name.indexOf(' ');
    const [kind, id] = [name.slice(0, at), name.slice(at + 1)];
    const { Before, After } = await read(Difference, `diff/details?${pair}&kind=${kind}&id=${encodeURIComponent(id)}`);
    for (const [what, state, documents] of [
      ['before', Before, base.documents],
      ['now', After, truth.documents],
    ] as const)
      if ((state === null ? undefined : sorted(state)) !== documents.get(name))
        told.push(`The comparer shows ${name} ${what} as ${sorted(state)}, it is ${documents.get(name) ?? 'not there'}`);
  }
  return told;
}

/** Ids of the documents of a kind that differ, by how they do. */
function differing(
  { documents: before }: Truth,
  { documents: after }: Truth,
  kind: string,
): Readonly<Record<'changed' | 'added' | 'removed', readonly string[]>> {
  const idsOf = (documents: Truth['documents']): readonly string[] => [...documents.keys()].filter((name) => name.startsWith(`${kind} `)).toSorted();
  const idOf = (name: string): string => name.slice(kind.length + 1);
  return {
    changed: idsOf(before)
      .filter((name) => after.has(name) && after.get(name) !== before.get(name))
      .map(idOf),
    added: idsOf(after)
      .filter((name) => !before.has(name))
      .map(idOf),
    removed: idsOf(before)
      .filter((name) => !after.has(name))
      .map(idOf),
  };
}
