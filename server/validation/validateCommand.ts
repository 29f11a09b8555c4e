/** `npm run validate -- FILE.zip`: checks a GTFS feed by all rules, without a store, and prints the counts. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { daysOf } from '../../src/domain/date.ts';
import { VALIDATION_GROUPS } from '../../src/domain/validation.ts';
import type { FeedNote } from '../feed/gtfs/notes.ts';
import { FeedRefused } from '../feed/gtfs/refusal.ts';
import { elapsed, timeNow } from '../surroundings.ts';
import { canonicalReport, type CanonicalRun } from './canonical/report.ts';
import { withRowNumbers } from './canonical/rowNumbers.ts';
import { Verdict } from './canonical/verdict.ts';
import { z } from 'zod';
import { type RuleChange, RuleChangeBody, thresholdError } from '../../src/domain/validationProfile.ts';
import { ruleOf } from './catalogue.ts';
import { limitsUnder, rangeOf, rulesUnder } from './profile.ts';
import { Checker, type Results } from './engine.ts';
import type { RegionFacts } from './network.ts';
import { readNetwork } from './readNetwork.ts';
import { groupOf, type Rule } from './rule.ts';
import { holdsOn } from './holding.ts';

const USAGE = `Usage: npm run validate -- FILE.zip [--json] [--date YYYY-MM-DD] [--cases N] [--out FILE.json] [--canonical DIR] [--profile FILE.json]

  FILE.zip     a GTFS feed
  --json       the last line is one JSON object instead of a table
  --date D     the day that rules about expiry ask for (default: today, UTC)
  --cases N    print so many cases of each rule too (default 0)
  --strict     end with 1 where the reading refused a row
  --out FILE   write the JSON with all cases kept into a file
  --canonical DIR  write report.json into a folder, in the form and by the notices of the canonical GTFS validator
  --profile FILE   change rules as the profile of a region does: JSON of [{"RuleId", "Off" | "Level" | "Threshold", "Reason"}, ...]`;

async function run(args: string[]): Promise<number> {
  const asked = readArguments(args);
  if (typeof asked === 'number') return asked;
  const begun = elapsed();
  const verdict = new Verdict();
  try {
    const { network, messages, summary } = await readNetwork(asked.file, regionOf(asked.profile), (line, kind, rows) =>
      verdict.remark(line, kind, rows),
    );
    const read = elapsed();
    const rules = rulesUnder(asked.profile);
    const results = new Checker(rules, network).checkAll();
    const seconds = [(read - begun) / 1000, (elapsed() - read) / 1000] as const;
    const rows = rowsOf(rules, results, asked.day);
    if (asked.out !== undefined) writeFileSync(asked.out, JSON.stringify(rows, null, 1));
    verdict.rules(results, network, asked.day, rules);
    await writeCanonical(asked, verdict, begun, { network, summary });
    const refused = messages.filter(({ result }) => result === 'refused').length;
    if (asked.json) console.log(JSON.stringify({ ...summaryOf(rows), reading: readingOf(messages) }));
    else {
      printTable(rows, asked.cases, messages, seconds, rules.length);
      if (asked.profile.length > 0) console.log(`${counted(asked.profile.length, 'rule')} changed by the profile`);
    }
    return asked.strict && refused > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof FeedRefused)) throw error;
    console.error([`${asked.file} cannot be read:`, ...error.messages].join('\n  '));
    for (const sentence of error.messages) verdict.refusal(sentence);
    await writeCanonical(asked, verdict, begun, undefined);
    return 1;
  }
}

/** Writes the canonical report where it is requested. */
async function writeCanonical({ canonical, file, day }: Asked, verdict: Verdict, begun: number, read: CanonicalRun['read']): Promise<void> {
  if (canonical === undefined) return;
  const seconds = (elapsed() - begun) / 1000;
  mkdirSync(canonical, { recursive: true });
  const run = { input: pathToFileURL(file).href, output: canonical, validatedAt: new Date(timeNow()), day, seconds, read };
  const report = canonicalReport(verdict, run);
  const notices = read === undefined ? report.notices : await withRowNumbers(file, report.notices);
  writeFileSync(join(canonical, 'report.json'), `${JSON.stringify({ ...report, notices }, null, 2)}\n`);
}

interface Row {
  readonly rule: Rule;
  readonly count: number;
  readonly cases: readonly { readonly Id: string; readonly Text: string }[];
}

/** Rules that have cases on the day, by group and code. */
function rowsOf(rules: readonly Rule[], results: Results, day: number): Row[] {
  const rows = rules.map((rule): Row => {
    const subjects = [...(results.get(rule.code)?.values() ?? [])];
    const cases = subjects.flatMap((subject) => subject.cases.filter((one) => holdsOn(one, day)));
    const beyond = subjects.reduce((sum, subject) => sum + subject.count - subject.cases.length, 0);
    return { rule, count: cases.length + beyond, cases };
  });
  const order = (rule: Rule): number => VALIDATION_GROUPS.indexOf(groupOf(rule.code)) * 1000 + rule.code;
  return rows.filter(({ count }) => count > 0).toSorted((a, b) => order(a.rule) - order(b.rule));
}

