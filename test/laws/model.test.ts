/**
 * Every field of every kind is read, written, compared, undone and shown, or its declaration says that GTFS loses it. The values are made
 * from the declarations: a field that is declared is tried here, and one that is forgotten somewhere fails by its name.
 */
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encode } from '@mapbox/polyline';
import { z } from 'zod';
import { exportGtfs, type FeedSource } from '../../server/feed/exportFeed.ts';
import { MEMBERS } from '../../server/feed/json/format.ts';
import { modelPage } from '../../tools/model/page.ts';
import { changedProperties, propertyTitle } from '../../src/domain/comparer/fields.ts';
import { valueText } from '../../src/domain/comparer/values.ts';
import { editCatalogue } from '../../src/domain/edits/catalogue.ts';
import { mergeDocument } from '../../src/domain/edits/mergeDocument.ts';
import { type Entity, ENTITY_SCHEMAS, entityId, stopsReferredTo } from '../../src/domain/entities.ts';
import { fieldsOf, KIND_NAMES, kindOf, type KeyedField, refersTo } from '../../src/domain/model/catalogue.ts';
import { fieldError } from '../../src/domain/model/fieldValues.ts';
import type { EntityKind } from '../../src/domain/model/kind.ts';
import { STOP_USERS, type StopUser, withOtherStop } from '../../src/domain/stopMerge.ts';
import { STOP_TYPES } from '../../src/domain/stops.ts';
import { readFile } from '../builders/feedFile.ts';
import { type CollectedFeed, collectFeed } from '../builders/gtfsZip.ts';

type Doc = Readonly<Record<string, unknown>>;

const square = (from: number, to: number) => [
  [from, 52 + from],
  [to, 52 + from],
  [to, 52 + to],
  [from, 52 + to],
  [from, 52 + from],
];
const [SQUARE, HOLE] = [square(0, 1), square(0.25, 0.5)];

/** Fields whose values hang together with others; all else is made from the declaration. */
const GIVEN: { readonly [K in EntityKind]?: Partial<Entity<K>> } = {
  Feed: { Id: 'feed', StartDate: '20260101', EndDate: '20261231' },
  Stop: { Type: STOP_TYPES.Platform, Coordinate: { Lat: 52.1, Lng: 5.1 } },
  Schedule: {
    Id: 'R1_20260105',
    ExternalTransportId: 'R1',
    VehicleType: 3,
    IsBaseSchedule: true,
    Color: '0055AA',
    TextColor: 'FFFFFF',
    Calendar: { fromDate: '2026-01-05', toDate: '2026-02-01', Exceptions: [{ Date: '2026-01-06', RunAs: 0 }] },
    TrackOrder: ['a-b'],
  },
  Track: {
    ScheduleId: 'R1_20260105',
    Id: 'a-b',
    Name: 'Harbour',
    Direction: 'Forward',
    Visible: false,
    Shape: encode(
      [
        [52.1, 5.1],
        [52.15, 5.1],
        [52.2, 5.1],
      ],
      5,
    ),
    ShapeDistances: [0, 10, 20],
    Stops: [
      { StopId: 'Stop', ShapeSequence: 0, Destination: 'Airport', ShapeDistance: 0 },
      { StopId: 'Stop station', ShapeSequence: 1, ShapeDistance: 10 },
      { StopId: 'Stop other', ShapeSequence: 2, ShapeDistance: 20 },
    ],
    LastTimetable: 7,
  },
  Timetable: {
    ScheduleId: 'R1_20260105',
    TrackId: 'a-b',
    Number: 1,
    Days: 31,
    ArrivalOffsets: [0, 300, 600],
    DepartureOffsets: [0, 360, 600],
    Timepoints: [1, 0, 1],
    PickupIntervals: [[2, 3, 1]],
    DropOffIntervals: [[0, 1, 1]],
    ContinuousPickupIntervals: [[0, 2, 0]],
    ContinuousDropOffIntervals: [[0, 2, 0]],
    BlockId: 'B1',
    TripShortName: 'Express',
    WheelchairAccessibility: 1,
    BikesAllowed: 2,
    Departures: [
      { Type: 'Exact', Time: 28_800, TripId: 'T1' },
      { Type: 'Exact', Time: 32_400, TripId: 'T2' },
    ],
  },
  Pathway: { Mode: 2, FromStopId: 'Stop', ToStopId: 'Stop other', DataOrigin: 1 },
  Transfer: { Id: 'Stop~Stop%20other~R1~R1~T1~T2', StopIdFrom: 'Stop', StopIdTo: 'Stop other', TripIdFrom: 'T1', TripIdTo: 'T2' },
  Fare: {
    Price: '2.50',
    Currency: 'EUR',
    Days: 31,
    ArrivalTime: 36_000,
    DepartTime: 32_400,
    ValidFromDate: '2026-01-01',
    ValidToDate: '2026-12-31',
    DistanceInterval: { From: 0, To: 1000 },
    BetweenStops: [{ FromStop: 'Stop', ToStop: null }],
    ValidAfterFareGroups: ['day'],
    ValidAfterStops: ['Stop'],
    ValidAfterTransports: ['R1'],
    Rules: [{ Transport: 'R1', FromZone: null, ToZone: null, ContainsZone: null }],
  },
  Translation: {
    CategoryName: 'stop_times',
    FieldName: 'stop_headsign',
    LanguageName: 'de',
    RecordId: 'T1',
    RecordSubId: '1',
    FieldValue: 'Airport',
  },
  Attribution: { TripId: 'T1' },
  FileRow: { Values: { note: 'Exact change' } },
  Zone: { Geometry: { type: 'MultiPolygon', coordinates: [[SQUARE, HOLE]] } },
  FlexTrip: {
    ScheduleId: 'R1_20260105',
    Days: 31,
    Calls: [
      { Sequence: 1, ZoneId: 'Zone', WindowStart: '06:00:00', WindowEnd: '20:00:00', PickupType: 2, PickupBookingRuleId: 'BookingRule' },
      { Sequence: 2, LocationGroupId: 'LocationGroup', WindowStart: '06:00:00', WindowEnd: '20:00:00', DropOffType: 2 },
    ],
  },
  NetworkCalendar: {
    Dates: [{ Date: '2026-12-25', RunAs: 64, DayTypeId: 'DayType', Name: 'Christmas Day', Rule: 'NL' }],
    Periods: [{ Name: 'Summer', From: '2026-07-06', To: '2026-08-16', Days: 31, RunAs: 32 }],
  },
};

