/** What calendars may not change, tried on a real feed: every trip keeps its dates. */
import { createHash } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { importFeed } from '../../server/feed/importFeed.ts';
import { exportGtfs } from '../../server/feed/exportFeed.ts';
import { revertChangeset } from '../../src/contract/edits.ts';
import { readCalendars } from '../../src/contract/networkCalendars.ts';
import type { ReplyOf } from '../../src/contract/route.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { groupedBy } from '../../src/domain/groupedBy.ts';
import type { Schedule } from '../../src/domain/model/schedule.ts';
import { sharedDates, simplified } from '../../src/domain/simplifiedCalendar.ts';
import { ListBook, type PlainFile, plainFiles, plainTrips } from '../builders/plainFeed.ts';
import type { Answer, TestProduct } from './product.ts';
import { editCall } from './scheduleCalls.ts';

/** A feed out, and the dates of each of its trips. */
interface Written {
  /** Digests by file name. Service ids, which are made of calendars where the source has none, are no part of them. */
  readonly files: ReadonlyMap<string, string>;
  readonly dates: ReadonlyMap<string, number>;
}

/** A version of a feed that is edited, exported and compared. */
class CalendarTrial {
  readonly #product: TestProduct;
  readonly #folder = mkdtempSync(join(tmpdir(), 'dmp-calendar-laws-'));
  readonly #book = new ListBook();
  #count = 0;
  #base = 0;

  constructor(product: TestProduct) {
    this.#product = product;
  }

  async take(file: string): Promise<void> {
    this.#base = (await importFeed({ file, databaseId: 'test', name: file, author: 'test', store: this.#product.store })).versionId;
  }

  async draft(): Promise<number> {
    const { body } = await this.#product.call(beginEdit, { params: { databaseId: 'test', versionId: this.#base } });
    return Number(body['EditableDbVersionId']);
  }

