/** Lines of real feeds as workbooks, a sheet for each direction and its days: written, read, and nothing differs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importFeed } from '../../server/feed/importFeed.ts';
import { listSheetRows } from '../../src/contract/records.ts';
import { listSchedules, readSchedule } from '../../src/contract/schedules.ts';
import type { WorkbookSheet } from '../../src/domain/spreadsheet/cells.ts';
import { planRows, rowSheets, type RowWords } from '../../src/domain/spreadsheet/rows.ts';
import { SHEET_KINDS } from '../../src/domain/spreadsheet/sheetFields.ts';
import { planTimetables } from '../../src/domain/spreadsheet/readTimetables.ts';
import { timetableSheets } from '../../src/domain/spreadsheet/timetables.ts';
import { readWorkbook, writeWorkbook } from '../../src/effects/workbookFile.ts';
import { startTestProduct, type TestProduct } from './product.ts';

const folder = join(import.meta.dirname, '../../../shared/feeds');
const present = existsSync(folder);
if (!present) console.log(`Real feeds are not in ${folder}: no workbooks are made of them.`);

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const FEEDS = [
  'amtrak_2021',
  'bart_2018',
  'cairns_2014',
  'caltrain_2017',
  'cdmx_2018',
  'chattanooga-carta_2026',
  'detroit-people-mover_2023',
  'fujieda-calendar-dates-only_2017',
  'google-sample-feed-1',
  'hart_2020',
  'kuopio_2016',
  'santamonica-bbb_2020',
];
/** Heads of these round trips. */
const words: RowWords = { language: 'en', heads: ({ label }) => [label], said: (english) => english, title: 'Rows' };

/** Lines of a feed, the first by their order. */
const LINES = 12;

describe.skipIf(!present)('real feeds', () => {
  test.each(FEEDS)('%s comes back without a difference', async (name) => {
    const { versionId } = await importFeed({
      file: join(folder, `${name}.zip`),
      databaseId: 'test',
      name,
      author: 'test',
      store: product.store,
    });
    const { Schedules } = listSchedules.reply.parse((await product.call(listSchedules, { params: { versionId } })).body);
    const tried = { lines: 0, sheets: 0, ofSeveralTracks: 0, departures: 0, bytes: 0 };
    for (const { Id } of Schedules.slice(0, LINES)) {
      const details = readSchedule.reply.parse((await product.call(readSchedule, { params: { versionId, scheduleId: Id } })).body);
      const words = { language: 'de', stopName: (id: string) => id } as const;
      const sheets: readonly WorkbookSheet[] = timetableSheets(details, words);
      if (sheets.length === 0) continue;
      const file = await writeWorkbook(sheets);
      const plan = planTimetables({ details, stopName: words.stopName }, name, await readWorkbook(file));
      const departures = details.Tracks.flatMap(({ Timetables }) => Timetables).reduce((sum, { Departures }) => sum + Departures.length, 0);
      expect({ line: Id, ...plan }).toMatchObject({
        lines: [],
        faults: [],
        ignored: [],
        adds: 0,
        changes: 0,
        same: departures,
        absent: 0,
        edit: null,
      });
      tried.lines++;
      tried.sheets += sheets.length;
      tried.ofSeveralTracks += sheets.filter(({ rows }) => rows[1]?.[1] === null).length;
      tried.departures += departures;
      tried.bytes += file.size;
    }
    const rows: Record<string, number> = {};
    for (const kind of SHEET_KINDS) {
      const docs = listSheetRows.reply.parse((await product.call(listSheetRows, { params: { versionId, kind } })).body).Records;
      const file = await writeWorkbook(rowSheets({ kind, versionId }, docs, words));
      const plan = planRows({ kind, versionId, docs, words, exists: () => undefined }, name, await readWorkbook(file));
      expect({ kind, ...plan }).toMatchObject({ lines: [], faults: [], ignored: [], adds: 0, changes: 0, same: docs.length, absent: 0, edit: null });
      rows[kind] = docs.length;
    }
    console.log(`${name}: ${JSON.stringify({ ...tried, ...rows })}`);
  });
});
