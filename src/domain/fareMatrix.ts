/** Leg rules of Fares v2 as a matrix: from area by to area. */
import type { Entity } from './entities.ts';

type LegRule = Entity<'FareLegRule'>;

/** Areas that the matrix shows at most. */
export const MOST_AREAS = 40;

/** The rules of a cell. */
export interface FareMatrix {
  /** Rules from one area to another; '' for any area, on either side. */
  at(from: string, to: string): readonly LegRule[];
  /** Whether some rule holds from, or to, any area. */
  readonly hasAny: boolean;
}

/** The rules of one network by their areas; those without a network where `network` is ''. */
export function fareMatrix(rules: readonly LegRule[], network: string): FareMatrix {
  const cells = new Map<string, LegRule[]>();
  for (const rule of rules) {
    if ((rule.NetworkId ?? '') !== network) continue;
    const key = JSON.stringify([rule.FromAreaId ?? '', rule.ToAreaId ?? '']);
    cells.set(key, [...(cells.get(key) ?? []), rule]);
  }
  return {
    at: (from, to) => cells.get(JSON.stringify([from, to])) ?? [],
    hasAny: [...cells.values()].flat().some(({ FromAreaId, ToAreaId }) => !FromAreaId || !ToAreaId),
  };
}

/** The networks that rules name, and those of the version: '' first, for rules without one. */
export function networksOfRules(rules: readonly LegRule[], networks: readonly { readonly Id: string }[]): readonly string[] {
  const named = new Set([...networks.map(({ Id }) => Id), ...rules.flatMap(({ NetworkId }) => NetworkId ?? [])]);
  named.delete('');
  return ['', ...[...named].toSorted()];
}