  read(versionId: number): Promise<ReplyOf<typeof readCalendars>> {
    return calendarsRead(this.#product, versionId);
  }

  async edit(type: string, versionId: number, payload: Readonly<Record<string, unknown>>): Promise<Answer> {
    const answer = await editCall(this.#product, type, versionId, payload);
    if (answer.status !== 200) throw new Error(`${type}: ${answer.status} ${answer.text.slice(0, 500)}`);
    return answer;
  }

  async revert(versionId: number, rev: number): Promise<void> {
    const answer = await this.#product.call(revertChangeset, { params: { versionId, rev }, body: {} });
    if (answer.status !== 200) throw new Error(`undo: ${answer.status} ${answer.text.slice(0, 500)}`);
  }

  async written(versionId: number): Promise<Written> {
    const path = join(this.#folder, `${++this.#count}.zip`);
    await exportGtfs(this.#product.store, versionId, createWriteStream(path));
    const read = await plainFiles(path);
    const dates = new Map([...plainTrips(read, this.#book)].map(([id, trip]) => [id, trip.dates]));
    rmSync(path);
    return { files: new Map([...read].map(([name, one]) => [name, digestOf(name, one)])), dates };
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The calendars of a version; where they are being prepared, they are asked for again. */
export async function calendarsRead(product: TestProduct, versionId: number): Promise<ReplyOf<typeof readCalendars>> {
  for (;;) {
    const answer = await product.call(readCalendars, { params: { versionId } });
    if (answer.status === 200) return readCalendars.reply.parse(answer.body);
    if (answer.status !== 503) throw new Error(`the calendars were not read: ${answer.text}`);
    await pause(500);
  }
}

/** What the calendars of a version can be made: simpler, and one for many. */
function proposalsOf({ Schedules, Trips }: ReplyOf<typeof readCalendars>) {
  const trips = groupedBy(Trips, ({ ScheduleId }) => ScheduleId);
  const masksOf = (schedule: Schedule): readonly number[] => (trips.get(schedule.Id) ?? []).map(({ Days }) => Days);
  return {
    simpler: Schedules.flatMap((schedule) => simplified(schedule, masksOf(schedule)) ?? []),
    shared: sharedDates(Schedules, masksOf),
  };
}

/** A file without its service ids, shortly. */
function digestOf(name: string, file: PlainFile): string {
  const content = WITH_SERVICES.has(name) ? JSON.stringify(file.rows().map(({ service_id: _service, ...row }) => row)) : file.bytes;
  return createHash('sha256').update(content).digest('hex');
}

const WITH_SERVICES = new Set(['calendar.txt', 'calendar_dates.txt', 'trips.txt']);

/** Runs the laws on a feed; answers what there was to try them on. */
export async function lawsOfCalendars(product: TestProduct, file: string): Promise<Tried> {
  const trial = new CalendarTrial(product);
  try {
    await trial.take(file);
    const plain = await trial.draft();
    const before = await trial.written(plain);
    const { simpler, shared } = proposalsOf(await trial.read(plain));
    const { Schedules } = await trial.read(plain);
    const differing: string[] = [];
    const check = async (what: string, versionId: number, without: readonly string[] = []): Promise<void> => {
      const after = await trial.written(versionId);
      const other = [...after.dates].filter(([trip, dates]) => before.dates.get(trip) !== dates);
      if (other.length > 0 || after.dates.size !== before.dates.size) differing.push(`${what}: ${other.length} trips on other dates`);
      for (const [name, digest] of after.files) if (before.files.get(name) !== digest && !without.includes(name)) differing.push(`${what}: ${name}`);
    };

    // a calendar that all follow, and that says nothing yet
    const empty = await trial.draft();
    await trial.edit('networkCalendar.create', empty, { calendarId: 'N', name: 'Network', scheduleIds: Schedules.map(({ Id }) => Id) });
    await check('following', empty);
    await trial.edit('networkCalendar.delete', empty, { calendarId: 'N' });
    await check('following and leaving', empty);

    if (shared) {
      const version = await trial.draft();
      const made = await trial.edit('networkCalendar.share', version, {
        calendarId: 'N',
        name: 'Network',
        scheduleIds: shared.scheduleIds,
        put: shared.dates,
      });
      await check('sharing', version);
      const follows = (await trial.read(version)).Schedules.filter(({ FollowsCalendar }) => FollowsCalendar === 'N').map(({ Id }) => Id);
      if (follows.length !== shared.scheduleIds.length) differing.push(`${follows.length} of ${shared.scheduleIds.length} follow`);
      await trial.edit('schedule.followCalendar', version, { scheduleIds: follows, calendarId: '' });
      await check('sharing and leaving', version);
      await trial.revert(version, Number(made.body['Rev']) + 1);
      await trial.revert(version, Number(made.body['Rev']));
      await check('sharing, undone', version);
    }
    if (simpler.length > 0) {
      const version = await trial.draft();
      const made = await trial.edit('calendar.simplify', version, {
        schedules: simpler.map(({ schedule, calendar, days }) => ({ scheduleId: schedule.Id, calendar, days })),
      });
      await check('simplifying', version, ['calendar.txt', 'calendar_dates.txt']);
      if (proposalsOf(await trial.read(version)).simpler.length > 0) differing.push('a simple calendar can be simplified');
      await trial.revert(version, Number(made.body['Rev']));
      await check('simplifying, undone', version);
    }
    const count = (schedules: readonly Schedule[]): number => schedules.reduce((sum, { Calendar }) => sum + Calendar.Exceptions.length, 0);
    return {
      differing,
      schedules: Schedules.length,
      shared: shared ? [shared.scheduleIds.length, shared.dates.length] : [0, 0],
      simplified: [
        simpler.length,
        count(simpler.map(({ schedule }) => schedule)),
        simpler.reduce((sum, one) => sum + one.calendar.Exceptions.length, 0),
      ],
    };
  } finally {
    trial.close();
  }
}

/** What the laws were tried on. */
export interface Tried {
  /** What is other than before; empty where the laws hold. */
  readonly differing: readonly string[];
  readonly schedules: number;
  /** Schedules and dates of the calendar that many share. */
  readonly shared: readonly [schedules: number, dates: number];
  /** Schedules that became simpler, and their exceptions. */
  readonly simplified: readonly [schedules: number, before: number, after: number];
}
