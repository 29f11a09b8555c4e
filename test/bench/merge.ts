import { type EntityChange, writeEdit } from '../../server/store/edits.ts';
import { readManySlots } from '../../server/store/entities.ts';
import type { DocumentKey } from '../../src/domain/edits/documentEdit.ts';
import { conflictKey, TakeOverPreview } from '../../src/domain/takeOver.ts';
import { prepareDocument } from '../../server/store/prepare.ts';
import { type Documents, editedAtRandom, smallNetwork } from '../builders/branchEdits.ts';
import { type JsonDoc, plainText, threeWay } from '../builders/threeWay.ts';
import { chanceOf } from '../laws/chance.ts';
import { percentiles, startBigProduct } from '../server/bigVersion.ts';

/** Edits of each branch: every one is a change set of its own. */
const EDITS = 10_000;

/**
 * Two branches of 10,000 edits each on a version of 24,000 documents beside 20,000 stops: the comparison and the merge, over HTTP. Conflicts
 * and merged documents have to be those of a three-way comparison of plain JSON, or it fails.
 */
export async function run([given = String(EDITS)]: string[]): Promise<Record<string, unknown>> {
  const edits = Number(given);
  const network = smallNetwork(4000);
  const more = [...network].map(([name, doc]) => prepareDocument(keyOf(name).kind, doc as never));
  const { product, url, versionId, authorization, close } = await startBigProduct({ stops: 20_000, transfers: false, more }, console.error);
  try {
    const headers = { authorization, 'content-type': 'application/json' };
    const call = async (method: string, path: string, body?: object): Promise<unknown> => {
      const answer = await fetch(url + path, {
        method,
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
      return answer.json();
    };
    const draft = async (): Promise<number> => {
      const made = (await call('POST', `/storage/ui/db/test/versions/${versionId}/begin-edit`, {})) as { readonly EditableDbVersionId: number };
      return made.EditableDbVersionId;
    };
    const { db } = product.store.sql;
    const branch = async (seed: number): Promise<{ id: number; docs: Documents }> => {
      const { below } = chanceOf(seed);
      const id = await draft();
      const docs = new Map(network);
      const names = shuffled([...network.keys()], below).slice(0, edits);
      const bids = new Map((await readManySlots(db, id, names.map(keyOf))).map((slot) => [`${slot.kind} ${slot.id}`, slot.bid]));
      for (const name of names) {
        const doc = editedAtRandom(name, network.get(name), below);
        const change = { ...keyOf(name), doc, before: bids.get(name) ?? null } as unknown as EntityChange;
        await writeEdit(db, id, { author: 'bench', subject: 'bench', call: 'bench', commandId: null, label: name }, [change]);
        if (doc) docs.set(name, doc);
        else docs.delete(name);
      }
      console.error(`made ${names.length} edits in the draft ${id}`);
      return { id, docs };
    };
    const [ours, theirs] = [await branch(1), await branch(2)];
    const path = `/storage/ui/db/version/${ours.id}/take-over`;
    const previews: number[] = [];
    let preview: TakeOverPreview | undefined;
    for (let n = 0; n < 3; n++) {
      const began = performance.now();
      preview = TakeOverPreview.parse(await call('GET', `${path}?from=${theirs.id}`));
      previews.push(performance.now() - began);
    }
    if (!preview) throw new Error('There is no comparison');
    const found = new Map(preview.Conflicts.map((one) => [conflictKey(one), one]));
    for (let skip = preview.Conflicts.length; skip < preview.ConflictCount; skip = found.size)
      for (const one of TakeOverPreview.parse(await call('GET', `${path}?from=${theirs.id}&skip=${skip}`)).Conflicts)
        found.set(conflictKey(one), one);
    const side = (name: string): 'ours' | 'theirs' => (name.length % 2 === 0 ? 'ours' : 'theirs');
    const oracle = new Set<string>();
    const merged = new Map<string, JsonDoc>();
    for (const name of network.keys()) {
      const { kind, id } = keyOf(name);
      const take = (at: string): boolean => {
        const key = `${kind}|${id}|${at}`;
        oracle.add(key);
        return oracle.size <= 1000 ? side(key) === 'theirs' : false;
      };
      const { doc } = threeWay(kind, network.get(name) ?? null, ours.docs.get(name) ?? null, theirs.docs.get(name) ?? null, take);
      if (doc) merged.set(name, doc);
    }
    const decided = [...oracle].slice(0, 1000);
    const Decisions = [...found.values()]
      .filter((one) => decided.includes(conflictKey(one)))
      .map((one) => ({ Kind: one.Kind, Id: one.Id, Path: one.Path, Side: side(conflictKey(one)) }));
    const began = performance.now();
    const { FromRev, Rev } = preview;
    const taken = (await call('POST', path, { From: theirs.id, FromRev, Rev, Decisions, Rest: 'ours' })) as { readonly Documents: number };
    const merge_ms = Math.round(performance.now() - began);
    const wrong: string[] = [...oracle].filter((key) => !found.has(key)).concat([...found.keys()].filter((key) => !oracle.has(key)));
    for (const { kind, id, doc } of await readManySlots(db, ours.id, [...network.keys()].map(keyOf))) {
      const [is, should] = [doc, merged.get(`${kind} ${id}`) ?? null];
      if (plainText(kind, is) !== plainText(kind, should)) wrong.push(`${kind} ${id}`);
    }
    if (wrong.length > 0 || found.size !== preview.ConflictCount)
      throw new Error(`${wrong.length} differ from plain JSON: ${wrong.slice(0, 5).join(', ')}; ${found.size} of ${preview.ConflictCount} listed`);
    return {
      value: merge_ms,
      unit: 'ms',
      preview_ms: percentiles(previews).p50_ms,
      conflicts: preview.ConflictCount,
      oracle: oracle.size,
      documents: taken.Documents,
      edits,
      peak_mb: Math.round(process.resourceUsage().maxRSS / 1024),
    };
  } finally {
    await close();
  }
}

function keyOf(name: string): DocumentKey {
  const at = name.indexOf(' ');
  return { kind: name.slice(0, at), id: name.slice(at + 1) } as DocumentKey;
}

function shuffled<T>(items: readonly T[], below: (n: number) => number): T[] {
  const list = [...items];
  for (let at = list.length - 1; at > 0; at--) {
    const other = below(at + 1);
    const [one, two] = [list[at], list[other]];
    if (one !== undefined && two !== undefined) [list[at], list[other]] = [two, one];
  }
  return list;
}
