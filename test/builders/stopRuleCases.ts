/** A firing case of every rule about agencies, stops, pathways, transfers and translations, and its silent neighbour. */
import {
  agency,
  at,
  attribution,
  document,
  fare,
  level,
  pathway,
  schedule,
  stop,
  stopsOf,
  track,
  transfer,
  translation,
  type RuleCase,
} from './ruleCases.ts';

const second = (more: object = {}) => agency({ Id: 'B2', Name: 'Country Lines', ...more });
const link = (more: object) => document('TicketingDeepLink', { Id: 'app', WebUrl: 'https://t.example/', ...more });
const ticket = (more: object = {}) => document('TicketingIdentifier', { Id: 'i1', TicketingStopId: '77', StopId: 'S1', AgencyId: 'AG', ...more });

const AGENCIES: Readonly<Record<number, RuleCase>> = {
  101: { fires: [agency({ Id: '' })], about: '', silent: [second()] },
  102: { fires: [agency({ Id: 'ÄG' })], about: 'ÄG', silent: [agency({ Id: 'A G' })] },
  103: { fires: [agency({ Name: ' ' })], about: 'AG' },
  104: { fires: [agency({ Name: 'City  Lines' })], about: 'AG' },
  105: { fires: [agency({ Name: 'NULL' })], about: 'AG', silent: [agency({ Name: 'Nullarbor' })] },
  106: { fires: [second({ Name: 'city lines' })], about: 'AG', silent: [second()] },
  107: { fires: [agency({ Url: undefined })], about: 'AG' },
  108: { fires: [agency({ Url: 'www.lines.example' })], about: 'AG' },
  109: { fires: [agency({ FareUrl: 'https://' })], about: 'AG', silent: [agency({ FareUrl: 'http://l.example/fares?x=1' })] },
  110: { fires: [agency({ Phone: 'call us!' })], about: 'AG', silent: [agency({ Phone: '+49 (30) 12-34 ext. 5' })] },
  111: { fires: [agency({ Email: 'a@b, c@d.example' })], about: 'AG', silent: [agency({ Email: 'a.b+c@d.example' })] },
  112: { fires: [agency({ Timezone: undefined })], about: 'AG' },
  113: { fires: [agency({ Timezone: 'Europe/Velmar' })], about: 'AG', silent: [agency({ Timezone: 'US/Eastern' })] },
  114: { fires: [second(), agency({ Id: 'C3', Name: 'Sea Lines', Timezone: 'Europe/Paris' })], about: 'C3', silent: [second()] },
  115: { fires: [agency({ Language: undefined })], about: 'AG' },
  116: { fires: [agency({ Language: 'english' })], about: 'AG', silent: [agency({ Language: 'de-CH' })] },
  117: { fires: [second()], about: 'B2', silent: [second(), schedule({ Id: '2_20260101', ExternalTransportId: '2', AgencyId: 'B2' })] },
  118: { fires: [attribution({ OrganizationName: '' })], about: 'a1' },
  119: { fires: [attribution({ IsProducer: false })], about: 'a1', silent: [attribution({ IsProducer: false, IsAuthority: true })] },
  120: { fires: [attribution({ AgencyId: 'AG', TripId: 't1' })], about: 'a1', silent: [attribution({ AgencyId: 'AG' })] },
  121: { fires: [attribution({ ExternalTransportId: '77' })], about: 'a1', silent: [attribution({ ExternalTransportId: '1' })] },
  122: { fires: [attribution({ Email: 'data' })], about: 'a1', silent: [attribution({ Email: 'data@city.example' })] },
  123: { fires: [link({ WebUrl: '' })], about: 'app', silent: [link({})] },
  124: { fires: [link({ WebUrl: 'http://t.example/' })], about: 'app', silent: [link({ AndroidIntentUri: 'intent://t#Intent;end' })] },
  125: {
    fires: [agency({ TicketingDeepLinkId: 'gone' })],
    about: 'AG',
    silent: [agency({ TicketingDeepLinkId: 'app' }), link({})],
  },
  126: { fires: [ticket(), ticket({ Id: 'i2' })], about: 'i1', silent: [ticket(), ticket({ Id: 'i2', StopId: 'S2' })] },
  127: { fires: [ticket({ StopId: 'gone' })], about: 'i1', silent: [ticket()] },
};

