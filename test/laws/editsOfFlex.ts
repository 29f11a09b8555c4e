/** What the edits of GTFS Flex do, by hand. */
import { type EditRow, fieldRows } from './editRow.ts';

/** The border of a zone. */
const TRIANGLE = {
  type: 'Polygon',
  coordinates: [
    [
      [5, 52],
      [5.2, 52],
      [5.2, 52.2],
      [5, 52],
    ],
  ],
};

const FIRST = {
  Sequence: 1,
  ZoneId: 'ZN1',
  WindowStart: '06:00:00',
  WindowEnd: '20:00:00',
  PickupType: 2,
  DropOffType: 1,
  PickupBookingRuleId: 'BR1',
};
const SECOND = {
  Sequence: 2,
  StopId: 'S9',
  WindowStart: '06:00:00',
  WindowEnd: '20:00:00',
  PickupType: 1,
  DropOffType: 2,
  DropOffBookingRuleId: 'BR1',
};

/** What the edits of rows of kept files do. */
export const EDITS_OF_FILE_ROWS: readonly EditRow[] = [
  [
    'fileRow.edit',
    { file: 'fare_notes.txt', row: 2, values: { note: 'Exact change', price: '' } },
    {
      'FileRow fare_notes.txt/2': {
        Id: 'fare_notes.txt/2',
        File: 'fare_notes.txt',
        Row: 2,
        Values: { note: 'Exact change', price: '' },
      },
    },
  ],
  [
    'fileRow.edit',
    { file: 'fare_notes.txt', row: 4, values: { price: '3' } },
    { 'FileRow fare_notes.txt/4': { Values: { note: 'No change given', price: '3' } } },
  ],
  ['fileRow.editAdded', { rowId: 'FR1', values: { note: 'By card' } }, { 'FileRow FR1': { Values: { note_id: 'N7', note: 'By card' } } }],
  [
    'fileRow.add',
    { file: 'fare_notes.txt', rowId: 'FR2', values: { note: 'Bikes pay' } },
    { 'FileRow FR2': { Id: 'FR2', File: 'fare_notes.txt', Values: { note: 'Bikes pay' } } },
  ],
  ['fileRow.remove', { file: 'fare_notes.txt', row: 4 }, { 'FileRow fare_notes.txt/4': { IsRemoved: true } }],
  [
    'fileRow.remove',
    { file: 'other.txt', row: 1 },
    { 'FileRow other.txt/1': { Id: 'other.txt/1', File: 'other.txt', Row: 1, IsRemoved: true, Values: {} } },
  ],
  ['fileRow.restore', { rowId: 'fare_notes.txt/4' }, { 'FileRow fare_notes.txt/4': null }],
  ['fileRow.restore', { rowId: 'FR1' }, { 'FileRow FR1': null }],
];

