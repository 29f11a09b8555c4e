/** The version that the samples of edits speak of: what the model server holds, and what the undo law edits. */
import type { Entity, EntityKind } from '../../src/domain/entities.ts';

type SampleDocument = { [K in EntityKind]: { readonly kind: K; readonly id: string; readonly doc: Entity<K> } }[EntityKind];

const stop = (id: string, more: Partial<Entity<'Stop'>> = {}): SampleDocument => ({
  kind: 'Stop',
  id,
  doc: { Id: id, Name: `Stop ${id}`, Type: 0, Coordinate: { Lat: 52.1, Lng: 5.1 }, WheelchairBoarding: 0, ...more },
});

const schedule: SampleDocument = {
  kind: 'Schedule',
  id: 'L1',
  doc: {
    Id: 'L1',
    Name: '1',
    IsBaseSchedule: false,
    Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [{ Date: '2026-12-25', RunAs: 0 }] },
  },
};

const track: SampleDocument = {
  kind: 'Track',
  id: 'L1/a-b',
  doc: { ScheduleId: 'L1', Id: 'a-b', Name: 'A - B', Direction: 'Forward', Visible: true, Stops: ['S1', 'S2', 'S3'].map((StopId) => ({ StopId })) },
};

const timetable: SampleDocument = {
  kind: 'Timetable',
  id: 'L1/a-b/1',
  doc: {
    ScheduleId: 'L1',
    TrackId: 'a-b',
    Number: 1,
    Days: 127,
    ArrivalOffsets: [0, 120, 240],
    DepartureOffsets: [0, 120, 240],
    Departures: [
      { Type: 'Exact', Time: 28_800 },
      { Type: 'Exact', Time: 36_000, TripId: 'T10' },
    ],
  },
};

/** Differs from the first in its departures alone. */
const early: SampleDocument = {
  kind: 'Timetable',
  id: 'L1/a-b/2',
  doc: {
    ...timetable.doc,
    Number: 2,
    Departures: [
      { Type: 'Exact', Time: 25_200 },
      { Type: 'Interval', FromTime: 50_400, ToTime: 54_000, Frequency: 600 },
    ],
  },
};

