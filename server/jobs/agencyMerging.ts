/** Agencies that become one in an exported feed. Pure. */
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import type { AgencyMergingRule } from '../../src/domain/exports.ts';

type Agency = Entity<'Agency'>;

/** What rules make of the agencies of a feed. */
export interface MergedAgencies {
  readonly agencies: readonly Agency[];
  /** The id that each merged agency has become. */
  readonly became: ReadonlyMap<string, string>;
  /** Rules none of whose agencies are there. */
  readonly idle: readonly AgencyMergingRule[];
}

/**
 * The agencies after merging. A merged agency stands where the first of its own stood; its fields are those of the agency that has its id
 * already, else of the first one merged.
 */
export function mergeAgencies(agencies: readonly Agency[], rules: readonly AgencyMergingRule[]): MergedAgencies {
  const byId = new Map(agencies.map((agency) => [agency.Id, agency]));
  const became = new Map<string, string>();
  const merged = new Map<string, Agency>();
  const idle: AgencyMergingRule[] = [];
  for (const rule of rules) {
    const own = rule.agencyIds.flatMap((id) => byId.get(id) ?? []);
    const [first] = own;
    if (first === undefined) {
      idle.push(rule);
      continue;
    }
    const like = byId.get(rule.mergedAgencyId) ?? first;
    const name = rule.mergedAgencyName === '' ? like.Name : rule.mergedAgencyName;
    merged.set(rule.mergedAgencyId, { ...like, Id: rule.mergedAgencyId, ...(name === undefined ? {} : { Name: name }) });
    for (const { Id } of own) became.set(Id, rule.mergedAgencyId);
  }
  const written = new Set<string>();
  const after = agencies.flatMap((agency) => {
    const id = became.get(agency.Id) ?? agency.Id;
    if (written.has(id)) return [];
    written.add(id);
    return [merged.get(id) ?? agency];
  });
  return { agencies: after, became, idle };
}

/** A document with the ids of merged agencies in place of theirs; undefined for one that speaks of an agency that is gone. */
export function withMergedAgencies<K extends EntityKind>(kind: K, doc: Entity<K>, became: ReadonlyMap<string, string>): Entity<K> | undefined {
  if (became.size === 0) return doc;
  if (kind === 'Translation') {
    const { CategoryName, RecordId } = doc as Entity<'Translation'>;
    const gone = CategoryName === 'agency' && RecordId !== undefined && (became.get(RecordId) ?? RecordId) !== RecordId;
    return gone ? undefined : doc;
  }
  if (kind === 'Fare') {
    // GTFS fares name an agency; the model has no field for it.
    const { Extra } = doc;
    const id = became.get(Extra?.['agency_id'] ?? '');
    return id === undefined ? doc : { ...doc, Extra: { ...Extra, agency_id: id } };
  }
  if (kind !== 'Schedule' && kind !== 'Attribution' && kind !== 'TicketingIdentifier') return doc;
  const { AgencyId } = doc as Entity<'Schedule'>;
  const id = AgencyId === undefined ? undefined : became.get(AgencyId);
  return id === undefined ? doc : { ...doc, AgencyId: id };
}
