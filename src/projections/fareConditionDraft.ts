/** The editor of a fare's conditions: what it begins with, and what its texts and choices come to. */
import type { ConditionChoice, FareConditionDraft } from '../domain/fareConditionDraft.ts';
import { type FareConditionValues, ruleKey } from '../domain/fareConditions.ts';
import { isPrice } from '../domain/fareFaults.ts';
import type { Fare, FareRule } from '../domain/model/fare.ts';
import { formatServiceTime, parseRunningTime } from '../domain/time.ts';

/** What saving comes to: conditions, rows, or what is wrong by the draft's fields. */
export interface DraftOutcome {
  readonly conditions?: FareConditionValues;
  readonly rules?: { readonly add: FareRule[]; readonly remove: FareRule[] };
  readonly faults: Readonly<Partial<Record<keyof FareConditionDraft, string>>>;
}

/** The draft that an editor of a condition begins with: what the fare has. */
export function conditionDraft(fare: Fare, condition: ConditionChoice): FareConditionDraft {
  switch (condition) {
    case 'BetweenStops':
      return { from: '', to: '', pairs: [...(fare.BetweenStops ?? [])] };
    case 'BetweenZones':
      return { fromZones: [], toZones: [], bothWays: false, transports: [] };
    case 'ContainsZones':
      return { zones: distinct(fare.Rules.map(({ ContainsZone }) => ContainsZone)) };
    case 'Transports':
      return { transports: distinct(fare.Rules.map(({ Transport }) => Transport)) };
    case 'DistanceInterval':
      return { text: textOf(fare.DistanceInterval?.From), upper: textOf(fare.DistanceInterval?.To) };
    case 'Duration':
      return { text: fare.Duration === undefined ? '' : formatServiceTime(fare.Duration), inherited: fare.IsDurationInherited === true };
    case 'RatePerDistance':
      return { text: fare.RatePerDistance ?? '' };
    case 'ValidAfterFareGroups':
      return { groups: [...(fare.ValidAfterFareGroups ?? [])] };
    case 'ValidAfterStops':
      return { stops: [...(fare.ValidAfterStops ?? [])] };
    case 'ValidAfterTransports':
      return { transports: [...(fare.ValidAfterTransports ?? [])] };
    case 'NumberOfStops':
    case 'NumberOfTransfers':
    case 'NumberOfZones':
      return { text: textOf(fare[condition]) };
  }
}

/** What a draft comes to for a fare. */
export function draftOutcome(fare: Fare, condition: ConditionChoice, draft: FareConditionDraft): DraftOutcome {
  const { from = '', to = '', pairs = [], stops = [], zones = [], transports = [], groups = [], text = '', upper = '', inherited = false } = draft;
  switch (condition) {
    case 'BetweenStops': {
      const more = from === '' && to === '' ? [] : [{ FromStop: from || null, ToStop: to || null }];
      const all = [...new Map([...pairs, ...more].map((pair) => [JSON.stringify([pair.FromStop, pair.ToStop]), pair])).values()];
      return all.length === 0 ? wrong('from', 'Choose the stop where the ride begins or ends') : set({ BetweenStops: all });
    }
    case 'BetweenZones':
      return zonePairs(fare, draft);
    case 'ContainsZones':
      return zones.length === 0 ? wrong('zones', 'Choose a zone') : { rules: containing(fare, zones), faults: {} };
    case 'Transports':
      return { rules: onTransports(fare, transports), faults: {} };
    case 'DistanceInterval':
      return distance(text.trim(), upper.trim());
    case 'Duration':
      return duration(text.trim(), inherited);
    case 'RatePerDistance':
      return isPrice(text.trim(), fare.Currency) && Number(text) > 0
        ? set({ RatePerDistance: text.trim() })
        : wrong('text', 'Enter an amount above 0 with up to 2 decimals, such as 0.15');
    case 'ValidAfterFareGroups':
      if (groups.length === 0) return wrong('groups', 'Choose a fare group');
      return fare.FareGroupId !== undefined && groups.includes(fare.FareGroupId)
        ? wrong('groups', `The fare group ${fare.FareGroupId} cannot be its own predecessor`)
        : set({ ValidAfterFareGroups: [...groups] });
    case 'ValidAfterStops':
      return stops.length === 0 ? wrong('stops', 'Choose a stop') : set({ ValidAfterStops: [...stops] });
    case 'ValidAfterTransports':
      return transports.length === 0 ? wrong('transports', 'Choose a line') : set({ ValidAfterTransports: [...transports] });
    case 'NumberOfTransfers':
      return /^\d{1,6}$/.test(text.trim()) ? set({ NumberOfTransfers: Number(text) }) : wrong('text', 'Enter a whole number from 0');
    case 'NumberOfStops':
    case 'NumberOfZones':
      return /^\d{1,6}$/.test(text.trim()) && Number(text) > 0 ? set({ [condition]: Number(text) }) : wrong('text', 'Enter a whole number from 1');
  }
}

