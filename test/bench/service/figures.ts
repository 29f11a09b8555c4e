import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFeed } from '../../../server/feed/importFeed.ts';
import { loadAgencies } from '../../../src/commands/agencies/loadAgencies.ts';
import { loadDatabases } from '../../../src/commands/databases/loadDatabases.ts';
import { loadSchedule } from '../../../src/commands/schedules/loadSchedule.ts';
import { loadStops } from '../../../src/commands/stops/loadStops.ts';
import { editSheet } from '../../../src/commands/timetables/timetableEdits.ts';
import { loadVersions } from '../../../src/commands/versions/loadVersions.ts';
import { routeNamed } from '../../../src/contract/catalogue.ts';
import type { CallInput, Route } from '../../../src/contract/route.ts';
import { readServiceFigures } from '../../../src/contract/serviceFigures.ts';
import { beginEdit } from '../../../src/contract/versions.ts';
import { DAY_TYPES, type ScheduleFigures, typicalDate } from '../../../src/domain/service/dayTypes.ts';
import { figuresOf, hoursOf, runningGroups } from '../../../src/domain/service/figures.ts';
import { writeCells } from '../../../src/domain/timetableSheet/sheetActs.ts';
import { sheetOf } from '../../../src/domain/timetableSheet/sheet.ts';
import type { CommandInput } from '../../../src/kernel/command.ts';
import { changedDays, lineService, type LineService } from '../../../src/projections/lineService.ts';
import { writeNationFeed } from '../../builders/nationFeed.ts';
import { openProduct } from '../../builders/productKernel.ts';
import { aRealFeed } from '../../drivers/feedFiles.ts';
import { percentiles } from '../../server/bigVersion.ts';
import { startTestProduct, type TestProduct } from '../../server/product.ts';

const WARM = 10;
const EDITS = 100;

/**
 * `figures_ms`: from a typed time to all figures of the largest line of a real feed (by day type and direction, by hour, and what changed),
 * p95. `figures_server_ms`: the figures of all lines by the call, the first time; `figures_again_ms` after an edit of one timetable.
 */
export async function figures(): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'dmp-bench-figures-'));
  const product = await startTestProduct({ CALLS_PER_SECOND: '10000' });
  try {
    const file = join(folder, 'feed.zip');
    const real = aRealFeed('hart_2020');
    if (real) writeFileSync(file, real.buffer);
    else await writeNationFeed(file, { stopTimes: 200_000 });
    const { versionId } = await importFeed({ file, databaseId: 'test', name: 'figures', author: 'bench', store: product.store });
    const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId } });
    const draft = Number(begun.body['EditableDbVersionId']);
    const first = await serverFigures(product, draft);
    const largest = first.schedules.toSorted((a, b) => tripsOf(b) - tripsOf(a))[0];
    if (!largest) throw new Error('The feed has no schedules');
    const measured = await editsOf(product, draft, largest.ScheduleId);
    return {
      figures_ms: measured.p95_ms,
      figures_p50_ms: measured.p50_ms,
      figures_trips: tripsOf(largest),
      figures_server_ms: first.ms,
      figures_again_ms: (await serverFigures(product, draft)).ms,
    };
  } finally {
    await product.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function tripsOf({ Days }: ScheduleFigures): number {
  return Math.max(0, ...Days.map(({ Trips }) => Trips));
}

async function serverFigures(product: TestProduct, versionId: number): Promise<{ ms: number; schedules: readonly ScheduleFigures[] }> {
  const began = performance.now();
  for (;;) {
    const { status, body, text } = await product.call(readServiceFigures, { params: { versionId } });
    if (status === 200) return { ms: performance.now() - began, schedules: readServiceFigures.reply.parse(body).Schedules };
    if (status !== 503) throw new Error(`The figures were answered ${status}: ${text.slice(0, 200)}`);
  }
}

/** One typed time after another on the longest track of a line. */
async function editsOf(product: TestProduct, versionId: number, scheduleId: string): Promise<{ p50_ms: number; p95_ms: number }> {
  const { kernel, call } = openProduct(`/data/db/test/v/${versionId}/schedules/${encodeURIComponent(scheduleId)}`);
  let nth = 0;
  const answer = async (name: string): Promise<void> => {
    const held = call(name);
    const { params, query, body } = held.call.input as CallInput;
    const route: Route = routeNamed(held.call.call);
    const input = { ...(params === undefined ? {} : { params }), ...(query === undefined ? {} : { query }), ...(body === undefined ? {} : { body }) };
    const written = route.method === 'GET' ? {} : { key: `figures:${nth++}`, ifMatch: held.call.ifMatch ?? '*' };
    const reply = await product.call(route, input, written);
    if (reply.status !== 200) throw new Error(`${name} was answered ${reply.status}: ${reply.text.slice(0, 200)}`);
    held.answer(reply.body);
  };
  const load = (command: CommandInput, name: string): Promise<void> => {
    kernel.dispatch(command);
    return answer(name);
  };
  await load(loadDatabases({}), 'listDatabases');
  await load(loadVersions({ databaseId: 'test' }), 'listVersions');
  await load(loadStops({ versionId }), 'listStops');
  await load(loadAgencies({ versionId }), 'listAgencies');
  await load(loadSchedule({ versionId, scheduleId }), 'readSchedule');

  const serviceNow = (): LineService => {
    const service = lineService(kernel.snapshot().view, versionId, scheduleId);
    if (!service) throw new Error('The line is not held');
    return service;
  };
  const times: number[] = [];
  for (let edit = -WARM; edit < EDITS; edit++) {
    const tracks = serviceNow().tracks.toSorted((a, b) => departures(b.Timetables) - departures(a.Timetables));
    const [largest] = tracks;
    if (!largest) throw new Error('The line has no track');
    const sheet = sheetOf(largest.Track, largest.Timetables, { days: 127, split: false });
    const column = ((edit + WARM) * 3) % sheet.columns.length;
    const last = sheet.rows.length - 1;
    const was = sheet.columns[column]?.first ?? 0;
    const began = performance.now();
    const { Id: trackId } = largest.Track;
    kernel.dispatch(
      editSheet({ versionId, scheduleId, trackId, act: 'type', edit: writeCells(sheet, [{ row: last, column, to: was + 7200 + edit * 60 }]) }),
    );
    const confirmed = lineService(kernel.snapshot().base, versionId, scheduleId);
    const shown = everyFigure(serviceNow());
    if (!confirmed || changedDays(confirmed, serviceNow()).length === 0 || shown === 0) throw new Error('The edit changed no figure');
    if (edit >= 0) times.push(performance.now() - began);
    await answer(editSheet.type);
  }
  return percentiles(times);
}

function departures(timetables: LineService['tracks'][number]['Timetables']): number {
  return timetables.reduce((sum, { Departures }) => sum + Departures.length, 0);
}

/** All figures that the page of the service shows; a sum of some of them. */
function everyFigure({ calendar, groups }: LineService): number {
  return DAY_TYPES.reduce((sum, dayType) => {
    const running = runningGroups(calendar, groups, typicalDate(calendar, groups, dayType));
    const rows = [running, ...(['Forward', 'Backward', 'Unknown'] as const).map((one) => running.filter(({ direction }) => direction === one))];
    return sum + rows.reduce((all, row) => all + figuresOf(row).Seconds, 0) + hoursOf(running).length;
  }, 0);
}