const feed = (more: object = {}) =>
  document('Feed', {
    Id: 'feed',
    PublisherName: 'City',
    PublisherUrl: 'https://city.example/',
    Language: 'de',
    StartDate: '20260101',
    EndDate: '20261231',
    Version: '1',
    ContactUrl: 'https://city.example/data',
    ...more,
  });
const valid = (fromDate: string, toDate: string) =>
  ['1_20260101', '9_20260101'].map((Id) => schedule({ Id, Calendar: { fromDate, toDate, Exceptions: [] } }));

const FEEDS: Readonly<Record<number, RuleCase>> = {
  131: { fires: [feed({ EndDate: '20260622' })], about: 'feed', silent: [feed({ EndDate: '20260623' })] },
  132: { fires: [feed({ EndDate: '20260715' })], about: 'feed', silent: [feed({ EndDate: '20260716' })] },
  133: { fires: [feed({ ContactUrl: undefined })], about: 'feed', silent: [feed({ ContactUrl: undefined, ContactEmail: 'a@city.example' })] },
  134: { fires: [feed({ StartDate: undefined })], about: 'feed', silent: [feed({ StartDate: undefined, EndDate: undefined })] },
  135: { fires: [feed({ Version: undefined })], about: 'feed', silent: [feed({})] },
  136: { fires: [feed({ Language: 'fr' })], about: 'AG', silent: [feed({ Language: 'mul' })] },
  137: {
    fires: [second(), agency({ Id: 'C3', Name: 'Sea Lines', Language: 'fr' })],
    about: 'C3',
    silent: [second(), agency({ Id: 'C3', Name: 'Sea Lines', Language: 'DE' })],
  },
  138: { fires: [feed({ StartDate: '20260616' })], about: 'feed', silent: [feed({ StartDate: '20260615' })] },
  139: { fires: [feed(), ...valid('2026-06-16', '2026-12-31')], about: 'feed', silent: [feed(), ...valid('2026-06-15', '2026-12-31')] },
  140: { fires: [feed({ EndDate: '20261230' })], about: 'feed', silent: [feed()] },
  141: { fires: [feed({ EndDate: '20270115' })], about: 'feed', silent: [feed({ EndDate: '20270114' })] },
  142: { fires: [feed(), ...valid('2026-01-01', '2026-06-21')], about: 'feed', silent: [feed(), ...valid('2026-01-01', '2026-06-22')] },
};

const far = (x: number) => stop({ Id: 'S1', Coordinate: at(x) });
const many = Array.from({ length: 24 }, (_, i) => stop({ Id: `M${i}`, Coordinate: at(5 + i / 4, 1) }));
const station2 = stop({ Id: 'ST2', Type: 5, Coordinate: at(22) });
const zoned = fare({ Rules: [{ Transport: '1', FromZone: 'A', ToZone: 'B', ContainsZone: null }] });
const zones = ['S1', 'S2', 'S3', 'S4'].map((Id) => stop({ Id, ZoneId: 'A' }));

