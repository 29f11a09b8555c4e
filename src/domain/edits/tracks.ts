/** Edits of tracks and their stops. A change of stops takes the timetables along, in the same edit. */
import { z } from 'zod';
import { restopped, type StopOrder, type TimeFill } from '../timetableSheet/restop.ts';
import type { Timetable } from '../model/timetable.ts';
import { Track, TrackDirection, type TrackStop } from '../model/track.ts';
import {
  allUnder,
  type DocumentChange,
  type DocumentFamily,
  type DocumentKey,
  type Documents,
  documentEdit,
  one,
  put,
  remove,
  stopName,
  timetableKey,
  trackKey,
} from './documentEdit.ts';
import { withinSchedules } from './schedules.ts';
import { trackWords } from './timetables.ts';

const TrackPayload = z.object({ scheduleId: z.string(), trackId: z.string() });
type OfTrack = z.output<typeof TrackPayload>;

const Fill = z.enum(['copied', 'interpolated', 'blank']);
/** How timetables follow a change of stops; `metres` is the distance to each stop of the new order, for times by distance. */
const Following = { fill: Fill.default('interpolated'), metres: z.array(z.number().min(0)).max(5000).optional() };

const TrackField = z.enum(['name', 'direction', 'visible', 'symbol']);
export type TrackField = z.infer<typeof TrackField>;

/** Changes one field of a track; an empty symbol takes it away. */
export const editTrackField = documentEdit('track.editField', {
  summary: 'Changes name, direction, visible or symbol of a track. An empty symbol takes it away.',
  path: 'edit/track/:field',
  payload: TrackPayload.extend({ field: TrackField, value: z.union([z.string().max(1000), z.boolean()]) }),
  samples: [
    { scheduleId: 'L1', trackId: 'a-b', field: 'name', value: 'Harbour - Airport' },
    { scheduleId: 'L1', trackId: 'a-b', field: 'visible', value: false },
  ],
  documents: (p) => [oneTrack(p), one('Schedule', p.scheduleId)],
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => [`track/${keyOf(p)}/${FIELDS[p.field]}`],
  refuse: (_docs, p) => {
    const fits =
      p.field === 'visible'
        ? typeof p.value === 'boolean'
        : typeof p.value === 'string' && (p.field !== 'direction' || TrackDirection.safeParse(p.value).success);
    return fits ? undefined : [{ Field: p.field, Message: 'The value does not fit this field' }];
  },
  change: (docs, p) => {
    const { [FIELDS[p.field]]: _was, ...rest } = trackOf(docs, p);
    const value = typeof p.value === 'string' ? p.value.trim() : p.value;
    return [putTrack(Track.parse(p.field === 'symbol' && value === '' ? rest : { ...rest, [FIELDS[p.field]]: value }))];
  },
  label: (p, docs) => `Change ${p.field === 'visible' ? 'visibility' : p.field} of the track, ${trackWords(docs, p)}`,
});

const FIELDS = { name: 'Name', direction: 'Direction', visible: 'Visible', symbol: 'Symbol' } as const;

/** Says what vehicles show as their destination, from stop to stop. */
export const editDestinations = documentEdit('track.editDestinations', {
  summary: 'Says what vehicles show as their destination: runs from stop to stop, in the order of the track.',
  path: 'edit/track/destinations',
  payload: TrackPayload.extend({
    destinations: z.array(z.object({ StopIdFrom: z.string(), StopIdTo: z.string(), Destination: z.string().max(1000) })).max(5000),
  }),
  samples: [{ scheduleId: 'L1', trackId: 'a-b', destinations: [{ StopIdFrom: 'S1', StopIdTo: 'S3', Destination: 'Airport' }] }],
  documents: (p) => [oneTrack(p), one('Schedule', p.scheduleId)],
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => [`track/${keyOf(p)}/Stops`],
  refuse: (docs, p) => {
    const lost = runsOf(trackOf(docs, p).Stops, p.destinations).find(({ from }) => from === undefined);
    return lost ? `There is no stop ${lost.run.StopIdFrom} for the destination ${lost.run.Destination} any more` : undefined;
  },
  change: (docs, p) => {
    const track = trackOf(docs, p);
    const shown = new Map(
      runsOf(track.Stops, p.destinations).flatMap(({ from, run }) =>
        from === undefined || run.Destination === '' ? [] : [[from, run.Destination] as const],
      ),
    );
    const stops = track.Stops.map(({ Destination: _was, ...stop }, at): TrackStop => {
      const destination = shown.get(at);
      return destination === undefined ? stop : { ...stop, Destination: destination };
    });
    return [putTrack({ ...track, Stops: stops })];
  },
  label: (p, docs) => `Change destinations, ${trackWords(docs, p)}`,
});

