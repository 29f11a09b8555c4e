/**
 * Checks a version by rules, and keeps the results true while documents change: a change has those subjects checked again
 * whose rules read the changed document, before or after it.
 */
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import { trackStopId, type ValidationCase } from '../../src/domain/validation.ts';
import { KeyIndex } from './keyIndex.ts';
import { type AnyNode, type DocumentChange, Network, type Node } from './network.ts';
import type { DocumentRule, Fault, Found, GroupRule, RelationRule, Rule, VersionRule } from './rule.ts';

/** What a rule finds in one subject: how many cases, and the first of them. */
export interface SubjectCases {
  readonly count: number;
  readonly cases: readonly ValidationCase[];
}

/** A subject of a rule whose cases are others than before; null where it has none any more. */
export interface SubjectChange {
  readonly rule: number;
  readonly subject: string;
  readonly before: SubjectCases | null;
  readonly after: SubjectCases | null;
}

/** Cases by rule code and subject: `kind/id` of a document, the key of a group, or an empty text. */
export type Results = ReadonlyMap<number, ReadonlyMap<string, SubjectCases>>;

/** Of one subject at most so many cases are kept; all are counted. */
const KEPT_OF_SUBJECT = 1000;

interface Group {
  readonly kind: EntityKind;
  readonly keys: GroupRule['keys'];
  readonly rules: GroupRule[];
  readonly index: KeyIndex<Node>;
}

export class Checker {
  readonly network: Network;
  readonly #rules: readonly Rule[];
  readonly #byKind = new Map<EntityKind, (DocumentRule | RelationRule)[]>();
  /** Rules with the same keys share an index. */
  readonly #groups: Group[] = [];
  readonly #results = new Map<number, Map<string, SubjectCases>>();

  constructor(rules: readonly Rule[], network: Network) {
    this.network = network;
    this.#rules = rules;
    for (const rule of rules) {
      this.#results.set(rule.code, new Map());
      if (rule.shape === 'group') {
        const group = this.#groups.find(({ kind, keys }) => kind === rule.kind && keys === rule.keys);
        if (group) group.rules.push(rule);
        else this.#groups.push({ kind: rule.kind, keys: rule.keys, rules: [rule], index: new KeyIndex() });
      } else if (rule.shape !== 'version') this.#byKind.set(rule.kind, [...(this.#byKind.get(rule.kind) ?? []), rule]);
    }
  }

  get results(): Results {
    return this.#results;
  }

  /** Checks everything. */
  checkAll(): Results {
    // Documents of a large version are unpacked to be read: all that reads a document alone is done in one go.
    for (const kind of new Set([...this.#byKind.keys(), ...this.#groups.map((group) => group.kind)])) {
      const groups = this.#groups.filter((group) => group.kind === kind);
      for (const node of this.network.all(kind)) {
        for (const rule of this.#byKind.get(kind) ?? []) this.#keep(rule, node.id, this.#checkNode(rule, node));
        for (const { keys, index } of groups) for (const key of keys(node.doc)) index.add(key, node);
      }
      for (const { rules, index } of groups)
        for (const key of index.keys()) for (const rule of rules) this.#keep(rule, key, this.#checkGroup(rule, index, key));
    }
    for (const rule of this.#rules) if (rule.shape === 'version') this.#keep(rule, '', this.#checkVersion(rule));
    return this.#results;
  }

  /** Takes changes that happened together. Returns the subjects whose cases are others than before. */
  apply(changes: readonly DocumentChange[]): SubjectChange[] {
    const subjects = new Map<Rule, Set<string>>();
    const add = (rule: Rule, ids: Iterable<string>): void => {
      let set = subjects.get(rule);
      if (set === undefined) subjects.set(rule, (set = new Set()));
      for (const id of ids) set.add(id);
    };
    for (const { kind, id } of changes) {
      const node = this.network.node(kind, id);
      if (node) this.#collect(node, add);
    }
    const touched: Touched[] = [];
    for (const change of changes) {
      const before = this.network.put(change);
      touched.push({ kind: change.kind, before: before?.doc, after: change.doc });
      const after = this.network.node(change.kind, change.id);
      for (const { kind, keys, index } of this.#groups) {
        if (kind !== change.kind) continue;
        if (before) for (const key of keys(before.doc)) index.remove(key, before);
        if (after) for (const key of keys(after.doc)) index.add(key, after);
      }
    }
    for (const { kind, id } of changes) {
      const node = this.network.node(kind, id);
      if (node) this.#collect(node, add);
    }
    for (const rule of this.#rules) if (rule.shape === 'version' && touched.some((one) => concerns(rule, one))) add(rule, ['']);
    return this.#recheck(subjects);
  }

  /** How many subjects would be checked again where a document changes: what an edit of it costs. */
  subjectsOf(kind: EntityKind, id: string): number {
    const node = this.network.node(kind, id);
    const subjects = new Set<string>();
    if (node)
      this.#collect(node, (rule, ids) => {
        for (const one of ids) subjects.add(`${rule.code}/${one}`);
      });
    return subjects.size;
  }

  #collect(node: Node, add: (rule: Rule, ids: Iterable<string>) => void): void {
    for (const rule of this.#byKind.get(node.kind) ?? []) add(rule, [node.id]);
    for (const rule of this.#rules) {
      if (rule.shape === 'group' && rule.kind === node.kind) add(rule, rule.keys(node.doc));
      if (rule.shape !== 'group' && rule.shape !== 'relation') continue;
      const read = rule.on?.[node.kind] as ((doc: Entity, net: Network, id: string) => Iterable<string>) | undefined;
      if (read) add(rule, read(node.doc, this.network, node.id));
    }
  }

  #recheck(subjects: ReadonlyMap<Rule, ReadonlySet<string>>): SubjectChange[] {
    const changed: SubjectChange[] = [];
    for (const [rule, ids] of subjects) {
      const index = rule.shape === 'group' ? this.#groups.find((group) => group.rules.includes(rule))?.index : undefined;
      for (const id of ids) {
        const before = this.#results.get(rule.code)?.get(id) ?? null;
        let found: SubjectCases | undefined;
        if (rule.shape === 'version') found = this.#checkVersion(rule);
        else if (rule.shape === 'group') found = index && this.#checkGroup(rule, index, id);
        else {
          const node = this.network.node(rule.kind, id);
          found = node && this.#checkNode(rule, node);
        }
        if (sameCases(before, found ?? null)) continue;
        this.#keep(rule, id, found);
        changed.push({ rule: rule.code, subject: id, before, after: found ?? null });
      }
    }
    return changed;
  }

  #checkNode(rule: DocumentRule | RelationRule, node: Node): SubjectCases | undefined {
    return casesOf(
      rule,
      rule.shape === 'document' ? rule.check(node.doc, this.network.limits) : rule.check(node.doc, this.network, node),
      node as AnyNode,
    );
  }

  #checkGroup(rule: GroupRule, index: KeyIndex<Node>, key: string): SubjectCases | undefined {
    const members = index.get(key);
    return members.length === 0 ? undefined : casesOf(rule, rule.check(members, this.network, key), undefined);
  }

