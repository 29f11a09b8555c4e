/** The path between two places, for drawing shapes. */
import { z } from 'zod';
import { Coordinate } from '../domain/coordinate.ts';
import { MatchedPage } from '../domain/networkMatch.ts';
import { DetourAnswer, MOST_CLOSED_POINTS } from '../domain/detours.ts';
import { RouteAnswer, RouteVariant } from '../domain/routing.ts';
import { TrackPath } from '../domain/trackPath.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

export const routeTrack = defineRoute({
  name: 'routeTrack',
  summary:
    'A shape through the stops of a track, in order, along the streets of the installation or, where they lead nowhere, as `routeSegment` finds it from stop to ' +
    'stop. Answers the point of each stop on the shape, its distance from there, and engine and detour of each segment. Changes nothing.',
  method: 'POST',
  path: '/storage/ui/db/version/:versionId/routing/track/:variant',
  params: VersionParams.extend({ variant: RouteVariant }),
  body: z.object({
    Stops: z.array(Coordinate).min(2).max(500),
    /** GTFS route_type of the line; trams and trains keep off the streets. */
    VehicleType: z.int().optional(),
  }),
  reply: TrackPath,
  access: 'read',
});

const SegmentBody = z.object({
  From: Coordinate,
  To: Coordinate,
  /** GTFS route_type of the line; trams and trains keep off the streets. */
  VehicleType: z.int().optional(),
});

export const routeSegment = defineRoute({
  name: 'routeSegment',
  summary:
    'The path between two places. `standard` asks the streets of the installation, then the configured router; `transit-alignment` prefers streets that lines ' +
    'of the version use. Then come the shapes of the version; where they lead nowhere the path is straight. Engine says which it was. Changes nothing.',
  method: 'POST',
  path: '/storage/ui/db/version/:versionId/routing/segment/:variant',
  params: VersionParams.extend({ variant: RouteVariant }),
  body: SegmentBody,
  reply: RouteAnswer,
  access: 'read',
});

export const previewSegment = defineRoute({
  name: 'previewSegment',
  summary: 'The path of `routeSegment` while the pointer moves: asked up to ten times a second, drawn and forgotten. Changes nothing.',
  method: 'POST',
  path: '/storage/ui/db/version/:versionId/routing/preview/:variant',
  params: VersionParams.extend({ variant: RouteVariant }),
  body: SegmentBody,
  reply: RouteAnswer,
  access: 'read',
});

export const matchNetwork = defineRoute({
  name: 'matchNetwork',
  summary:
    'Matches the shapes of tracks to the streets of the installation: per track the share of its length within 15 m, the largest distance, the shape along the ' +
    'streets, and why where there is none. Some tracks a call, in the order of their ids; `Next` is the `After` of the next call. Changes nothing.',
  method: 'POST',
  path: '/storage/ui/db/version/:versionId/routing/match',
  params: VersionParams,
  body: z.object({ After: z.string().max(1000).optional() }),
  reply: MatchedPage,
  access: 'read',
});

export const findDetours = defineRoute({
  name: 'findDetours',
  summary:
    'The tracks that run along a closed stretch of street, each with a way round, the stops it leaves out and the change of its running times. Asks the streets of ' +
    'the installation, then a Valhalla server, then the lines of the version. Answers 100 tracks at most, and how many more there are. Changes nothing.',
  method: 'POST',
  path: '/storage/ui/db/version/:versionId/routing/detours',
  params: VersionParams,
  body: z.object({ Closed: z.array(Coordinate).min(2).max(MOST_CLOSED_POINTS) }),
  reply: DetourAnswer,
  access: 'read',
});