function zonePairs(fare: Fare, { fromZones = [], toZones = [], bothWays = false, transports = [] }: FareConditionDraft): DraftOutcome {
  if (fromZones.length === 0 && toZones.length === 0) return wrong('fromZones', 'Choose the zone where the ride begins or ends');
  const own = [...new Set(fare.Rules.map(({ Transport }) => Transport))];
  const lines: readonly (string | null)[] = transports.length > 0 ? transports : own.length > 0 ? own : [null];
  const [begins, ends] = [orAny(fromZones), orAny(toZones)];
  const places = begins.flatMap((FromZone) =>
    ends.flatMap((ToZone) => [{ FromZone, ToZone }, ...(bothWays ? [{ FromZone: ToZone, ToZone: FromZone }] : [])]),
  );
  // rows of these lines without any zone hold everywhere on them, and would make the new ones say nothing
  const remove = fare.Rules.filter(
    ({ Transport, FromZone, ToZone, ContainsZone }) => lines.includes(Transport) && FromZone === null && ToZone === null && ContainsZone === null,
  );
  return {
    rules: {
      add: newRows(
        fare,
        lines.flatMap((Transport) => places.map((place) => ({ Transport, ...place, ContainsZone: null }))),
      ),
      remove,
    },
    faults: {},
  };
}

/** Every place of the fare contains all of the zones. */
function containing(fare: Fare, zones: readonly string[]): NonNullable<DraftOutcome['rules']> {
  const places = fare.Rules.length === 0 ? [ANYWHERE] : fare.Rules;
  const rows = places.flatMap((place) => zones.map((ContainsZone) => ({ ...place, ContainsZone })));
  const keys = new Set(rows.map(ruleKey));
  return { add: newRows(fare, rows), remove: fare.Rules.filter((rule) => !keys.has(ruleKey(rule))) };
}

/** The fare holds on these transports, each between all zones that it has; none says any. */
function onTransports(fare: Fare, transports: readonly string[]): NonNullable<DraftOutcome['rules']> {
  const places = fare.Rules.length === 0 ? [ANYWHERE] : fare.Rules;
  const had = new Set(fare.Rules.map(({ Transport }) => Transport));
  const kept = fare.Rules.filter(({ Transport }) => Transport !== null && transports.includes(Transport));
  const lines: readonly (string | null)[] = transports.length > 0 ? transports.filter((line) => !had.has(line)) : [null];
  const rows = lines.flatMap((Transport) => places.map((place) => ({ ...place, Transport })));
  const keys = new Set([...kept, ...rows].map(ruleKey));
  return { add: newRows(fare, rows), remove: fare.Rules.filter((rule) => !keys.has(ruleKey(rule))) };
}

const ANYWHERE: FareRule = { Transport: null, FromZone: null, ToZone: null, ContainsZone: null };

/** Rows that the fare does not have yet, each once. */
function newRows(fare: Fare, rows: readonly FareRule[]): FareRule[] {
  const had = new Set(fare.Rules.map(ruleKey));
  return [...new Map(rows.map((row) => [ruleKey(row), row])).entries()].flatMap(([key, row]) => (had.has(key) ? [] : [row]));
}

function distance(from: string, to: string): DraftOutcome {
  if (from === '' && to === '') return wrong('text', 'Enter where the distance begins or ends');
  if (from !== '' && !METRES.test(from)) return wrong('text', 'Enter metres, digits only');
  if (to !== '' && !METRES.test(to)) return wrong('upper', 'Enter metres, digits only');
  if (to !== '' && Number(to) <= Number(from)) return wrong('upper', 'The end must be after the start');
  return set({ DistanceInterval: { ...(from === '' ? {} : { From: Number(from) }), ...(to === '' ? {} : { To: Number(to) }) } });
}

const METRES = /^\d{1,8}$/;

function duration(text: string, inherited: boolean): DraftOutcome {
  if (text === '') return inherited ? set({ Duration: { Inherited: true } }) : wrong('text', 'Enter how long the ticket is good for');
  const seconds = parseRunningTime(text);
  if (seconds === undefined || seconds < 1) return wrong('text', 'Enter minutes, or hours and minutes such as 1:30');
  return set({ Duration: { Seconds: seconds, ...(inherited ? { Inherited: true } : {}) } });
}

function set(conditions: FareConditionValues): DraftOutcome {
  return { conditions, faults: {} };
}

function wrong(field: keyof FareConditionDraft, message: string): DraftOutcome {
  return { faults: { [field]: message } };
}

function orAny(zones: readonly string[]): readonly (string | null)[] {
  return zones.length === 0 ? [null] : zones;
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}

function textOf(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}
