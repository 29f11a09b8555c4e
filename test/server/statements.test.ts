import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BatchBuilder, type DocumentBatch } from '../../server/store/documentBatch.ts';
import { sqlState } from '../../server/store/engine.ts';
import { prepareDocument, type PreparedDocument } from '../../server/store/prepare.ts';
import { batchOf } from '../builders/batchOf.ts';
import { startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => (product = await startTestProduct()));
afterAll(() => product.close());

const db = () => product.store.sql.db;

describe('a statement, on each engine', () => {
  it('takes every kind of parameter', async () => {
    const { rows } = await sql`
      select ${7}::int as number, ${-1.5}::float8 as fraction, ${2 ** 40}::bigint as large, ${true}::boolean as yes, ${null}::text as nothing,
        ${'it\'s "so" \\ {ü,🚋}'}::text as text, ${Buffer.from([0, 255, 92])}::bytea as bytes, ${new Date('2026-03-01T12:00:00.5Z')}::timestamptz as moment,
        ${JSON.stringify({ a: [1] })}::jsonb as json, ${['a"b', 'c\\d', 'e,f', '', 'NULL', null]}::text[] as texts, ${[1, 2, null]}::int[] as numbers,
        ${[]}::int[] as none`.execute(db());
    expect(rows).toEqual([
      {
        number: 7,
        fraction: -1.5,
        large: 2 ** 40,
        yes: true,
        nothing: null,
        text: 'it\'s "so" \\ {ü,🚋}',
        bytes: expect.anything(),
        moment: '2026-03-01T12:00:00.500Z',
        json: { a: [1] },
        texts: ['a"b', 'c\\d', 'e,f', '', 'NULL', null],
        numbers: [1, 2, null],
        none: [],
      },
    ]);
    expect(Buffer.from((rows[0] as { bytes: Uint8Array }).bytes)).toEqual(Buffer.from([0, 255, 92]));
  });

  it('takes megabytes, and small ones after that', async () => {
    const large = Buffer.alloc(6_000_000, 'a feed file ü ');
    for (const bytes of [large, Buffer.from('small'), large]) {
      const { rows } = await sql`select md5(${bytes}::bytea) as md5`.execute(db());
      expect(rows).toEqual([{ md5: createHash('md5').update(bytes).digest('hex') }]);
    }
  });

  it('says how many rows it changed, and nothing of that where it only read', async () => {
    await db()
      .transaction()
      .execute(async (tx) => {
        await sql`create temporary table counted(n int) on commit drop`.execute(tx);
        expect((await sql`insert into counted select generate_series(1, 5)`.execute(tx)).numAffectedRows).toBe(5n);
        expect((await sql`update counted set n = 0 where n > 3`.execute(tx)).numAffectedRows).toBe(2n);
        expect((await sql`delete from counted where n = 99`.execute(tx)).numAffectedRows).toBe(0n);
      });
  });

  it('that fails says why, and those after it go on', async () => {
    const failed = await sql`select 1 / ${0}::int`.execute(db()).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(sqlState(failed)).toBe('22012');
    await expect(sql`select ${'x'}::int`.execute(db())).rejects.toThrow('invalid input syntax');
    await expect(sql`selec 1`.execute(db())).rejects.toThrow('syntax error');
    await expect(
      db()
        .transaction()
        .execute(async (tx) => {
          await sql`insert into secret(name, value) values ('half', 'done')`.execute(tx);
          await sql`select 1 / ${0}::int`.execute(tx);
        }),
    ).rejects.toThrow('division by zero');
    expect((await sql`select from secret where name = 'half'`.execute(db())).rows).toEqual([]);
    expect((await sql`select ${1}::int as n`.execute(db())).rows).toEqual([{ n: 1 }]);
  });
});

