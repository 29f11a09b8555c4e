/** What the edits of schedules, tracks and timetables do, by hand. */
import { type Changed, type EditRow, fieldRows } from './editRow.ts';

const OF_TRACK = { scheduleId: 'L1', trackId: 'a-b' };
const OF_TIMETABLE = { ...OF_TRACK, number: 1 };
const AT_EIGHT = [{ timetable: 1, time: 28_800 }];
const EIGHT = { Type: 'Exact', Time: 28_800 };
const SEVEN = { Type: 'Exact', Time: 25_200 };
const EVERY_TEN = { Type: 'Interval', FromTime: 50_400, ToTime: 54_000, Frequency: 600 };
const TEN = { Type: 'Exact', Time: 36_000, TripId: 'T10' };
const TRACK = 'Track L1/a-b';
const TIMETABLE = 'Timetable L1/a-b/1';
const EARLY = 'Timetable L1/a-b/2';
const OFFSETS = [0, 120, 240];
const timetable = (TrackId: string, Number: number, more: object = {}) => ({
  ScheduleId: 'L1',
  TrackId,
  Number,
  Days: 127,
  ArrivalOffsets: OFFSETS,
  DepartureOffsets: OFFSETS,
  Departures: [],
  ...more,
});
/** A departure of 08:00 with another member, beside the one of 10:00. */
const atEight = (more: object) => ({ [TIMETABLE]: { Departures: [{ ...EIGHT, ...more }, TEN] } });
const stops = (...ids: readonly string[]) => ids.map((StopId) => ({ StopId }));

/** A shape of three points. */
const LONGER = '_p~iF~ps|U_ulLnnqC_mqNvxq`@';
/** From the first point of that track by another one to its last. */
const ROUND = '_p~iF~ps|U_t`B~qy@_`kIn{vA';
const ALONG_LONGER = [
  { StopId: 'S1', ShapeSequence: 0 },
  { StopId: 'S2', ShapeSequence: 2 },
];
const SECOND_STOP_FIRST: Changed = {
  [TRACK]: { Stops: stops('S2', 'S1', 'S3') },
  [TIMETABLE]: {
    ArrivalOffsets: [0, null, 120],
    DepartureOffsets: [0, null, 120],
    Departures: [
      { ...EIGHT, Time: 28_920 },
      { ...TEN, Time: 36_120 },
    ],
  },
  [EARLY]: {
    ArrivalOffsets: [0, null, 120],
    DepartureOffsets: [0, null, 120],
    Departures: [
      { ...SEVEN, Time: 25_320 },
      { ...EVERY_TEN, FromTime: 50_520, ToTime: 54_120 },
    ],
  },
};

