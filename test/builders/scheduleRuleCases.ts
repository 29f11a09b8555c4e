/** A firing case of every rule about schedules, tracks, timetables and fares, and its silent neighbour. */
import { agency, at, document, fare, schedule, shape, stop, stopsOf, timetable, track, type RuleCase } from './ruleCases.ts';

export const calendar = (fromDate: string, toDate: string, ...Exceptions: readonly { Date: string; RunAs: number }[]) => ({
  Calendar: { fromDate, toDate, Exceptions },
});
/** Another schedule of the same family and transport. */
export const next = (fromDate: string, toDate: string, more: object = {}) =>
  schedule({ Id: `1_${fromDate.replaceAll('-', '')}`, ...calendar(fromDate, toDate), ...more });
const other = (more: object = {}) => schedule({ Id: '2_20260101', Name: '2', LongName: 'Airport', ExternalTransportId: '2', ...more });

const CHRISTMAS = document('NetworkCalendar', {
  Id: 'NC',
  Name: 'Network',
  Dates: [{ Date: '2026-12-25', RunAs: 64, Name: 'Christmas Day' }],
  Periods: [],
});
const TERM = document('NetworkCalendar', {
  Id: 'NC',
  Name: 'Network',
  Dates: [],
  Periods: [{ Name: 'School term', From: '2026-08-24', To: '2026-10-16' }],
});
const sundays = calendar('2026-01-01', '2026-12-31', { Date: '2026-12-25', RunAs: 64 });
/** Schedule 9 without service on Sundays. */
const WORKDAYS = timetable({
  ScheduleId: '9_20260101',
  Days: 63,
  ArrivalOffsets: [0, 60],
  DepartureOffsets: [0, 60],
  Departures: [{ Type: 'Exact', Time: 36_000, TripId: 't9' }],
});
/** A dial-a-ride trip of schedule 1. */
const FLEX_TRIP = document('FlexTrip', { Id: 'flex1', ScheduleId: '1_20260101', Days: 31, Calls: [] });
const running = (ScheduleId: string) => [
  track({ ScheduleId }),
  timetable({ ScheduleId, Departures: [{ Type: 'Exact', Time: 28_800, TripId: 'u1' }] }),
];

