/** Service alerts in words. */
import type {
  ALERT_CAUSES,
  ALERT_EFFECTS,
  ALERT_SEVERITIES,
  AlertContent,
  AlertPeriod,
  EntityHit,
  ServiceAlert,
} from '../../domain/serviceAlerts.ts';
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

const CAUSES: Readonly<Record<(typeof ALERT_CAUSES)[number], () => string>> = {
  UNKNOWN_CAUSE: () => texts.UNKNOWN_CAUSE,
  OTHER_CAUSE: () => texts.OTHER_CAUSE,
  TECHNICAL_PROBLEM: () => texts.TECHNICAL_PROBLEM,
  STRIKE: () => texts.STRIKE,
  DEMONSTRATION: () => texts.DEMONSTRATION,
  ACCIDENT: () => texts.ACCIDENT,
  HOLIDAY: () => texts.HOLIDAY,
  WEATHER: () => texts.WEATHER,
  MAINTENANCE: () => texts.MAINTENANCE,
  CONSTRUCTION: () => texts.CONSTRUCTION,
  POLICE_ACTIVITY: () => texts.POLICE_ACTIVITY,
  MEDICAL_EMERGENCY: () => texts.MEDICAL_EMERGENCY,
};

const EFFECTS: Readonly<Record<(typeof ALERT_EFFECTS)[number], () => string>> = {
  NO_SERVICE: () => texts.NO_SERVICE,
  REDUCED_SERVICE: () => texts.REDUCED_SERVICE,
  SIGNIFICANT_DELAYS: () => texts.SIGNIFICANT_DELAYS,
  DETOUR: () => texts.DETOUR,
  ADDITIONAL_SERVICE: () => texts.ADDITIONAL_SERVICE,
  MODIFIED_SERVICE: () => texts.MODIFIED_SERVICE,
  OTHER_EFFECT: () => texts.OTHER_EFFECT,
  UNKNOWN_EFFECT: () => texts.UNKNOWN_EFFECT,
  STOP_MOVED: () => texts.STOP_MOVED,
  NO_EFFECT: () => texts.NO_EFFECT,
  ACCESSIBILITY_ISSUE: () => texts.ACCESSIBILITY_ISSUE,
};

const SEVERITIES: Readonly<Record<(typeof ALERT_SEVERITIES)[number], () => string>> = {
  UNKNOWN_SEVERITY: () => texts.UNKNOWN_SEVERITY,
  INFO: () => texts.INFO,
  WARNING: () => texts.WARNING,
  SEVERE: () => texts.SEVERE,
};

/** A cause in words. */
export function causeWords(cause: (typeof ALERT_CAUSES)[number]): string {
  return CAUSES[cause]();
}

/** An effect in words. */
export function effectWords(effect: (typeof ALERT_EFFECTS)[number]): string {
  return EFFECTS[effect]();
}

/** A severity in words. */
export function severityWords(severity: (typeof ALERT_SEVERITIES)[number]): string {
  return SEVERITIES[severity]();
}
