/** Counts what was found: by rule and by entity, with what is excluded and what is new. Pure. */
import { areaOf, exclusionKey, VALIDATION_GROUPS, type ValidationCase, type ValidationEntity } from '../../src/domain/validation.ts';
import type { FoundCase, ValidationByEntity, ValidationByRule, ValidationGroup } from '../../src/domain/validationSummary.ts';
import type { FindingBook } from './findingBook.ts';
import { holdsOn } from './holding.ts';
import { groupOf, type Rule } from './rule.ts';
import { quickFixOf } from '../../src/domain/quickFixes.ts';

/** Which entities are excluded: by rule and key, the version in whose session they were. */
export type Excluded = ReadonlyMap<number, ReadonlyMap<string, number>>;

/** Cases that hold on a day, with whether they are excluded and new. */
export function* casesOfRule(rule: Rule, book: FindingBook, excluded: Excluded, day: number): Generator<FoundCase> {
  const ignored = excluded.get(rule.code);
  for (const { cases, was } of book.subjects(rule.code)) {
    let before: Set<string> | undefined;
    for (const one of cases) {
      if (!holdsOn(one, day)) continue;
      const by = ignored?.get(exclusionKey(rule.entity, one.Id));
      if (was !== undefined) before ??= new Set(was?.cases.map(textOf));
      yield {
        ...one,
        Ignored: by !== undefined,
        IgnoredBySessionDbVersionId: by ?? null,
        New: before !== undefined && !before.has(textOf(one)),
      };
    }
  }
}

function textOf(one: ValidationCase): string {
  return `${one.Id}\n${one.Text}`;
}

interface Counted {
  readonly all: number;
  readonly ignored: number;
  readonly fresh: number;
  readonly by: ReadonlySet<number>;
}

/** The numbers of one rule. */
export function ruleSummary(rule: Rule, { all, ignored, fresh, by }: Counted): ValidationByRule {
  const [only] = by;
  return {
    RuleId: rule.code,
    RuleName: rule.name,
    RuleLevel: rule.level,
    Area: areaOf(rule.entity),
    Entity: rule.entity,
    Ignorable: rule.ignorable,
    AllCasesCount: all,
    IgnoredCasesCount: ignored,
    NewCasesCount: fresh,
    FullyIgnored: all > 0 && ignored === all,
    Ignored: ignored > 0,
    IgnoredBySessionDbVersionId: by.size === 1 && only !== undefined ? only : null,
    Mendable: quickFixOf(rule.code) !== undefined,
  };
}

/** Counts the cases of a rule; `each` gets every case that can be listed. */
export function countRule(rule: Rule, book: FindingBook, excluded: Excluded, day: number, each?: (one: FoundCase) => void): Counted {
  let [kept, ignored, fresh] = [0, 0, 0];
  const by = new Set<number>();
  for (const one of casesOfRule(rule, book, excluded, day)) {
    kept++;
    if (one.IgnoredBySessionDbVersionId !== null) {
      ignored++;
      by.add(one.IgnoredBySessionDbVersionId);
    }
    if (one.New) fresh++;
    each?.(one);
  }
  let beyond = 0;
  for (const { count, cases } of book.subjects(rule.code)) beyond += count - cases.length;
  return { all: kept + beyond, ignored, fresh, by };
}

/** All groups with their rules and entities, by the rules that apply. Rules without a case are left out. */
export function groupsOf(applied: readonly Rule[], book: FindingBook, excluded: Excluded, day: number): ValidationGroup[] {
  return VALIDATION_GROUPS.map((GroupName): ValidationGroup => {
    const entities = new Map<string, { entity: ValidationEntity; id: string; errors: number; warnings: number; rules: Set<number> }>();
    const rules: ValidationByRule[] = [];
    let [errors, warnings] = [0, 0];
    for (const rule of applied.filter(({ code }) => groupOf(code) === GroupName)) {
      const counted = countRule(rule, book, excluded, day, (one) => {
        if (one.Ignored) return;
        const [entity, id] = entityOf(rule.entity, one.Id);
        const key = `${entity}/${id}`;
        let found = entities.get(key);
        if (!found) entities.set(key, (found = { entity, id, errors: 0, warnings: 0, rules: new Set() }));
        found[rule.level === 'Error' ? 'errors' : 'warnings']++;
        found.rules.add(rule.code);
      });
      if (counted.all === 0) continue;
      rules.push(ruleSummary(rule, counted));
      if (rule.level === 'Error') errors += counted.all - counted.ignored;
      else warnings += counted.all - counted.ignored;
    }
    const listed = [...entities.values()].toSorted((a, b) => b.errors - a.errors || b.warnings - a.warnings || (a.id < b.id ? -1 : 1));
    return {
      GroupName,
      Errors: errors,
      Warnings: warnings,
      ValidationsByRule: rules,
      ValidationsByEntity: listed.slice(0, ENTITIES_LISTED).map((one): ValidationByEntity => ({
        Entity: one.entity,
        EntityId: one.id,
        Errors: one.errors,
        Warnings: one.warnings,
        Rules: [...one.rules],
      })),
      EntitiesCount: entities.size,
    };
  });
}

const ENTITIES_LISTED = 500;

/** By entity, the stops of tracks count with their schedule. */
function entityOf(entity: ValidationEntity, id: string): readonly [ValidationEntity, string] {
  return entity === 'TrackStop' ? ['Schedule', decodeURIComponent(id.split('/', 1)[0] ?? '')] : [entity, id];
}
