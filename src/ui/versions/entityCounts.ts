/** How much a version holds of each kind, with the names a reader knows them by. */
import type { EntityKind } from '../../domain/entities.ts';
import { KIND_NAMES, kindOf, kindTitle } from '../../domain/model/catalogue.ts';
import { said } from '../language/language.ts';

/** Every kind with its number, in the order a feed lists them; kinds the server does not speak of count as none. */
export function entityCounts(
  counts: Readonly<Record<string, number>>,
): readonly { readonly kind: EntityKind; readonly title: string; readonly count: number }[] {
  return KIND_NAMES.filter((kind) => kind !== 'Feed' && (!kindOf(kind).younger || (counts[kind] ?? 0) > 0)).map((kind) => ({
    kind,
    title: said(kindTitle(kind)),
    count: counts[kind] ?? 0,
  }));
}
