/** Edits of several stops at once: a field of many, many made from a list, two merged into one. */
import { z } from 'zod';
import { Coordinate } from '../coordinate.ts';
import { type Stop, STOP_FIELDS, StopField } from '../model/stop.ts';
import { sayTheSame, speaksOfStop, STOP_USERS, withOtherStop } from '../stopMerge.ts';
import { type DocumentChange, type DocumentKey, type Documents, documentEdit, one, put, remove, stopName } from './documentEdit.ts';
import { fieldWord } from './editField.ts';
import { NewStopId, StopFieldValue } from './stops.ts';
import { fieldError, withValues } from '../model/fieldValues.ts';

/** Stops of one edit at most. */
export const MOST_STOPS = 2000;

/** Changes one field of several stops; all of them, or none. */
export const editFieldOfStops = documentEdit('stop.editFieldOfMany', {
  summary: 'Changes one field of up to 2,000 stops, of all or of none. An empty text takes the field away.',
  path: 'edit/stops/:field',
  payload: z.object({ stopIds: z.array(z.string()).min(1).max(MOST_STOPS), field: StopField, value: StopFieldValue }),
  samples: [
    { stopIds: ['S1', 'S2'], field: 'zoneId', value: 'B' },
    { stopIds: ['S2', 'S3'], field: 'wheelchairBoarding', value: 1 },
  ],
  documents: (p) => p.stopIds.map((id) => one('Stop', id)),
  within: () => 'stops',
  touches: (p) => (p.stopIds.length > 32 ? ['stop'] : p.stopIds.map((id) => `stop/${id}/${STOP_FIELDS[p.field]}`)),
  refuse: (_docs, p) => {
    const message = fieldError('Stop', STOP_FIELDS[p.field], p.value);
    if (message !== undefined) return [{ Field: 'value', Message: message }];
    return p.field === 'parentId' && p.stopIds.includes(String(p.value)) ? 'A stop cannot be its own parent.' : undefined;
  },
  change: (docs, p) => p.stopIds.map((id) => put('Stop', id, withValues('Stop', docs.need('Stop', id), { [STOP_FIELDS[p.field]]: p.value }))),
  label: (p, docs) =>
    `Change ${fieldWord('Stop', STOP_FIELDS[p.field])} of ${p.stopIds.length === 1 ? stopName(docs, p.stopIds[0] ?? '') : `${p.stopIds.length.toLocaleString('en-GB')} stops`}`,
});

const NewStop = z.object({
  stopId: NewStopId,
  coordinate: Coordinate,
  stopName: z.string().trim().max(1000),
  stopType: z.int().min(0).max(5).default(0),
  stopZoneId: z.string().max(255).optional(),
  stopParentId: z.string().max(255).optional(),
  stopCode: z.string().max(255).optional(),
});

/** Makes several stops; all of them, or none where one cannot be made. */
export const createStops = documentEdit('stop.createMany', {
  summary: 'Makes up to 2,000 stops, all or none; 400 names each that has no name or an id that is taken.',
  path: 'edit/stops/create',
  payload: z.object({ stops: z.array(NewStop).min(1).max(MOST_STOPS) }),
  samples: [
    {
      stops: [
        { stopId: 'N21', coordinate: { Lat: 52.11, Lng: 5.11 }, stopName: 'Mill Lane' },
        { stopId: 'N22', coordinate: { Lat: 52.12, Lng: 5.12 }, stopName: 'Mill Lane', stopZoneId: 'A', stopCode: '22' },
      ],
    },
  ],
  documents: (p) => p.stops.map(({ stopId }) => one('Stop', stopId)),
  within: () => 'stops',
  touches: (p) => (p.stops.length > 32 ? ['stop'] : p.stops.map(({ stopId }) => `stop/${stopId}`)),
  refuse: (docs, p) => {
    const seen = new Set<string>();
    return p.stops.flatMap(({ stopId, stopName }, i) => {
      const taken = docs.get('Stop', stopId) !== null || seen.has(stopId);
      seen.add(stopId);
      return [
        ...(stopName === '' ? [{ Field: `stops[${i}]/stopName`, Message: 'Stop name is required' }] : []),
        ...(taken ? [{ Field: `stops[${i}]/stopId`, Message: `There is a stop with the id ${stopId} already.` }] : []),
      ];
    });
  },
  change: (_docs, p) =>
    p.stops.map(({ stopId, stopName: Name, stopType: Type, coordinate: place, stopZoneId, stopParentId, stopCode }) => {
      const stop: Stop = {
        Id: stopId,
        Name,
        Type,
        Coordinate: place,
        WheelchairBoarding: 0,
        ...(stopZoneId ? { ZoneId: stopZoneId } : {}),
        ...(stopParentId ? { ParentId: stopParentId } : {}),
        ...(stopCode ? { StopCode: stopCode } : {}),
      };
      return put('Stop', stopId, stop);
    }),
  label: (p) => (p.stops.length === 1 ? `Create stop ${p.stops[0]?.stopName}` : `Create ${p.stops.length.toLocaleString('en-GB')} stops`),
});