export const EDITS_OF_LINES: readonly EditRow[] = [
  // schedules and calendars
  ...fieldRows('schedule.editField', { scheduleIds: ['L1'] }, 'Schedule L1', [
    ['Name', 'Line one', 'Name'],
    ['LongName', 'Harbour - Airport', 'LongName'],
    ['ExternalTransportId', 'X1', 'ExternalTransportId'],
    ['IsBaseSchedule', true, 'IsBaseSchedule'],
    ['AgencyId', 'A2', 'AgencyId'],
    ['VehicleType', 3, 'VehicleType'],
    ['Color', 'AA0000', 'Color'],
    ['TextColor', 'FFFFFF', 'TextColor'],
    ['Url', 'https://lines.example/1', 'Url'],
    ['TicketingDeepLinkId', 'TL1', 'TicketingDeepLinkId'],
  ]),
  [
    'schedule.create',
    { scheduleId: 'N1', name: 'New', fromDate: '2026-02-01', toDate: '2026-11-30', agencyId: 'A1', vehicleType: 3 },
    {
      'Schedule N1': {
        Id: 'N1',
        Name: 'New',
        IsBaseSchedule: false,
        Calendar: { fromDate: '2026-02-01', toDate: '2026-11-30', Exceptions: [] },
        AgencyId: 'A1',
        VehicleType: 3,
      },
      'Track N1/a-b': { ScheduleId: 'N1', Id: 'a-b', Name: 'a-b', Direction: 'Forward', Visible: true, Stops: [] },
    },
  ],
  [
    'schedule.clone',
    { scheduleId: 'L1', newId: 'L1b' },
    {
      'Schedule L1b': {
        Id: 'L1b',
        Name: '1',
        IsBaseSchedule: false,
        Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [{ Date: '2026-12-25', RunAs: 0 }] },
      },
      'Track L1b/a-b': { ScheduleId: 'L1b', Id: 'a-b', Name: 'A - B', Direction: 'Forward', Visible: true, Stops: stops('S1', 'S2', 'S3') },
      'Timetable L1b/a-b/1': timetable('a-b', 1, { ScheduleId: 'L1b', Departures: [EIGHT, { Type: 'Exact', Time: 36_000 }] }),
      'Timetable L1b/a-b/2': timetable('a-b', 2, { ScheduleId: 'L1b', Departures: [SEVEN, EVERY_TEN] }),
    },
  ],
  ['schedule.delete', { scheduleIds: ['L1'] }, { 'Schedule L1': null, [TRACK]: null, [TIMETABLE]: null, [EARLY]: null }],
  ['schedule.orderTracks', { scheduleId: 'L1', trackIds: ['a-b'] }, { 'Schedule L1': { TrackOrder: ['a-b'] } }],
  [
    'calendar.editInterval',
    { scheduleIds: ['L1'], from: '2026-06-01', to: '2026-09-30' },
    { 'Schedule L1': { Calendar: { fromDate: '2026-06-01', toDate: '2026-09-30', Exceptions: [{ Date: '2026-12-25', RunAs: 0 }] } } },
  ],
  [
    'calendar.editExceptions',
    {
      scheduleIds: ['L1'],
      dates: [
        { Date: '2026-12-24', RunAs: 64 },
        { Date: '2026-12-25', RunAs: null },
      ],
    },
    { 'Schedule L1': { Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [{ Date: '2026-12-24', RunAs: 64 }] } } },
  ],
  // tracks
  ...fieldRows('track.editField', OF_TRACK, TRACK, [
    ['name', 'Harbour - Airport', 'Name'],
    ['direction', 'Backward', 'Direction'],
    ['visible', false, 'Visible'],
    ['symbol', 'A', 'Symbol'],
  ]),
  [
    'track.create',
    { scheduleId: 'L1', trackId: 'b-a', name: 'Back', direction: 'Backward' },
    { 'Track L1/b-a': { ScheduleId: 'L1', Id: 'b-a', Name: 'Back', Direction: 'Backward', Visible: true, Stops: [] } },
  ],
  [
    'track.clone',
    { ...OF_TRACK, newId: 'b-a', reversed: true },
    { 'Track L1/b-a': { ScheduleId: 'L1', Id: 'b-a', Name: 'B - A', Direction: 'Backward', Visible: true, Stops: stops('S3', 'S2', 'S1') } },
  ],
  [
    'track.clone',
    { ...OF_TRACK, newId: 'copy', timetables: true },
    {
      'Track L1/copy': { ScheduleId: 'L1', Id: 'copy', Name: 'A - B', Direction: 'Forward', Visible: true, Stops: stops('S1', 'S2', 'S3') },
      'Timetable L1/copy/1': timetable('copy', 1, { Departures: [EIGHT, { Type: 'Exact', Time: 36_000 }] }),
      'Timetable L1/copy/2': timetable('copy', 2, { Departures: [SEVEN, EVERY_TEN] }),
    },
  ],
  [
    'track.move',
    { ...OF_TRACK, toScheduleId: 'L1', newId: 'moved' },
    {
      [TRACK]: null,
      [TIMETABLE]: null,
      [EARLY]: null,
      'Track L1/moved': { ScheduleId: 'L1', Id: 'moved', Name: 'A - B', Direction: 'Forward', Visible: true, Stops: stops('S1', 'S2', 'S3') },
      'Timetable L1/moved/1': timetable('moved', 1, { Departures: [EIGHT, TEN] }),
      'Timetable L1/moved/2': timetable('moved', 2, { Departures: [SEVEN, EVERY_TEN] }),
    },
  ],
  ['track.delete', OF_TRACK, { [TRACK]: null, [TIMETABLE]: null, [EARLY]: null }],
  [
    'track.editDestinations',
    { ...OF_TRACK, destinations: [{ StopIdFrom: 'S1', StopIdTo: 'S3', Destination: 'Airport' }] },
    { [TRACK]: { Stops: [{ StopId: 'S1', Destination: 'Airport' }, { StopId: 'S2' }, { StopId: 'S3' }] } },
  ],
  [
    'track.editSequence',
    { ...OF_TRACK, sequences: [{ position: 1, sequence: 4 }] },
    { [TRACK]: { Stops: [{ StopId: 'S1' }, { StopId: 'S2', ShapeSequence: 4 }, { StopId: 'S3' }] } },
  ],
  [
    'track.ignoreStop',
    { ...OF_TRACK, stopId: 'S2', position: 1, ignored: true },
    { [TRACK]: { Stops: [{ StopId: 'S1' }, { StopId: 'S2', Ignored: true }, { StopId: 'S3' }] } },
  ],
  [
    'track.createStops',
    { ...OF_TRACK, stopIds: ['S4', 'S5'], position: 3, fill: 'blank' },
    {
      [TRACK]: { Stops: stops('S1', 'S2', 'S3', 'S4', 'S5') },
      [TIMETABLE]: { ArrivalOffsets: [0, 120, 240, null, null], DepartureOffsets: [0, 120, 240, null, null] },
      [EARLY]: { ArrivalOffsets: [0, 120, 240, null, null], DepartureOffsets: [0, 120, 240, null, null] },
    },
  ],
  [
    'track.createStop',
    { ...OF_TRACK, stopId: 'S9', position: 1, shapeSequence: 0, fill: 'blank' },
    {
      [TRACK]: { Stops: [{ StopId: 'S1' }, { StopId: 'S9', ShapeSequence: 0 }, { StopId: 'S2' }, { StopId: 'S3' }] },
      [TIMETABLE]: { ArrivalOffsets: [0, null, 120, 240], DepartureOffsets: [0, null, 120, 240] },
      [EARLY]: { ArrivalOffsets: [0, null, 120, 240], DepartureOffsets: [0, null, 120, 240] },
    },
  ],
  [
    'track.deleteStop',
    { ...OF_TRACK, stopId: 'S2', position: 1 },
    {
      [TRACK]: { Stops: stops('S1', 'S3') },
      [TIMETABLE]: { ArrivalOffsets: [0, 240], DepartureOffsets: [0, 240] },
      [EARLY]: { ArrivalOffsets: [0, 240], DepartureOffsets: [0, 240] },
    },
  ],
  // timetables
  ...fieldRows('timetable.editField', OF_TIMETABLE, TIMETABLE, [
    ['BlockId', 'B7', 'BlockId'],
    ['TripShortName', 'Night', 'TripShortName'],
    ['WheelchairAccessibility', 1, 'WheelchairAccessibility'],
    ['BikesAllowed', 2, 'BikesAllowed'],
  ]),
  ...(
    [
      ['TripId', 'T8', { TripId: 'T8' }],
      ['blockId', 'B7', { blockId: 'B7' }],
      ['tripShortName', 'Night', { tripShortName: 'Night' }],
      ['wheelchairAccessibility', 1, { wheelchairAccessibility: 1 }],
      ['bikesAllowed', 2, { bikesAllowed: 2 }],
      ['isFrequencyScheduled', true, { isFrequencyScheduled: true }],
      ['Time', 30_000, { Time: 30_000 }],
      ['Type', 'Interval', { Type: 'Interval', Time: undefined, FromTime: 28_800, ToTime: 32_400, Frequency: 600 }],
    ] as const
  ).map(([field, value, more]): EditRow => ['departure.editField', { ...OF_TRACK, field, departures: AT_EIGHT, value }, atEight(more)]),
  ...(
    [
      ['FromTime', 50_000],
      ['ToTime', 55_000],
      ['Frequency', 300],
    ] as const
  ).map(([field, value]): EditRow => [
    'departure.editField',
    { ...OF_TRACK, field, departures: [{ timetable: 2, time: 50_400 }], value },
    { [EARLY]: { Departures: [SEVEN, { ...EVERY_TEN, [field]: value }] } },
  ]),
  ...(['PickupIntervals', 'DropOffIntervals', 'ContinuousPickupIntervals', 'ContinuousDropOffIntervals'] as const).map((field): EditRow => [
    'timetable.editAccess',
    { ...OF_TIMETABLE, field, positions: [1], kind: 2 },
    { [TIMETABLE]: { [field]: [[1, 2, 2]] } },
  ]),
  [
    'timetable.editStopValues',
    { ...OF_TRACK, values: [{ field: 'PickupIntervals', to: 2, timetables: [1, 2], positions: [1] }] },
    { [TIMETABLE]: { PickupIntervals: [[1, 2, 2]] }, [EARLY]: { PickupIntervals: [[1, 2, 2]] } },
  ],
  [
    'timetable.editStopValues',
    {
      ...OF_TRACK,
      values: [
        { field: 'Timepoints', to: 1, timetables: [1, 2], positions: [1] },
        { field: 'Timepoints', to: 0, timetables: [2], positions: [0] },
        { field: 'ContinuousPickupIntervals', to: 0, timetables: [1], positions: [0, 1] },
      ],
    },
    { [TIMETABLE]: { Timepoints: [null, 1, null], ContinuousPickupIntervals: [[0, 2, 0]] }, [EARLY]: { Timepoints: [0, 1, null] } },
  ],
  ['timetable.editTimepoints', { ...OF_TIMETABLE, positions: [1], value: 0 }, { [TIMETABLE]: { Timepoints: [null, 0, null] } }],
  ['timetable.editDays', { ...OF_TIMETABLE, days: 31 }, { [TIMETABLE]: { Days: 31 } }],
  ['timetable.create', { ...OF_TRACK, days: 64, like: 1 }, { 'Timetable L1/a-b/3': timetable('a-b', 3, { Days: 64 }) }],
  [
    'timetable.clone',
    { ...OF_TIMETABLE, days: 64 },
    { 'Timetable L1/a-b/3': timetable('a-b', 3, { Days: 64, Departures: [EIGHT, { Type: 'Exact', Time: 36_000 }] }) },
  ],
  [
    'timetable.editDepartures',
    { ...OF_TIMETABLE, departuresEncoded: '08:00 08:30' },
    { [TIMETABLE]: { Departures: [EIGHT, { Type: 'Exact', Time: 30_600 }] } },
  ],
  [
    'departures.edit',
    { ...OF_TRACK, daysOfWeek: 64, departuresEncoded: '06:15' },
    { 'Timetable L1/a-b/3': timetable('a-b', 3, { Days: 64, Departures: [{ Type: 'Exact', Time: 22_500 }] }) },
  ],
  [
    'timetable.editTimes',
    { ...OF_TRACK, act: 'shift', edit: { columns: [{ of: { timetable: 1, time: 28_800 }, by: 300 }] } },
    { [TIMETABLE]: { Departures: [{ Type: 'Exact', Time: 29_100 }, TEN] } },
  ],
  // the second stop keeps its times and is the first now
  ['track.orderStops', { ...OF_TRACK, order: [1, 0, 2], fill: 'blank' }, SECOND_STOP_FIRST],
  ['track.moveStop', { ...OF_TRACK, stopId: 'S1', from: 0, to: 1, fill: 'blank' }, SECOND_STOP_FIRST],
  ['timetable.delete', OF_TIMETABLE, { [TIMETABLE]: null }],
  [
    'timetable.tidy',
    { ...OF_TRACK, within: 30 },
    { [TIMETABLE]: { Departures: [SEVEN, EIGHT, TEN, EVERY_TEN] }, [EARLY]: null, [TRACK]: { LastTimetable: 2 } },
  ],
  [
    'timetable.importTimes',
    { scheduleId: 'L1', tracks: [{ trackId: 'a-b', edit: { columns: [{ of: { timetable: 1, time: 36_000, trip: 'T10' }, by: 60 }] } }] },
    { [TIMETABLE]: { Departures: [EIGHT, { ...TEN, Time: 36_060 }] } },
  ],
  [
    'timetable.takeDrivenTimes',
    { scheduleId: 'L1', tracks: [{ trackId: 'a-b', edit: { columns: [{ of: { timetable: 1, time: 36_000, trip: 'T10' }, by: 60 }] } }] },
    { [TIMETABLE]: { Departures: [EIGHT, { ...TEN, Time: 36_060 }] } },
  ],
  [
    'transfer.stayInVehicle',
    { pairs: [{ tripFrom: 'T10', tripTo: 'T20', stopId: 'S2' }] },
    { 'Transfer S2~S2~~~T10~T20': { Id: 'S2~S2~~~T10~T20', StopIdFrom: 'S2', StopIdTo: 'S2', Type: 4, TripIdFrom: 'T10', TripIdTo: 'T20' } },
  ],
  [
    'departure.assignBlocks',
    {
      timetables: [
        { ...OF_TIMETABLE, departures: [{ time: 36_000, trip: 'T10', block: 'V2', seen: null }] },
        {
          ...OF_TRACK,
          number: 2,
          departures: [
            { time: 25_200, block: 'V1' },
            { time: 50_400, block: 'V2' },
          ],
        },
      ],
    },
    {
      [TIMETABLE]: { Departures: [EIGHT, { ...TEN, blockId: 'V2' }] },
      [EARLY]: {
        Departures: [
          { ...SEVEN, blockId: 'V1' },
          { ...EVERY_TEN, blockId: 'V2' },
        ],
      },
    },
  ],
  ['timetable.tidy', OF_TRACK, { [TIMETABLE]: { Departures: [SEVEN, EIGHT, TEN, EVERY_TEN] }, [EARLY]: null, [TRACK]: { LastTimetable: 2 } }],
  [
    'track.editShape',
    { scheduleId: '1', trackId: 'a-b', shape: LONGER, sequences: [0, 2], recalculateTimes: false },
    { 'Track 1/a-b': { Shape: LONGER, Stops: ALONG_LONGER } },
  ],
  [
    'track.matchShapes',
    {
      tracks: [{ scheduleId: '1', trackId: 'a-b', before: '_p~iF~ps|U_ulLnnqC', stops: ['S1', 'S2'], shape: LONGER, sequences: [0, 2] }],
    },
    { 'Track 1/a-b': { Shape: LONGER, Stops: ALONG_LONGER } },
  ],
  [
    'track.takeDetours',
    { tracks: [{ scheduleId: '1', trackId: 'a-b', points: 2, parts: [{ From: 0, To: 1, Shape: ROUND }] }] },
    { 'Track 1/a-b': { Shape: ROUND, Stops: ALONG_LONGER } },
  ],
  [
    'track.replaceShape',
    {
      scheduleId: '1',
      trackId: 'a-b',
      segment: {
        Stops: [
          { Position: 0, ShapeSequence: 0 },
          { Position: 1, ShapeSequence: 2 },
        ],
        Shape: LONGER,
      },
      startOriginalSequence: 0,
      endOriginalSequence: 1,
      recalculateTimes: false,
    },
    { 'Track 1/a-b': { Shape: LONGER, Stops: ALONG_LONGER } },
  ],
];