function summaryOf(rows: readonly Row[]) {
  const total = (level: Rule['level']): number => rows.reduce((sum, { rule, count }) => sum + (rule.level === level ? count : 0), 0);
  return {
    errors: total('Error'),
    warnings: total('Warning'),
    rules: rows.map(({ rule, count }) => ({ code: rule.code, name: rule.name, group: groupOf(rule.code), level: rule.level, cases: count })),
  };
}

/** Messages of the reading that are printed. */
const SHOWN = 100;

/** What the reading left out, and what it was not sure of. */
function readingOf(messages: readonly FeedNote[]) {
  const count = (severity: FeedNote['severity']): number => messages.filter((note) => note.severity === severity).length;
  return { errors: count('error'), warnings: count('warning') };
}

function printTable(
  rows: readonly Row[],
  cases: number,
  messages: readonly FeedNote[],
  [read, checked]: readonly [number, number],
  rules: number,
): void {
  const { errors, warnings } = summaryOf(rows);
  for (const { rule, count, cases: all } of rows) {
    console.log(
      `${groupOf(rule.code).padEnd(13)}${rule.code}  ${rule.level.padEnd(8)}${rule.name.padEnd(44)}${count.toLocaleString('en').padStart(10)}`,
    );
    for (const one of all.slice(0, cases)) console.log(`${' '.repeat(18)}${one.Id}: ${one.Text}`);
  }
  for (const { severity, file, line, reason } of messages.slice(0, SHOWN))
    console.log(`reading      ${severity.padEnd(8)}${file}${line === null ? '' : ` line ${line}`}: ${reason}`);
  if (messages.length > SHOWN) console.log(`reading      ... and ${(messages.length - SHOWN).toLocaleString('en')} more`);
  const reading = readingOf(messages);
  console.log(
    `\n${counted(errors, 'error')}, ${counted(warnings, 'warning')} by ${rules} rules; reading: ${counted(reading.errors, 'error')}, ${counted(reading.warnings, 'warning')}`,
  );
  console.log(`read in ${read.toFixed(2)} s, checked in ${checked.toFixed(2)} s`);
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

interface Asked {
  readonly file: string;
  readonly json: boolean;
  readonly strict: boolean;
  readonly cases: number;
  readonly out: string | undefined;
  readonly canonical: string | undefined;
  readonly profile: readonly RuleChange[];
  readonly day: number;
}

/** Bounds and currency are not known here; the thresholds are those of the profile. */
function regionOf(profile: readonly RuleChange[]): RegionFacts | undefined {
  const limits = limitsUnder(profile);
  return limits === undefined ? undefined : { bounds: null, currency: '', limits };
}

const ProfileFile = z.array(z.intersection(RuleChangeBody, z.object({ RuleId: z.int() })));

/** Reads the changes of a profile. Throws TypeError with what is wrong, and in which file. */
function readProfile(file: string): RuleChange[] {
  let text: unknown;
  try {
    text = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new TypeError(`${file} is no JSON file that can be read: ${error instanceof Error ? error.message : ''}`, { cause: error });
  }
  const read = ProfileFile.safeParse(text);
  const [issue] = read.error?.issues ?? [];
  if (!read.success) throw new TypeError(`${file}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
  return read.data.map((change): RuleChange => {
    const { RuleId, Threshold } = change;
    if (ruleOf(RuleId) === undefined) throw new TypeError(`${file}: there is no rule ${RuleId}.`);
    const fault = Threshold === undefined ? undefined : thresholdError(Threshold, rangeOf(RuleId));
    if (fault !== undefined) throw new TypeError(`${file}: rule ${RuleId}: ${fault}.`);
    return { ...change, Author: '', At: '' };
  });
}

function readArguments(args: string[]): Asked | number {
  try {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean' } as const;
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { json: flag, strict: flag, date: text, cases: text, out: text, canonical: text, profile: text, help: { ...flag, short: 'h' } },
    });
    if (values.help === true) {
      console.log(USAGE);
      return 0;
    }
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new TypeError('Give one file to check.');
    const day = daysOf(values.date ?? new Date(timeNow()).toISOString().slice(0, 10));
    if (day === undefined) throw new TypeError('--date is a date, YYYY-MM-DD.');
    const cases = /^\d{1,6}$/.test(values.cases ?? '0') ? Number(values.cases ?? 0) : undefined;
    if (cases === undefined) throw new TypeError('--cases is a whole number.');
    return {
      file: resolve(file),
      json: values.json === true,
      strict: values.strict === true,
      cases,
      out: values.out === undefined ? undefined : resolve(values.out),
      canonical: values.canonical === undefined ? undefined : resolve(values.canonical),
      profile: values.profile === undefined ? [] : readProfile(values.profile),
      day,
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\n\n${USAGE}`);
    return 2;
  }
}

process.exitCode = await run(process.argv.slice(2));
