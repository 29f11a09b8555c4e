/** The gate by validation: counts what the rules find, and says whether the run continues. */
import { check, type GateAct, RULE_LIMIT } from '../../../src/domain/taskTemplates/gates.ts';
import type { FoundCase } from '../../../src/domain/validationSummary.ts';
import { dayIn, excludedOf } from '../../services/validation.ts';
import { listExclusions } from '../../store/exclusions.ts';
import { readRegionOfDatabase } from '../../store/regions.ts';
import { readCurrent } from '../../store/versions.ts';
import { timeNow } from '../../surroundings.ts';
import { ruleOf } from '../../validation/catalogue.ts';
import { checkVersion } from '../../validation/checkVersion.ts';
import { rulesUnder } from '../../validation/profile.ts';
import { groupOf, type Rule } from '../../validation/rule.ts';
import { countRule } from '../../validation/summary.ts';
import type { TaskOutcome, TaskContext } from './runner.ts';
import { TaskFailed } from '../../taskFailed.ts';
import { readableVersion } from './readableVersion.ts';

/** Checks the version, logs what was found by rule, and ends as the limits say. */
export async function runCheck(context: TaskContext): Promise<TaskOutcome> {
  const values = check.parameters.parse(context.values);
  const { task, log, place } = context;
  const versionId = task.inputVersionId;
  if (versionId === null) throw new TaskFailed(`The database ${task.databaseId} has no version that could be checked.`);
  const own = limitsOf(values.rules);
  const version = await readableVersion(context, versionId);
  const { name, profile } = await readRegionOfDatabase(place.store.sql.db, task.databaseId);
  log.info(`Checking version ${versionId}, "${version.Version}", by ${rulesUnder(profile).length} rules`);
  if (profile.length > 0) log.info(`${plural(profile.length, 'rule')} changed by the profile of ${name}`);
  const counted = await countRules(context, versionId, (rule, first, count) => logRule(context, rule, first, count));
  const current = values.only_more ? await readCurrent(place.store.sql.db, task.databaseId) : undefined;
  const before = current !== undefined && current.Id !== versionId ? await countRules(context, current.Id) : undefined;
  if (values.only_more)
    log.info(
      before === undefined ? 'There is no other current version to compare with' : `Compared with version ${current?.Id}, "${current?.Version}"`,
    );
  const counts = new Map([...counted].map(([rule, count]) => [rule, Math.max(0, count - (before?.get(rule) ?? 0))]));
  const verdict = verdictOf(counts, values, own);
  const { errors, warnings } = verdict;
  log.info(`${plural(errors, 'error')} and ${plural(warnings, 'warning')}${before === undefined ? '' : ' more than in the current version'}`);
  for (const { words, act } of verdict.passed) {
    if (act === 'fail') log.error(words);
    else if (act === 'approval') log.warn(words);
    else log.info(words);
  }
  const reasons = verdict.passed.filter(({ act }) => act === verdict.act).map(({ words }) => words);
  if (verdict.act === 'continue') return { end: { status: 2 } };
  const message = reasons.join('. ');
  if (verdict.act === 'fail') throw new TaskFailed(message);
  return { end: { status: 4, message: `${message}. Look at the log, then approve the run or stop it.` } };
}

/** Cases by rule that hold today and are not excluded. `each` gets the first ones of every rule. */
export async function countRules(
  context: TaskContext,
  versionId: number,
  each?: (rule: Rule, first: readonly FoundCase[], count: number) => void,
): Promise<ReadonlyMap<Rule, number>> {
  const { place, task, signal, progress } = context;
  const engine = place.store.sql;
  const checked = await checkVersion(engine, versionId, signal, (kind) => progress(`Reading ${kind}`, 0, 0), place.startChecking);
  // removed or archived since
  if (checked === undefined) throw new TaskFailed(`The version ${versionId} can no longer be read.`);
  const excluded = excludedOf(await listExclusions(engine.db, task.databaseId, versionId));
  const day = dayIn(checked.timezone, timeNow());
  const counts = new Map<Rule, number>();
  for (const rule of checked.rules) {
    const first: FoundCase[] = [];
    const { all, ignored } = countRule(rule, checked.book, excluded, day, (one) => {
      if (!one.Ignored && first.length < CASES_LOGGED) first.push(one);
    });
    if (all - ignored === 0) continue;
    counts.set(rule, all - ignored);
    each?.(rule, first, all - ignored);
  }
  return counts;
}

/** Cases of a rule that are logged. */
const CASES_LOGGED = 100;

function logRule({ log }: TaskContext, rule: Rule, first: readonly FoundCase[], count: number): void {
  const group = log.group(`${rule.level} ${rule.code}, ${rule.name}: ${plural(count, 'case')}`);
  const say = rule.level === 'Error' ? log.error : log.warn;
  for (const { Id, Text } of first) say(`${Id}: ${Text}`, group);
  if (count > first.length) log.info(`and ${(count - first.length).toLocaleString('en')} more`, group);
}

interface Limit {
  readonly cases: number;
  readonly act: GateAct;
}

/** Limits of single rules. Throws TaskFailed for a rule that is not there. */
function limitsOf(lines: readonly string[]): ReadonlyMap<number, Limit> {
  return new Map(
    lines.map((line): [number, Limit] => {
      const [, code = '', cases = '', act = ''] = RULE_LIMIT.exec(line.trim()) ?? [];
      if (ruleOf(Number(code)) === undefined) throw new TaskFailed(`There is no rule ${code}.`);
      return [Number(code), { cases: Number(cases), act: act as GateAct }];
    }),
  );
}

interface Verdict {
  readonly act: GateAct;
  readonly errors: number;
  readonly warnings: number;
  /** The limits that are passed, in words. */
  readonly passed: readonly { readonly words: string; readonly act: GateAct }[];
}

/** What the limits say of these counts: the strictest of those that are passed decides. */
export function verdictOf(
  counts: ReadonlyMap<Pick<Rule, 'code' | 'level' | 'name'>, number>,
  values: { errors_allowed: number; on_errors: GateAct; warnings_allowed: number; on_warnings: GateAct },
  own: ReadonlyMap<number, Limit>,
): Verdict {
  const passed: { words: string; act: GateAct }[] = [];
  const sums = { Error: 0, Warning: 0 };
  for (const [rule, count] of counts) {
    const limit = own.get(rule.code);
    if (limit === undefined) sums[rule.level] += count;
    else if (count > limit.cases)
      passed.push({ words: `${groupOf(rule.code)} ${rule.code}, ${rule.name}: ${allowed(count, limit.cases, 'case')}`, act: limit.act });
  }
  if (sums.Error > values.errors_allowed) passed.push({ words: allowed(sums.Error, values.errors_allowed, 'error'), act: values.on_errors });
  if (sums.Warning > values.warnings_allowed)
    passed.push({ words: allowed(sums.Warning, values.warnings_allowed, 'warning'), act: values.on_warnings });
  const act = (['fail', 'approval'] as const).find((one) => passed.some((limit) => limit.act === one)) ?? 'continue';
  return { act, errors: sums.Error, warnings: sums.Warning, passed };
}

function allowed(count: number, most: number, word: string): string {
  return `${plural(count, word)}, ${most.toLocaleString('en')} allowed`;
}

function plural(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
}