export const sampleVersion: readonly SampleDocument[] = [
  stop('S1', { ZoneId: 'Z' }),
  stop('S2'),
  stop('S3'),
  stop('S9', { Name: ' Market  Street ' }),
  schedule,
  track,
  timetable,
  early,
  { kind: 'Agency', doc: { Id: 'A1', Name: 'Trams', Url: 'https://trams.example' }, id: 'A1' },
  { kind: 'Agency', doc: { Id: 'A2', Name: 'Buses' }, id: 'A2' },
  { kind: 'Agency', doc: { Id: 'A3' }, id: 'A3' },
  { kind: 'Transfer', id: 'T1', doc: { Id: 'T1', StopIdFrom: 'S1', StopIdTo: 'S2', Type: 2, Time: 120 } },
  {
    kind: 'Pathway',
    id: 'P1',
    doc: { Id: 'P1', FromStopId: 'S1', ToStopId: 'S2', Mode: 1, IsBidirectional: true, LabelSignpostBack: 'Hall', MaxSlope: 0.05 },
  },
  {
    kind: 'Track',
    id: '1/a-b',
    doc: {
      ScheduleId: '1',
      Id: 'a-b',
      Name: 'S1 - S2',
      Direction: 'Forward',
      Visible: true,
      Shape: '_p~iF~ps|U_ulLnnqC',
      Stops: [
        { StopId: 'S1', ShapeSequence: 0 },
        { StopId: 'S2', ShapeSequence: 1 },
      ],
    },
  },
  {
    kind: 'Track',
    id: '1/b-a',
    doc: {
      ScheduleId: '1',
      Id: 'b-a',
      Name: 'S2 - S1',
      Direction: 'Backward',
      Visible: true,
      Shape: '_p~iF~ps|U_ulLnnqC',
      Stops: [{ StopId: 'S2' }, { StopId: 'S1' }],
    },
  },
  {
    kind: 'Fare',
    id: 'F1',
    doc: {
      Id: 'F1',
      Description: 'Single',
      Price: '2.40',
      Currency: 'EUR',
      Duration: 3600,
      Rules: [
        { Transport: '1', FromZone: 'Z', ToZone: 'Z', ContainsZone: null },
        { Transport: '2', FromZone: null, ToZone: 'Z', ContainsZone: null },
      ],
    },
  },
  { kind: 'Fare', id: 'F2', doc: { Id: 'F2', Price: '8.90', Currency: 'EUR', FareGroupId: 'day', ValidFromDate: '2026-01-01', Rules: [] } },
  { kind: 'Fare', id: 'F3', doc: { Id: 'F3', Price: '1', Currency: 'JPY', Rules: [] } },
  {
    kind: 'Translation',
    id: 'TR1',
    doc: { Id: 'TR1', CategoryName: 'stops', FieldName: 'stop_name', LanguageName: 'de', Translation: 'Markt', RecordId: 'S1' },
  },
  {
    kind: 'Translation',
    id: 'TR2',
    doc: { Id: 'TR2', CategoryName: 'stops', FieldName: 'stop_name', LanguageName: 'de', Translation: 'Markt', RecordId: 'S2' },
  },
  {
    kind: 'Translation',
    id: 'TR3',
    doc: { Id: 'TR3', CategoryName: 'stops', FieldName: 'stop_name', LanguageName: 'de', Translation: 'Markt', RecordId: 'S3' },
  },
  { kind: 'Feed', id: 'feed', doc: { Id: 'feed', PublisherName: 'City', Language: 'en' } },
  { kind: 'Level', id: 'LV1', doc: { Id: 'LV1', Index: 1, Name: 'Hall' } },
  { kind: 'Attribution', id: 'AT1', doc: { Id: 'AT1', OrganizationName: 'City', IsOperator: true } },
  { kind: 'VehicleCategory', id: 'VC1', doc: { Id: 'VC1', Name: 'Tram' } },
  { kind: 'VehicleCategory', id: 'VC2', doc: { Id: 'VC2', Name: 'Car' } },
  { kind: 'VehicleBoarding', id: 'VB1', doc: { Id: 'VB1', BoardingAreaId: 'S3', VehicleCategoryId: 'VC1', ChildSequence: 1 } },
  { kind: 'VehicleBoarding', id: 'VB2', doc: { Id: 'VB2', BoardingAreaId: 'S3', VehicleCategoryId: 'VC2' } },
  { kind: 'TicketingDeepLink', id: 'TL1', doc: { Id: 'TL1' } },
  { kind: 'TicketingIdentifier', id: 'TI1', doc: { Id: 'TI1', TicketingStopId: 'shop-1', StopId: 'S1', AgencyId: 'A1' } },
  { kind: 'Area', id: 'AR1', doc: { Id: 'AR1', Name: 'Zone A' } },
  { kind: 'Area', id: 'AR2', doc: { Id: 'AR2' } },
  { kind: 'StopArea', id: 'SA1', doc: { Id: 'SA1', AreaId: 'AR1', StopId: 'S9' } },
  { kind: 'FareNetwork', id: 'NW1', doc: { Id: 'NW1', Name: 'City' } },
  { kind: 'FareNetwork', id: 'NW2', doc: { Id: 'NW2' } },
  { kind: 'RouteNetwork', id: 'RN1', doc: { Id: 'RN1', NetworkId: 'NW1', ExternalTransportId: '1' } },
  { kind: 'RiderCategory', id: 'RC1', doc: { Id: 'RC1', Name: 'Adult' } },
  { kind: 'FareMedium', id: 'FM1', doc: { Id: 'FM1', Type: 2 } },
  { kind: 'FareProduct', id: 'FP1', doc: { Id: 'FP1', ProductId: 'single', Amount: '2.50', Currency: 'EUR' } },
  { kind: 'Depot', id: 'DP1', doc: { Id: 'DP1', Name: 'Garage North', Lat: 52.09, Lng: 5.12, Vehicles: 120 } },
  { kind: 'Timeframe', id: 'TF1', doc: { Id: 'TF1', GroupId: 'peak', StartTime: '06:00:00', EndTime: '09:00:00', ServiceId: 'WD' } },
  { kind: 'FareLegRule', id: 'LR1', doc: { Id: 'LR1', FromAreaId: 'AR1', ToAreaId: 'AR1', FareProductId: 'single' } },
  { kind: 'FareLegJoinRule', id: 'JR1', doc: { Id: 'JR1', FromNetworkId: 'NW1', ToNetworkId: 'NW1' } },
  { kind: 'FareTransferRule', id: 'FT1', doc: { Id: 'FT1', FareTransferType: 0 } },
  { kind: 'BookingRule', id: 'BR1', doc: { Id: 'BR1', BookingType: 1, PriorNoticeDurationMin: 60 } },
  {
    kind: 'BookingRule',
    id: 'BR2',
    doc: { Id: 'BR2', BookingType: 2, PriorNoticeLastDay: 1, PriorNoticeLastTime: '17:00:00', PriorNoticeStartDay: 14 },
  },
  { kind: 'Zone', id: 'ZN1', doc: { Id: 'ZN1', Name: 'Valley' } },
  { kind: 'LocationGroup', id: 'LG1', doc: { Id: 'LG1', Name: 'Village' } },
  { kind: 'LocationGroup', id: 'LG2', doc: { Id: 'LG2' } },
  { kind: 'LocationGroupStop', id: 'LS1', doc: { Id: 'LS1', LocationGroupId: 'LG1', StopId: 'S9' } },
  {
    kind: 'FlexTrip',
    id: 'FT1',
    doc: {
      Id: 'FT1',
      ScheduleId: 'L1',
      Days: 31,
      Calls: [
        { Sequence: 1, ZoneId: 'ZN1', WindowStart: '06:00:00', WindowEnd: '20:00:00', PickupType: 2, DropOffType: 1, PickupBookingRuleId: 'BR1' },
        { Sequence: 2, StopId: 'S9', WindowStart: '06:00:00', WindowEnd: '20:00:00', PickupType: 1, DropOffType: 2, DropOffBookingRuleId: 'BR1' },
      ],
    },
  },
  { kind: 'FlexTrip', id: 'FT2', doc: { Id: 'FT2', ScheduleId: 'L1', Days: 31, Calls: [{ Sequence: 1, StopId: 'S9' }] } },
  { kind: 'FileRow', id: 'fare_notes.txt/4', doc: { Id: 'fare_notes.txt/4', File: 'fare_notes.txt', Row: 4, Values: { note: 'No change given' } } },
  { kind: 'FileRow', id: 'FR1', doc: { Id: 'FR1', File: 'fare_notes.txt', Values: { note_id: 'N7' } } },
  { kind: 'DayType', id: 'DT1', doc: { Id: 'DT1', Name: 'Sunday', RunAs: 64 } },
  {
    kind: 'NetworkCalendar',
    id: 'NC1',
    doc: { Id: 'NC1', Name: 'Network', Dates: [{ Date: '2026-12-25', RunAs: 64, DayTypeId: 'DT1', Name: 'Christmas Day' }], Periods: [] },
  },
  {
    kind: 'Schedule',
    id: 'L2',
    doc: {
      Id: 'L2',
      Name: '2',
      IsBaseSchedule: false,
      Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [{ Date: '2026-12-25', RunAs: 64 }] },
      FollowsCalendar: 'NC1',
    },
  },
  { kind: 'VehicleCoupling', id: 'VK1', doc: { Id: 'VK1', ParentId: 'VC1', ChildId: 'VC2', ChildSequence: 1 } },
];
