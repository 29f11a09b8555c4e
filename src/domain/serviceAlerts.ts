/** Service alerts of a public feed: what riders are informed about, as a GTFS-Realtime feed carries it. */
import { z } from 'zod';
import { momentIn } from './pipelineTimes.ts';

/** `Alert.Cause` of GTFS-Realtime. */
export const ALERT_CAUSES = [
  'UNKNOWN_CAUSE',
  'OTHER_CAUSE',
  'TECHNICAL_PROBLEM',
  'STRIKE',
  'DEMONSTRATION',
  'ACCIDENT',
  'HOLIDAY',
  'WEATHER',
  'MAINTENANCE',
  'CONSTRUCTION',
  'POLICE_ACTIVITY',
  'MEDICAL_EMERGENCY',
] as const;

/** `Alert.Effect` of GTFS-Realtime. */
export const ALERT_EFFECTS = [
  'NO_SERVICE',
  'REDUCED_SERVICE',
  'SIGNIFICANT_DELAYS',
  'DETOUR',
  'ADDITIONAL_SERVICE',
  'MODIFIED_SERVICE',
  'OTHER_EFFECT',
  'UNKNOWN_EFFECT',
  'STOP_MOVED',
  'NO_EFFECT',
  'ACCESSIBILITY_ISSUE',
] as const;

/** `Alert.SeverityLevel` of GTFS-Realtime. */
export const ALERT_SEVERITIES = ['UNKNOWN_SEVERITY', 'INFO', 'WARNING', 'SEVERE'] as const;

/** Most characters of texts, and most items of lists. */
export const ALERT_LIMITS = { header: 300, description: 6000, url: 2000, languages: 20, periods: 50, entities: 500 } as const;

/** `YYYY-MM-DDTHH:mm` in the time zone of the agencies of the feed. */
const LocalTime = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/, 'A time is written as 2026-12-14T03:00');

/** When an alert is shown: null at either end is open. */
export const AlertPeriod = z.object({ from: LocalTime.nullable(), until: LocalTime.nullable() });
export type AlertPeriod = z.infer<typeof AlertPeriod>;

const text = (most: number, what: string) =>
  z
    .string()
    .trim()
    .max(most, `${what} has at most ${most.toLocaleString('en')} characters`);

/** The texts of an alert in one language; empty where nothing is said. */
export const AlertText = z.object({
  /** BCP 47. */
  language: z
    .string()
    .trim()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Enter a language code such as en or de-CH'),
  header: text(ALERT_LIMITS.header, 'The title'),
  description: text(ALERT_LIMITS.description, 'The description').default(''),
  url: text(ALERT_LIMITS.url, 'The address').default(''),
  /** For reading out: abbreviations written in full. */
  ttsHeader: text(ALERT_LIMITS.header, 'The title').default(''),
  ttsDescription: text(ALERT_LIMITS.description, 'The description').default(''),
});
export type AlertText = z.infer<typeof AlertText>;

const Id = z.string().min(1, 'Enter an id').max(500);

/** What an alert is about, by the ids of the published feed. */
export const AlertEntity = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('agency'), agency: Id }),
  z.object({ kind: z.literal('route'), route: Id, direction: z.union([z.literal(0), z.literal(1)]).optional() }),
  z.object({ kind: z.literal('routeType'), routeType: z.int().min(0).max(9999) }),
  z.object({ kind: z.literal('stop'), stop: Id }),
  /** `date`: the service day, for one departure only. */
  z.object({ kind: z.literal('trip'), route: Id, trip: Id, date: z.iso.date('A day is written as 2026-12-14').optional() }),
]);
export type AlertEntity = z.infer<typeof AlertEntity>;
export const ENTITY_KINDS = ['agency', 'route', 'routeType', 'stop', 'trip'] as const satisfies readonly AlertEntity['kind'][];

/** What a template keeps of an alert. */
export const AlertWording = z.object({
  cause: z.enum(ALERT_CAUSES),
  effect: z.enum(ALERT_EFFECTS),
  severity: z.enum(ALERT_SEVERITIES),
  texts: z.array(AlertText).max(ALERT_LIMITS.languages, `An alert has texts in at most ${ALERT_LIMITS.languages} languages`),
});
export type AlertWording = z.infer<typeof AlertWording>;

export const AlertContent = AlertWording.extend({
  /** None: as long as it is published. */
  periods: z.array(AlertPeriod).max(ALERT_LIMITS.periods, `An alert has at most ${ALERT_LIMITS.periods} periods`),
  entities: z.array(AlertEntity).max(ALERT_LIMITS.entities, `An alert names at most ${ALERT_LIMITS.entities} lines, stops and trips`),
});
export type AlertContent = z.infer<typeof AlertContent>;

/** A draft is seen by staff only; a published alert is in the feed until it is ended or its last period is over. */
export const ALERT_STATES = ['draft', 'published', 'ended'] as const;

/** What an entity is called, and whether the published feed still has it. */
export const NamedEntity = z.object({ label: z.string(), isMissing: z.literal(true).optional() });

export const ServiceAlert = AlertContent.extend({
  id: z.int().positive(),
  state: z.enum(ALERT_STATES),
  /** By the place of the entity. */
  named: z.array(NamedEntity),
  author: z.string(),
  /** Unix seconds of the last change. */
  changed: z.int(),
  /** Rises with every change; `If-Match` of what is done to it. */
  rev: z.int().min(0),
});
export type ServiceAlert = z.infer<typeof ServiceAlert>;

export const ALERT_ACTS = ['create', 'update', 'publish', 'end', 'reopen'] as const;

