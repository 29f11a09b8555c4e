/** What was found in a version, with what is excluded of it; and the exclusions themselves. */
import type { BodyOf, ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/validation.ts';
import { daysOf } from '../../src/domain/date.ts';
import { excludedEntity, ignoredValidation, type IgnoredValidation } from '../../src/domain/exclusions.ts';
import { exclusionKey, type ValidationEntity } from '../../src/domain/validation.ts';
import type { FoundCase } from '../../src/domain/validationSummary.ts';
import * as exclusions from '../store/exclusions.ts';
import type { Db } from '../store/tables.ts';
import { readVersion } from '../store/versions.ts';
import type { AppliedProfile } from '../../src/domain/validationProfile.ts';
import { ruleOf } from '../validation/catalogue.ts';
import { FindingBook } from '../validation/findingBook.ts';
import { rulesUnder } from '../validation/profile.ts';
import { groupOf, type Rule } from '../validation/rule.ts';
import { casesOfRule, countRule, groupsOf, ruleSummary, type Excluded } from '../validation/summary.ts';
import type { Validator } from '../validation/validator.ts';
import { lockEditable, noVersion, readable, type Write } from './editing.ts';
import { groupedBy } from '../../src/domain/groupedBy.ts';
import { becomes, refusalOfErrors, type VersionOutlook } from '../../src/domain/versionOutlook.ts';
import { readValidity } from '../store/publishing.ts';
import { readRefusesErrors, readRegionOfDatabase } from '../store/regions.ts';
import { refusalOfVersion } from './reviews.ts';
import { Refusal } from '../refusal.ts';

export interface ValidationPlace {
  readonly db: Db;
  readonly validator: Validator;
  /** Whether cases can be excluded in this installation. */
  readonly excluding: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What is known of a version, once; undefined where it was never checked. */
interface Known {
  readonly rev: number;
  readonly book: FindingBook | undefined;
  readonly excluded: Excluded;
  readonly day: number;
  /** The rules that apply in the region of the version. */
  readonly rules: readonly Rule[];
  /** Undefined where the region changes no rule. */
  readonly profile: AppliedProfile | undefined;
  /** Whether what is known is not of the newest revision, or not by the thresholds that apply now. */
  readonly behind: boolean;
}

async function know(place: ValidationPlace, versionId: number): Promise<Known> {
  const { rev } = await readable(place.db, versionId);
  const found = await place.validator.book(versionId, place.db);
  const version = await readVersion(place.db, versionId);
  if (!version) throw noVersion(versionId);
  const list = place.excluding ? await exclusions.listExclusions(place.db, version.DatabaseId, versionId) : [];
  const behind = !found || found.book.rev < rev || found.outdated;
  if (behind || version.Editable) place.validator.ensure(versionId);
  const { key, name, profile } = await readRegionOfDatabase(place.db, version.DatabaseId);
  return {
    rev,
    book: found?.book,
    excluded: excludedOf(list),
    day: dayIn(found?.timezone ?? 'UTC', place.now()),
    rules: rulesUnder(profile),
    profile: profile.length === 0 ? undefined : { RegionKey: key, RegionName: name, Changes: profile },
    behind,
  };
}

export async function readSummary(place: ValidationPlace, versionId: number): Promise<ReplyOf<typeof contract.readValidationSummary>> {
  const { rev, book, excluded, day, rules, profile, behind } = await know(place, versionId);
  return {
    Rev: rev,
    ValidatedRev: book?.rev ?? null,
    Checking: behind,
    Groups: book === undefined ? [] : groupsOf(rules, book, excluded, day),
    ...(profile === undefined ? {} : { Profile: profile }),
  };
}

/** What putting a version out would mean. */
export async function readOutlook(place: ValidationPlace, versionId: number): Promise<VersionOutlook> {
  const { Groups, Checking } = await readSummary(place, versionId);
  const { from, to } = await readValidity(place.db, versionId);
  const rules = Groups.flatMap((group) => group.ValidationsByRule);
  const sum = (level: 'Error' | 'Warning', count: (rule: (typeof rules)[number]) => number): number =>
    rules.filter(({ RuleLevel }) => RuleLevel === level).reduce((all, rule) => all + count(rule), 0);
  const kept = (rule: (typeof rules)[number]): number => rule.AllCasesCount - rule.IgnoredCasesCount;
  const Errors = sum('Error', kept);
  const version = await readVersion(place.db, versionId);
  const unapproved = version && (await refusalOfVersion(place.db, version));
  const refused = (await readRefusesErrors(place.db, versionId)) ? refusalOfErrors({ Errors, Checking }) : undefined;
  return {
    Errors,
    Warnings: sum('Warning', kept),
    NewErrors: sum('Error', ({ NewCasesCount }) => NewCasesCount),
    NewWarnings: sum('Warning', ({ NewCasesCount }) => NewCasesCount),
    Checking,
    ValidFrom: from,
    ValidTo: to,
    Becomes: becomes(from, to, new Date(place.now()).toISOString().slice(0, 10)),
    ...(refused === undefined ? {} : { Refused: refused }),
    ...(unapproved === undefined ? {} : { Unapproved: unapproved }),
  };
}

/**
 * Refuses (409) to publish a locked version that its region does not publish with errors. Only what is stored is read: a check
 * within the write would wait for the one connection of the embedded database, which the write has. A version that is not
 * checked yet is refused with `checking`, which a repeat of the command is not held to.
 */
export async function requirePublishable(place: ValidationPlace, write: Write, versionId: number): Promise<void> {
  if (!(await readRefusesErrors(write.db, versionId))) return;
  const { Refused, Checking } = await readOutlook({ ...place, db: write.db }, versionId);
  if (Refused !== undefined) throw new Refusal(409, Checking ? 'checking' : 'has_errors', Refused);
}

export async function readRule(
  place: ValidationPlace,
  versionId: number,
  ruleId: number,
  { offset, limit, only }: { offset: number; limit: number; only: 'all' | 'new' },
): Promise<ReplyOf<typeof contract.readValidationRule>> {
  const standard = requireRule(ruleId);
  const known = await know(place, versionId);
  const { excluded, day } = known;
  const rule = known.rules.find(({ code }) => code === ruleId);
  const book = (rule === undefined ? undefined : known.book) ?? new FindingBook(0, new Map());
  const cases: FoundCase[] = [];
  let kept = 0;
  const counted = countRule(rule ?? standard, book, excluded, day, (one) => {
    if (only === 'new' && !one.New) return;
    if (kept >= offset && kept < offset + limit) cases.push(one);
    kept++;
  });
  return {
    Rule: ruleSummary(rule ?? standard, counted),
    Total: only === 'new' ? counted.fresh : counted.all,
    Kept: kept,
    Offset: offset,
    Cases: cases,
  };
}

export function readDocumentation(ruleId: number): ReplyOf<typeof contract.readRuleDocumentation> {
  const rule = requireRule(ruleId);
  const { what, why, how, example } = rule.doc;
  return {
    RuleId: rule.code,
    RuleName: rule.name,
    Text: [`What it looks for\n${what}`, `Why it matters\n${why}`, `How to fix it\n${how}`, `Example\n${example}`].join('\n\n'),
  };
}

export async function readEntity(
  place: ValidationPlace,
  versionId: number,
  entity: ValidationEntity,
  entityId: string,
): Promise<ReplyOf<typeof contract.readEntityFindings>> {
  const { book, excluded, day, rules } = await know(place, versionId);
  const findings: ReplyOf<typeof contract.readEntityFindings>['Findings'] = [];
  const within = `${encodeURIComponent(entityId)}/`;
  for (const rule of book === undefined ? [] : rules) {
    const ofTrack = rule.entity === 'TrackStop' && entity === 'Schedule';
    if (!book || (rule.entity !== entity && !ofTrack)) continue;
    const cases = [...casesOfRule(rule, book, excluded, day)].filter(({ Id }) => (ofTrack ? Id.startsWith(within) : Id === entityId));
    if (cases.length === 0) continue;
    const by = new Set(cases.map((one) => one.IgnoredBySessionDbVersionId));
    const [session] = by;
    findings.push({
      RuleId: rule.code,
      RuleName: rule.name,
      RuleLevel: rule.level,
      Entity: rule.entity,
      Ignorable: rule.ignorable,
      Cases: cases.slice(0, CASES_OF_ENTITY),
      Total: cases.length,
      FullyIgnored: cases.every((one) => one.Ignored),
      IgnoredBySessionDbVersionId: by.size === 1 ? (session ?? null) : null,
    });
  }
  return { Findings: findings };
}

/** Most cases of a rule that are listed for one entity. */
const CASES_OF_ENTITY = 500;

/** Excludes cases: of entities that have the rule and are not excluded already. */
export async function ignore(
  place: ValidationPlace,
  write: Write,
  versionId: number,
  ruleId: number,
  body: BodyOf<typeof contract.ignoreRule>,
): Promise<ReplyOf<typeof contract.ignoreRule>> {
  const rule = requireIgnorable(place, ruleId);
  const version = await lockEditable(write, versionId);
  const { book, excluded, day } = await know({ ...place, db: write.db }, versionId);
  const wanted = keysOf(rule, body.IgnoredValidations);
  const counts = casesByKey(rule, book, excluded, day, (one) => !one.Ignored);
  const fitting = wanted.filter(({ key }) => counts.has(key));
  if (fitting.length > 0) {
    const session = await exclusions.openSession(write.db, version.DatabaseId, versionId, write.caller.account.name);
    await exclusions.addExclusions(write.db, session, ruleId, fitting);
  }
  return counted(rule, fitting, counts);
}

/** Takes exclusions back that were made in this version. */
export async function unignore(
  place: ValidationPlace,
  write: Write,
  versionId: number,
  ruleId: number,
  body: BodyOf<typeof contract.unignoreRule>,
): Promise<ReplyOf<typeof contract.unignoreRule>> {
  const rule = requireIgnorable(place, ruleId);
  const version = await lockEditable(write, versionId);
  const { book, excluded, day } = await know({ ...place, db: write.db }, versionId);
  const counts = casesByKey(rule, book, excluded, day, (one) => one.IgnoredBySessionDbVersionId === versionId);
  const fitting = keysOf(rule, body.IgnoredValidations).filter(({ key }) => counts.has(key));
  if (fitting.length > 0) {
    const session = await exclusions.openSession(write.db, version.DatabaseId, versionId, write.caller.account.name);
    await exclusions.removeExclusions(
      write.db,
      session,
      version.DatabaseId,
      fitting.map((one) => ({ rule: ruleId, ...one })),
    );
  }
  return counted(rule, fitting, counts);
}

export async function readIgnoreSummary(place: ValidationPlace, versionId: number): Promise<ReplyOf<typeof contract.readIgnoreSummary>> {
  const version = await readVersion(place.db, versionId);
  if (!version) throw noVersion(versionId);
  const list = await exclusions.listExclusions(place.db, version.DatabaseId, versionId);
  const sessions = await exclusions.listSessions(place.db, version.DatabaseId, versionId);
  const { book, day, rules } = version.Completed && !version.Archived ? await know(place, versionId) : { book: undefined, day: 0, rules: [] };
  const counts = new Map<number, ReadonlyMap<string, number>>();
  for (const rule of new Set(list.map((one) => one.rule))) {
    const known = ruleOf(rule);
    if (known)
      counts.set(
        rule,
        casesByKey(known, book, new Map(), day, () => true),
      );
  }
  return {
    Sessions: sessions.map(({ id, note, author, at, finalized, versionId: made }) => ({
      Id: id,
      Note: note,
      Author: author,
      Date: at,
      Finalized: finalized,
      DbVersionId: made,
      RuleTypes: [...new Set(list.filter((one) => one.sessionId === id).map((one) => one.rule))],
    })),
    Validations: [...groupedBy(list, (one) => one.rule)].flatMap(([code, all]) => {
      const rule = rules.find((one) => one.code === code) ?? ruleOf(code);
      if (!rule) return [];
      return [
        { RuleType: code, Name: rule.name, RuleLevel: rule.level, Group: groupOf(code), SessionIds: [...new Set(all.map((one) => one.sessionId))] },
      ];
    }),
    Instances: list.map((one) => ({
      RuleType: one.rule,
      SessionId: one.sessionId,
      CasesCount: counts.get(one.rule)?.get(one.key) ?? 0,
      ...ignoredValidation(one.entity, one.id),
    })),
  };
}

/** Deletes exclusions of any session of the database; entities that are gone can be deleted too. */
export async function deleteIgnored(
  write: Write,
  versionId: number,
  { Instances }: BodyOf<typeof contract.deleteIgnored>,
): Promise<ReplyOf<typeof contract.deleteIgnored>> {
  const version = await lockEditable(write, versionId);
  let Deleted = 0;
  for (const [session, instances] of groupedBy(Instances, (one) => one.SessionId)) {
    const entities = instances.map((one) => {
      const { entity, id } = excludedEntity(one);
      return { rule: one.RuleType, entity, key: exclusionKey(entity, id) };
    });
    Deleted += await exclusions.removeExclusions(write.db, session, version.DatabaseId, entities);
  }
  return { Deleted };
}

export async function editNote(write: Write, versionId: number, sessionId: number, note: string): Promise<ReplyOf<typeof contract.editSessionNote>> {
  const version = await lockEditable(write, versionId);
  if (!(await exclusions.writeNote(write.db, version.DatabaseId, sessionId, note)))
    throw new Refusal(404, 'not_found', `There is no session ${sessionId}.`);
  return { Id: sessionId, Note: note };
}

function requireRule(ruleId: number): Rule {
  const rule = ruleOf(ruleId);
  if (!rule) throw new Refusal(404, 'not_found', `There is no rule ${ruleId}.`);
  return rule;
}

function requireIgnorable(place: ValidationPlace, ruleId: number): Rule {
  const rule = requireRule(ruleId);
  if (!place.excluding) throw new Refusal(409, 'not_possible', 'Excluding is switched off in this installation.');
  if (!rule.ignorable) throw new Refusal(409, 'not_possible', `Cases of ${rule.name} cannot be excluded.`);
  return rule;
}

/** Which entities a list of exclusions excludes, by rule and key. */
export function excludedOf(list: readonly exclusions.StoredExclusion[]): Excluded {
  const rules = new Map<number, Map<string, number>>();
  for (const { rule, key, versionId } of list) {
    let keys = rules.get(rule);
    if (!keys) rules.set(rule, (keys = new Map()));
    keys.set(key, versionId);
  }
  return rules;
}

function keysOf(rule: Rule, list: readonly IgnoredValidation[]): { entity: ValidationEntity; key: string; id: string }[] {
  const keys = new Map<string, { entity: ValidationEntity; key: string; id: string }>();
  for (const given of list) {
    const { entity, id } = excludedEntity(given);
    const key = exclusionKey(entity, id);
    if (entity === rule.entity && !keys.has(key)) keys.set(key, { entity, key, id });
  }
  return [...keys.values()];
}

function casesByKey(
  rule: Rule,
  book: FindingBook | undefined,
  excluded: Excluded,
  day: number,
  counts: (one: FoundCase) => boolean,
): Map<string, number> {
  const found = new Map<string, number>();
  if (!book) return found;
  for (const one of casesOfRule(rule, book, excluded, day)) {
    if (!counts(one)) continue;
    const key = exclusionKey(rule.entity, one.Id);
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return found;
}

function counted(rule: Rule, fitting: readonly { key: string }[], counts: ReadonlyMap<string, number>): ReplyOf<typeof contract.ignoreRule> {
  return { Cases: fitting.reduce((sum, { key }) => sum + (counts.get(key) ?? 0), 0), Entities: fitting.length, Entity: rule.entity };
}

/** The day it is in a time zone, in days since 1970-01-01. */
export function dayIn(timezone: string, now: number): number {
  const text = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);
  return daysOf(text) ?? Math.floor(now / 86_400_000);
}