/** Makes a track: empty, or like another one with its stops, its timetables where wanted, and the other way round. */
export const createTrack = documentEdit('track.create', {
  summary: 'Makes a track without stops.',
  path: 'edit/track/create',
  payload: TrackPayload.extend({ name: z.string().trim().max(1000).optional(), direction: TrackDirection.default('Unknown') }),
  samples: [{ scheduleId: 'L1', trackId: 'b-a', direction: 'Backward' }],
  documents: (p) => [oneTrack(p), one('Schedule', p.scheduleId)],
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => [`track/${keyOf(p)}`],
  refuse: (docs, p) => takenTrack(docs, p, p.scheduleId, p.trackId, 'trackId'),
  change: (docs, p) => {
    docs.need('Schedule', p.scheduleId);
    return [putTrack({ ScheduleId: p.scheduleId, Id: p.trackId, Name: p.name || p.trackId, Direction: p.direction, Visible: true, Stops: [] })];
  },
  label: (p, docs) => `Create track, ${trackWords(docs, p)}`,
});

/** Makes a track again, in its schedule or in another, the same way or back. */
export const cloneTrack = documentEdit('track.clone', {
  summary:
    'Makes a track again under another id, here or in another schedule; `reversed` for the way back. Timetables come along where wanted, without trip ids.',
  path: 'edit/track/clone',
  payload: TrackPayload.extend({
    newId: z.string(),
    toScheduleId: z.string().optional(),
    reversed: z.boolean().optional(),
    timetables: z.boolean().optional(),
  }),
  samples: [
    { scheduleId: 'L1', trackId: 'a-b', newId: 'a-b-2', timetables: true },
    { scheduleId: 'L1', trackId: 'a-b', newId: 'b-a', reversed: true },
  ],
  documents: (p) => [oneTrack(p), allUnder('Timetable', p.scheduleId, p.trackId), one('Schedule', p.scheduleId), ...copied(p)],
  within: (p) => `schedule/${p.toScheduleId ?? p.scheduleId}`,
  touches: (p) => [`track/${trackKey(p.toScheduleId ?? p.scheduleId, p.newId)}`],
  refuse: (docs, p) => takenTrack(docs, p, p.toScheduleId ?? p.scheduleId, p.newId, 'newId'),
  change: (docs, p) => {
    const track = trackOf(docs, p);
    const ScheduleId = docs.need('Schedule', p.toScheduleId ?? p.scheduleId).Id;
    const copy = { ...(p.reversed ? reversed(track) : track), ScheduleId, Id: p.newId };
    const timetables = p.timetables && !p.reversed ? docs.under('Timetable', p.scheduleId, p.trackId) : [];
    return [putTrack(copy), ...timetables.map((timetable) => putTimetable({ ...withoutTripIds(timetable), ScheduleId, TrackId: p.newId }))];
  },
  label: (p, docs) =>
    `${p.reversed ? 'Make return track' : p.toScheduleId === undefined ? 'Clone track' : 'Copy track'} ${p.newId}, ${trackWords(docs, p)}`,
});

