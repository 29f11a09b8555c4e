/** The alerts of a feed as a GTFS-Realtime message. */
import { createHash } from 'node:crypto';
import realtime from 'gtfs-realtime-bindings';
import { type AlertContent, type AlertEntity, type AlertRange, endOf, phaseOf, rangesOf } from '../../src/domain/serviceAlerts.ts';
import type { EntityNames } from './entities/entityFile.ts';

const { FeedMessage } = realtime.transit_realtime;

/** An alert that is served. */
export interface ServedAlert {
  readonly id: number;
  readonly content: AlertContent;
  readonly ranges: readonly AlertRange[];
  /** Those that the served release has. */
  readonly entities: readonly AlertEntity[];
  readonly labels: readonly string[];
}

/** All alerts of a feed at a time. */
export interface ServedAlerts {
  readonly alerts: readonly ServedAlert[];
  /** Unix seconds of the last change: by somebody, by the end of a last period, or by a switch of the feed. */
  readonly changed: number;
  /** Unix seconds at which they change next by themselves. */
  readonly until: number;
  readonly language: string;
  readonly timezone: string;
  readonly pb: Buffer;
  readonly json: Buffer;
  /** Of both bodies. */
  readonly etag: string;
}

interface Around {
  /** Undefined where the ids of the release are not known: nothing is left out then. */
  readonly names: EntityNames | undefined;
  readonly timezone: string;
  readonly language: string;
  readonly changed: number;
  readonly now: number;
}

/** The message at a time. What the release does not have is left out, and so is an alert of which nothing remains. */
export function messageOf(
  published: readonly { readonly id: number; readonly content: AlertContent }[],
  { names, timezone, language, changed: before, now }: Around,
): ServedAlerts {
  let [changed, until] = [before, Infinity];
  const alerts: ServedAlert[] = [];
  for (const { id, content } of published.toSorted((a, b) => a.id - b.id)) {
    const ranges = rangesOf(content.periods, timezone);
    const end = endOf(ranges);
    if (end !== undefined && end <= now) changed = Math.max(changed, end);
    else if (end !== undefined) until = Math.min(until, end);
    const entities = content.entities.filter((entity) => names === undefined || names.has(entity));
    if (phaseOf(ranges, now) === 'over' || entities.length === 0) continue;
    alerts.push({ id, content, ranges, entities, labels: entities.map((entity) => names?.label(entity) ?? '') });
  }
  const message = FeedMessage.fromObject({
    header: { gtfsRealtimeVersion: '2.0', incrementality: 'FULL_DATASET', timestamp: changed },
    entity: alerts.map((alert) => ({ id: `alert-${alert.id}`, alert: toAlert(alert) })),
  });
  const pb = Buffer.from(FeedMessage.encode(message).finish());
  const json = Buffer.from(`${JSON.stringify(message.toJSON(), null, 1)}\n`);
  return { alerts, changed, until, language, timezone, pb, json, etag: createHash('sha256').update(pb).digest('base64url').slice(0, 22) };
}

function toAlert({ content: { cause, effect, severity, texts }, ranges, entities }: ServedAlert): object {
  const translated = (name: 'header' | 'description' | 'url' | 'ttsHeader' | 'ttsDescription'): object | undefined => {
    const translation = texts.filter((one) => one[name] !== '').map((one) => ({ text: one[name], language: one.language }));
    return translation.length === 0 ? undefined : { translation };
  };
  return {
    activePeriod: ranges.map(({ start, end }) => ({ ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) })),
    informedEntity: entities.map(toSelector),
    cause,
    effect,
    severityLevel: severity,
    ...given({
      url: translated('url'),
      headerText: translated('header'),
      descriptionText: translated('description'),
      ttsHeaderText: translated('ttsHeader'),
      ttsDescriptionText: translated('ttsDescription'),
    }),
  };
}

function given(fields: Readonly<Record<string, object | undefined>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function toSelector(entity: AlertEntity): object {
  switch (entity.kind) {
    case 'agency':
      return { agencyId: entity.agency };
    case 'route':
      return { routeId: entity.route, ...(entity.direction === undefined ? {} : { directionId: entity.direction }) };
    case 'routeType':
      return { routeType: entity.routeType };
    case 'stop':
      return { stopId: entity.stop };
    case 'trip':
      return {
        trip: { tripId: entity.trip, routeId: entity.route, ...(entity.date === undefined ? {} : { startDate: entity.date.replaceAll('-', '') }) },
      };
  }
}
