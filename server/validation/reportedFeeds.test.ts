/** The feeds made after public reports: what the reading and the rules say of each. Skipped where the shared feeds do not lie beside the project. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { daysOf } from '../../src/domain/date.ts';
import { ruleCatalogue } from './catalogue.ts';
import { Checker } from './engine.ts';
import { holdsOn } from './holding.ts';
import { readNetwork } from './readNetwork.ts';

/** 26 November 2026, within the dates of the feeds. */
const DAY = daysOf('2026-11-26') ?? 0;
const reported = join(import.meta.dirname, '../../../shared/feeds/reported');
const present = existsSync(reported);
if (!present) console.log(`Feeds made after reports are not in ${reported}: what is said of them is not tested.`);

describe.skipIf(!present)('feeds made after public reports', () => {
  test.each<[feed: string, said: readonly string[], rules: readonly number[]]>([
    ['06cp1252', ['warning stops.txt 2: The file is not clean UTF-8'], []],
    ['10badquote', ['warning stops.txt 2: A field is badly quoted; it is read as: Alder Street, "emma"'], []],
    ['05utf16le_nobom_all', ['warning stops.txt: The file is UTF-16LE without a byte-order mark'], []],
    ['31dup_shapes', ['warning shapes.txt 6: The shape S1 has two points with shape_pt_sequence 2'], []],
    ['32dup_attributions', ['warning attributions.txt 3: There is an attribution 1 already'], []],
    [
      'a21_shape_decreasing',
      [
        'error shapes.txt 4: shape_dist_traveled of the shape S1 decreases: 3 after 5',
        'error shapes.txt 5: shape_dist_traveled of the shape S1 stays the same at another place: 3 after 3',
      ],
      [],
    ],
    ['a26_multiagency', ['error fare_attributes.txt 2: The fare ALL does not say its agency_id, and there are 2 agencies'], [309]],
    ['a30_flex', ['info stop_times.txt: 1 stop times name an area'], []],
    ['a33_trans_new', ['error translations.txt 7: stops.txt has no stop "QQ"'], []],
    ['a35_feed_expired', ['warning feed_info.txt 2: The feed ended on 2025-06-30'], []],
    ['a38_baddate', ['error calendar.txt 3: start_date "20231345" is not a date (YYYYMMDD)'], []],
    ['n08_only_arrival_or_departure', ['error stop_times.txt 3: Only one of arrival_time and departure_time is given'], []],
    [
      'n24_transfers',
      [
        'error transfers.txt 3: routes.txt has no route "R9"',
        'error transfers.txt 3: trips.txt has no trip "T9"',
        'error transfers.txt 5: routes.txt has no route "R9"',
        'error transfers.txt 5: The trip "T1" is not of the route "R9"',
      ],
      [601, 603],
    ],
    [
      'n25_no_active_day',
      [
        'warning trips.txt: No trip will ever run: none of the 2 trips is in a timetable, for example because the service "WK" never runs.',
        'warning trips.txt 2: The trip T1 forms no timetable: the service "WK" never runs',
      ],
      [314],
    ],
    [
      'n33_stop_access',
      [
        'error stops.txt 2: stop_access is only for stops and platforms of a station; the stop A is none',
        'error stops.txt 3: stop_access "7" is not 0 or 1',
      ],
      [],
    ],
    ['n36_block_mixed_types', ['warning trips.txt 4: The trips of the block "BK" are of routes of different types: 3 and 0'], []],
    ['d06_rawrefs_dropped_service', ['info calendar.txt 3: No timetable uses the service PEAK; it is kept as it is'], []],
    ['b08_midheadsign', [], []],
    ['d01_headsign_translation', [], []],
    ['b01_quoted_ids', ['warning trips.txt 2: A field is badly quoted; it is read as: "T"1'], []],
  ])('%s', async (name, said, rules) => {
    const { network, messages } = await readNetwork(join(reported, `${name}.zip`));
    const lines = messages.map(({ severity, file, line, reason }) => `${severity} ${file}${line === null ? '' : ` ${line}`}: ${reason}`);
    for (const text of said)
      expect(
        lines.some((line) => line.startsWith(text)),
        `${text}\n\n${lines.join('\n')}`,
      ).toBe(true);
    const errors = lines.filter((line) => line.startsWith('error'));
    expect(errors).toHaveLength(said.filter((text) => text.startsWith('error')).length);
    const results = new Checker(ruleCatalogue, network).checkAll();
    const fired = ruleCatalogue
      .filter(
        ({ code, level }) =>
          level === 'Error' && [...(results.get(code)?.values() ?? [])].some(({ cases }) => cases.some((one) => holdsOn(one, DAY))),
      )
      .map(({ code }) => code);
    expect(rules.filter((code) => !fired.includes(code))).toEqual([]);
    if (rules.length === 0) expect(fired).toEqual([]);
  });
});
