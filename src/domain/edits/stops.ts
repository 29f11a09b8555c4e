/** Edits of stops. What uses a stop keeps it from being removed: the server looks that up (`services/removalChecks.ts`). */
import { z } from 'zod';
import { Coordinate, samePlace } from '../coordinate.ts';
import { type Stop, STOP_FIELDS, StopField } from '../model/stop.ts';
import { fieldEdit } from './editField.ts';
import { documentEdit, one, put, remove, stopName } from './documentEdit.ts';

/** Ids the product gives to new stops: no control or bidirectional characters, at most 255. */
export const NewStopId = z.string().regex(/^[^\p{Cc}\p{Bidi_Control}|]{1,255}$/u);

/** What a stop field can hold: a text, or a number for type and wheelchair boarding. */
export const StopFieldValue = z.union([z.string().max(1000), z.int()]);
export type StopFieldValue = z.infer<typeof StopFieldValue>;

const StopKey = z.object({ stopId: z.string() });

/** Changes one field of a stop; an empty text takes the field away. */
export const editStopField = fieldEdit('Stop', 'stop.editField', {
  summary: 'Changes one field of a stop. An empty text takes the field away.',
  path: 'edit/stop/:field',
  payload: StopKey.extend({ field: StopField, value: StopFieldValue }),
  samples: [
    { stopId: 'S1', field: 'name', value: 'Market Square' },
    { stopId: 'S2', field: 'type', value: 5 },
    { stopId: 'S2', field: 'zoneId', value: 'A' },
  ],
  keys: STOP_FIELDS,
  id: (p) => p.stopId,
  within: (p) => `stop/${p.stopId}`,
  nameOf: (docs, p) => stopName(docs, p.stopId),
  renames: 'stop',
});

/** Puts a stop somewhere else on the map, or takes its place away. Journeys keep their times. */
export const moveStop = documentEdit('stop.move', {
  summary: 'Puts a stop somewhere else.',
  path: 'edit/stop/coordinates',
  payload: StopKey.extend({ coordinate: Coordinate.nullable() }),
  samples: [
    { stopId: 'S1', coordinate: { Lat: 52.2, Lng: 5.2 } },
    { stopId: 'S2', coordinate: { Lat: 52.3, Lng: 5.3 } },
  ],
  documents: (p) => [one('Stop', p.stopId)],
  within: (p) => `stop/${p.stopId}`,
  touches: (p) => [`stop/${p.stopId}/Coordinate`],
  change: (docs, p) => {
    const stop = docs.need('Stop', p.stopId);
    return [put('Stop', p.stopId, samePlace(stop.Coordinate, p.coordinate) ? stop : { ...stop, Coordinate: p.coordinate })];
  },
  label: (p, docs) => `Move stop ${stopName(docs, p.stopId)}`,
});

/** Makes a stop at a place on the map. */
export const createStop = documentEdit('stop.create', {
  summary: 'Makes a stop. The id may be proposed; 409 when it is taken.',
  path: 'edit/stop/create',
  payload: z.object({
    stopId: NewStopId.optional(),
    coordinate: Coordinate,
    stopName: z.string().trim().max(1000),
    stopZoneId: z.string().max(255).optional(),
    stopParentId: z.string().max(255).optional(),
    stopType: z.int().min(0).max(5).default(0),
  }),
  samples: [{ stopId: 'N1', coordinate: { Lat: 52.1, Lng: 5.1 }, stopName: 'New Street', stopType: 0 }],
  mint: (p, fresh) => ({ ...p, stopId: p.stopId ?? fresh('S') }),
  documents: (p) => (p.stopId === undefined ? [] : [one('Stop', p.stopId)]),
  within: (p) => `stop/${p.stopId ?? ''}`,
  touches: (p) => [`stop/${p.stopId ?? ''}`],
  refuse: (docs, p) => {
    if (p.stopName === '') return [{ Field: 'stopName', Message: 'Stop name is required' }];
    if (p.stopId === undefined || !docs.get('Stop', p.stopId)) return undefined;
    return `There is a stop with the id ${p.stopId} already.`;
  },
  change: (_docs, { stopId = '', stopName: Name, stopType: Type, coordinate: place, stopZoneId, stopParentId }) => {
    const stop: Stop = {
      Id: stopId,
      Name,
      Type,
      Coordinate: place,
      WheelchairBoarding: 0,
      ...(stopZoneId ? { ZoneId: stopZoneId } : {}),
      ...(stopParentId ? { ParentId: stopParentId } : {}),
    };
    return [put('Stop', stopId, stop)];
  },
  label: (p) => `Create stop ${p.stopName}`,
});

/** Removes a stop that nothing uses; refused with the reasons while something does. */
export const removeStop = documentEdit('stop.remove', {
  summary: 'Removes a stop that no transfer, pathway or schedule uses; 409 with the reasons otherwise.',
  path: 'edit/stop/delete',
  payload: StopKey,
  samples: [{ stopId: 'S3' }],
  documents: (p) => [one('Stop', p.stopId)],
  within: (p) => `stop/${p.stopId}`,
  touches: (p) => [`stop/${p.stopId}`],
  change: (docs, p) => [remove('Stop', docs.need('Stop', p.stopId).Id)],
  label: (p, docs) => `Remove stop ${stopName(docs, p.stopId)}`,
});