  #checkVersion(rule: VersionRule): SubjectCases | undefined {
    return casesOf(rule, rule.check(this.network), undefined);
  }

  #keep(rule: Rule, subject: string, cases: SubjectCases | undefined): void {
    const kept = this.#results.get(rule.code);
    if (cases === undefined) kept?.delete(subject);
    else kept?.set(subject, cases);
  }
}

function casesOf(rule: Rule, found: Found, checked: AnyNode | undefined): SubjectCases | undefined {
  if (found === undefined) return undefined;
  const faults: readonly Fault[] = Array.isArray(found) ? (found as readonly Fault[]) : [found as Fault];
  if (faults.length === 0) return undefined;
  return { count: faults.length, cases: faults.slice(0, KEPT_OF_SUBJECT).map((fault) => caseOf(rule, fault, fault.of ?? checked)) };
}

function caseOf(rule: Rule, { text, field, position, stopId, from, to, calendar, date }: Fault, node: AnyNode | undefined): ValidationCase {
  return {
    Text: text,
    ...placeOf(rule, node, position, stopId),
    ...(field === undefined ? {} : { Field: field }),
    ...(from === undefined ? {} : { From: from }),
    ...(to === undefined ? {} : { To: to }),
    ...(calendar === undefined ? {} : { Calendar: calendar }),
    ...(date === undefined ? {} : { Date: date }),
  };
}

/** Cases about tracks and timetables belong to their schedule, and say where in it they are. */
function placeOf(rule: Rule, node: AnyNode | undefined, position: number | undefined, stopId: string | undefined): Omit<ValidationCase, 'Text'> {
  if (node === undefined) return { Id: '' };
  // Rows that join two things have no place of their own on the screens.
  if (node.kind === 'VehicleBoarding') return { Id: node.doc.BoardingAreaId };
  if (node.kind === 'VehicleCoupling') return { Id: node.doc.ParentId };
  if (node.kind !== 'Track' && node.kind !== 'Timetable') return { Id: node.doc.Id };
  const place = {
    TrackId: node.kind === 'Track' ? node.doc.Id : node.doc.TrackId,
    ...(node.kind === 'Timetable' ? { Timetable: node.doc.Number } : {}),
    ...(position === undefined ? {} : { Position: position }),
  };
  const schedule = node.doc.ScheduleId;
  if (rule.entity !== 'TrackStop' || position === undefined) return { Id: schedule, ...place };
  const stop = node.kind === 'Track' ? (node.doc.Stops[position]?.StopId ?? '') : (stopId ?? '');
  return { Id: trackStopId(schedule, place.TrackId, position, stop), ...place };
}

interface Touched {
  readonly kind: EntityKind;
  readonly before: Entity | undefined;
  readonly after: Entity | null;
}

function concerns({ on, fields }: VersionRule, { kind, before, after }: Touched): boolean {
  if (!on.includes(kind)) return false;
  const valueOf = (doc: Entity | null | undefined, field: string): string | undefined => JSON.stringify(doc && Reflect.get(doc, field));
  return fields?.some((field) => valueOf(before, field) !== valueOf(after, field)) ?? true;
}

function sameCases(a: SubjectCases | null, b: SubjectCases | null): boolean {
  if (a === null || b === null) return a === b;
  return a.count === b.count && JSON.stringify(a.cases) === JSON.stringify(b.cases);
}