const STOPS: Readonly<Record<number, RuleCase>> = {
  201: { fires: [stop({ Id: 'Bäck1' })], about: 'Bäck1' },
  202: { fires: [stop({ Name: '' })], about: 'S1', silent: [stop({ Id: 'N9', Name: '', Type: 3, ParentId: 'ST' })] },
  203: { fires: [stop({ Name: 'Market  Street' })], about: 'S1', silent: [stop({ Name: 'Market <3 Street' })] },
  204: { fires: [stop({ Name: 'MARKET STREET 5' })], about: 'S1', silent: [stop({ Name: 'TU B' })] },
  205: { fires: [stop({ Type: 9 })], about: 'S1' },
  206: { fires: [stop({ Coordinate: null })], about: 'S1', silent: [stop({ Id: 'N9', Type: 3, ParentId: 'ST', Coordinate: null })] },
  207: { fires: [stop({ Coordinate: null, Extra: { stop_lat: '481', stop_lon: '9' } })], about: 'S1' },
  208: { fires: [stop({ Coordinate: { Lat: 0.4, Lng: -0.9 } })], about: 'S1', silent: [stop({ Coordinate: { Lat: 0.4, Lng: 9 } })] },
  209: { fires: [stop({ Coordinate: { Lat: 49.11, Lng: 9 } })], about: 'S1', silent: [stop({ Coordinate: { Lat: 49.09, Lng: 9 } })] },
  210: {
    fires: [...many, stop({ Id: 'OUT', Coordinate: { Lat: 48, Lng: 10.5 } })],
    about: 'OUT',
    silent: [...many, stop({ Id: 'OUT', Coordinate: { Lat: 48, Lng: 9.6 } })],
  },
  211: {
    fires: [stop({ Id: 'D1', Name: 'street s1', Coordinate: { Lat: 48.00001, Lng: 9.0054 } })],
    about: 'S1',
    silent: [stop({ Id: 'D1', Name: 'street s1', Coordinate: { Lat: 48.00003, Lng: 9.0054 } })],
  },
  212: {
    fires: [stop({ Id: 'S2', Coordinate: { Lat: 48.00001, Lng: 9.0054 } })],
    about: 'S1',
    // nobody stops at it
    silent: [stop({ Id: 'D1', Name: 'Elsewhere', Coordinate: { Lat: 48.00001, Lng: 9.0054 } })],
  },
  213: { fires: [stop({ ParentId: 'gone' })], about: 'S1', silent: [stop({ ParentId: 'ST' })] },
  214: { fires: [stop({ Id: 'E1', Type: 1, ParentId: 'P1' })], about: 'E1', silent: [stop({ Id: 'B1', Type: 4, ParentId: 'P1' })] },
  215: { fires: [stop({ Id: 'E1', Type: 1 })], about: 'E1' },
  216: { fires: [stop({ Id: 'ST', Type: 5, ParentId: 'ST2' }), station2], about: 'ST' },
  217: { fires: [stop({ Type: 2 })], about: 'S1' },
  218: {
    fires: [stop({ Id: 'P1', Type: 2, ParentId: 'ST', Coordinate: at(20.3) })],
    about: 'P1',
    silent: [stop({ Id: 'P1', Type: 2, ParentId: 'ST', Coordinate: at(20.24) })],
  },
  219: {
    fires: [stop({ Id: 'P1', Type: 2, ParentId: 'ST', Coordinate: at(22.6) })],
    about: 'P1',
    silent: [stop({ Id: 'P1', Type: 2, ParentId: 'ST', Coordinate: at(22.4) })],
  },
  220: { fires: [station2, stop({ Id: 'X1', Type: 1, ParentId: 'ST2' })], about: 'ST2', silent: [station2, stop({ Id: 'X1', ParentId: 'ST2' })] },
  221: {
    fires: [stop({ Id: 'S9' })],
    about: 'S9',
    silent: [stop({ Id: 'S9' }), track({ Stops: stopsOf('S1', 'S2', 'S9', 'S4') }), stop({ Id: 'S3', Type: 3, ParentId: 'ST' })],
  },
  222: {
    fires: [stop({ StopCode: '47' }), stop({ Id: 'S2', StopCode: '47' })],
    about: 'S1',
    silent: [stop({ StopCode: '47' }), stop({ Id: 'S9', StopCode: '47' })],
  },
  223: { fires: [stop({ Url: 'lines.example/1' })], about: 'S1', silent: [stop({ Url: 'https://lines.example/1' })] },
  224: { fires: [zoned], about: 'S1', silent: [zoned, ...zones] },
  225: { fires: [stop({ Id: 'P2', Type: 2, ParentId: 'ST', PlatformCode: '1', Coordinate: at(20.06) })], about: 'P1' },
  226: {
    fires: [pathway({ Id: 'W9', Mode: 5 }), stop({ Id: 'N1', Type: 3, ParentId: 'ST' })],
    about: 'N1',
    silent: [pathway({ Id: 'W9', Mode: 5 })],
  },
  227: {
    fires: [document('VehicleBoarding', { Id: 'v', BoardingAreaId: 'P1', VehicleCategoryId: 'c' })],
    about: 'P1',
    silent: [stop({ Id: 'B1', Type: 4, ParentId: 'P1' }), document('VehicleBoarding', { Id: 'v', BoardingAreaId: 'B1', VehicleCategoryId: 'c' })],
  },
  228: { fires: [stop({ Coordinate: { Lat: -89.5, Lng: 9 } })], about: 'S1', silent: [stop({ Coordinate: { Lat: -88.9, Lng: 9 } })] },
};