/** Takes a track to another schedule, with its timetables. */
export const moveTrack = documentEdit('track.move', {
  summary: 'Takes a track to another schedule, with its timetables.',
  path: 'edit/track/move',
  payload: TrackPayload.extend({ toScheduleId: z.string(), newId: z.string().optional() }),
  samples: [{ scheduleId: 'L1', trackId: 'a-b', toScheduleId: 'L1', newId: 'a-b-2' }],
  documents: (p) => [
    oneTrack(p),
    allUnder('Timetable', p.scheduleId, p.trackId),
    one('Schedule', p.scheduleId),
    ...copied({ ...p, newId: p.newId ?? p.trackId }),
  ],
  within: (p) => withinSchedules([...new Set([p.scheduleId, p.toScheduleId])]),
  touches: (p) => [`track/${keyOf(p)}`, `track/${trackKey(p.toScheduleId, p.newId ?? p.trackId)}`],
  refuse: (docs, p) => takenTrack(docs, p, p.toScheduleId, p.newId ?? p.trackId, 'newId'),
  change: (docs, p) => {
    const track = trackOf(docs, p);
    const [ScheduleId, TrackId] = [docs.need('Schedule', p.toScheduleId).Id, p.newId ?? p.trackId];
    return [
      remove('Track', keyOf(p)),
      putTrack({ ...track, ScheduleId, Id: TrackId }),
      ...timetablesOf(docs, p).flatMap((timetable) => [
        remove('Timetable', timetableKey(p.scheduleId, p.trackId, timetable.Number)),
        putTimetable({ ...timetable, ScheduleId, TrackId }),
      ]),
    ];
  },
  label: (p, docs) => `Move track to line ${docs.get('Schedule', p.toScheduleId)?.Name || p.toScheduleId}, ${trackWords(docs, p)}`,
});

/** Removes a track with its timetables. */
export const deleteTrack = documentEdit('track.delete', {
  summary: 'Removes a track with its timetables.',
  path: 'edit/track/delete',
  payload: TrackPayload,
  samples: [{ scheduleId: 'L1', trackId: 'a-b' }],
  documents: followed,
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => [`track/${keyOf(p)}`, `timetable/${keyOf(p)}`],
  change: (docs, p) => {
    trackOf(docs, p);
    return [
      remove('Track', keyOf(p)),
      ...timetablesOf(docs, p).map(({ Number }) => remove('Timetable', timetableKey(p.scheduleId, p.trackId, Number))),
    ];
  },
  label: (p, docs) => `Delete track, ${trackWords(docs, p)}`,
});

/** Puts a stop into a track at a position. */
export const createTrackStop = documentEdit('track.createStop', {
  summary: 'Puts a stop into a track at a position (from 0); later stops move up. The timetables follow.',
  path: 'edit/track/stop/create',
  payload: TrackPayload.extend({ stopId: z.string().min(1), position: z.int().min(0), shapeSequence: z.int().min(0).optional(), ...Following }),
  samples: [{ scheduleId: 'L1', trackId: 'a-b', stopId: 'S4', position: 1, fill: 'interpolated' }],
  documents: followed,
  within: (p) => `schedule/${p.scheduleId}`,
  touches: touchesStops,
  refuse: (docs, p) => (p.position > trackOf(docs, p).Stops.length ? `The track has ${trackOf(docs, p).Stops.length} stops by now` : undefined),
  change: (docs, p) => {
    const track = trackOf(docs, p);
    const stop: TrackStop = { StopId: p.stopId, ...(p.shapeSequence === undefined ? {} : { ShapeSequence: p.shapeSequence }) };
    return withOrder(docs, p, track.Stops.map((_, at): number | null => at).toSpliced(p.position, 0, null), () => stop);
  },
  named: theStop,
  label: (p, docs) => `Add stop ${stopName(docs, p.stopId)} as stop ${p.position + 1}, ${trackWords(docs, p)}`,
});

/** Puts several stops into a track, one after another, from a position on. */
export const createTrackStops = documentEdit('track.createStops', {
  summary: 'Puts stops into a track one after another, from a position (from 0) on; later stops move up. The timetables follow.',
  path: 'edit/track/stops/create',
  payload: TrackPayload.extend({ stopIds: z.array(z.string().min(1)).min(1).max(1000), position: z.int().min(0), ...Following }),
  samples: [{ scheduleId: 'L1', trackId: 'a-b', stopIds: ['S4', 'S5'], position: 3, fill: 'interpolated' }],
  documents: followed,
  within: (p) => `schedule/${p.scheduleId}`,
  touches: touchesStops,
  refuse: (docs, p) => (p.position > trackOf(docs, p).Stops.length ? `The track has ${trackOf(docs, p).Stops.length} stops by now` : undefined),
  change: (docs, p) => {
    const order = trackOf(docs, p).Stops.map((_, at): number | null => at);
    return withOrder(docs, p, order.toSpliced(p.position, 0, ...p.stopIds.map(() => null)), (at) => ({ StopId: p.stopIds[at - p.position] ?? '' }));
  },
  label: (p, docs) => `Add ${p.stopIds.length} stops as stop ${p.position + 1} and on, ${trackWords(docs, p)}`,
});

