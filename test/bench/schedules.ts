import { prepareDocument, type PreparedDocument } from '../../server/store/prepare.ts';
import { batchOf } from '../builders/batchOf.ts';
import { percentiles } from '../server/bigVersion.ts';
import { startTestProduct } from '../server/product.ts';

const SCHEDULES = 2000;
const TRACKS_OF_BIG = 40;
const STOPS = 60;
const DEPARTURES = 500;

/**
 * Over HTTP, in a version of 2,000 schedules: the list, one schedule of 60 stops and 500 departures, a paste of 3,000 cells into it,
 * and the delete of a schedule with 40 tracks.
 */
export async function run(): Promise<Record<string, unknown>> {
  const product = await startTestProduct();
  try {
    const writer = await product.store.beginVersion({ databaseId: 'test', name: 'big', source: 'bench', author: 'bench', state: 'completed' });
    let batch: PreparedDocument[] = [];
    const flush = async (): Promise<void> => {
      await writer.addBatch(batchOf(batch));
      batch = [];
    };
    for (let i = 0; i < SCHEDULES; i++) {
      batch.push(
        ...scheduleOf(`L${i}`, i === 1 ? STOPS : 3, i === 1 ? DEPARTURES : 2, i === 0 ? TRACKS_OF_BIG : 2).map(([kind, doc]) =>
          prepareDocument(kind, doc as never),
        ),
      );
      if (batch.length >= 2000) await flush();
    }
    await flush();
    const { versionId } = await writer.finish();
    const url = await product.app.listen({ host: '127.0.0.1', port: 0 });
    const authorization = `Bearer ${await product.token('editor')}`;
    let sent = 0;
    const post = async (path: string, body: unknown): Promise<{ ms: number; body: Record<string, number> }> => {
      const began = performance.now();
      const answer = await fetch(`${url}/storage/ui/${path}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': `bench-${sent++}`, 'if-match': '*' },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
      return { ms: performance.now() - began, body: JSON.parse(text) as Record<string, number> };
    };
    const get = async (path: string): Promise<number> => {
      const began = performance.now();
      const answer = await fetch(`${url}/storage/ui/${path}`, { headers: { authorization } });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      return performance.now() - began;
    };
    const list: number[] = [];
    for (let n = 0; n < 15; n++) list.push(await get(`db/version/${versionId}/schedules`));
    const open: number[] = [];
    for (let n = 0; n < 15; n++) open.push(await get(`db/version/${versionId}/schedules/L1`));
    const drafts: number[] = [];
    for (let n = 0; n < 6; n++) drafts.push((await post(`db/test/versions/${versionId}/begin-edit`, {})).body['EditableDbVersionId'] ?? 0);
    const paste: number[] = [];
    const removed: number[] = [];
    for (const draft of drafts) {
      paste.push((await post(`db/version/${draft}/edit/timetable/times`, { scheduleId: 'L1', trackId: 't0', act: 'paste', edit: pastedCells() })).ms);
      removed.push((await post(`db/version/${draft}/edit/schedule/delete`, { scheduleIds: ['L0'] })).ms);
    }
    return {
      name: 'schedules',
      value: percentiles(list).p50_ms,
      unit: 'ms',
      list_2000_p50_ms: percentiles(list).p50_ms,
      list_2000_p95_ms: percentiles(list).p95_ms,
      open_60x500_p50_ms: percentiles(open).p50_ms,
      paste_3000_p50_ms: percentiles(paste).p50_ms,
      delete_40_tracks_p50_ms: percentiles(removed).p50_ms,
      n: list.length,
    };
  } finally {
    await product.close();
  }
}

/** A schedule with tracks of one timetable each. */
function scheduleOf(id: string, stops: number, departures: number, tracks: number): (readonly ['Schedule' | 'Track' | 'Timetable', object])[] {
  const offsets = Array.from({ length: stops }, (_, at) => at * 120);
  return [
    ['Schedule', { Id: id, Name: id, IsBaseSchedule: true, Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] } }],
    ...Array.from({ length: tracks }, (_, at) => {
      const of = { ScheduleId: id, TrackId: `t${at}` };
      return [
        [
          'Track',
          {
            ScheduleId: id,
            Id: `t${at}`,
            Name: `t${at}`,
            Direction: 'Forward',
            Visible: true,
            Stops: offsets.map((_offset, nth) => ({ StopId: `S${nth}` })),
          },
        ],
        [
          'Timetable',
          {
            ...of,
            Number: 1,
            Days: 127,
            ArrivalOffsets: offsets,
            DepartureOffsets: offsets,
            Departures: Array.from({ length: departures }, (_departure, nth) => ({
              Type: 'Exact',
              Time: 18_000 + nth * 120,
              TripId: `${id}.${at}.${nth}`,
            })),
          },
        ],
      ] as const;
    }).flat(),
  ];
}

/** 60 stops of 50 departures, each with running times of its own. */
function pastedCells(): object {
  return {
    columns: Array.from({ length: 50 }, (_, nth) => {
      const start = 18_000 + nth * 120;
      return {
        of: { timetable: 1, time: start, trip: `L1.0.${nth}` },
        cells: Array.from({ length: STOPS }, (_cell, at) => [at, start + at * 120, start + at * (121 + nth) + 60]),
      };
    }),
  };
}