const SCHEDULES: Readonly<Record<number, RuleCase>> = {
  301: { fires: [other({ Id: 'línea' })], about: 'línea', silent: [other({ Id: 'linea 2' })] },
  302: { fires: [schedule({ Name: '', LongName: '' })], about: '1_20260101', silent: [schedule({ Name: '' })] },
  303: { fires: [schedule({ Name: 'Harbour Expre' })], about: '1_20260101', silent: [schedule({ Name: 'HarbourExpre' })] },
  304: { fires: [schedule({ LongName: ' Harbour' })], about: '1_20260101' },
  305: { fires: [schedule({ LongName: '1 - Harbour' })], about: '1_20260101', silent: [schedule({ LongName: '1st Street' })] },
  306: {
    fires: [other({ Name: '1', LongName: 'Harbour' })],
    about: '1_20260101',
    silent: [other({ Name: '1', LongName: 'Harbour', VehicleType: 0 })],
  },
  307: { fires: [schedule({ ExternalTransportId: undefined })], about: '1_20260101' },
  308: { fires: [next('2027-01-01', '2027-06-30', { Color: '112233' })], about: '1_20270101', silent: [next('2027-01-01', '2027-06-30')] },
  309: {
    fires: [agency({ Id: 'B2', Name: 'B' }), schedule({ AgencyId: undefined })],
    about: '1_20260101',
    silent: [schedule({ AgencyId: undefined })],
  },
  310: { fires: [schedule({ VehicleType: 8 })], about: '1_20260101', silent: [schedule({ VehicleType: 1702 })] },
  311: { fires: [schedule({ Color: '#00A0B0' })], about: '1_20260101', silent: [schedule({ Color: '00a0B0' })] },
  312: {
    fires: [schedule({ Color: '1D4F91', TextColor: '201547' })],
    about: '1_20260101',
    silent: [schedule({ Color: '1D4F91', TextColor: 'FFFFFF' })],
  },
  313: { fires: [schedule({ Url: 'lines.example' })], about: '1_20260101', silent: [schedule({ Url: 'https://lines.example/1' })] },
  314: { fires: [track({ Visible: false })], about: '1_20260101', silent: [track({ Visible: false }), FLEX_TRIP] },
  315: { fires: [timetable({ Departures: [] })], about: '1_20260101', silent: [timetable({ Departures: [] }), FLEX_TRIP] },
  316: { fires: [schedule(calendar('2026-02-30', '2026-12-31'))], about: '1_20260101' },
  317: { fires: [schedule(calendar('2026-12-31', '2026-01-01'))], about: '1_20260101', silent: [schedule(calendar('2026-06-15', '2026-06-15'))] },
  318: { fires: [schedule(calendar('2026-01-01', '2028-06-16'))], about: '1_20260101', silent: [schedule(calendar('2026-01-01', '2027-12-31'))] },
  319: { fires: [schedule(calendar('2026-01-01', '2026-06-14'))], about: '1_20260101', silentOn: '2026-06-14' },
  320: { fires: [schedule(calendar('2026-01-01', '2026-06-22'))], about: '1_20260101', silentOn: '2026-06-14' },
  321: { fires: [schedule(calendar('2026-01-01', '2026-06-29'))], about: '1_20260101', silentOn: '2026-06-22' },
  322: { fires: [schedule(calendar('2026-06-16', '2026-12-31'))], about: '1_20260101', silentOn: '2026-06-16' },
  323: {
    fires: [
      next('2026-03-01', '2026-04-30'),
      track({ ScheduleId: '1_20260301' }),
      timetable({ ScheduleId: '1_20260301', Departures: [{ Type: 'Exact', Time: 1, TripId: 'z' }] }),
    ],
    about: '1_20260101',
    silent: [
      next('2026-03-01', '2026-04-30', { IsBaseSchedule: false }),
      track({ ScheduleId: '1_20260301' }),
      timetable({ ScheduleId: '1_20260301', Departures: [{ Type: 'Exact', Time: 1, TripId: 'z' }] }),
    ],
  },
  324: { fires: [next('2027-01-02', '2027-02-28')], about: '1_20270102', silent: [next('2027-01-01', '2027-02-28')] },
  325: {
    fires: [schedule(calendar('2026-01-01', '2026-12-31', { Date: '2026-05-01', RunAs: 0 }, { Date: '2026-05-01', RunAs: 64 }))],
    about: '1_20260101',
    silent: [schedule(calendar('2026-01-01', '2026-12-31', { Date: '2026-05-01', RunAs: 0 }, { Date: '2026-05-02', RunAs: 0 }))],
  },
  326: {
    fires: [schedule(calendar('2026-01-01', '2026-12-31', { Date: '2027-01-01', RunAs: 0 }))],
    about: '1_20260101',
    silent: [schedule(calendar('2026-01-01', '2026-12-31', { Date: '2027-01-01', RunAs: 64 }))],
  },
  327: {
    fires: [schedule(calendar('2026-06-15', '2026-06-19')), timetable({ Days: 96 })],
    about: '1_20260101',
    silent: [schedule(calendar('2026-06-15', '2026-06-20')), timetable({ Days: 96 })],
  },
  328: {
    fires: [schedule(calendar('2026-01-01', '2026-12-31', ...closed('2026-07-01', 14)))],
    about: '1_20260101',
    silent: [schedule(calendar('2026-01-01', '2026-12-31', ...closed('2026-07-01', 13)))],
  },
  391: {
    fires: [
      CHRISTMAS,
      WORKDAYS,
      schedule(calendar('2026-01-01', '2026-12-31', { Date: '2026-12-25', RunAs: 64 })),
      other(sundays),
      ...running('2_20260101'),
    ],
    about: '9_20260101',
    // as many run as usual as do not
    silent: [CHRISTMAS, WORKDAYS, schedule(calendar('2026-01-01', '2026-12-31', { Date: '2026-12-25', RunAs: 64 }))],
  },
  392: {
    fires: [document('Feed', { Id: 'feed', EndDate: '20270101' })],
    about: '1_20260101',
    silent: [document('Feed', { Id: 'feed', EndDate: '20261231' })],
  },
  393: {
    fires: [TERM, schedule({ FollowsCalendar: 'NC', ...calendar('2026-01-01', '2026-12-31', { Date: '2026-09-14', RunAs: 0 }) })],
    about: '1_20260101',
    silent: [TERM, schedule({ FollowsCalendar: 'NC', ...calendar('2026-01-01', '2026-12-31', { Date: '2026-12-14', RunAs: 0 }) })],
  },
  394: {
    fires: [schedule(calendar('2026-01-01', '2026-12-31', { Date: '2026-12-25', RunAs: 16 }))],
    about: '1_20260101',
    silent: [schedule(calendar('2026-01-01', '2026-12-31', { Date: '2026-12-25', RunAs: 0 }))],
  },
};

