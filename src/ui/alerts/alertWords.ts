/** Service alerts in words. */
import type { AlertContent, AlertPeriod, EntityHit, ServiceAlert } from '../../domain/serviceAlerts.ts';
import { texts } from './texts.ts';

/** The title of an alert in the language of its feed. */
export function titleOf({ texts: all }: Pick<AlertContent, 'texts'>): string {
  return all[0]?.header || texts.untitled;
}

/** `2026-12-14 03:00 to 2026-12-16 20:00`. */
export function periodWords({ from, until }: AlertPeriod): string {
  const [begin, end] = [from?.replace('T', ' '), until?.replace('T', ' ')];
  if (begin === undefined) return end === undefined ? texts.always : texts.periodUntil({ until: end });
  return end === undefined ? texts.periodFrom({ from: begin }) : texts.periodBoth({ from: begin, until: end });
}

/** When an alert is shown. */
export function whenWords({ periods }: Pick<AlertContent, 'periods'>): string {
  return periods.length === 0 ? texts.always : periods.map(periodWords).join('; ');
}

/** What an entity is called. */
export function entityWords({ entity, label }: Pick<EntityHit, 'entity' | 'label'>): string {
  return entity.kind === 'routeType' ? texts.routeType({ type: entity.routeType }) : label;
}

/** What the entities of an alert are called. */
export function namesOf({ entities, named }: Pick<ServiceAlert, 'entities' | 'named'>): string[] {
  return entities.map((entity, at) => entityWords({ entity, label: named[at]?.label ?? '' }));
}