/** A second value of the fields that have one of their own above. */
const CHANGED: { readonly [K in EntityKind]?: Partial<Entity<K>> } = {
  Stop: { Type: STOP_TYPES.Station, Coordinate: { Lat: 53, Lng: 6 } },
  Schedule: {
    VehicleType: 0,
    TextColor: '000000',
    Calendar: { fromDate: '2026-01-05', toDate: '2026-02-01', Exceptions: [{ Date: '2026-01-07', RunAs: 127 }] },
    TrackOrder: ['b-a'],
  },
  Track: { Visible: true, Direction: 'Backward', Shape: '_p~iF~ps|U', ShapeDistances: [0, 5], Stops: [{ StopId: 'Stop' }] },
  Timetable: {
    Days: 96,
    ArrivalOffsets: [0, 310, 600],
    DepartureOffsets: [0, 360, 700],
    Timepoints: [1, 1, 1],
    PickupIntervals: [],
    DropOffIntervals: [],
    ContinuousPickupIntervals: [],
    ContinuousDropOffIntervals: [],
    BikesAllowed: 1,
    Departures: [{ Type: 'Exact', Time: 28_800, TripId: 'T1' }],
  },
  NetworkCalendar: { Dates: [{ Date: '2026-12-25' }], Periods: [] },
  Zone: { Geometry: { type: 'Polygon', coordinates: [SQUARE] } },
  FlexTrip: { Days: 96, Calls: [{ Sequence: 2, StopId: 'Stop' }] },
  FileRow: { Values: { note: 'By card' } },
  Fare: {
    Days: 96,
    DistanceInterval: { From: 5 },
    BetweenStops: [],
    ValidAfterFareGroups: [],
    ValidAfterStops: [],
    ValidAfterTransports: [],
    Rules: [],
  },
};

function baseOf({ schema }: KeyedField): z.ZodType {
  return schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
}

const TEXTS: Readonly<Record<string, readonly [string, string]>> = {
  date: ['20260101', '20260202'],
  price: ['2.50', '3.10'],
  currency: ['EUR', 'USD'],
  clockTime: ['17:00:00', '08:30:00'],
  webUrl: ['https://one.example/a', 'https://two.example/b'],
  httpsUrl: ['https://one.example/a', 'https://two.example/b'],
  uri: ['intent://one', 'intent://two'],
  email: ['one@agency.example', 'two@agency.example'],
  language: ['de', 'nl'],
  timezone: ['Europe/Berlin', 'Europe/Amsterdam'],
  colour: ['0055AA', 'FFFFFF'],
};

