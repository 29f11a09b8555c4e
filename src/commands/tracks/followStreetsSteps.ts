/** The whole shape of a track from its stops; `machines/followStreetsMachine.ts` follows it, the shape that was found is a step of the draft of the shape. */
import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { routeTrack } from '../../contract/routing.ts';
import { Coordinate } from '../../domain/coordinate.ts';
import { RouteVariant } from '../../domain/routing.ts';
import { TrackPath } from '../../domain/trackPath.ts';
import { usesStreets } from '../../domain/vehicleTypes.ts';
import { VersionId } from '../../domain/versions.ts';
import { documentOf } from '../../projections/documents.ts';
import { editRefusal } from '../../projections/rights.ts';
import type { AppState } from '../../projections/state.ts';
import { stopRow } from '../../projections/stops.ts';
import { presentTrack } from '../../projections/tracks.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { defineStep } from '../defineStep.ts';
import { startShape } from './shapeSteps.ts';

/** Stops of a track for which a shape is found at once. */
const MOST_STOPS = 500;

/** What button and palette dispatch: the track of the address. */
export const followStreets = defineStep('shape.followStreets', 'Follow streets', {
  payload: z.object({ versionId: VersionId }),
  samples: [{ versionId: 1 }],
  action: {
    title: 'Follow streets',
    icon: 'route',
    group: 'Tracks',
    payload: (view) => {
      const { versionId } = presentPlace(view);
      if (versionId === undefined || !presentTrack(view)) return { why: 'Open a track first' };
      const why = editRefusal(view) ?? whyNotFollow(view, versionId);
      return why === undefined ? { versionId } : { why };
    },
  },
  next: (p, _reply, view) => {
    const track = presentTrack(view);
    if (!track) return [];
    const place = { versionId: p.versionId, scheduleId: track.ScheduleId, trackId: track.Id };
    const type = documentOf(view, p.versionId, 'Schedule', track.ScheduleId)?.VehicleType;
    return [
      startShape({ ...place, mode: 'MOVE' }),
      findTrackPath({
        ...place,
        variant: view.settings.transitAlignment ? 'transit-alignment' : 'standard',
        stops: placesOf(view, p.versionId).flatMap((at) => at ?? []),
        ...(type === undefined || usesStreets(type) ? {} : { vehicleType: type }),
      }),
    ];
  },
});

/** Asks for the shape through all stops. The answer is in the log, so a replay asks nobody. */
export const findTrackPath = defineCommand('shape.findTrackPath', {
  payload: z.object({
    versionId: VersionId,
    scheduleId: z.string(),
    trackId: z.string(),
    variant: RouteVariant,
    stops: z.array(Coordinate).min(2).max(MOST_STOPS),
    /** Of the line, where it keeps off the streets. */
    vehicleType: z.int().optional(),
  }),
  samples: () => [
    {
      versionId: 1,
      scheduleId: '1',
      trackId: 'a-b',
      variant: 'standard' as const,
      stops: [
        { Lat: 52.1, Lng: 5.1 },
        { Lat: 52.2, Lng: 5.2 },
      ],
    },
  ],
  label: () => 'Find the shape along the streets',
  policy: 'latest',
  call: (p) =>
    request(routeTrack, {
      params: { versionId: p.versionId, variant: p.variant },
      body: { Stops: p.stops, ...(p.vehicleType === undefined ? {} : { VehicleType: p.vehicleType }) },
    }),
  reply: TrackPath,
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

function placesOf(view: AppState, versionId: number): (Coordinate | null | undefined)[] {
  return (presentTrack(view)?.Stops ?? []).map(({ StopId }) => stopRow(view, versionId, StopId)?.Coordinate);
}

function whyNotFollow(view: AppState, versionId: number): string | undefined {
  const places = placesOf(view, versionId);
  if (places.length < 2) return 'The track needs two stops';
  if (places.length > MOST_STOPS) return `The track has more than ${MOST_STOPS} stops`;
  return places.every((at) => at) ? undefined : 'A stop of the track has no coordinate';
}