function closed(from: string, days: number) {
  return Array.from({ length: days }, (_, i) => ({ Date: new Date(Date.parse(from) + i * 86_400_000).toISOString().slice(0, 10), RunAs: 0 }));
}

const withStops = (...ids: readonly string[]) => track({ Stops: stopsOf(...ids) });
const sequences = (...all: readonly (number | undefined)[]) =>
  track({ Stops: stopsOf('S1', 'S2', 'S3', 'S4').map((one, i) => ({ ...one, ShapeSequence: all[i] })) });
const place = (Id: string, position: number, stopId: string) => `${Id}/a-b/${position}/${stopId}`;
const S3 = '1_20260101/a-b/2/S3';

const TRACKS: Readonly<Record<number, RuleCase>> = {
  329: { fires: [track({ Id: 'a?b' })], about: '1_20260101' },
  330: { fires: [track({ Id: 'a-b-2' })], about: '1_20260101', silent: [track({ Id: 'a-b-2', Direction: 'Backward' })] },
  331: { fires: [withStops('S1')], about: '1_20260101', silent: [withStops('S1', 'S4')] },
  332: { fires: [withStops('S1', 'S2', 'gone', 'S4')], about: place('1_20260101', 2, 'gone') },
  333: { fires: [withStops('S1', 'S2', 'ST', 'S4')], about: place('1_20260101', 2, 'ST'), silent: [withStops('S1', 'S2', 'P1', 'S4')] },
  334: { fires: [withStops('S1', 'S2', 'S2', 'S4')], about: place('1_20260101', 2, 'S2'), silent: [withStops('S1', 'S2', 'S3', 'S2')] },
  335: { fires: [withStops('S1', 'S2', 'S3', 'S2')], about: place('1_20260101', 3, 'S2'), silent: [withStops('S1', 'S2', 'S3', 'S1')] },
  336: {
    fires: [stop({ Id: 'S3', Coordinate: { Lat: 48.00008, Lng: at(2).Lng } })],
    about: S3,
    silent: [stop({ Id: 'S3', Coordinate: { Lat: 48.0001, Lng: at(2).Lng } })],
  },
  337: {
    fires: [stop({ Id: 'S3', Coordinate: at(3, 6) }), withStops('S1', 'S2', 'S3', 'S4', 'S2', 'S1')],
    about: S3,
    silent: [stop({ Id: 'S3', Coordinate: at(3, 2) }), withStops('S1', 'S2', 'S3', 'S4', 'S2', 'S1')],
  },
  338: {
    fires: [track({ Stops: stopsOf('S1', 'S2', 'S3', 'S4').map((one, i) => ({ ...one, Destination: i === 1 ? 'Harbour' : undefined })) })],
    about: place('1_20260101', 0, 'S1'),
  },
  339: { fires: [track({ Shape: undefined })], about: '1_20260101', silent: [track({ Shape: undefined, Visible: false })] },
  340: { fires: [track({ Shape: `${shape(1, 2)}~` })], about: '1_20260101' },
  341: { fires: [track({ Shape: shape(1, 1) })], about: '1_20260101', silent: [track({ Shape: shape(1, 2) })] },
  342: {
    fires: [track({ Shape: shape(1, 28, 2, 3, 4) })],
    about: '1_20260101',
    silent: [track({ Shape: shape(1, 28, 2, 3, 4) }), schedule({ VehicleType: 4 })],
  },
  343: { fires: [track({ Shape: shape(4, 3, 2, 1) })], about: '1_20260101', silent: [track({ Shape: shape(1, 2, 3, 4, 1) })] },
  344: { fires: [stop({ Id: 'S3', Coordinate: at(3, 0.28) })], about: S3, silent: [stop({ Id: 'S3', Coordinate: at(3, 0.22) })] },
  345: { fires: [sequences(0, 1, undefined, 3)], about: S3 },
  346: { fires: [sequences(0, 1, 2, 4)], about: place('1_20260101', 3, 'S4'), silent: [sequences(0, 1, 2, 3)] },
  347: { fires: [sequences(0, 3, 2, 3)], about: S3, silent: [sequences(0, 2, 2, 3)] },
};