const walk = (more: object = {}) => pathway({ Id: 'W1', FromStopId: 'P1', ToStopId: 'N1', ...more });

const PATHWAYS: Readonly<Record<number, RuleCase>> = {
  501: { fires: [walk({ ToStopId: 'gone' })], about: 'W1' },
  502: { fires: [walk({ ToStopId: 'ST' })], about: 'W1' },
  503: { fires: [stop({ Id: 'B1', Type: 4, ParentId: 'P1' })], about: 'W1' },
  504: { fires: [station2, stop({ Id: 'X1', Type: 2, ParentId: 'ST2' }), walk({ ToStopId: 'X1' })], about: 'W1' },
  505: { fires: [walk({ ToStopId: 'P1' })], about: 'W1' },
  506: {
    fires: [walk({ Id: 'W9', FromStopId: 'N1', ToStopId: 'P1' })],
    about: 'W1',
    silent: [walk({ Id: 'W9', FromStopId: 'N1', ToStopId: 'P1', Mode: 2 })],
  },
  507: { fires: [walk({ Mode: 9 })], about: 'W1' },
  508: { fires: [walk({ Mode: 7 })], about: 'W1', silent: [walk({ Mode: 7, IsBidirectional: false })] },
  509: { fires: [walk({ Length: -1 })], about: 'W1', silent: [walk({ Length: 0 })] },
  510: { fires: [walk({ Length: 8 })], about: 'W1', silent: [walk({ Length: 15 })] },
  511: { fires: [walk({ Length: 1001 })], about: 'W1', silent: [walk({ Length: 1000 })] },
  512: { fires: [walk({ TraversalTime: 0 })], about: 'W1', silent: [walk({ TraversalTime: 1 })] },
  513: { fires: [walk({ Mode: 4, TraversalTime: undefined })], about: 'W1', silent: [walk({ TraversalTime: undefined })] },
  514: { fires: [walk({ Length: 164, TraversalTime: 40 })], about: 'W1', silent: [walk({ Length: 50, TraversalTime: 40 })] },
  515: { fires: [walk({ StairCount: 3 })], about: 'W1', silent: [walk({ Mode: 2, StairCount: -3 })] },
  516: { fires: [walk({ Mode: 2 })], about: 'W1', silent: [walk({ Mode: 2, StairCount: 15 })] },
  517: { fires: [walk({ Mode: 2, MaxSlope: 0.05 })], about: 'W1', silent: [walk({ MaxSlope: 0.05 })] },
  518: { fires: [walk({ MaxSlope: -0.09 })], about: 'W1', silent: [walk({ MaxSlope: 0.083 })] },
  519: { fires: [walk({ MinWidth: 0.2 })], about: 'W1', silent: [walk({ MinWidth: 0.3 })] },
  520: { fires: [walk({ Mode: 5 })], about: 'W1', silent: [walk({ FromStopId: 'P2', Mode: 5 })] },
  521: { fires: [stop({ Id: 'N2', Type: 3, ParentId: 'ST' }), walk({ Id: 'W9', FromStopId: 'N1', ToStopId: 'N2' })], about: 'N2' },
  522: { fires: [pathway({ Id: 'W3', FromStopId: 'P2', ToStopId: 'N1', IsBidirectional: false })], about: 'P2' },
  523: { fires: [level({ Id: 'L1', Index: Number.NaN })], about: 'L1' },
  524: { fires: [level({ Id: 'L1', Index: 0 })], about: 'L0' },
  525: { fires: [stop({ LevelId: 'gone' })], about: 'S1', silent: [stop({ LevelId: 'L0' })] },
  526: {
    fires: [stop({ Id: 'P1', Type: 2, ParentId: 'ST', Extra: { stop_access: '1' } })],
    about: 'W1',
    silent: [stop({ Id: 'P1', Type: 2, ParentId: 'ST', Extra: { stop_access: '0' } })],
  },
};

