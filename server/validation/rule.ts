/**
 * What a rule declares. The engine derives from the shape, and from what the rule says it reads, what an edit has to have
 * checked again. Checks are pure: what depends on the day answers the days on which it holds.
 */
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import { VALIDATION_GROUPS, type ValidationEntity, type ValidationGroupName } from '../../src/domain/validation.ts';
import type { AnyNode, Network, Node } from './network.ts';
import type { Thresholds } from './thresholds.ts';

/** One thing wrong. `of` says about which document in rules that look at several; otherwise it is the one checked. */
export interface Fault {
  /** What is wrong, with the numbers. */
  readonly text: string;
  readonly field?: string;
  /** Place in the track, of cases about a track stop. */
  readonly position?: number;
  readonly of?: AnyNode;
  /** The stop at that place. */
  readonly stopId?: string | undefined;
  /** Days since 1970-01-01, both included, on which it holds. */
  readonly from?: number;
  readonly to?: number;
  /** The network calendar that it is about, and the date. */
  readonly calendar?: string;
  readonly date?: string;
}
export type Found = Fault | readonly Fault[] | undefined;

/** The documentation of a rule. */
export interface RuleDoc {
  readonly what: string;
  readonly why: string;
  readonly how: string;
  readonly example: string;
}

/** The number that a rule compares with, where the profile of a region may choose another: its name, unit, and the range to choose from. */
export interface Threshold {
  readonly key: keyof Thresholds;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
}

interface Facts {
  readonly code: number;
  readonly name: string;
  readonly level: 'Error' | 'Warning';
  readonly entity: ValidationEntity;
  readonly ignorable: boolean;
  readonly doc: RuleDoc;
  readonly threshold?: Threshold;
}

/** For documents of other kinds: which subjects (or keys) have to be checked again when such a one changes. */
export type Reads = { readonly [K in EntityKind]?: (doc: Entity<K>, net: Network, id: string) => Iterable<string> };

/** Reads one document. */
export interface DocumentRule<K extends EntityKind = EntityKind> extends Facts {
  readonly shape: 'document';
  readonly kind: K;
  readonly check: (doc: Entity<K>, limits: Thresholds) => Found;
}

/** Reads a document and those it is joined with; `on` answers ids of documents of `kind`. */
export interface RelationRule<K extends EntityKind = EntityKind> extends Facts {
  readonly shape: 'relation';
  readonly kind: K;
  readonly on: Reads;
  readonly check: (doc: Entity<K>, net: Network, node: Node<K>) => Found;
}

/** Reads all documents of one key; `keys` reads the document alone, `on` answers keys. */
export interface GroupRule<K extends EntityKind = EntityKind> extends Facts {
  readonly shape: 'group';
  readonly kind: K;
  readonly keys: (doc: Entity<K>) => Iterable<string>;
  readonly on?: Reads;
  readonly check: (members: readonly Node<K>[], net: Network, key: string) => Found;
}

/** Reads the whole version, when a document of one of the kinds changes. */
export interface VersionRule extends Facts {
  readonly shape: 'version';
  readonly on: readonly EntityKind[];
  /** Where it is said, only changes of these fields count. */
  readonly fields?: readonly string[];
  readonly check: (net: Network) => Found;
}

export type Rule = DocumentRule | RelationRule | GroupRule | VersionRule;

type Declared<R extends { shape: unknown; doc: RuleDoc }> = Omit<
  R,
  'shape' | 'doc' | 'name' | 'code' | 'level' | 'entity' | 'ignorable' | 'threshold'
>;

/**
 * Code, name, level, entity (with `!` behind it where cases cannot be excluded), and its documentation: what, why, how, example; and
 * its threshold, where a region may choose another.
 */
export type Head = readonly [
  code: number,
  name: string,
  level: 'Error' | 'Warning',
  entity: ValidationEntity | `${ValidationEntity}!`,
  what: string,
  why: string,
  how: string,
  example: string,
  threshold?: Threshold,
];

export function documentRule<K extends EntityKind>(head: Head, kind: K, check: DocumentRule<K>['check']): Rule {
  return { shape: 'document', ...factsOf(head), kind, check } satisfies DocumentRule<K> as unknown as Rule;
}

export function relationRule<K extends EntityKind>(head: Head, kind: K, on: Reads, check: RelationRule<K>['check']): Rule {
  return { shape: 'relation', ...factsOf(head), kind, on, check } satisfies RelationRule<K> as unknown as Rule;
}

export function groupRule<K extends EntityKind>(head: Head, kind: K, rest: Omit<Declared<GroupRule<K>>, 'kind'>): Rule {
  return { shape: 'group', ...factsOf(head), kind, ...rest } satisfies GroupRule<K> as unknown as Rule;
}

export function versionRule(head: Head, on: readonly EntityKind[], check: VersionRule['check'], fields?: readonly string[]): Rule {
  return { shape: 'version', ...factsOf(head), on, check, ...(fields === undefined ? {} : { fields }) };
}

/** The group of a rule, by the hundred of its code. */
export function groupOf(code: number): ValidationGroupName {
  return GROUP_OF_HUNDRED[Math.floor(code / 100)] ?? VALIDATION_GROUPS[0];
}

const GROUP_OF_HUNDRED: Readonly<Record<number, ValidationGroupName>> = {
  1: 'Agencies',
  2: 'Stops',
  3: 'Schedules',
  4: 'Fares',
  5: 'Pathways',
  6: 'Transfers',
  7: 'Translations',
};

function factsOf([code, name, level, subject, what, why, how, example, threshold]: Head): Facts {
  const fixed = subject.endsWith('!');
  const entity = (fixed ? subject.slice(0, -1) : subject) as ValidationEntity;
  return { code, name, level, entity, ignorable: !fixed, doc: { what, why, how, example }, ...(threshold === undefined ? {} : { threshold }) };
}