/** An act in the history of an alert, with its content afterwards. */
export const AlertChange = AlertContent.extend({ act: z.enum(ALERT_ACTS), author: z.string(), /** Unix seconds. */ at: z.int() });
export type AlertChange = z.infer<typeof AlertChange>;

/** Wording of alerts that is used again in a region. */
export const AlertTemplate = AlertWording.extend({
  id: z.int().positive(),
  name: z.string(),
});
export type AlertTemplate = z.infer<typeof AlertTemplate>;
export const TemplateName = z.string().trim().min(1, 'Enter a name').max(100, 'The name has at most 100 characters');

/** A thing of the published feed that an alert can be about. */
export const EntityHit = z.object({
  entity: AlertEntity,
  label: z.string(),
  detail: z.string(),
  lat: z.number().optional(),
  lng: z.number().optional(),
});
export type EntityHit = z.infer<typeof EntityHit>;

/** Ids of a published feed. */
export interface KnownEntities {
  has(entity: AlertEntity): boolean;
}

export interface AlertFeed {
  readonly known: KnownEntities;
  /** BCP 47; empty where the feed does not say. */
  readonly language: string;
  readonly timezone: string;
}

/** What is wrong with one field, named as the calls name it: `texts[0]/url`. */
export interface AlertFault {
  readonly Field: string;
  readonly Message: string;
}

/** What keeps an alert from being published. */
export function alertFaults({ texts, periods, entities }: AlertContent, { known, language, timezone }: AlertFeed): AlertFault[] {
  const faults: AlertFault[] = [];
  const fault = (Field: string, Message: string): void => void faults.push({ Field, Message });
  if (texts.length === 0) fault('texts', 'Enter a title');
  else if (!texts.some((one) => speaks(one.language, language)))
    fault('texts', `Add texts in the language of the feed, ${language}: riders without another choice read them`);
  const seen = new Set<string>();
  for (const [at, one] of texts.entries()) {
    if (one.header.trim() === '') fault(`texts[${at}]/header`, 'Enter a title');
    if (one.url.trim() !== '' && !isWebAddress(one.url)) fault(`texts[${at}]/url`, 'Enter a web address that begins with http:// or https://');
    if (seen.has(one.language.toLowerCase())) fault(`texts[${at}]/language`, `There are texts in ${one.language} already`);
    seen.add(one.language.toLowerCase());
  }
  for (const [at, { from, until }] of periods.entries()) {
    const [begin, end] = [from, until].map((local) => (local === null ? null : (momentIn(timezone, local) ?? undefined)));
    if (begin === undefined) fault(`periods[${at}]/from`, 'There is no such day');
    if (end === undefined) fault(`periods[${at}]/until`, 'There is no such day');
    if (begin != null && end != null && end <= begin) fault(`periods[${at}]/until`, 'The end is not after the beginning');
  }
  if (entities.length === 0) fault('entities', 'Choose at least one line, stop, trip or agency');
  for (const [at, entity] of entities.entries()) {
    if (!known.has(entity)) fault(`entities[${at}]`, `The published feed has no ${entityText(entity)}`);
  }
  return faults;
}

/** Whether texts in a language are for a reader of another: `de-CH` and `de` are. Anything is where the feed names none. */
export function speaks(language: string, reader: string): boolean {
  const base = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';
  return reader === '' || base(reader) === 'mul' || base(language) === base(reader);
}

const WebAddress = z.url({ protocol: /^https?$/i, hostname: z.regexes.domain });

export function isWebAddress(address: string): boolean {
  return WebAddress.safeParse(address.trim()).success;
}

/** An entity by its id: `line 5`. */
export function entityText(entity: AlertEntity): string {
  switch (entity.kind) {
    case 'agency':
      return `agency ${entity.agency}`;
    case 'route':
      return `line ${entity.route}${entity.direction === undefined ? '' : ` in direction ${entity.direction}`}`;
    case 'routeType':
      return `lines of type ${entity.routeType}`;
    case 'stop':
      return `stop ${entity.stop}`;
    case 'trip':
      return `trip ${entity.trip} of line ${entity.route}`;
  }
}

/** A period in unix seconds; undefined where it is open. */
export interface AlertRange {
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** The periods in unix seconds. A time that clocks skip counts at the next one, one that comes twice the first time. */
export function rangesOf(periods: readonly AlertPeriod[], timezone: string): readonly AlertRange[] {
  const seconds = (local: string | null): number | undefined => {
    const moment = local === null ? undefined : momentIn(timezone, local);
    return moment === undefined ? undefined : Math.floor(moment / 1000);
  };
  return periods.map(({ from, until }) => ({ start: seconds(from), end: seconds(until) }));
}

/** Unix seconds from which on an alert is over by its periods; undefined where it has an open end. */
export function endOf(ranges: readonly AlertRange[]): number | undefined {
  let last = -Infinity;
  for (const { end } of ranges) {
    if (end === undefined) return undefined;
    last = Math.max(last, end);
  }
  return ranges.length === 0 ? undefined : last;
}

/** Where a published alert is in time: `planned` before its next period, `over` after the last one. */
export function phaseOf(ranges: readonly AlertRange[], now: number): 'current' | 'planned' | 'over' {
  const isIn = ({ start, end }: AlertRange): boolean => (start ?? -Infinity) <= now && now < (end ?? Infinity);
  if (ranges.length === 0 || ranges.some(isIn)) return 'current';
  return ranges.every(({ end }) => end !== undefined && end <= now) ? 'over' : 'planned';
}