export const EDITS_OF_FLEX: readonly EditRow[] = [
  ...(
    [
      ['BookingRule', 'BR1', 'BookingType', 0],
      ['BookingRule', 'BR1', 'PriorNoticeDurationMin', 30],
      ['BookingRule', 'BR1', 'PriorNoticeDurationMax', 120],
      ['BookingRule', 'BR1', 'PriorNoticeStartDay', 7],
      ['BookingRule', 'BR2', 'PriorNoticeLastDay', 2],
      ['BookingRule', 'BR2', 'PriorNoticeLastTime', '16:30:00'],
      ['BookingRule', 'BR2', 'PriorNoticeStartDay', 7],
      ['BookingRule', 'BR2', 'PriorNoticeStartTime', '08:00:00'],
      ['BookingRule', 'BR2', 'PriorNoticeServiceId', 'weekday'],
      ['BookingRule', 'BR1', 'Message', 'Say where you want to go'],
      ['BookingRule', 'BR1', 'PickupMessage', 'Wait at the door'],
      ['BookingRule', 'BR1', 'DropOffMessage', 'Say your stop when you board'],
      ['BookingRule', 'BR1', 'PhoneNumber', '555-0100'],
      ['BookingRule', 'BR1', 'InfoUrl', 'https://ride.example/info'],
      ['BookingRule', 'BR1', 'BookingUrl', 'https://ride.example/book'],
      ['Zone', 'ZN1', 'Name', 'Upper valley'],
      ['Zone', 'ZN1', 'Description', 'Between the two bridges'],
      ['LocationGroup', 'LG1', 'Name', 'Old village'],
      ['LocationGroupStop', 'LS1', 'LocationGroupId', 'LG2'],
      ['LocationGroupStop', 'LS1', 'StopId', 'S2'],
      ['FlexTrip', 'FT1', 'ScheduleId', 'L2'],
      ['FlexTrip', 'FT1', 'Days', 96],
      ['FlexTrip', 'FT1', 'Headsign', 'Dial-a-ride'],
      ['FlexTrip', 'FT1', 'ShortName', '17'],
      ['FlexTrip', 'FT1', 'Direction', 1],
      ['FlexTrip', 'FT1', 'WheelchairAccessibility', 1],
      ['FlexTrip', 'FT1', 'BikesAllowed', 2],
      ['FlexTrip', 'FT1', 'SafeDurationFactor', 1.5],
      ['FlexTrip', 'FT1', 'SafeDurationOffset', 600],
    ] as const
  ).flatMap(([kind, recordId, field, value]) => fieldRows('record.editField', { kind, recordId }, `${kind} ${recordId}`, [[field, value, field]])),
  [
    'flexTrip.addCall',
    { tripId: 'FT1', values: { LocationGroupId: 'LG1', WindowStart: '07:00:00', WindowEnd: '09:00:00', PickupType: 1, DropOffType: 2 } },
    {
      'FlexTrip FT1': {
        Calls: [
          FIRST,
          SECOND,
          { Sequence: 3, LocationGroupId: 'LG1', WindowStart: '07:00:00', WindowEnd: '09:00:00', PickupType: 1, DropOffType: 2 },
        ],
      },
    },
  ],
  [
    'flexTrip.editCall',
    { tripId: 'FT1', sequence: 2, values: { LocationGroupId: 'LG2', StopId: '', WindowEnd: '21:30:00' } },
    {
      'FlexTrip FT1': {
        Calls: [
          FIRST,
          {
            Sequence: 2,
            LocationGroupId: 'LG2',
            WindowStart: '06:00:00',
            WindowEnd: '21:30:00',
            PickupType: 1,
            DropOffType: 2,
            DropOffBookingRuleId: 'BR1',
          },
        ],
      },
    },
  ],
  [
    'flexTrip.editTimes',
    {
      calls: [
        { tripId: 'FT1', sequence: 1, values: { WindowStart: '07:00:00' } },
        { tripId: 'FT1', sequence: 2, values: { WindowStart: '', WindowEnd: '' } },
        { tripId: 'FT2', sequence: 1, values: { ArrivalTime: '08:00:00', DepartureTime: '08:02:00' } },
      ],
    },
    {
      'FlexTrip FT1': {
        Calls: [
          { ...FIRST, WindowStart: '07:00:00' },
          { Sequence: 2, StopId: 'S9', PickupType: 1, DropOffType: 2, DropOffBookingRuleId: 'BR1' },
        ],
      },
      'FlexTrip FT2': { Calls: [{ Sequence: 1, StopId: 'S9', ArrivalTime: '08:00:00', DepartureTime: '08:02:00' }] },
    },
  ],
  [
    'flexTrip.removeCall',
    { tripId: 'FT1', sequence: 1 },
    {
      'FlexTrip FT1': {
        Calls: [SECOND],
      },
    },
  ],
  ['zone.editGeometry', { zoneId: 'ZN1', geometry: TRIANGLE }, { 'Zone ZN1': { Geometry: TRIANGLE } }],
];
