import { expect, test } from 'vitest';
import type { EntityKind } from '../entities.ts';
import { type Documents, MissingDocument } from './documentEdit.ts';
import { mergeStops } from './stopBulk.ts';

const stop = (Id: string, more: object = {}) => ({ Id, Name: Id, Type: 0, Coordinate: null, WheelchairBoarding: 0, ...more });
const held: Record<string, object> = {
  'Stop/A': stop('A'),
  'Stop/B': stop('B'),
  'Stop/C': stop('C', { ParentId: 'B' }),
  'Transfer/AB': { Id: 'AB', StopIdFrom: 'A', StopIdTo: 'B', Type: 0 },
  'Transfer/AC': { Id: 'AC', StopIdFrom: 'A', StopIdTo: 'C', Type: 0 },
  'Transfer/BC': { Id: 'BC', StopIdFrom: 'B', StopIdTo: 'C', Type: 0 },
  'Transfer/CB': { Id: 'CB', StopIdFrom: 'C', StopIdTo: 'B', Type: 2, Time: 60 },
  'Pathway/P': { Id: 'P', FromStopId: 'B', ToStopId: 'C', Mode: 1, IsBidirectional: true },
  'Track/L/a-b': {
    ScheduleId: 'L',
    Id: 'a-b',
    Name: '',
    Direction: 'Forward',
    Visible: true,
    Stops: [{ StopId: 'B' }, { StopId: 'C' }, { StopId: 'B' }],
  },
  'Fare/F': {
    Id: 'F',
    Price: '1',
    Currency: 'EUR',
    Rules: [],
    BetweenStops: [
      { FromStop: 'A', ToStop: null },
      { FromStop: 'B', ToStop: null },
    ],
    ValidAfterStops: ['B', 'A'],
  },
  'Translation/T1': { Id: 'T1', CategoryName: 'stops', FieldName: 'stop_name', LanguageName: 'de', Translation: 'x', RecordId: 'B' },
  'Translation/T2': { Id: 'T2', CategoryName: 'stops', FieldName: 'stop_name', LanguageName: 'fr', Translation: 'y', RecordId: 'B' },
  'Translation/T3': { Id: 'T3', CategoryName: 'stops', FieldName: 'stop_name', LanguageName: 'de', Translation: 'z', RecordId: 'A' },
};
const docs = {
  get: (kind: EntityKind, id: string) => (held[`${kind}/${id}`] ?? null) as never,
  need: (kind: EntityKind, id: string) => {
    const doc = held[`${kind}/${id}`];
    if (!doc) throw new MissingDocument({ kind, id });
    return doc;
  },
  under: () => [],
} as unknown as Documents;

test('a merge takes transfers, pathways, tracks, fares, translations and children along, and leaves nothing said twice', () => {
  const users = Object.keys(held).flatMap((key) => {
    const [kind, ...id] = key.split('/');
    return kind === 'Stop' && id[0] !== 'C' ? [] : [{ kind, id: id.join('/') }];
  });
  const payload = mergeStops.payload.parse({ keptId: 'A', goneId: 'B', users });
  const changes = new Map(mergeStops.change(docs, payload).map(({ kind, id, doc }) => [`${kind}/${id}`, doc]));
  expect(Object.fromEntries(changes)).toMatchObject({
    'Stop/B': null,
    'Stop/C': { ParentId: 'A' },
    // between the two, and the same as AC
    'Transfer/AB': null,
    'Transfer/BC': null,
    'Transfer/CB': { StopIdFrom: 'C', StopIdTo: 'A', Time: 60 },
    'Pathway/P': { FromStopId: 'A', ToStopId: 'C' },
    'Track/L/a-b': { Stops: [{ StopId: 'A' }, { StopId: 'C' }, { StopId: 'A' }] },
    'Fare/F': { BetweenStops: [{ FromStop: 'A', ToStop: null }], ValidAfterStops: ['A'] },
    'Translation/T1': null,
    'Translation/T2': { RecordId: 'A' },
  });
  expect(changes.has('Transfer/AC')).toBe(false);
  expect(changes.has('Translation/T3')).toBe(false);
  expect(mergeStops.refuse?.(docs, { ...payload, goneId: 'A' })).toBe('A stop cannot be merged with itself.');
});