describe('a batch of documents', () => {
  const agency = (id: string, name = id) => prepareDocument('Agency', { Id: id, Name: name, Url: 'https://a.example', Timezone: 'Europe/Berlin' });
  const track = (id: string, stops: readonly string[]) =>
    prepareDocument('Track', { ScheduleId: 'l', Id: id, Name: id, Direction: 'Forward', Visible: true, Stops: stops.map((StopId) => ({ StopId })) });

  /** The documents of a batch as the database reads its columns. */
  const read = async ({ columns }: Pick<DocumentBatch, 'columns'>): Promise<PreparedDocument[]> => {
    const { rows } = await sql<PreparedDocument & { refs: string[] | null }>`
      select unnest(${columns.kind}::int2[]) as kind, unnest(${columns.id}::text[]) as id, replace(unnest(${columns.hash}::uuid[])::text, '-', '') as hash,
        unnest(${columns.doc}::json[])::text as json, unnest(${columns.refs}::text[])::text[] as refs, unnest(${columns.brief}::text[]) as brief,
        unnest(${columns.trips}::text[]) as trips`.execute(db());
    return rows.map((row) => ({ ...row, refs: row.refs ?? [] }));
  };

  it('arrives as it was, whatever is in its texts, in the order of kind and id', async () => {
    const documents = [track('t', ['a"b', 'c\\d', 'ü 🚋', '{}', 'NULL']), agency('z', 'Ü"\\\n🚋'), agency('a', 'ü'.repeat(150_000)), track('s', [])];
    const batch = batchOf(documents);
    expect(batch).toMatchObject({
      size: 4,
      counts: new Map([
        [2, 2],
        [6, 2],
      ]),
    });
    expect(await read(batch)).toEqual([documents[2], documents[1], documents[3], documents[0]]);
  });

  it('lies in the memory of one that is written already, if it finds room there', () => {
    const builder = new BatchBuilder();
    builder.add(agency('a', 'long '.repeat(100)));
    const { memory } = builder.take();
    builder.add(agency('b'));
    const second = builder.take(memory);
    expect(second.memory).toBe(memory);
    expect(second).toMatchObject({ size: 1, counts: new Map([[2, 1]]) });
    builder.add(agency('c', 'long '.repeat(1000)));
    expect(builder.take(memory).memory).not.toBe(memory);
    expect(builder.isEmpty).toBe(true);
  });

  it('of which nothing is left of the one before', async () => {
    const builder = new BatchBuilder();
    for (const id of ['x', 'y', 'z']) builder.add(track(id, ['s']));
    const { memory } = builder.take();
    builder.add(agency('b'));
    expect(await read(builder.take(memory))).toEqual([agency('b')]);
  });

  it('with two documents of one id is refused', () => {
    expect(() => batchOf([agency('a'), track('a', []), agency('a', 'other')])).toThrow('Two documents of Agency have the id a');
  });

  it('of which the store has some is placed whole, each document once', async () => {
    const write = async (documents: readonly PreparedDocument[]): Promise<Map<string, string>> => {
      const writer = await product.store.beginVersion({ databaseId: 'test', name: 'v', source: 'test', author: 'test', state: 'completed' });
      await writer.addBatch(batchOf(documents));
      const { versionId } = await writer.finish();
      const { rows } = await sql<{ id: string; bid: string }>`
        select l.id, l.bid::text as bid from layer_row l join version v on v.base = l.layer_id where v.version_id = ${versionId}`.execute(db());
      return new Map(rows.map(({ id, bid }) => [id, bid]));
    };
    const some = Array.from({ length: 30 }, (_, i) => agency(`some${i}`));
    const before = await write(some);
    // Three of forty: too few to be compared with the layer of another version.
    const others = Array.from({ length: 37 }, (_, i) => agency(`other${i}`, `"${i}" ü`));
    const mixed = await write([...others.slice(0, 20), ...some.slice(4, 7), ...others.slice(20)]);
    expect(mixed.size).toBe(40);
    for (const id of ['some4', 'some5', 'some6']) expect(mixed.get(id)).toBe(before.get(id));
    const { rows } = await sql<{ id: string; doc: unknown }>`select id, doc from blob where id like 'other%' order by bid`.execute(db());
    expect(rows).toHaveLength(37);
    expect(rows).toContainEqual({ id: 'other36', doc: { Id: 'other36', Name: '"36" ü', Url: 'https://a.example', Timezone: 'Europe/Berlin' } });
  });
});
