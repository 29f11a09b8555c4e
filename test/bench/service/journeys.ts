import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { importFeed } from '../../../server/feed/importFeed.ts';
import { routeOfEdit } from '../../../src/contract/edits.ts';
import { findJourneys, findReach } from '../../../src/contract/journeys.ts';
import { listSchedules, readSchedule } from '../../../src/contract/schedules.ts';
import { beginEdit } from '../../../src/contract/versions.ts';
import { editDepartures } from '../../../src/domain/edits/timetables.ts';
import { writeNationFeed } from '../../builders/nationFeed.ts';
import { chanceOf } from '../../laws/chance.ts';
import { percentiles } from '../../server/bigVersion.ts';
import { startTestProduct } from '../../server/product.ts';

const STOP_TIMES = 1_500_000;
const ASKED = 300;
const EDITS = 20;
const STOPS = STOP_TIMES / 100;

/**
 * `journey_p95_ms`: journeys of an hour between two stops of a feed of 1.5 million stop times, by the call, some 2 to 20 km apart.
 * `journey_after_edit_ms`: the same just after an edit, whose tracks are made anew before the answer.
 */
export async function journeys(): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'dmp-bench-journeys-'));
  const product = await startTestProduct({ CALLS_PER_SECOND: '10000' });
  try {
    const file = join(folder, 'feed.zip');
    await writeNationFeed(file, { stopTimes: STOP_TIMES });
    const { versionId } = await importFeed({ file, databaseId: 'test', name: 'nation', author: 'bench', store: product.store });
    const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId } });
    const draft: number = begun.body['EditableDbVersionId'] ?? 0;
    const chance = chanceOf(1);
    const ask = async (): Promise<{ ms: number; found: number }> => {
      const from = chance.below(STOPS);
      const to = Math.min(STOPS - 1, from + 30 + chance.below(600));
      const query = { from: `S${from}`, to: `S${to}`, date: '2026-03-04', time: (6 + chance.below(12)) * 3600, span: 3600 };
      const began = performance.now();
      const { status, body, text } = await product.call(findJourneys, { params: { versionId: draft }, query });
      if (status !== 200) throw new Error(`Journeys were answered ${status}: ${text.slice(0, 200)}`);
      return { ms: performance.now() - began, found: findJourneys.reply.parse(body).Journeys.length };
    };
    const built = performance.now();
    while (
      (await product.call(findReach, { params: { versionId: draft }, query: { from: 'S1', date: '2026-03-04', time: 28_800, minutes: 60 } }))
        .status === 503
    )
      await pause(50);
    const built_s = (performance.now() - built) / 1000;
    // walks between stops are worked out when they are first needed
    for (let n = 0; n < ASKED; n++) await ask();
    const asked: { ms: number; found: number }[] = [];
    for (let n = 0; n < ASKED; n++) asked.push(await ask());
    const schedules = listSchedules.reply.parse((await product.call(listSchedules, { params: { versionId: draft }, query: {} })).body).Schedules;
    const edited: number[] = [];
    for (let n = 0; n < EDITS; n++) {
      const schedule = readSchedule.reply.parse(
        (await product.call(readSchedule, { params: { versionId: draft, scheduleId: schedules[n * 7]?.Id ?? '' } })).body,
      );
      const [track] = schedule.Tracks;
      const answer = await product.call(
        routeOfEdit(editDepartures),
        {
          params: { versionId: draft },
          body: {
            scheduleId: schedule.Schedule.Id,
            trackId: track?.Track.Id ?? '',
            number: track?.Timetables[0]?.Number ?? 1,
            departuresEncoded: '06:00 07:30 09:00',
          },
        },
        { ifMatch: '*' },
      );
      if (answer.status !== 200) throw new Error(`The edit was answered ${answer.status}: ${answer.text.slice(0, 300)}`);
      edited.push((await ask()).ms);
    }
    const answers = percentiles(asked.map(({ ms }) => ms));
    return {
      journey_p50_ms: answers.p50_ms,
      journey_p95_ms: answers.p95_ms,
      journey_found_share: asked.filter(({ found }) => found > 0).length / ASKED,
      journey_after_edit_ms: percentiles(edited).p95_ms,
      journey_read_s: built_s,
    };
  } finally {
    await product.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
