/** What was found in a version, in memory: the cases of its set, with what differs from them since. */
import { ValidationCase } from '../../src/domain/validation.ts';
import type { FindingChange, FindingPart } from '../store/findings.ts';
import type { SubjectCases } from './engine.ts';

export type SubjectsByRule = ReadonlyMap<number, ReadonlyMap<string, SubjectCases>>;

/** Reads the parts of a set. */
export function readParts(parts: readonly FindingPart[]): SubjectsByRule {
  const rules = new Map<number, Map<string, SubjectCases>>();
  for (const { rule, body } of parts) {
    let subjects = rules.get(rule);
    if (!subjects) rules.set(rule, (subjects = new Map()));
    // Written by this product (validationWorker.ts); checking 100,000 cases again would cost a second.
    for (const [subject, count, cases] of JSON.parse(body) as [string, number, ValidationCase[]][]) subjects.set(subject, { count, cases });
  }
  return rules;
}

/** Reads what a subject has; null where it has no case. */
export function readBody(body: string | null): SubjectCases | null {
  if (body === null) return null;
  const [count, cases] = JSON.parse(body) as [number, ValidationCase[]];
  return { count, cases };
}

/** The cases of a version at the revision up to which it is checked. */
export class FindingBook {
  readonly setId: number;
  readonly #base: SubjectsByRule;
  readonly #changes = new Map<number, Map<string, { readonly now: SubjectCases | null; readonly was: SubjectCases | null; readonly rev: number }>>();
  rev = -1;

  constructor(setId: number, base: SubjectsByRule) {
    this.setId = setId;
    this.#base = base;
  }

  /** Takes what differs, up to a revision. */
  take(changes: readonly FindingChange[], rev: number): void {
    for (const { rule, subject, body, was, rev: at } of changes) {
      let subjects = this.#changes.get(rule);
      if (!subjects) this.#changes.set(rule, (subjects = new Map()));
      subjects.set(subject, { now: readBody(body), was: readBody(was), rev: at });
    }
    this.rev = rev;
  }

  /** What a subject has now, and had when the version was begun. */
  subject(rule: number, subject: string): { readonly now: SubjectCases | null; readonly was: SubjectCases | null } {
    const changed = this.#changes.get(rule)?.get(subject);
    if (changed) return changed;
    const base = this.#base.get(rule)?.get(subject) ?? null;
    return { now: base, was: base };
  }

  /** Subjects of a rule that have cases, in the order of their names; `fresh` are texts of cases that were not there when the version was begun. */
  *subjects(rule: number): Generator<SubjectCases & { readonly subject: string; readonly was: SubjectCases | null | undefined }> {
    const changes = this.#changes.get(rule);
    for (const [subject, cases] of this.#base.get(rule) ?? []) if (!changes?.has(subject)) yield { subject, ...cases, was: undefined };
    for (const [subject, { now, was, rev }] of changes ?? []) if (now) yield { subject, ...now, was: rev === 0 ? undefined : was };
  }

  rules(): Set<number> {
    return new Set([...this.#base.keys(), ...this.#changes.keys()]);
  }
}
