/** Random branches of a small network, taken over in both directions, against a three-way comparison of plain JSON. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EntityChange, writeEdit } from '../../server/store/edits.ts';
import { readSlots } from '../../server/store/entities.ts';
import { revertChangeset } from '../../src/contract/edits.ts';
import * as contract from '../../src/contract/takeOver.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import type { DocumentKey } from '../../src/domain/edits/documentEdit.ts';
import { TakenOver, TakeOverPreview } from '../../src/domain/takeOver.ts';
import { type Documents, editedAtRandom, smallNetwork } from '../builders/branchEdits.ts';
import { type JsonDoc, plainText, threeWay } from '../builders/threeWay.ts';
import { chanceOf } from '../laws/chance.ts';
import { type Document, startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

/** Kind and id of the name of a document. */
function keyOf(name: string): DocumentKey {
  const at = name.indexOf(' ');
  return { kind: name.slice(0, at), id: name.slice(at + 1) } as DocumentKey;
}

const NETWORK = smallNetwork(4);
const NAMES = [...NETWORK.keys(), 'Stop new1', 'Stop new2'];

it.each([1, 2, 3, 4, 5, 6])('branches of seed %i merge as plain JSON does, again and again', async (seed) => {
  const { below } = chanceOf(seed);
  const documents = [...NETWORK].map(([name, doc]) => ({ kind: keyOf(name).kind, doc }) as unknown as Document);
  const base = await product.version(documents);
  const draft = async (): Promise<number> =>
    (await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } })).body['EditableDbVersionId'] ?? 0;
  const branches = [
    { id: await draft(), docs: new Map<string, JsonDoc>(NETWORK) },
    { id: await draft(), docs: new Map<string, JsonDoc>(NETWORK) },
  ] as const;
  let common: Documents = NETWORK;
  for (let round = 0; round < 4; round++) {
    for (const { id, docs } of branches) {
      for (let n = 0; n < 12; n++) {
        const name = NAMES[below(NAMES.length)] ?? '';
        if (!docs.has(name) && !name.startsWith('Stop ')) continue;
        const doc = editedAtRandom(name, docs.get(name), below);
        await write(id, name, doc);
        put(docs, name, doc);
      }
    }
    const [ours, theirs] = below(2) === 0 ? [branches[0], branches[1]] : [branches[1], branches[0]];
    const found = TakeOverPreview.parse(
      (await product.call(contract.previewTakeOver, { params: { versionId: ours.id }, query: { from: theirs.id } })).body,
    );
    const sides = new Map<string, 'ours' | 'theirs'>();
    const [conflicts, merged]: [string[], Map<string, JsonDoc>] = [[], new Map()];
    for (const name of NAMES) {
      const { doc } = threeWay(keyOf(name).kind, common.get(name) ?? null, ours.docs.get(name) ?? null, theirs.docs.get(name) ?? null, (path) => {
        conflicts.push(`${name} ${path}`);
        const side = below(2) === 0 ? 'ours' : 'theirs';
        sides.set(`${name} ${path}`, side);
        return side === 'theirs';
      });
      if (doc) merged.set(name, doc);
    }
    expect(found.Conflicts.map(({ Kind, Id, Path }) => `${Kind} ${Id} ${Path}`).toSorted(), 'conflicts').toEqual(conflicts.toSorted());
    const { From, FromRev, Rev } = found;
    const Decisions = found.Conflicts.map(({ Kind, Id, Path }) => ({ Kind, Id, Path, Side: sides.get(`${Kind} ${Id} ${Path}`) ?? 'ours' }) as const);
    const answer = await product.call(contract.takeOver, { params: { versionId: ours.id }, body: { From, FromRev, Rev, Decisions } });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    const made = TakenOver.parse(answer.body);
    expect(made.KeptBack).toEqual([]);
    expect(await textsOf(ours.id), `round ${round}`).toEqual(textsIn(merged));
    if (made.Documents > 0 && below(3) === 0) {
      const undone = await product.call(revertChangeset, { params: { versionId: ours.id, rev: made.Rev }, body: {} });
      expect(undone.status).toBe(200);
      expect(await textsOf(ours.id), 'undone').toEqual(textsIn(ours.docs));
      continue;
    }
    for (const name of NAMES) put(ours.docs, name, merged.get(name) ?? null);
    common = new Map(theirs.docs);
  }
});

async function write(versionId: number, name: string, doc: JsonDoc | null): Promise<void> {
  const { db } = product.store.sql;
  const key = keyOf(name);
  const [slot] = await readSlots(db, versionId, [key]);
  const change = { ...key, doc, before: slot?.bid ?? null } as unknown as EntityChange;
  await writeEdit(db, versionId, { author: 'a', subject: 'a', call: 'test', commandId: null, label: name }, [change]);
}

function put(docs: Map<string, JsonDoc>, name: string, doc: JsonDoc | null): void {
  if (doc) docs.set(name, doc);
  else docs.delete(name);
}

async function textsOf(versionId: number): Promise<readonly string[]> {
  const slots = await readSlots(product.store.sql.db, versionId, NAMES.map(keyOf));
  return textsIn(new Map(slots.flatMap(({ kind, id, doc }) => (doc ? [[`${kind} ${id}`, doc as unknown as JsonDoc] as const] : []))));
}

function textsIn(docs: Documents): readonly string[] {
  return [...docs].map(([name, doc]) => `${name} ${plainText(keyOf(name).kind, doc)}`).toSorted();
}