const times = (ArrivalOffsets: readonly (number | null)[], DepartureOffsets: readonly (number | null)[] = ArrivalOffsets, more: object = {}) =>
  timetable({ ArrivalOffsets, DepartureOffsets, ...more });
const leaving = (...Departures: readonly object[]) => timetable({ Departures });
const exact = (Time: number, TripId: string, more: object = {}) => ({ Type: 'Exact', Time, TripId, ...more });
const every = (Frequency: number, FromTime: number, ToTime: number, TripId = 'f') => ({ Type: 'Interval', FromTime, ToTime, Frequency, TripId });
/** A second timetable of the track. */
const again = (more: object = {}) => timetable({ Number: 2, Departures: [exact(40_000, 't2')], ...more });
const H = 3600;
const coupled = (Id: string, ParentId: string, ChildId: string, ChildSequence = 1) =>
  document('VehicleCoupling', { Id, ParentId, ChildId, ChildSequence });
const vehicles = (...ids: readonly string[]) => ids.map((Id) => document('VehicleCategory', { Id, Name: `Vehicle ${Id}` }));

const TIMETABLES: Readonly<Record<number, RuleCase>> = {
  348: {
    fires: [timetable({ Days: 0 })],
    about: '1_20260101',
    silent: [timetable({ Days: 0 }), schedule(calendar('2026-01-01', '2026-12-31', { Date: '2026-05-01', RunAs: 127 }))],
  },
  349: {
    fires: [again({ Days: 64, Departures: [exact(28_800, 't2')] })],
    about: '1_20260101',
    silent: [timetable({ Days: 31 }), again({ Days: 64, Departures: [exact(28_800, 't2')] })],
  },
  350: { fires: [again({ Departures: [] })], about: '1_20260101', silent: [again()] },
  351: { fires: [times([0, 120, 240])], about: '1_20260101' },
  352: { fires: [times([0, 120, 240, null])], about: '1_20260101', silent: [times([0, null, null, 360])] },
  353: { fires: [times([0, 120, 110, 360])], about: '1_20260101', silent: [times([0, 120, 120, 360])] },
  354: {
    fires: [times([0, null, 240, 360], undefined, { Timepoints: [1, 1, 0, 1] })],
    about: '1_20260101',
    silent: [times([0, null, 240, 360], undefined, { Timepoints: [1, 0, 1, 1] })],
  },
  355: { fires: [stop({ Id: 'S3', Coordinate: at(3.3) }), times([0, 120, 120, 360])], about: S3, silent: [times([0, 120, 120, 360])] },
  356: { fires: [times([0, 121, 130, 360])], about: S3, silent: [times([0, 121, 131, 360])] },
  357: {
    fires: [stop({ Id: 'S4', Coordinate: at(40) }), times([0, 60, 120, 300])],
    about: '1_20260101',
    silent: [stop({ Id: 'S4', Coordinate: at(40) }), times([0, 60, 120, 480])],
  },
  358: { fires: [times([0, 120, 120 + 1460, 2000])], about: S3, silent: [times([0, 120, 120 + 1430, 2000])] },
  359: {
    fires: [times([0, 120, 240, 3000], [0, 120, 240 + 1801, 3000])],
    about: S3,
    silent: [times([0, 120, 240, 3000], [0, 120, 240 + 1800, 3000])],
  },
  360: { fires: [times([0, 120, 240, 6 * H + 1])], about: '1_20260101', silent: [times([0, 120, 240, 6 * H])] },
  361: { fires: [times([0, 10, 20, 59])], about: '1_20260101', silent: [times([0, 10, 20, 60])] },
  362: { fires: [timetable({ PickupIntervals: [[0, 3, 1]] })], about: '1_20260101', silent: [timetable({ PickupIntervals: [[1, 4, 1]] })] },
  363: {
    fires: [
      timetable({
        DropOffIntervals: [
          [0, 2, 1],
          [1, 3, 2],
        ],
      }),
    ],
    about: '1_20260101',
    silent: [
      timetable({
        DropOffIntervals: [
          [0, 2, 1],
          [2, 4, 2],
        ],
      }),
    ],
  },
  364: {
    fires: [track({ Shape: undefined }), timetable({ ContinuousPickupIntervals: [[0, 3, 0]] })],
    about: '1_20260101',
    silent: [timetable({ ContinuousPickupIntervals: [[0, 3, 0]] })],
  },
  365: { fires: [leaving(exact(48 * H + 1, 't1'))], about: '1_20260101', silent: [leaving(exact(48 * H, 't1'))] },
  366: {
    fires: [again({ Departures: [exact(28_800, 't2')], ArrivalOffsets: [0, 100, 200, 300], DepartureOffsets: [0, 100, 200, 300] })],
    about: '1_20260101',
    silent: [again()],
  },
  367: { fires: [leaving(every(600, 6 * H, 6 * H))], about: '1_20260101', silent: [leaving(every(600, 6 * H, 7 * H))] },
  368: { fires: [leaving(every(3601, 6 * H, 7 * H))], about: '1_20260101', silent: [leaving(every(3600, 6 * H, 7 * H))] },
  369: {
    fires: [leaving(every(600, 6 * H, 10 * H), every(1200, 9 * H, 12 * H))],
    about: '1_20260101',
    silent: [leaving(every(600, 6 * H, 9 * H), every(1200, 9 * H, 12 * H))],
  },
  370: {
    fires: [leaving(exact(28_800, 't1'), exact(30_000, 't1'))],
    about: '1_20260101',
    silent: [leaving(every(600, 6 * H, 9 * H), every(1200, 9 * H, 12 * H))],
  },
  371: {
    fires: [leaving(exact(28_800, 't1', { blockId: 'b' }), exact(29_100, 't2', { blockId: 'b' }))],
    about: '1_20260101',
    silent: [leaving(exact(28_800, 't1', { blockId: 'b' }), exact(29_160, 't2', { blockId: 'b' }))],
  },
  372: {
    fires: [document('VehicleBoarding', { Id: 'v', BoardingAreaId: 'B1', VehicleCategoryId: 'long' }), stop({ Id: 'B1', Type: 4, ParentId: 'P1' })],
    about: 'B1',
    silent: vehicles('long'),
  },
  373: {
    fires: [...vehicles('a', 'b'), coupled('1', 'a', 'b'), coupled('2', 'b', 'a')],
    about: 'a',
    silent: [...vehicles('a', 'b', 'c'), coupled('1', 'a', 'b'), coupled('2', 'b', 'c')],
  },
  374: { fires: [schedule({ VehicleType: 4 })], about: '1_20260101', silent: [schedule({ VehicleType: 4 }), timetable({ BikesAllowed: 2 })] },
  375: { fires: [stop({ Id: 'S3', Name: 'harbour' })], about: place('1_20260101', 0, 'S1'), silent: [stop({ Id: 'S4', Name: 'harbour' })] },
};

