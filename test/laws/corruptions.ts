/** Ways in which a report can come to say something else than what was written. */
import type { LogRecord } from '../../src/kernel/record.ts';
import type { Report } from '../../src/kernel/reportLog.ts';
import type { Chance } from './chance.ts';

/** Spoils one thing of a report; undefined where it has none of that kind. */
export type Corruption = (report: Report, chance: Chance) => Report | undefined;

const isAnswer = ({ type }: LogRecord): boolean => type.endsWith('.answered');
const isSent = ({ type }: LogRecord): boolean => type.endsWith('.sent');

/** Every kind of corruption, by what it spoils. */
export const corruptions: Readonly<Record<string, Corruption>> = {
  'a record is lost': (report, chance) => ({ ...report, records: without(report.records, chance.below(report.records.length)) }),
  'a record is lost and the rest renumbered': (report, chance) => {
    const lost = chance.below(report.records.length);
    return { ...report, records: without(report.records, lost).map((record, i) => (i < lost ? record : { ...record, seq: record.seq - 1 })) };
  },
  'a record stands twice': (report, chance) => {
    const at = chance.below(report.records.length);
    return { ...report, records: report.records.flatMap((record, i) => (i === at ? [record, record] : [record])) };
  },
  'the last record is lost with its check': (report) => ({
    ...report,
    records: report.records.slice(0, -1),
    checks: (report.checks ?? []).slice(0, -1),
  }),
  'two records change places': (report, chance) => {
    const at = chance.below(report.records.length - 1);
    const [one, other] = [report.records[at], report.records[at + 1]];
    if (!one || !other) return undefined;
    const swapped = [
      { ...other, seq: one.seq },
      { ...one, seq: other.seq },
    ];
    return { ...report, records: report.records.toSpliced(at, 2, ...swapped) };
  },
  'a value of a command': (report, chance) =>
    withRecord(report, chance, ({ kind, payload }) => kind === 'command' && leaves(payload) > 0, spoilPayload),
  'a value of an answer': (report, chance) => withRecord(report, chance, (record) => isAnswer(record) && leaves(record.payload) > 0, spoilPayload),
  'a revision of an answer': (report, chance) =>
    withRecord(
      report,
      chance,
      (record) => isAnswer(record) && /"[Rr]ev":\d/.test(JSON.stringify(record.payload)),
      (record) => ({
        ...record,
        payload: JSON.parse(JSON.stringify(record.payload).replace(/"([Rr]ev)":(\d+)/, (_, key, rev) => `"${key}":${Number(rev) + 1}`)),
      }),
    ),
  'what was called': (report, chance) => withRecord(report, chance, (record) => isSent(record) && leaves(record.payload) > 0, spoilPayload),
  'a time': (report, chance) =>
    withRecord(
      report,
      chance,
      () => true,
      (record) => ({ ...record, at: record.at + 1 }),
    ),
  'a cause': (report, chance) =>
    withRecord(
      report,
      chance,
      ({ cause }) => cause !== undefined,
      (record) => ({ ...record, cause: `${report.header.session}:${Math.max(0, record.seq - 2)}x` }),
    ),
  'a type': (report, chance) =>
    withRecord(report, chance, isAnswer, (record) => ({ ...record, type: record.type.replace('.answered', '.superseded') })),
  'a body': (report, chance) => {
    const bodies = [...report.bodies];
    const at = chance.below(bodies.length);
    const found = bodies[at];
    return found && { ...report, bodies: bodies.with(at, [found[0], spoiled(found[1], chance)]) };
  },
  'a body is lost': (report, chance) => {
    const bodies = [...report.bodies];
    return bodies.length === 0 ? undefined : { ...report, bodies: without(bodies, chance.below(bodies.length)) };
  },
  'the hash of a state': (report, chance) => withCheck(report, chance, (check) => ({ ...check, state: check.state + 1 })),
  'the hash of a record': (report, chance) => withCheck(report, chance, (check) => ({ ...check, record: check.record + 1 })),
  'a check is lost': (report, chance) => ({ ...report, checks: without(report.checks ?? [], chance.below(report.checks?.length ?? 0)) }),
  'the hash within the log': (report, chance) => withRecord(report, chance, ({ type }) => type === 'core.hash', spoilPayload),
  'the header': (report) => ({ ...report, header: { ...report.header, build: `${report.header.build}x` } }),
  'a value of the checkpoint': (report, chance) =>
    report.checkpoint && { ...report, checkpoint: { ...report.checkpoint, state: spoiled(report.checkpoint.state, chance) } },
  'an error that was shown': (report) => (report.errors.length === 0 ? undefined : { ...report, errors: report.errors.slice(1) }),
};

function withRecord(
  report: Report,
  chance: Chance,
  fits: (record: LogRecord) => boolean,
  spoil: (record: LogRecord, chance: Chance) => LogRecord,
): Report | undefined {
  const chosen = chance.pick(report.records.filter(fits));
  return chosen && { ...report, records: report.records.map((record) => (record === chosen ? spoil(record, chance) : record)) };
}

function withCheck(
  report: Report,
  chance: Chance,
  spoil: (check: NonNullable<Report['checks']>[number]) => NonNullable<Report['checks']>[number],
): Report {
  const chosen = chance.pick(report.checks ?? []);
  return { ...report, checks: (report.checks ?? []).map((check) => (check === chosen ? spoil(check) : check)) };
}

function spoilPayload(record: LogRecord, chance: Chance): LogRecord {
  return { ...record, payload: spoiled(record.payload, chance) };
}

/** The value with one of its texts, numbers or switches changed. */
function spoiled(value: unknown, chance: Chance): unknown {
  let left = chance.below(Math.max(1, leaves(value)));
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part === 'object' && part !== null) return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, walk(one)]));
    if (part === null) return part;
    if (left-- !== 0) return part;
    return typeof part === 'number' ? part + 1 : typeof part === 'boolean' ? !part : `${JSON.stringify(part)}x`;
  };
  return walk(value);
}

function leaves(value: unknown): number {
  if (value === null || value === undefined) return 0;
  return typeof value === 'object' ? Object.values(value).reduce<number>((sum, part) => sum + leaves(part), 0) : 1;
}

function without<T>(items: readonly T[], at: number): readonly T[] {
  return items.filter((_, i) => i !== at);
}
