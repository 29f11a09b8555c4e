/** All rules, in the order of their codes. */
import type { Rule } from './rule.ts';
import { agencyRules } from './rules/agencies.ts';
import { attributionRules } from './rules/attributions.ts';
import { calendarRules } from './rules/calendars.ts';
import { departureRules } from './rules/departures.ts';
import { fareRules } from './rules/fares.ts';
import { faresV2Rules } from './rules/faresV2.ts';
import { feedRules } from './rules/feeds.ts';
import { journeyRules } from './rules/journeys.ts';
import { networkCalendarRules } from './rules/networkCalendars.ts';
import { pathwayRules } from './rules/pathways.ts';
import { scheduleRules } from './rules/schedules.ts';
import { shapeRules } from './rules/shapes.ts';
import { stationRules } from './rules/stations.ts';
import { stopPlaceRules } from './rules/stopPlaces.ts';
import { stopRules } from './rules/stops.ts';
import { timetableRules } from './rules/timetables.ts';
import { trackRules } from './rules/tracks.ts';
import { transferRules } from './rules/transfers.ts';
import { translationRules } from './rules/translations.ts';

export const ruleCatalogue: readonly Rule[] = [
  agencyRules,
  attributionRules,
  stopRules,
  stopPlaceRules,
  scheduleRules,
  calendarRules,
  networkCalendarRules,
  trackRules,
  shapeRules,
  timetableRules,
  journeyRules,
  departureRules,
  fareRules,
  faresV2Rules,
  feedRules,
  pathwayRules,
  stationRules,
  transferRules,
  translationRules,
]
  .flat()
  .toSorted((a, b) => a.code - b.code);

const BY_CODE: ReadonlyMap<number, Rule> = new Map(ruleCatalogue.map((rule) => [rule.code, rule]));

/** A rule by its code. */
export function ruleOf(code: number): Rule | undefined {
  return BY_CODE.get(code);
}