/** Takes a stop out of a track; the stop itself stays. */
export const deleteTrackStop = documentEdit('track.deleteStop', {
  summary: 'Takes a stop out of a track, named by its id and its position. The timetables follow.',
  path: 'edit/track/stop/delete',
  payload: TrackPayload.extend({ stopId: z.string(), position: z.int().min(0) }),
  samples: [{ scheduleId: 'L1', trackId: 'a-b', stopId: 'S2', position: 1 }],
  documents: followed,
  within: (p) => `schedule/${p.scheduleId}`,
  touches: touchesStops,
  refuse: (docs, p) => notThere(docs, p, p.position, p.stopId),
  change: (docs, p) =>
    withOrder(
      docs,
      { ...p, fill: 'blank' },
      trackOf(docs, p)
        .Stops.map((_, at) => at)
        .toSpliced(p.position, 1),
    ),
  named: theStop,
  label: (p, docs) => `Remove stop ${p.position + 1} (${stopName(docs, p.stopId)}), ${trackWords(docs, p)}`,
});

/** Takes a stop of a track to another position. */
export const moveTrackStop = documentEdit('track.moveStop', {
  summary: 'Takes a stop of a track to another position. The timetables follow.',
  path: 'edit/track/stop/move',
  payload: TrackPayload.extend({ stopId: z.string(), from: z.int().min(0), to: z.int().min(0), ...Following }),
  samples: [{ scheduleId: 'L1', trackId: 'a-b', stopId: 'S1', from: 0, to: 1, fill: 'interpolated' }],
  documents: followed,
  within: (p) => `schedule/${p.scheduleId}`,
  touches: touchesStops,
  refuse: (docs, p) =>
    notThere(docs, p, p.from, p.stopId) ??
    (p.to >= trackOf(docs, p).Stops.length ? `There is no place ${p.to + 1} in this track any more` : undefined),
  change: (docs, p) =>
    withOrder(
      docs,
      p,
      trackOf(docs, p)
        .Stops.map((_, at) => at)
        .toSpliced(p.from, 1)
        .toSpliced(p.to, 0, p.from),
    ),
  named: theStop,
  label: (p, docs) => `Move stop ${p.from + 1} (${stopName(docs, p.stopId)}) to place ${p.to + 1}, ${trackWords(docs, p)}`,
});

/** Puts the stops of a track in another order. */
export const orderTrackStops = documentEdit('track.orderStops', {
  summary: 'Puts the stops of a track in another order: their former positions in the new order. The timetables follow.',
  path: 'edit/track/stop/order',
  payload: TrackPayload.extend({ order: z.array(z.int().min(0)).min(1).max(5000), ...Following }),
  samples: [{ scheduleId: 'L1', trackId: 'a-b', order: [2, 1, 0], fill: 'interpolated' }],
  documents: followed,
  within: (p) => `schedule/${p.scheduleId}`,
  touches: touchesStops,
  refuse: (docs, p) =>
    isPermutation(p.order, trackOf(docs, p).Stops.length)
      ? undefined
      : `The track has ${trackOf(docs, p).Stops.length} stops by now: the order has to name each of them once`,
  change: (docs, p) => withOrder(docs, p, p.order),
  label: (p, docs) => `Change order of the stops, ${trackWords(docs, p)}`,
});