const Merge = z.object({
  keptId: z.string(),
  goneId: z.string(),
  users: z.array(z.object({ kind: z.enum(STOP_USERS), id: z.string() })).max(MOST_STOPS),
});

/** Removes a stop and puts another in its place wherever something speaks of it. Both stay named in `users`' documents until then. */
export const mergeStops = documentEdit('stop.merge', {
  summary:
    'Removes a stop and puts another in its place in all documents that speak of it (`users`, from stops/users); 409 where something else uses it. ' +
    'Transfers and pathways between the two go, as does what would say the same twice.',
  path: 'edit/stop/merge',
  payload: Merge,
  samples: [
    {
      keptId: 'S1',
      goneId: 'S2',
      users: [
        { kind: 'Transfer', id: 'T1' },
        { kind: 'Pathway', id: 'P1' },
        { kind: 'Track', id: 'L1/a-b' },
        { kind: 'Track', id: '1/a-b' },
        { kind: 'Translation', id: 'TR1' },
        { kind: 'Translation', id: 'TR2' },
      ],
    },
  ],
  documents: (p) => unique<DocumentKey>([one('Stop', p.keptId), one('Stop', p.goneId), ...p.users]),
  within: () => 'stops',
  touches: (p) => {
    const keys: readonly DocumentKey[] = [one('Stop', p.goneId), ...p.users];
    return keys.length > 32 ? [...new Set(keys.map(({ kind }) => kind.toLowerCase()))] : keys.map(({ kind, id }) => `${kind.toLowerCase()}/${id}`);
  },
  refuse: (_docs, p) => (p.keptId === p.goneId ? 'A stop cannot be merged with itself.' : undefined),
  change: (docs, p) => mergeChanges(docs, p),
  label: (p, docs) => `Merge stop ${stopName(docs, p.goneId)} into ${stopName(docs, p.keptId)}`,
});

function mergeChanges(docs: Documents, { keptId, goneId, users }: z.output<typeof Merge>): readonly DocumentChange[] {
  docs.need('Stop', keptId);
  const changes: DocumentChange[] = [remove('Stop', docs.need('Stop', goneId).Id)];
  const speaking = unique(users).flatMap(({ kind, id }) => {
    const doc = docs.get(kind, id);
    return doc === null || (kind === 'Stop' && id === goneId) ? [] : [{ kind, id, doc, moves: speaksOfStop(kind, doc, goneId) }];
  });
  const staying = speaking.filter(({ moves }) => !moves);
  for (const { kind, id, doc, moves } of speaking) {
    if (!moves) continue;
    const after = withOtherStop(kind, doc, goneId, keptId);
    const twice = after !== null && staying.some((other) => other.kind === kind && sayTheSame(kind, other.doc, after));
    changes.push(after === null || twice ? remove(kind, id) : put(kind, id, after));
  }
  return changes;
}

function unique<K extends DocumentKey>(keys: readonly K[]): readonly K[] {
  return [...new Map(keys.map((key) => [`${key.kind} ${key.id}`, key])).values()];
}
