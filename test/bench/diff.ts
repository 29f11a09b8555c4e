import { prepareDocument, type PreparedDocument } from '../../server/store/prepare.ts';
import { batchOf } from '../builders/batchOf.ts';
import { percentiles, startBigProduct } from '../server/bigVersion.ts';

/** Two versions of 200,000 entities with 10 % differing, over HTTP: a draft against its base, then two without a shared layer. */
export async function run(): Promise<Record<string, unknown>> {
  const { product, url, versionId, authorization, close } = await startBigProduct({ stops: 100_000, transfers: true }, console.error);
  try {
    const ask = async (path: string): Promise<number> => {
      const began = performance.now();
      const answer = await fetch(`${url}${path}`, { headers: { authorization } });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`);
      return performance.now() - began;
    };
    const { db } = product.store.sql;
    const counts: number[] = [];
    const pages: number[] = [];
    const separate: number[] = [];
    for (let n = 0; n < 5; n++) {
      const began = await fetch(`${url}/storage/ui/db/test/versions/${versionId}/begin-edit`, {
        method: 'POST',
        headers: { authorization, 'idempotency-key': `diff-${n}` },
      });
      const { EditableDbVersionId: draft } = (await began.json()) as { EditableDbVersionId: number };
      await write(n, draft);
      counts.push(await ask(`/storage/ui/diff?a=${versionId}&b=${draft}`));
      pages.push(await ask(`/storage/ui/diff/entries?a=${versionId}&b=${draft}&category=stops&page=changed&number=50`));
    }
    const other = await product.store.beginVersion({ databaseId: 'test', name: 'other', source: 'bench', author: 'bench', state: 'completed' });
    let batch: PreparedDocument[] = [];
    for (let i = 0; i < 200_000; i++) {
      const id = `NL:S:${10_000_000 + (i >> 1)}`;
      batch.push(
        i % 2 === 0
          ? prepareDocument('Stop', {
              Id: id,
              Name: i % 10 === 0 ? 'Other' : 'Same',
              Type: 0,
              Coordinate: { Lat: 52, Lng: 5 },
              WheelchairBoarding: 0,
            })
          : prepareDocument('Transfer', { Id: `T${i >> 1}`, StopIdFrom: id, StopIdTo: `NL:S:${10_000_000 + (((i >> 1) + 1) % 100_000)}`, Type: 0 }),
      );
      if (batch.length < 2000) continue;
      await other.addBatch(batchOf(batch));
      batch = [];
    }
    const { versionId: uploaded } = await other.finish();
    const layers = await db.selectFrom('version').select('base').where('version_id', 'in', [versionId, uploaded]).distinct().execute();
    for (let n = 0; n < 3; n++) {
      // another revision, so that the index is rebuilt
      await db
        .updateTable('version')
        .set({ rev: n + 1 })
        .where('version_id', '=', uploaded)
        .execute();
      separate.push(await ask(`/storage/ui/diff?a=${versionId}&b=${uploaded}`));
    }
    const [counts_ms, first_page_ms, separate_ms] = [counts, pages, separate].map((times) => percentiles(times).p50_ms);
    return { name: 'diff', value: counts_ms, unit: 'ms', counts_ms, first_page_ms, separate_ms, layers: layers.length, n: counts.length };

    /** Changes every tenth stop and transfer of a draft as so many edits would have. */
    async function write(n: number, draft: number): Promise<void> {
      const docs = Array.from({ length: 10_000 }, (_, i) => [
        prepareDocument('Stop', {
          Id: `NL:S:${10_000_000 + i * 10}`,
          Name: `Edited ${n}`,
          Type: 0,
          Coordinate: { Lat: 52, Lng: 5 },
          WheelchairBoarding: 0,
        }),
        prepareDocument('Transfer', { Id: `T${i * 10}`, StopIdFrom: `NL:S:${10_000_000 + i}`, Type: 2, Time: 60 + n }),
      ]).flat();
      for (let at = 0; at < docs.length; at += 2000) {
        const some = docs.slice(at, at + 2000);
        await db
          .insertInto('blob')
          .values(some.map(({ hash, kind, id, json }) => ({ hash, kind, id, doc: json, refs: null, brief: null, trips: null })))
          .onConflict((on) => on.column('hash').doNothing())
          .execute();
        const bids = await db
          .selectFrom('blob')
          .select(['bid', 'kind', 'id'])
          .where(
            'hash',
            'in',
            some.map(({ hash }) => hash),
          )
          .execute();
        await db
          .insertInto('overlay_row')
          .values(bids.map(({ bid, kind, id }) => ({ version_id: draft, kind, id, bid, rev: 1 })))
          .execute();
      }
    }
  } finally {
    await close();
  }
}
