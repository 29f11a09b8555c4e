/** What riders get of a version: journeys between two places, how far they come, and the connections that edits break. */
import { z } from 'zod';
import { CalendarDate } from '../domain/date.ts';
import { BrokenConnections, JourneysFound, LONGEST_REACH, LONGEST_SPAN, LONGEST_WAIT, ReachedStop } from '../domain/journeys/wire.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

const BASE = '/storage/ui/db/version/:versionId/journeys';

const PlaceText = z.string().min(1).max(500);
/** Seconds of the day. */
const Time = z.coerce.number().pipe(z.int().min(0).max(86_400));
const Minutes = (most: number) => z.coerce.number().pipe(z.int().min(1).max(most));

export const findJourneys = defineRoute({
  name: 'findJourneys',
  summary:
    'Best journeys between two places, each the id of a stop or lat,lng, that leave on a date within a span of seconds from a time: arrival and changes.',
  method: 'GET',
  path: BASE,
  params: VersionParams,
  query: z.object({ from: PlaceText, to: PlaceText, date: CalendarDate, time: Time, span: z.coerce.number().pipe(z.int().min(0).max(LONGEST_SPAN)) }),
  reply: JourneysFound,
  access: 'read',
});

export const findReach = defineRoute({
  name: 'findReach',
  summary: 'Stops that people get to from a place within some minutes, leaving on a date at a time, with the seconds that it takes.',
  method: 'GET',
  path: `${BASE}/reach`,
  params: VersionParams,
  query: z.object({ from: PlaceText, date: CalendarDate, time: Time, minutes: Minutes(LONGEST_REACH) }),
  reply: z.object({ Stops: z.array(ReachedStop) }),
  access: 'read',
});

export const findBrokenConnections = defineRoute({
  name: 'findBrokenConnections',
  summary: 'Connections within some minutes on a date that edits after a revision broke: the trip, what it met, and what it meets now.',
  method: 'GET',
  path: `${BASE}/broken`,
  params: VersionParams,
  query: z.object({ date: CalendarDate, minutes: Minutes(LONGEST_WAIT), since: z.coerce.number().pipe(z.int().min(0).max(2_147_483_647)) }),
  reply: BrokenConnections,
  access: 'read',
});