const inSeat = (more: object = {}) =>
  transfer({ Type: 4, Time: undefined, StopIdFrom: 'S4', TripIdFrom: 't1', StopIdTo: 'P1', TripIdTo: 't9', ...more });

const TRANSFERS: Readonly<Record<number, RuleCase>> = {
  601: {
    fires: [transfer({ StopIdTo: 'gone' })],
    about: 'S1~S2',
    silent: [transfer({ Type: 4, StopIdFrom: undefined, StopIdTo: undefined, TripIdFrom: 't1', TripIdTo: 't9' })],
  },
  602: { fires: [transfer({ StopIdTo: 'E1' })], about: 'S1~S2', silent: [transfer({ StopIdTo: 'ST' })] },
  603: { fires: [transfer({ Type: 6 })], about: 'S1~S2', silent: [transfer({ Type: 5 })] },
  604: { fires: [transfer({ Time: undefined })], about: 'S1~S2', silent: [transfer({ Type: 0, Time: undefined })] },
  605: { fires: [transfer({ Time: -1 })], about: 'S1~S2', silent: [transfer({ Time: 0 })] },
  606: { fires: [transfer({ Type: 1 })], about: 'S1~S2' },
  607: { fires: [transfer({ Time: 7201 })], about: 'S1~S2', silent: [transfer({ Time: 7200 })] },
  608: { fires: [far(-4)], about: 'S1~S2', silent: [far(-2.9)] },
  609: { fires: [far(-24)], about: 'S1~S2', silent: [far(-22)] },
  610: { fires: [transfer({ Time: 79 })], about: 'S1~S2', silent: [transfer({ Time: 82 })] },
  611: { fires: [transfer({ Id: 'again' })], about: 'S1~S2', silent: [transfer({ Id: 'again', TripIdFrom: 't1' })] },
  612: {
    fires: [transfer({ StopIdFrom: 'P1', TripIdFrom: 't1' })],
    about: 'S1~S2',
    silent: [transfer({ StopIdFrom: 'ST', TripIdFrom: 't9' })],
  },
  613: { fires: [inSeat(), schedule({ Id: '9_20260101', VehicleType: 0 })], about: 'S1~S2', silent: [inSeat()] },
  614: { fires: [inSeat({ StopIdFrom: 'S3' })], about: 'S1~S2', silent: [inSeat()] },
};

const TRANSLATIONS: Readonly<Record<number, RuleCase>> = {
  701: { fires: [translation({ LanguageName: '' })], about: 'x1' },
  702: { fires: [translation({ LanguageName: 'french' })], about: 'x1' },
  703: { fires: [translation({ LanguageName: 'DE' })], about: 'x1' },
  704: { fires: [translation({ Translation: '' })], about: 'x1' },
  705: { fires: [translation({ FieldName: 'name' })], about: 'x1' },
  706: { fires: [translation({ FieldValue: 'Street S9' })], about: 'x1', silent: [translation({ FieldValue: undefined, RecordId: 'S9' })] },
  707: { fires: [translation({ Id: 'x2', Translation: 'Chemin' })], about: 'x1', silent: [translation({ Id: 'x2', LanguageName: 'it' })] },
};

/** A firing case of every rule and its silent neighbour, by the rule's code. */
export const STOP_RULE_CASES: Readonly<Record<number, RuleCase>> = { ...AGENCIES, ...FEEDS, ...STOPS, ...PATHWAYS, ...TRANSFERS, ...TRANSLATIONS };
