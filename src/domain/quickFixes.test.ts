import { expect, test } from 'vitest';
import { fixCases } from './edits/quickFixes.ts';
import type { Documents } from './edits/documentEdit.ts';
import type { Entity, EntityKind } from './entities.ts';
import { fixedDocument, quickFixOf } from './quickFixes.ts';
import { decodeShape, encodeShape } from './shapes.ts';

const held = (docs: Readonly<Record<string, Entity>>): Documents => ({
  get: <K extends EntityKind>(kind: K, id: string) => (docs[`${kind}/${id}`] as Entity<K> | undefined) ?? null,
  need: () => {
    throw new Error('not read');
  },
  under: () => [],
});

const fix = (
  ruleId: number,
  kind: 'Agency' | 'Stop' | 'Schedule' | 'Track' | 'Transfer',
  doc: Entity,
  more: Record<string, Entity> = {},
): unknown => {
  const stopIds = Object.keys(more).map((key) => key.replace('Stop/', ''));
  return fixCases.change(held({ [`${kind}/x`]: doc, ...more }), { ruleId, documents: [{ kind, id: 'x', stopIds }] })[0]?.doc;
};

const stop = (id: string, Lat: number, Lng: number): Entity<'Stop'> => ({
  Id: id,
  Name: id,
  Type: 0,
  Coordinate: { Lat, Lng },
  WheelchairBoarding: 0,
});

test('names lose outer and double spaces and line breaks, and nothing else', () => {
  expect(fix(203, 'Stop', { ...stop('x', 52, 5), Name: ' Market\n  Street ' })).toMatchObject({ Name: 'Market Street' });
  expect(fix(203, 'Stop', { ...stop('x', 52, 5), Name: 'Market Street' }), 'nothing to fix is no change').toBeUndefined();
  expect(fix(203, 'Stop', { ...stop('x', 52, 5), Name: '   ' }), 'a name is not made empty').toBeUndefined();
  expect(fix(104, 'Agency', { Id: 'x', Name: 'City  Transit ' })).toMatchObject({ Name: 'City Transit' });
});

test.each([
  ['www.agency.example', 'https://www.agency.example'],
  [' http:/agency.example/fares ', 'http://agency.example/fares'],
  ['HTTPS://agency.example', 'https://agency.example'],
  ['//agency.example', 'https://agency.example'],
  ['ask at the desk', undefined],
  ['n/a', undefined],
])('the web address %j becomes %j', (Url, to) => {
  expect(fix(108, 'Agency', { Id: 'x', Url })).toEqual(to === undefined ? undefined : { Id: 'x', Url: to });
});

test('exceptions without effect go, and all others stay', () => {
  const schedule = (...Exceptions: readonly { Date: string; RunAs: number }[]): Entity<'Schedule'> => ({
    Id: 'x',
    Name: '1',
    IsBaseSchedule: true,
    Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [...Exceptions] },
  });
  const outside = { Date: '2027-01-01', RunAs: 0 };
  const added = { Date: '2027-01-02', RunAs: 32 };
  const closed = { Date: '2026-12-25', RunAs: 0 };
  const asFriday = { Date: '2026-12-25', RunAs: 16 };
  expect(fix(326, 'Schedule', schedule(outside, added, closed))).toEqual(schedule(added, closed));
  expect(fix(326, 'Schedule', schedule(added, closed)), 'nothing to fix is no change').toBeUndefined();
  expect(fix(394, 'Schedule', schedule(asFriday, added))).toEqual(schedule(added));
  expect(fix(394, 'Schedule', schedule(closed, added)), 'nothing to fix is no change').toBeUndefined();
});

test('of repeated exceptions the first of each date stays', () => {
  const Exceptions = [
    { Date: '2026-12-25', RunAs: 0 },
    { Date: '2026-12-26', RunAs: 0 },
    { Date: '2026-12-25', RunAs: 64 },
  ];
  const schedule: Entity<'Schedule'> = {
    Id: 'x',
    Name: '1',
    IsBaseSchedule: false,
    Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions },
  };
  expect(fix(325, 'Schedule', schedule)).toMatchObject({ Calendar: { Exceptions: Exceptions.slice(0, 2) } });
});

test('a time that the type of a transfer does not use is taken away', () => {
  const transfer: Entity<'Transfer'> = { Id: 'x', StopIdFrom: 'a', StopIdTo: 'b', Type: 0, Time: 120 };
  expect(fix(606, 'Transfer', transfer)).toEqual({ Id: 'x', StopIdFrom: 'a', StopIdTo: 'b', Type: 0 });
});

test('stops find their places on the shape, and a reversed shape is turned round with them', () => {
  const points = [0, 1, 2].map((i) => ({ Lat: 52, Lng: 5 + i / 100 }));
  const stops = { 'Stop/a': stop('a', 52, 5), 'Stop/b': stop('b', 52, 5.01), 'Stop/c': stop('c', 52, 5.02) };
  const track = (shape: typeof points): Entity<'Track'> => ({
    ScheduleId: '1',
    Id: 'x',
    Name: 'x',
    Direction: 'Forward',
    Visible: true,
    Shape: encodeShape(shape),
    Stops: [{ StopId: 'a', ShapeSequence: 2 }, { StopId: 'b' }, { StopId: 'c', ShapeSequence: 1 }],
  });
  const sequences = [
    { StopId: 'a', ShapeSequence: 0 },
    { StopId: 'b', ShapeSequence: 1 },
    { StopId: 'c', ShapeSequence: 2 },
  ];
  for (const rule of [345, 346, 347]) expect(fix(rule, 'Track', track(points), stops)).toMatchObject({ Stops: sequences });
  const turned = fix(343, 'Track', track(points.toReversed()), stops) as Entity<'Track'>;
  expect(turned.Stops).toEqual(sequences);
  expect(decodeShape(turned.Shape ?? '')).toEqual(points);
  const without = { ruleId: 345, documents: [{ kind: 'Track' as const, id: 'x', stopIds: ['a'] }] };
  expect(fixCases.refuse?.(held({ 'Track/x': track(points), ...stops }), without)).toBe('A track has other stops by now. Open the cases again.');
});

test('cases lead to the document that is fixed; most rules have no remedy', () => {
  expect(fixedDocument(345, { Id: '10%2F1/a-b/3/S7' })).toEqual({ kind: 'Track', id: '10%2F1/a-b' });
  expect(fixedDocument(343, { Id: '10/1', TrackId: 'a-b' })).toEqual({ kind: 'Track', id: '10%2F1/a-b' });
  expect(fixedDocument(203, { Id: 'S/1' })).toEqual({ kind: 'Stop', id: 'S/1' });
  expect(quickFixOf(202)).toBeUndefined();
  expect(fixCases.refuse?.(held({}), { ruleId: 202, documents: [{ kind: 'Stop', id: 'x' }] })).toBe(
    'The faults of rule 202 have no remedy that is always safe.',
  );
});
