import type { EntityKind } from '../../../src/domain/entities.ts';
import { namedBy, type Reference, REFERENCES } from '../../../src/domain/references.ts';
import { DOCUMENTS_LIMIT } from './format.ts';
import { FeedFileRefused, type Problem } from './refusal.ts';

/** Which ids a file has, and whether everything that names one names one that is there. */
export class References {
  readonly #known = new Map<EntityKind, Set<string>>();
  /** Named before they were seen, with the first place that did: they may still come. */
  readonly #awaited = new Map<EntityKind, Map<string, string>>();
  #documents = 0;

  /** Returns false where the kind has that id already. */
  define(kind: EntityKind, id: string): boolean {
    if (++this.#documents > DOCUMENTS_LIMIT)
      throw new FeedFileRefused([{ place: '', message: `The file has more than ${DOCUMENTS_LIMIT} documents` }]);
    const known = this.#of(kind);
    if (known.has(id)) return false;
    known.add(id);
    return true;
  }

  /** Looks at what an element names; `place` is the element's own. */
  follow(member: EntityKind, doc: object, place: string): void {
    for (const reference of BY_KIND.get(member) ?? []) for (const { id, path } of namedBy(reference, doc)) this.name(reference.to, id, place, path);
  }

  /** Something at `place` + `rest` names an id. An empty one names nothing. */
  name(kind: EntityKind, id: string, place: string, rest: string): void {
    if (id === '' || this.#of(kind).has(id)) return;
    const awaited = this.#awaited.get(kind) ?? new Map<string, string>();
    this.#awaited.set(kind, awaited);
    if (!awaited.has(id)) awaited.set(id, place + rest);
    if (awaited.size > DOCUMENTS_LIMIT / 5) throw new FeedFileRefused(this.missing());
  }

  /** What was named and never came. */
  missing(): Problem[] {
    return [...this.#awaited].flatMap(([kind, ids]) =>
      [...ids]
        .filter(([id]) => !this.#of(kind).has(id))
        .map(([id, place]) => ({ place, message: `There is no ${kind} with the id ${JSON.stringify(short(id))}` })),
    );
  }

  #of(kind: EntityKind): Set<string> {
    const known = this.#known.get(kind) ?? new Set<string>();
    this.#known.set(kind, known);
    return known;
  }
}

/** A text as a message shows it. */
export function short(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** Fields that name another document, by kind; the stops of tracks are looked at where tracks are. */
const BY_KIND = new Map<EntityKind, readonly Reference[]>(
  REFERENCES.filter(({ extra }) => !extra).map(({ from }) => [from, REFERENCES.filter((one) => one.from === from && !one.extra)]),
);
