import { sql } from 'kysely';
import { snapshotId } from '../../src/domain/snapshots.ts';
import { percentiles, startBigProduct } from '../server/bigVersion.ts';

/** Sets in all, and in the version that has most of them. */
const SETS = 200_000;
const LONGEST = 10_000;

/** A page of the change log of 200,000 sets with any filter, and a version as of any of its 10,000 revisions, over HTTP. */
export async function run(): Promise<Record<string, unknown>> {
  const { product, url, versionId, authorization, close } = await startBigProduct({ stops: 20_000, transfers: false }, console.error);
  try {
    const { db } = product.store.sql;
    const drafts: number[] = [];
    for (let n = 0; n < SETS / LONGEST; n++) {
      const began = await fetch(`${url}/storage/ui/db/test/versions/${versionId}/begin-edit`, {
        method: 'POST',
        headers: { authorization, 'idempotency-key': `changes-${n}` },
      });
      const { EditableDbVersionId: draft } = (await began.json()) as { EditableDbVersionId: number };
      drafts.push(draft);
      await fill(draft, n);
    }
    await sql`vacuum analyze changeset`.execute(db);
    await sql`vacuum analyze change`.execute(db);
    const { rows } = await sql<{
      set: number;
      change: number;
    }>`select (select max(set_id) from changeset) as set, (select max(change_id) from change) as change`.execute(db);
    const { set = 0, change = 0 } = rows[0] ?? {};
    const filters: Readonly<Record<string, string>> = {
      none: '',
      version: `&dbVersionId=${drafts[3]}`,
      set: `&setId=${set - 70_000}`,
      change: `&changeId=${change - 70_000}`,
      author: '&author=anna',
      rare_author: '&author=zoe',
      no_author: '&author=nobody+of+that+name',
      text: '&text=Move+stop+4711',
      no_text: '&text=words+that+nobody+wrote',
      common_text: '&text=stop',
      kind: '&kind=Stop',
      no_kind: '&kind=Fare',
      schedule: '&scheduleId=1001',
      days: '&from=2020-01-01&to=2020-01-02',
      old_days: '&from=2001-01-01&to=2001-01-02',
      all: `&dbVersionId=${drafts[3]}&author=anna&kind=Stop&text=stop&from=2020-01-01`,
      deep: `&before=${set - 150_000}`,
    };
    const ask = async (path: string): Promise<number> => {
      const began = performance.now();
      const answer = await fetch(`${url}${path}`, { headers: { authorization } });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`);
      return performance.now() - began;
    };
    const pages: Record<string, number> = {};
    for (const [name, query] of Object.entries(filters)) {
      const times: number[] = [];
      for (let n = 0; n < 5; n++) times.push(await ask(`/storage/ui/changesets?databaseId=test${query}`));
      pages[name] = percentiles(times).p50_ms;
      console.error(`${name}: ${pages[name]} ms`);
    }
    const opened: number[] = [];
    const moments: number[] = [];
    for (const rev of [0, 1, 500, 2500, 4999, 7500, 9000, 9999]) {
      const id = snapshotId({ versionId: drafts[0] ?? 0, rev });
      opened.push(await ask(`/storage/ui/db/version/${id}`));
      moments.push(await ask(`/storage/ui/db/version/${id}/stops/overlay/v2`));
    }
    const slowest = Math.max(...Object.values(pages));
    return {
      value: slowest,
      unit: 'ms',
      slowest_page_ms: slowest,
      pages,
      as_of_ms: Math.round(Math.max(...opened)),
      as_of_list_ms: Math.round(Math.max(...moments)),
      sets: SETS,
      revisions: LONGEST,
    };

    /** What so many edits of stops leave behind, without the documents that they would have made. */
    async function fill(draft: number, n: number): Promise<void> {
      await sql`
        insert into changeset(version_id, rev, author, subject, call, label, at)
        select ${draft}::int, r, case when ${n} = 7 and r = 70 then 'zoe@test.example' when r % 2 = 0 then 'anna@test.example' else 'bert@test.example' end,
          'bench', 'stop.move', 'Move stop ' || r, '2020-01-01'::timestamptz + make_interval(mins => ${n * 60 * 24 * 10}::int + r::int)
        from generate_series(1, ${LONGEST}) r`.execute(db);
      await sql`
        insert into change(version_id, rev, seq, kind, id, before_bid, after_bid)
        select ${draft}::int, row_number() over (order by l.id), 0, l.kind, l.id, l.bid, lag(l.bid, 1, l.bid) over (order by l.id) from (
          select * from layer_row where layer_id = (select base from version where version_id = ${versionId}) order by kind, id limit ${LONGEST}) l`.execute(
        db,
      );
      await sql`
        insert into overlay_row(version_id, kind, id, bid, rev)
        select version_id, kind, id, before_bid, rev from change where version_id = ${draft}`.execute(db);
      await sql`update version set rev = ${LONGEST} where version_id = ${draft}`.execute(db);
    }
  } finally {
    await close();
  }
}