/** A value for a field that another one can be told from. `second` answers another one. */
function madeValue(kind: EntityKind, field: KeyedField, second: boolean): unknown {
  const { key, holds } = field;
  const given: unknown = Reflect.get((second ? CHANGED : GIVEN)[kind] ?? {}, key);
  if (given !== undefined) return given;
  const schema = baseOf(field);
  if (schema instanceof z.ZodBoolean) return !second;
  if (typeof holds === 'object' && holds.oneOf) return holds.oneOf[second ? 2 : 1];
  if (schema instanceof z.ZodNumber) return second ? 3 : 1;
  if (typeof holds === 'object')
    return second ? 'another' : holds.refersTo === 'Transport' ? 'R1' : holds.refersTo === kind ? `${kind} station` : holds.refersTo;
  return (TEXTS[holds] ?? [`${kind} ${key}`, `other ${kind} ${key}`])[second ? 1 : 0];
}

/** The document of a kind that has every field. Its id is the name of the kind, so that references are easy to name. */
function fullDocument<K extends EntityKind>(kind: K): Entity<K> {
  const fields = fieldsOf(kind).map((field) => [
    field.key,
    field.key === 'Id' && !GIVEN[kind]?.['Id' as never] ? kind : madeValue(kind, field, false),
  ]);
  return ENTITY_SCHEMAS[kind].strict().parse(Object.fromEntries(fields)) as Entity<K>;
}

const DOCUMENTS = new Map<EntityKind, Doc>(KIND_NAMES.map((kind) => [kind, fullDocument(kind) as Doc]));

function documentOf(kind: EntityKind): Doc {
  const doc = DOCUMENTS.get(kind);
  if (!doc) throw new Error(kind);
  return doc;
}

/** What the documents above refer to, beside one another. */
const FURTHER: readonly (readonly [EntityKind, Doc])[] = [
  ['Stop', { Id: 'Stop station', Name: 'Station', Type: STOP_TYPES.Station, Coordinate: { Lat: 52.15, Lng: 5.1 }, WheelchairBoarding: 0 }],
  ['Stop', { Id: 'Stop other', Name: 'Other', Type: STOP_TYPES.Regular, Coordinate: { Lat: 52.2, Lng: 5.1 }, WheelchairBoarding: 0 }],
];

/** The fields that GTFS can hold: of a fare, a fare that has no others. */
function inGtfs(kind: EntityKind, doc: Doc): Doc {
  if (kind !== 'Fare') return doc;
  return Object.fromEntries(Object.entries(doc).filter(([key]) => !isLost(fieldsOf(kind).find((one) => one.key === key))));
}

function isLost(field: KeyedField | undefined): boolean {
  return typeof field?.gtfs === 'object' && 'none' in field.gtfs;
}

