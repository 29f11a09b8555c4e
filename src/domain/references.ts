/** Which documents name which others, and what is said where that keeps one from being removed. */
import type { EntityKind } from './entities.ts';

/** Documents of `from` name a document of `to` in a field; with `extra`, in a column kept from the source. */
export interface Reference {
  readonly from: EntityKind;
  readonly field: string;
  readonly to: EntityKind;
  readonly extra?: true;
}

/** All references by id. The stops of tracks are looked at where tracks are. */
export const REFERENCES: readonly Reference[] = [
  { from: 'Stop', field: 'ParentId', to: 'Stop' },
  { from: 'Stop', field: 'LevelId', to: 'Level' },
  { from: 'Schedule', field: 'AgencyId', to: 'Agency' },
  { from: 'Transfer', field: 'StopIdFrom', to: 'Stop' },
  { from: 'Transfer', field: 'StopIdTo', to: 'Stop' },
  { from: 'Pathway', field: 'FromStopId', to: 'Stop' },
  { from: 'Pathway', field: 'ToStopId', to: 'Stop' },
  { from: 'Attribution', field: 'AgencyId', to: 'Agency' },
  { from: 'VehicleBoarding', field: 'BoardingAreaId', to: 'Stop' },
  { from: 'VehicleBoarding', field: 'VehicleCategoryId', to: 'VehicleCategory' },
  { from: 'VehicleCoupling', field: 'ParentId', to: 'VehicleCategory' },
  { from: 'VehicleCoupling', field: 'ChildId', to: 'VehicleCategory' },
  { from: 'TicketingIdentifier', field: 'StopId', to: 'Stop' },
  { from: 'TicketingIdentifier', field: 'AgencyId', to: 'Agency' },
  { from: 'Fare', field: 'agency_id', to: 'Agency', extra: true },
  { from: 'Agency', field: 'TicketingDeepLinkId', to: 'TicketingDeepLink' },
  { from: 'Schedule', field: 'TicketingDeepLinkId', to: 'TicketingDeepLink' },
];

/** Kinds that are kept while something refers to them, with what refers to them told. Stops have a rule of their own. */
export const KEPT_KINDS: readonly EntityKind[] = ['Agency', 'Level', 'VehicleCategory', 'TicketingDeepLink'];

/** What people call the documents of each kind. */
export const KIND_WORDS: Readonly<Record<EntityKind, readonly [one: string, many: string]>> = {
  Feed: ['feed information', 'feed information'],
  Agency: ['agency', 'agencies'],
  Stop: ['stop', 'stops'],
  Level: ['level', 'levels'],
  Schedule: ['schedule', 'schedules'],
  Track: ['track', 'tracks'],
  Timetable: ['timetable', 'timetables'],
  Transfer: ['transfer', 'transfers'],
  Pathway: ['pathway', 'pathways'],
  Fare: ['fare', 'fares'],
  Translation: ['translation', 'translations'],
  Attribution: ['attribution', 'attributions'],
  VehicleCategory: ['vehicle category', 'vehicle categories'],
  VehicleBoarding: ['vehicle boarding', 'vehicle boardings'],
  VehicleCoupling: ['vehicle coupling', 'vehicle couplings'],
  TicketingDeepLink: ['ticketing deep link', 'ticketing deep links'],
  TicketingIdentifier: ['ticketing identifier', 'ticketing identifiers'],
};

/** What one of a kind is called within a sentence: `vehicle category`. */
export function kindWord(kind: EntityKind): string {
  return KIND_WORDS[kind][0];
}

/** `3 schedules`, `1 vehicle coupling`. */
export function countedKind(kind: EntityKind, n: number): string {
  return `${n.toLocaleString('en-GB')} ${KIND_WORDS[kind][n === 1 ? 0 : 1]}`;
}

/** Something that refers to a document. */
export interface Use {
  readonly Kind: EntityKind;
  readonly Id: string;
  readonly Name: string;
}

/** Why something cannot be removed while others refer to it, naming the first of each kind; undefined when nothing does. */
export function removalError(kind: EntityKind, name: string, uses: readonly Use[]): string | undefined {
  if (uses.length === 0) return undefined;
  const kinds = [...new Set(uses.map(({ Kind }) => Kind))];
  const parts = kinds.map((of) => {
    const names = uses.filter(({ Kind }) => Kind === of).map(({ Name }) => Name);
    const more = names.length - NAMED_USES;
    return `there are ${KIND_WORDS[of][1]} with it: ${names.slice(0, NAMED_USES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  });
  const word = KIND_WORDS[kind][0];
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} "${name}" cannot be removed because ${parts.join(' / ')}`;
}

const NAMED_USES = 5;
