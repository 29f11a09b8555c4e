import { routeNamed } from '../../src/contract/catalogue.ts';
import { type CallInput, type Route, urlOf } from '../../src/contract/route.ts';
import { loadDatabases } from '../../src/commands/databases/loadDatabases.ts';
import { loadSchedule } from '../../src/commands/schedules/loadSchedule.ts';
import { editSheet } from '../../src/commands/timetables/timetableEdits.ts';
import { loadVersions } from '../../src/commands/versions/loadVersions.ts';
import { trackKey } from '../../src/domain/edits/documentEdit.ts';
import { sheetOf } from '../../src/domain/timetableSheet/sheet.ts';
import { writeCells } from '../../src/domain/timetableSheet/sheetActs.ts';
import type { CallDescription, CommandInput } from '../../src/kernel/command.ts';
import { documentOf, documentsUnder } from '../../src/projections/documents.ts';
import { prepareDocument } from '../../server/store/prepare.ts';
import { openProduct } from '../builders/productKernel.ts';
import { percentiles, startBigProduct } from '../server/bigVersion.ts';

const STOPS = 60;
const DEPARTURES = 500;
const WARM = 20;
const TIMES = 200;
const [SCHEDULE, TRACK] = ['L', 'a-b'];

/**
 * One typed time in a track of 60 stops x 500 departures: the product's own client (kernel, catalogue, declared edit) on the product's own
 * server over HTTP. `sent_b` is what the call carries (path, body, key and revision), `live_b` what one other client is told, both in
 * bytes; `ack_p50_ms` from sending to the answer; `preview_ms` (p50) from the key to the state and the sheet that show it.
 */
export async function run(): Promise<Record<string, unknown>> {
  const more = documents().map(([kind, doc]) => prepareDocument(kind, doc as never));
  const big = await startBigProduct({ stops: 100_000, transfers: true, more }, console.error);
  try {
    const { url, authorization, product: server } = big;
    const begun = await fetch(`${url}/storage/ui/db/test/versions/${big.versionId}/begin-edit`, {
      method: 'POST',
      headers: { authorization, 'idempotency-key': 'begin' },
    });
    const { EditableDbVersionId: versionId } = (await begun.json()) as { EditableDbVersionId: number };
    const { kernel, call } = openProduct(`/data/db/test/v/${versionId}/schedules/${SCHEDULE}/${TRACK}/timetables`);

    const headersOf = ({ ifMatch }: CallDescription, key: string): Record<string, string> => ({
      'idempotency-key': key,
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch === '*' ? '*' : `"${ifMatch}"` }),
    });
    const send = async (description: CallDescription, key: string): Promise<{ bytes: number; reply: unknown; ms: number }> => {
      const route: Route = routeNamed(description.call);
      const input = description.input as CallInput;
      const path = urlOf(route, input);
      const body = route.method === 'GET' ? undefined : JSON.stringify(input.body ?? {});
      const own = route.method === 'GET' ? {} : headersOf(description, key);
      const began = performance.now();
      const answer = await fetch(url + path, {
        method: route.method,
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...own },
        ...(body === undefined ? {} : { body }),
      });
      const text = await answer.text();
      const ms = performance.now() - began;
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
      const bytes = Buffer.byteLength(path) + Buffer.byteLength(body ?? '') + Buffer.byteLength(Object.entries(own).flat().join(''));
      return { bytes, reply: JSON.parse(text), ms };
    };
    const load = async (command: CommandInput, name: string): Promise<void> => {
      kernel.dispatch(command);
      const held = call(name);
      held.answer((await send(held.call, '')).reply);
    };
    await load(loadDatabases({}), 'listDatabases');
    await load(loadVersions({ databaseId: 'test' }), 'listVersions');
    await load(loadSchedule({ versionId, scheduleId: SCHEDULE }), 'readSchedule');

    const options = { days: 127, split: false };
    const shown = (before?: ReturnType<typeof sheetOf>): ReturnType<typeof sheetOf> => {
      const { view } = kernel.snapshot();
      const track = documentOf(view, versionId, 'Track', trackKey(SCHEDULE, TRACK));
      if (!track) throw new Error('The track is not held');
      return sheetOf(track, documentsUnder(view, versionId, 'Timetable', SCHEDULE, TRACK), { ...options, before });
    };
    let sheet = shown();
    const previews: number[] = [];
    const acks: number[] = [];
    const sent: number[] = [];
    const live: number[] = [];
    for (let nth = -WARM; nth < TIMES; nth++) {
      const column = (nth + WARM) * 2;
      const was = sheet.columns[column]?.ref.time ?? 0;
      const began = performance.now();
      kernel.dispatch(
        editSheet({
          versionId,
          scheduleId: SCHEDULE,
          trackId: TRACK,
          act: 'type',
          edit: writeCells(sheet, [{ row: 30, column, to: was + 30 * 120 + 60 }]),
        }),
      );
      sheet = shown(sheet);
      const preview = performance.now() - began;
      const held = call(editSheet.type);
      const { bytes, reply, ms } = await send(held.call, `bench:${nth}`);
      held.answer(reply);
      sheet = shown(sheet);
      const told = server.told.at(-1);
      if (!told) throw new Error('Nobody was told');
      const { subject: _subject, ...message } = told;
      if (nth < 0) continue;
      previews.push(preview);
      acks.push(ms);
      sent.push(bytes);
      live.push(Buffer.byteLength(JSON.stringify(message)));
    }
    const { p50_ms: ack_p50_ms, p95_ms: ack_p95_ms } = percentiles(acks);
    const preview = percentiles(previews);
    return {
      name: 'keystroke',
      value: ack_p50_ms,
      unit: 'ms',
      sent_b: Math.max(...sent),
      live_b: percentiles(live).p50_ms,
      live_max_b: Math.max(...live),
      ack_p50_ms,
      ack_p95_ms,
      preview_ms: preview.p50_ms,
      preview_p95_ms: preview.p95_ms,
      n: acks.length,
    };
  } finally {
    await big.close();
  }
}

/** A schedule of one track whose only timetable has all departures. */
function documents(): (readonly ['Schedule' | 'Track' | 'Timetable', object])[] {
  const offsets = Array.from({ length: STOPS }, (_, at) => at * 120);
  return [
    ['Schedule', { Id: SCHEDULE, Name: '4', IsBaseSchedule: true, Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] } }],
    [
      'Track',
      {
        ScheduleId: SCHEDULE,
        Id: TRACK,
        Name: 'A - B',
        Direction: 'Forward',
        Visible: true,
        Stops: offsets.map((_offset, at) => ({ StopId: `S${at}` })),
      },
    ],
    [
      'Timetable',
      {
        ScheduleId: SCHEDULE,
        TrackId: TRACK,
        Number: 1,
        Days: 127,
        ArrivalOffsets: offsets,
        DepartureOffsets: offsets,
        Departures: Array.from({ length: DEPARTURES }, (_, nth) => ({ Type: 'Exact', Time: 18_000 + nth * 120, TripId: `L.${nth}` })),
      },
    ],
  ];
}
