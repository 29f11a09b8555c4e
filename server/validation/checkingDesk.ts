/** Checks versions and keeps them in memory, so that an edit costs what it touches. */
import type { Entity } from '../../src/domain/entities.ts';
import { ruleCatalogue } from './catalogue.ts';
import { Checker, type SubjectCases } from './engine.ts';
import { findingParts, shortSubject } from './findingParts.ts';
import type { ChangedText, FromThread, Rechecked, ToThread } from './messages.ts';
import { type DocumentChange, Network } from './network.ts';

/** Carries messages out, one after the other; the answer is undefined where none is expected. */
export function createCheckingDesk(): (message: ToThread) => FromThread | undefined {
  const checkers = new Map<number, Checker>();
  return (message) => {
    try {
      return carryOut(checkers, message);
    } catch (error) {
      checkers.delete(message.version);
      return 'id' in message ? { id: message.id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) } : undefined;
    }
  };
}

const decoder = new TextDecoder();

function carryOut(checkers: Map<number, Checker>, message: ToThread): FromThread | undefined {
  const { version } = message;
  switch (message.ask) {
    case 'begin':
      checkers.set(version, new Checker(ruleCatalogue, new Network(message.region)));
      return undefined;
    case 'documents': {
      const { network } = checkerOf(checkers, version);
      // The store checked them when they were written.
      for (const doc of JSON.parse(decoder.decode(message.text)) as Entity[]) network.fill(message.kind, doc);
      return { id: message.id };
    }
    case 'check': {
      const checker = checkerOf(checkers, version);
      for (const change of message.changes) checker.network.put(changeOf(change));
      checker.checkAll();
      return { id: message.id, timezone: timezoneOf(checker.network), parts: findingParts(checker.results) };
    }
    case 'edit': {
      const checker = checkerOf(checkers, version);
      const sets = message.sets.map(({ rev, changes }): Rechecked['sets'][number] => ({
        rev,
        changes: checker
          .apply(changes.map(changeOf))
          .map(({ rule, subject, before, after }) => ({ rule, subject: shortSubject(subject), before: bodyOf(before), after: bodyOf(after) })),
      }));
      return { id: message.id, sets };
    }
    case 'rename':
      checkers.set(message.to, checkerOf(checkers, version));
      checkers.delete(version);
      return undefined;
    case 'drop':
      checkers.delete(version);
      return undefined;
  }
}

function checkerOf(checkers: ReadonlyMap<number, Checker>, version: number): Checker {
  const checker = checkers.get(version);
  if (!checker) throw new Error(`The version ${version} is not known to this thread`);
  return checker;
}

function changeOf({ kind, id, doc }: ChangedText): DocumentChange {
  return { kind, id, doc: doc === null ? null : (JSON.parse(doc) as Entity) } as DocumentChange;
}

function bodyOf(cases: SubjectCases | null): string | null {
  return cases === null ? null : JSON.stringify([cases.count, cases.cases]);
}

/** The time zone that most agencies have; empty where none says any. */
function timezoneOf(network: Network): string {
  const counts = new Map<string, number>();
  for (const { doc } of network.all('Agency')) if (doc.Timezone) counts.set(doc.Timezone, (counts.get(doc.Timezone) ?? 0) + 1);
  return [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]?.[0] ?? '';
}
