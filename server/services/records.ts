import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/records.ts';
import type { EntityKind } from '../../src/domain/entities.ts';
import type { Engine } from '../store/engine.ts';
import { readEditedRevs } from '../store/entities.ts';
import { readUses } from '../store/uses.ts';
import { readDocumentTexts } from './documentTexts.ts';
import { readable } from './editing.ts';

/** Every record of a kind, as JSON text of the whole answer. */
export async function listRecords(engine: Engine, versionId: number, kind: EntityKind): Promise<Buffer> {
  await readable(engine.db, versionId);
  const revs = await readEditedRevs(engine.db, versionId, kind);
  const end = Buffer.from(`],"Revs":${JSON.stringify(revs)}}`);
  return Buffer.concat([Buffer.from('{"Records":['), await readDocumentTexts(engine, versionId, kind), end]);
}

/** What refers to each of some documents; those that nothing refers to are left out. */
export async function usesOf(
  engine: Engine,
  versionId: number,
  kind: EntityKind,
  ids: readonly string[],
): Promise<ReplyOf<typeof contract.readUses>> {
  await readable(engine.db, versionId);
  const uses = await readUses(engine.db, versionId, kind, ids);
  const found = ids.map((Id) => ({ Id, by: uses.filter(({ of }) => of === Id) })).filter(({ by }) => by.length > 0);
  return { Uses: found.map(({ Id, by }) => ({ Id, Count: by.length, By: by.slice(0, MOST_NAMED).map(({ of: _of, ...use }) => use) })) };
}

const MOST_NAMED = 100;