const rule = (more: object) => ({ Transport: null, FromZone: null, ToZone: null, ContainsZone: null, ...more });
const zoneA = stop({ Id: 'S1', ZoneId: 'A' });

const FARES: Readonly<Record<number, RuleCase>> = {
  401: { fires: [fare({ Id: 'zürich' })], about: 'zürich' },
  402: { fires: [fare({ Price: '' })], about: 'single', silent: [fare({ Price: '', RatePerDistance: '0.2' })] },
  403: { fires: [fare({ Price: '8.905' })], about: 'single', silent: [fare({ Price: '8.90' })] },
  404: { fires: [fare({ Price: '220.5', Currency: 'JPY' })], about: 'single', silent: [fare({ Price: '220', Currency: 'JPY' })] },
  405: { fires: [fare({ Currency: '' })], about: 'single' },
  406: { fires: [fare({ Currency: 'DEM' })], about: 'single', silent: [fare({ Currency: 'CHF' })] },
  407: { fires: [fare({ Currency: 'CHF' })], about: 'single' },
  408: {
    fires: [fare({ ValidFromDate: '2026-02-01', ValidToDate: '2026-01-31' })],
    about: 'single',
    silent: [fare({ ValidFromDate: '2026-07-01', ValidToDate: '2026-07-01' })],
  },
  409: { fires: [fare({ ValidToDate: '2026-06-14' })], about: 'single', silentOn: '2026-06-14' },
  410: { fires: [fare({ DepartTime: 28_800, ArrivalTime: 28_800 })], about: 'single', silent: [fare({ DepartTime: 28_800, ArrivalTime: 86_400 })] },
  411: {
    fires: [fare({ NumberOfTransfers: undefined }), fare({ Id: 'line', Rules: [rule({ Transport: '1' })] })],
    about: 'single',
    silent: [fare({ NumberOfTransfers: undefined })],
  },
  412: { fires: [fare({ Rules: [rule({ Transport: '77' })] })], about: 'single', silent: [fare({ Rules: [rule({ Transport: '1' })] })] },
  413: {
    fires: [fare({ BetweenStops: [{ FromStop: 'S1', ToStop: 'gone' }] })],
    about: 'single',
    silent: [fare({ BetweenStops: [{ FromStop: 'S1', ToStop: null }] })],
  },
  414: {
    fires: [zoneA, fare({ Rules: [rule({ FromZone: 'A', ToZone: 'B' })] })],
    about: 'single',
    silent: [zoneA, fare({ Rules: [rule({ FromZone: 'A', ToZone: 'A' })] })],
  },
  415: {
    fires: [fare({ ValidAfterFareGroups: ['g'] })],
    about: 'single',
    silent: [fare({ ValidAfterFareGroups: ['g'] }), fare({ Id: 'day', FareGroupId: 'g', Price: '9' })],
  },
  416: {
    fires: [fare({ BetweenStops: [{ FromStop: 'S1', ToStop: 'S2' }], Rules: [rule({ FromZone: 'A' })] })],
    about: 'single',
    silent: [fare({ BetweenStops: [{ FromStop: 'S1', ToStop: 'S2' }], Rules: [rule({ ContainsZone: 'A' })] })],
  },
  417: { fires: [fare({ NumberOfZones: 0 })], about: 'single', silent: [fare({ NumberOfZones: 1, NumberOfTransfers: 0 })] },
  418: {
    fires: [fare({ DistanceInterval: { From: 2000, To: 2000 } })],
    about: 'single',
    silent: [fare({ DistanceInterval: { From: 2000, To: 2001 } })],
  },
  419: { fires: [fare({ Duration: 60, NumberOfTransfers: 0 })], about: 'single', silent: [fare({ Duration: 60 })] },
  420: { fires: [fare({ IsDurationInherited: true })], about: 'single', silent: [fare({ IsDurationInherited: true, ValidAfterStops: ['S1'] })] },
  421: { fires: [fare({ Id: 'again', Description: 'Another' })], about: 'single', silent: [fare({ Id: 'again', Days: 31 })] },
};