/** Changes at which points of the shape the stops lie, and which stops are ignored. */
export const editStopSequence = documentEdit('track.editSequence', {
  summary: 'Changes at which point of the shape each stop lies, by position; null takes it away. The numbers may not fall along the track.',
  path: 'edit/track/stop/sequence',
  payload: TrackPayload.extend({
    sequences: z
      .array(z.object({ position: z.int().min(0), sequence: z.int().min(0).nullable() }))
      .min(1)
      .max(5000),
  }),
  samples: [{ scheduleId: 'L1', trackId: 'a-b', sequences: [{ position: 0, sequence: 0 }] }],
  documents: (p) => [oneTrack(p), one('Schedule', p.scheduleId)],
  within: (p) => `schedule/${p.scheduleId}`,
  touches: touchesStops,
  refuse: (docs, p) => {
    const { Stops } = trackOf(docs, p);
    if (p.sequences.some(({ position }) => position >= Stops.length)) return `The track has ${Stops.length} stops by now`;
    let last = -1;
    for (const [at, { ShapeSequence }] of withSequences(Stops, p.sequences).entries()) {
      if (ShapeSequence === undefined) continue;
      if (ShapeSequence < last)
        return [{ Field: 'sequences', Message: `Stop ${at + 1} would lie at point ${ShapeSequence}, before point ${last} of the stop before it` }];
      last = ShapeSequence;
    }
    return undefined;
  },
  change: (docs, p) => {
    const track = trackOf(docs, p);
    return [putTrack({ ...track, Stops: withSequences(track.Stops, p.sequences) })];
  },
  label: (p, docs) =>
    `Change sequence of ${p.sequences.length === 1 ? `stop ${(p.sequences[0]?.position ?? 0) + 1}` : `${p.sequences.length} stops`}, ${trackWords(docs, p)}`,
});

/** Says that a stop of a track is left out of the exported times, or not. */
export const ignoreTrackStop = documentEdit('track.ignoreStop', {
  summary: 'Says whether a stop of a track is left out of the exported times.',
  path: 'edit/track/stop/ignored',
  payload: TrackPayload.extend({ stopId: z.string(), position: z.int().min(0), ignored: z.boolean() }),
  samples: [{ scheduleId: 'L1', trackId: 'a-b', stopId: 'S2', position: 1, ignored: true }],
  documents: (p) => [oneTrack(p), one('Schedule', p.scheduleId)],
  within: (p) => `schedule/${p.scheduleId}`,
  touches: touchesStops,
  refuse: (docs, p) => notThere(docs, p, p.position, p.stopId),
  change: (docs, p) => {
    const track = trackOf(docs, p);
    const stops = track.Stops.map(({ Ignored: was, ...stop }, at): TrackStop => {
      if (at !== p.position) return was === undefined ? stop : { ...stop, Ignored: was };
      return p.ignored ? { ...stop, Ignored: true } : stop;
    });
    return [putTrack({ ...track, Stops: stops })];
  },
  named: theStop,
  label: (p, docs) => `${p.ignored ? 'Ignore' : 'Serve'} stop ${p.position + 1} (${stopName(docs, p.stopId)}), ${trackWords(docs, p)}`,
});

/** The stop that an edit of one track stop speaks of, for its label. */
function theStop({ stopId }: { readonly stopId: string }): readonly DocumentKey[] {
  return [one('Stop', stopId)];
}

/** The track and timetables with the stops of a new order; `made` gives the stops that are new. */
function withOrder(
  docs: Documents,
  p: OfTrack & { fill: TimeFill; metres?: readonly number[] | undefined },
  order: StopOrder,
  made?: (at: number) => TrackStop,
): DocumentChange[] {
  const track = trackOf(docs, p);
  const stops = order.flatMap((from, at) => (from === null ? (made ? [made(at)] : []) : (track.Stops[from] ?? [])));
  return [
    putTrack({ ...track, Stops: inShapeOrder(stops) }),
    ...timetablesOf(docs, p).map((timetable) => putTimetable(restopped(timetable, order, p.fill, p.metres ?? null))),
  ];
}

/** A stop that would lie before the one before it on the shape has no place on the shape until it gets a new one. */
function inShapeOrder(stops: readonly TrackStop[]): TrackStop[] {
  let last = -1;
  return stops.map((stop) => {
    const { ShapeSequence, ShapeDistance: _distance, ...rest } = stop;
    if (ShapeSequence === undefined) return stop;
    if (ShapeSequence < last) return rest;
    last = ShapeSequence;
    return stop;
  });
}

function oneTrack(p: OfTrack): DocumentKey {
  return one('Track', keyOf(p));
}

function followed(p: OfTrack): (DocumentKey | DocumentFamily)[] {
  return [oneTrack(p), allUnder('Timetable', p.scheduleId, p.trackId), one('Schedule', p.scheduleId)];
}

