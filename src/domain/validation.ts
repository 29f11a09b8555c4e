/** Validation: levels, groups and entities of rules, and the cases that a rule finds. Shared with the server. */
import { z } from 'zod';
import { scheduleFamily } from './scheduleFamily.ts';

/** Groups of the summary, in the order they are shown. */
export const VALIDATION_GROUPS = ['Schedules', 'Fares', 'Pathways', 'Stops', 'Transfers', 'Agencies', 'Translations'] as const;
export const ValidationGroupName = z.enum(VALIDATION_GROUPS);
export type ValidationGroupName = z.infer<typeof ValidationGroupName>;

export const ValidationLevel = z.enum(['None', 'Error', 'Warning']);
export type ValidationLevel = z.infer<typeof ValidationLevel>;

/** What a case is about. A track stop is one place of a track, addressed by its position. */
export const ValidationEntity = z.enum([
  'Agency',
  'Stop',
  'Schedule',
  'TrackStop',
  'Fare',
  'Pathway',
  'Level',
  'Transfer',
  'Translation',
  'Attribution',
  'VehicleCategory',
  'TicketingDeepLink',
  'TicketingIdentifier',
  'Feed',
  'FareMedium',
  'FareProduct',
  'FareTransferRule',
]);
export type ValidationEntity = z.infer<typeof ValidationEntity>;

/** Numbers of the areas of validation; entities without an area of their own have none. */
const AREAS: Partial<Record<ValidationEntity, number>> = {
  Agency: 0,
  Stop: 1,
  Schedule: 2,
  TrackStop: 3,
  Pathway: 5,
  Attribution: 6,
  Level: 7,
};

/** The area of validation that an entity belongs to; null where the enumeration has none. */
export function areaOf(entity: ValidationEntity): number | null {
  return AREAS[entity] ?? null;
}

/**
 * One case of a rule. `Id` is that of the entity; of a track stop `schedule/track/position/stop`, each part URL-encoded.
 * `From` and `To` are days since 1970-01-01, both included, on which the case holds; it always holds where they are absent.
 */
export const ValidationCase = z.object({
  Id: z.string(),
  Text: z.string(),
  Field: z.string().optional(),
  TrackId: z.string().optional(),
  /** Number of the timetable in its track. */
  Timetable: z.int().optional(),
  /** Place in the track, from 0. */
  Position: z.int().optional(),
  From: z.int().optional(),
  To: z.int().optional(),
  /** Id of the network calendar that the case is about, and the date. */
  Calendar: z.string().optional(),
  Date: z.string().optional(),
});
export type ValidationCase = z.infer<typeof ValidationCase>;

/** Entities whose cases can be excluded, with the name of their id in the exclusion calls. */
export const EXCLUSION_FIELDS = {
  Schedule: 'ScheduleId',
  Fare: 'FareId',
  Agency: 'AgencyId',
  Translation: 'TranslationId',
  Transfer: 'TransferId',
  Pathway: 'PathwayId',
  Stop: 'StopId',
  TrackStop: 'TrackStopId',
} as const satisfies Partial<Record<ValidationEntity, string>>;

/** Under which key an entity is excluded: schedules by their family, so that an exclusion outlives a new calendar. */
export function exclusionKey(entity: ValidationEntity, id: string): string {
  if (entity === 'Schedule') return scheduleFamily(id);
  if (entity !== 'TrackStop') return id;
  const [schedule = '', ...rest] = id.split('/');
  return [encodeURIComponent(scheduleFamily(decodeURIComponent(schedule))), ...rest].join('/');
}

/** Whether a text can be decoded, as the parts of the id of a place of a track can. */
export function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The id of a place of a track in cases and exclusions. */
export function trackStopId(scheduleId: string, trackId: string, position: number, stopId: string): string {
  return [scheduleId, trackId, String(position), stopId].map(encodeURIComponent).join('/');
}