const medium = (more: object = {}) => document('FareMedium', { Id: 'card', Name: 'CityCard', Type: 2, ...more });
const product = (more: object = {}) => document('FareProduct', { Id: 'p1', ProductId: 'single', Amount: '2.50', Currency: 'EUR', ...more });
const category = (more: object = {}) => document('RiderCategory', { Id: 'adult', Name: 'Adult', IsDefault: 1, ...more });
const changing = (more: object = {}) =>
  document('FareTransferRule', { Id: 'r', FromLegGroupId: 'bus', ToLegGroupId: 'bus', TransferCount: 1, FareTransferType: 0, ...more });
const sold = [product({ RiderCategoryId: 'adult' }), product({ Id: 'p2', RiderCategoryId: 'senior' }), category()];

const FARES_V2: Readonly<Record<number, RuleCase>> = {
  431: { fires: [medium(), medium({ Id: 'card2', Name: 'city card' })], about: 'card', silent: [medium(), medium({ Id: 'app', Type: 4 })] },
  432: { fires: [product({ Currency: 'DEM' })], about: 'p1', silent: [product()] },
  433: { fires: [product({ Amount: undefined })], about: 'p1', silent: [product({ Amount: '0.00' })] },
  434: { fires: [product({ Amount: '2.5' })], about: 'p1', silent: [product({ Amount: '-2.50' })] },
  435: { fires: [...sold, category({ Id: 'senior' })], about: 'p1', silent: [...sold, category({ Id: 'senior', IsDefault: 0 })] },
  436: { fires: [changing({ DurationLimit: 5400 })], about: 'r', silent: [changing({ DurationLimit: 5400, DurationLimitType: 0 })] },
  437: { fires: [changing({ DurationLimitType: 1 })], about: 'r', silent: [changing()] },
  438: { fires: [changing({ TransferCount: 0 })], about: 'r', silent: [changing({ TransferCount: -1 })] },
  439: { fires: [changing({ ToLegGroupId: 'ferry' })], about: 'r', silent: [changing({ ToLegGroupId: 'ferry', TransferCount: undefined })] },
  440: { fires: [changing({ TransferCount: undefined })], about: 'r', silent: [changing()] },
};

/** A firing case of every rule and its silent neighbour, by the rule's code. */
export const SCHEDULE_RULE_CASES: Readonly<Record<number, RuleCase>> = { ...SCHEDULES, ...TRACKS, ...TIMETABLES, ...FARES, ...FARES_V2 };