function copied(p: { scheduleId: string; newId: string; toScheduleId?: string | undefined }): DocumentKey[] {
  const to = p.toScheduleId ?? p.scheduleId;
  return [one('Track', trackKey(to, p.newId)), ...(to === p.scheduleId ? [] : [one('Schedule', to)])];
}

function keyOf({ scheduleId, trackId }: OfTrack): string {
  return trackKey(scheduleId, trackId);
}

function touchesStops(p: OfTrack): readonly string[] {
  return [`track/${keyOf(p)}/Stops`, `timetable/${keyOf(p)}`];
}

function trackOf(docs: Documents, p: OfTrack): Track {
  return docs.need('Track', keyOf(p));
}

function timetablesOf(docs: Documents, p: OfTrack): readonly Timetable[] {
  return docs.under('Timetable', p.scheduleId, p.trackId);
}

function putTrack(track: Track): DocumentChange {
  return put('Track', trackKey(track.ScheduleId, track.Id), track);
}

function putTimetable(timetable: Timetable): DocumentChange {
  return put('Timetable', timetableKey(timetable.ScheduleId, timetable.TrackId, timetable.Number), timetable);
}

function takenTrack(
  docs: Documents,
  _p: OfTrack,
  scheduleId: string,
  trackId: string,
  Field: string,
): readonly { Field: string; Message: string }[] | undefined {
  if (!/^[^\p{Cc}\p{Bidi_Control}|/]{1,255}$/u.test(trackId) || trackId !== trackId.trim())
    return [{ Field, Message: 'A track id is required, without slashes and spaces around it' }];
  return docs.get('Track', trackKey(scheduleId, trackId)) ? [{ Field, Message: `There is a track with the id ${trackId} already` }] : undefined;
}

function notThere(docs: Documents, p: OfTrack, position: number, stopId: string): string | undefined {
  return trackOf(docs, p).Stops[position]?.StopId === stopId ? undefined : `Stop ${position + 1} is not ${stopId} any more`;
}

function isPermutation(order: readonly number[], length: number): boolean {
  return order.length === length && new Set(order).size === length && order.every((at) => at < length);
}

function withSequences(stops: readonly TrackStop[], sequences: readonly { position: number; sequence: number | null }[]): TrackStop[] {
  const wanted = new Map(sequences.map(({ position, sequence }) => [position, sequence]));
  return stops.map((stop, at): TrackStop => {
    const sequence = wanted.get(at);
    if (sequence === undefined) return stop;
    const { ShapeSequence: _was, ShapeDistance: _distance, ...rest } = stop;
    return sequence === null ? rest : { ...rest, ShapeSequence: sequence };
  });
}

/** Each run with the position where it begins: the next stop of that id after the run before, so that the two visits of a loop differ. */
function runsOf<R extends { StopIdFrom: string; StopIdTo: string }>(
  stops: readonly TrackStop[],
  runs: readonly R[],
): readonly { readonly from: number | undefined; readonly run: R }[] {
  let next = 0;
  return runs.map((run) => {
    const from = stops.findIndex(({ StopId }, at) => at >= next && StopId === run.StopIdFrom);
    if (from < 0) return { from: undefined, run };
    const to = stops.findIndex(({ StopId }, at) => at >= from && StopId === run.StopIdTo);
    next = (to < 0 ? from : to) + 1;
    return { from, run };
  });
}

/** The way back: stops the other way round, on the same line of the map. */
function reversed(track: Track): Track {
  const { Shape: _shape, ShapeDistances: _distances, ...rest } = track;
  const direction = track.Direction === 'Forward' ? 'Backward' : track.Direction === 'Backward' ? 'Forward' : 'Unknown';
  return {
    ...rest,
    Name: track.Name.includes(' - ') ? track.Name.split(' - ').toReversed().join(' - ') : track.Name,
    Direction: direction,
    Stops: track.Stops.toReversed().map(({ ShapeSequence: _sequence, ShapeDistance: _distance, Destination: _destination, ...stop }) => stop),
  };
}

function withoutTripIds(timetable: Timetable): Timetable {
  return { ...timetable, Departures: timetable.Departures.map(({ TripId: _tripId, ...departure }) => departure) };
}