describe('a version with every field', () => {
  let folder: string;
  let back: CollectedFeed;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dmp-model-'));
    const all = [...FURTHER, ...KIND_NAMES.map((kind) => [kind, inGtfs(kind, documentOf(kind))] as const)];
    const source: FeedSource = {
      readVersion: async () => ({ Completed: true, Date: '2026-01-01T00:00:00Z', Rev: 1 }) as never,
      readEntities: async function* (_version: number, kind: EntityKind) {
        for (const [of, doc] of all) if (of === kind) yield doc as never;
      } as FeedSource['readEntities'],
      listRawFiles: async () => [],
      readRawFile: async () => undefined,
    };
    const path = join(folder, 'feed.zip');
    await exportGtfs(source, 1, createWriteStream(path), { extensions: true });
    back = await collectFeed(path);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const cases = KIND_NAMES.flatMap((kind) => fieldsOf(kind).map((field) => [`${kind}.${field.key}`, kind, field] as const));

  const ofGtfs = cases.filter(([, kind]) => !fieldsOf(kind).every(isLost));

  test.each(ofGtfs)('%s comes back from GTFS, or its declaration says that it is lost', (_name, kind, field) => {
    const wanted = inGtfs(kind, documentOf(kind));
    const doc = (back.all(kind) as readonly Doc[]).find((one) => MADE_IDS.has(kind) || entityId(kind, one) === entityId(kind, wanted));
    expect(doc, `no ${kind} came back: ${JSON.stringify(back.notes)}`).toBeDefined();
    if (MADE_IDS.has(kind) && field.key === 'Id') return;
    if (isLost(field)) {
      const lost = AGAIN[`${kind}.${field.key}`];
      expect(doc?.[field.key]).toEqual(lost);
    } else expect(doc?.[field.key]).toEqual(wanted[field.key]);
  });

  test('and from a feed file, with nothing lost', async () => {
    const members = [...MEMBERS].map(([member, kind]) => {
      const docs = [...FURTHER, ...DOCUMENTS].flatMap(([of, doc]) => (of === kind ? [doc] : []));
      return [member, kind === 'Schedule' ? docs.map((doc) => ({ ...doc, Tracks: [withoutParent(documentOf('Track'))] })) : docs] as const;
    });
    const { documents } = await readFile(JSON.stringify({ FormatVersion: 1, ...Object.fromEntries(members) }));
    for (const kind of KIND_NAMES) {
      if (kind === 'Timetable') continue;
      const wanted = documentOf(kind);
      expect(documents.find((one) => one.kind === kind && entityId(kind, one.doc) === entityId(kind, wanted))?.doc, kind).toEqual(wanted);
    }
  });

  test.each(cases.filter(([, kind, { key }]) => ![...kindOf(kind).identity, ...(kindOf(kind).internal ?? [])].includes(key)))(
    '%s is compared, shown, and put back by undo',
    (_name, kind, field) => {
      const before = documentOf(kind);
      const after = { ...before, [field.key]: madeValue(kind, field, true) };
      expect(after[field.key]).not.toEqual(before[field.key]);
      expect(changedProperties(kind, before, after)).toEqual([field.key]);
      expect(propertyTitle(field.key)).toMatch(/^[A-Z]/);
      expect(valueText(kind, field.key, before[field.key])).not.toBe('');
      expect(mergeDocument(kind, after as Entity, before as Entity, after as Entity).doc).toEqual(before);
    },
  );

  test.each(cases.filter(([, , { edit }]) => edit))('%s has an edit that takes the value', (_name, kind, { key }) => {
    const value = documentOf(kind)[key];
    // fares are checked by conditions of their own
    if (kind !== 'Fare') expect(fieldError(kind, key, value as never)).toBeUndefined();
    const names = editCatalogue.flatMap((edit) => fieldNames(edit.payload.shape['field']));
    if (kindOf(kind).records) expect(editCatalogue.map(({ type }) => type)).toContain('record.editField');
    else expect(names).toContain(kind === 'Schedule' ? key : `${key.charAt(0).toLowerCase()}${key.slice(1)}`);
  });
});

describe('references', () => {
  const cases = KIND_NAMES.flatMap((kind) => fieldsOf(kind).flatMap((field) => (refersTo(field) === 'Stop' ? [[kind, field.key] as const] : [])));

  test.each(cases)('%s.%s: what it names keeps a stop, and goes over to another stop in a merge', (kind, key) => {
    const doc = { ...documentOf(kind), [key]: 'gone' } as Entity;
    expect(stopsReferredTo(kind, doc)).toContain('gone');
    expect(STOP_USERS).toContain(kind);
    expect(withOtherStop(kind as StopUser, doc as Entity<StopUser>, 'gone', 'kept')).toMatchObject({ [key]: 'kept' });
  });

  test('fares, tracks and translations name stops in parts of their own', () => {
    expect(cases.map(([kind]) => kind)).not.toContain('Fare');
    expect(STOP_USERS).toEqual(expect.arrayContaining(['Fare', 'Track', 'Translation']));
  });
});

/** Kinds whose ids are made of what they hold. */
const MADE_IDS: ReadonlySet<EntityKind> = new Set(KIND_NAMES.filter((kind) => JSON.stringify(fieldsOf(kind)[0]?.gtfs) === '{"own":[]}'));

/** What an import makes of fields that GTFS has no column for, where it makes anything. */
const AGAIN: Readonly<Record<string, unknown>> = {
  'Schedule.IsBaseSchedule': true,
  'Track.Id': 'a-b',
  'Track.Name': 'Stop Name - Other',
  'Track.Visible': true,
  'Timetable.Number': 1,
};

function withoutParent({ ScheduleId: _parent, ...track }: Doc): Doc {
  return track;
}

function fieldNames(schema: unknown): readonly string[] {
  const entries = z.object({ def: z.object({ entries: z.record(z.string(), z.string()) }) }).safeParse(schema).data?.def.entries;
  return Object.values(entries ?? {});
}

test('docs/reference/model.md lists the fields as they are declared: node tools/run.mjs tools/modelPage.ts', () => {
  expect(readFileSync('docs/reference/model.md', 'utf8')).toBe(modelPage());
});
