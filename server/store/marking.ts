import { sql } from 'kysely';
import type { Engine } from './engine.ts';

/** Which documents were seen to be pointed at. A mark may be missing where pointers moved meanwhile: look again before removing. */
export interface Marks {
  /** Ids of documents without a mark, of those that were there when the marking began, a page at a time. */
  unmarked(): AsyncGenerator<number[]>;
}

/** Reads all that points at documents, page by page, into one bit for each document. */
export async function markReferenced(engine: Engine, signal?: AbortSignal): Promise<Marks> {
  const { rows } = await sql<{ last: number | null }>`select max(bid) as last from blob`.execute(engine.db);
  const last = rows[0]?.last ?? 0;
  const bits = new Uint8Array(Math.floor(last / 8) + 1);
  const mark = (bid: number): void => {
    if (bid <= last) bits[bid >> 3] = (bits[bid >> 3] ?? 0) | (1 << (bid & 7));
  };
  for (const { from, key } of POINTERS) {
    for (let after: string | undefined; ;) {
      signal?.throwIfAborted();
      const above = after === undefined ? sql`true` : sql`(${sql.raw(key)}) > (${sql.raw(after)})`;
      const text = await engine.readText(
        sql`
          with page as materialized (select * from ${sql.raw(from)} where ${above} order by ${sql.raw(key)} limit ${PAGE})
          select (select concat_ws(',', ${sql.raw(quoted(key))}) from page order by ${sql.raw(descending(key))} limit 1) || chr(10) || coalesce(string_agg(bids, ','), '')
          from page`.compile(engine.db),
      );
      if (text.length === 0) break;
      const line = text.lastIndexOf(LINE_FEED);
      after = text.toString('utf8', 0, line);
      for (const bid of text.toString('latin1', line + 1).split(',')) if (bid !== '') mark(Number(bid));
    }
  }
  return {
    async *unmarked() {
      for (let after = 0; after < last;) {
        signal?.throwIfAborted();
        const text = await engine.readText(
          sql`select string_agg(bid::text, ',') from (select bid from blob where bid > ${after} and bid <= ${last} order by bid limit ${PAGE}) page`.compile(
            engine.db,
          ),
        );
        if (text.length === 0) return;
        const bids = text.toString('latin1').split(',').map(Number);
        after = bids.at(-1) ?? last;
        yield bids.filter((bid) => ((bits[bid >> 3] ?? 0) & (1 << (bid & 7))) === 0);
      }
    },
  };
}

/** Rows read at a time: about 5 ms on PGlite. */
const PAGE = 2500;
const LINE_FEED = 0x0a;

/** Every table that points at documents, its primary key, and the documents of a row as text. */
const POINTERS = [
  { from: '(select layer_id, kind, id, bid::text as bids from layer_row) p', key: 'layer_id, kind, id' },
  { from: '(select version_id, kind, id, bid::text as bids from overlay_row) p', key: 'version_id, kind, id' },
  { from: '(select version_id, kind, id, bid::text as bids from staging_row) p', key: 'version_id, kind, id' },
  { from: "(select version_id, rev, seq, concat_ws(',', before_bid, after_bid) as bids from change) p", key: 'version_id, rev, seq' },
] as const;

/** The key as SQL literals, to go on from. */
const quoted = (key: string): string =>
  key
    .split(', ')
    .map((column) => `quote_literal(${column})`)
    .join(', ');
const descending = (key: string): string =>
  key
    .split(', ')
    .map((column) => `${column} desc`)
    .join(', ');
