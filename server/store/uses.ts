import { sql } from 'kysely';
import { entityTitle } from '../../src/domain/entityTitle.ts';
import { type EntityKind, KIND_NUMBERS } from '../../src/domain/entities.ts';
import { namedBy, REFERENCES, type Use } from '../../src/domain/references.ts';
import { ChangedDocuments } from './changedDocuments.ts';
import { stateOf } from './entities.ts';
import type { Db } from './tables.ts';

/** What of a version refers to documents of a kind: the id referred to, and who does. Documents that were changed since count as the changes leave them. */
export async function readUses(
  db: Db,
  versionId: number,
  kind: EntityKind,
  ids: readonly string[],
  changed = new ChangedDocuments(),
): Promise<readonly (Use & { readonly of: string })[]> {
  const asked = new Set(ids);
  const uses: (Use & { readonly of: string })[] = [];
  for (const reference of REFERENCES.filter(({ to }) => to === kind)) {
    const value = reference.list
      ? sql`item->>${reference.field}`
      : reference.extra
        ? sql`b.doc->'Extra'->>${reference.field}`
        : sql`b.doc->>${reference.field}`;
    const items = reference.list ? sql`cross join lateral json_array_elements(b.doc->${reference.list}) item` : sql``;
    const { rows } = await sql<{ id: string; of: string; doc: Readonly<Record<string, unknown>> }>`
      with state as ${stateOf(versionId, KIND_NUMBERS[reference.from])}
      select s.id, ${value} as of, b.doc from state s join blob b on b.bid = s.bid ${items}
      where ${value} = any(${[...ids]}::text[]) order by s.id`.execute(db);
    for (const { id, of, doc } of rows)
      if (changed.get(reference.from, id) === undefined) uses.push({ of, Kind: reference.from, Id: id, Name: entityTitle(reference.from, doc) });
    for (const one of changed.of(reference.from)) {
      const { doc } = one;
      if (doc === null) continue;
      for (const { id: of } of namedBy(reference, doc))
        if (asked.has(of)) uses.push({ of, Kind: one.kind, Id: one.id, Name: entityTitle(one.kind, { ...doc }) });
    }
  }
  // a coupling of a category with itself refers twice
  return [...new Map(uses.map((use) => [JSON.stringify([use.Kind, use.Id, use.of]), use])).values()];
}
