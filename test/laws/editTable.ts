/**
 * What each edit does, by hand: its payload, and the documents that are different afterwards. A document that is there lists the members
 * that change (undefined: gone), a new one is whole, null is one that is removed. Every other document stays as it is.
 */
import { type EditRow, fieldRows } from './editRow.ts';
import { EDITS_OF_FILE_ROWS, EDITS_OF_FLEX } from './editsOfFlex.ts';
import { EDITS_OF_LINES } from './editsOfLines.ts';

const stops = (...ids: readonly string[]) => ids.map((StopId) => ({ StopId }));

/** The calendar of 2026 with these exceptions. */
const calendar = (...Exceptions: readonly object[]) => ({ fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions });

/** The days after Christmas, in a calendar that ends before it. */
const LAST_DAYS = [26, 27, 28, 29, 30, 31].map((day) => ({ Date: `2026-12-${day}`, RunAs: 127 }));

export const EDITS: readonly EditRow[] = [
  // stops
  ...fieldRows('stop.editField', { stopId: 'S1' }, 'Stop S1', [
    ['name', 'Harbour', 'Name'],
    ['type', 5, 'Type'],
    ['direction', 'North', 'Direction'],
    ['parentId', 'S3', 'ParentId'],
    ['platformCode', '4b', 'PlatformCode'],
    ['stopCode', 'C7', 'StopCode'],
    ['zoneId', 'Z9', 'ZoneId'],
    ['zoneId', '', 'ZoneId', undefined],
    ['url', 'https://stops.example/1', 'Url'],
    ['signpostedAs', 'To the sea', 'SignpostedAs'],
    ['wheelchairBoarding', 2, 'WheelchairBoarding'],
    ['areaName', 'Old town', 'AreaName'],
    ['groupId', 'G1', 'GroupId'],
    ['levelId', 'L1', 'LevelId'],
  ]),
  ['stop.move', { stopId: 'S1', coordinate: { Lat: 52.123456, Lng: 5.654321 } }, { 'Stop S1': { Coordinate: { Lat: 52.123456, Lng: 5.654321 } } }],
  [
    'stop.create',
    { stopId: 'N7', coordinate: { Lat: 52.5, Lng: 5.5 }, stopName: 'Platform 1', stopType: 2, stopZoneId: 'Z1', stopParentId: 'S1' },
    {
      'Stop N7': { Id: 'N7', Name: 'Platform 1', Type: 2, Coordinate: { Lat: 52.5, Lng: 5.5 }, WheelchairBoarding: 0, ZoneId: 'Z1', ParentId: 'S1' },
    },
  ],
  ['stop.remove', { stopId: 'S3' }, { 'Stop S3': null }],
  [
    'rows.import',
    {
      kind: 'Agency',
      rows: [
        { id: 'A2', values: { Phone: ['', '112'] } },
        { id: 'A9', add: true, values: { Name: ['', 'Ferries'] } },
      ],
    },
    { 'Agency A2': { Phone: '112' }, 'Agency A9': { Id: 'A9', Name: 'Ferries' } },
  ],
  [
    'stop.groupMany',
    // S9 is in the area already
    { kind: 'StopArea', groupId: 'AR1', stopIds: ['S1', 'S9'], recordIds: ['SA8', 'SA9'], present: ['SA1'] },
    { 'StopArea SA8': { Id: 'SA8', AreaId: 'AR1', StopId: 'S1' } },
  ],
  [
    'stop.groupMany',
    { kind: 'LocationGroupStop', groupId: 'LG2', stopIds: ['S1'], recordIds: ['LS8'] },
    { 'LocationGroupStop LS8': { Id: 'LS8', LocationGroupId: 'LG2', StopId: 'S1' } },
  ],
  [
    'stop.createMany',
    {
      stops: [
        { stopId: 'N8', coordinate: { Lat: 52.5, Lng: 5.5 }, stopName: 'Mill', stopType: 1, stopZoneId: 'Z1', stopParentId: 'S1', stopCode: '8' },
      ],
    },
    {
      'Stop N8': {
        Id: 'N8',
        Name: 'Mill',
        Type: 1,
        Coordinate: { Lat: 52.5, Lng: 5.5 },
        WheelchairBoarding: 0,
        ZoneId: 'Z1',
        ParentId: 'S1',
        StopCode: '8',
      },
    },
  ],
  [
    'stop.editFieldOfMany',
    { stopIds: ['S2', 'S3'], field: 'wheelchairBoarding', value: 1 },
    { 'Stop S2': { WheelchairBoarding: 1 }, 'Stop S3': { WheelchairBoarding: 1 } },
  ],
  ...EDITS_OF_LINES,
  ...EDITS_OF_FLEX,
  ...EDITS_OF_FILE_ROWS,
  // agencies
  ...fieldRows('agency.editField', { agencyId: 'A1' }, 'Agency A1', [
    ['name', 'City trams', 'Name'],
    ['url', 'https://city.example', 'Url'],
    ['url', '', 'Url', undefined],
    ['fareUrl', 'https://city.example/fares', 'FareUrl'],
    ['phone', '+31 20 123', 'Phone'],
    ['email', 'info@city.example', 'Email'],
    ['timezone', 'Europe/Amsterdam', 'Timezone'],
    ['language', 'nl', 'Language'],
    ['ticketingDeepLinkId', 'TL1', 'TicketingDeepLinkId'],
    ['costPerHour', 85.5, 'CostPerHour'],
    ['costPerKilometre', 1.2, 'CostPerKilometre'],
    ['costPerVehicle', 120, 'CostPerVehicle'],
    ['costCurrency', 'EUR', 'CostCurrency'],
  ]),
  [
    'agency.create',
    { agencyId: 'A9', name: 'Ferries', timezone: 'Europe/Amsterdam', language: 'nl', url: 'https://ferries.example' },
    { 'Agency A9': { Id: 'A9', Name: 'Ferries', Timezone: 'Europe/Amsterdam', Language: 'nl', Url: 'https://ferries.example' } },
  ],
  ['agency.remove', { agencyIds: ['A2', 'A3'] }, { 'Agency A2': null, 'Agency A3': null }],
  // transfers
  ['transfer.editTime', { transferId: 'T1', time: 240 }, { 'Transfer T1': { Time: 240 } }],
  ...fieldRows('transfer.editField', { transferId: 'T1' }, 'Transfer T1', [
    ['routeIdFrom', 'R1', 'RouteIdFrom'],
    ['routeIdTo', 'R2', 'RouteIdTo'],
    ['tripIdFrom', 'T10', 'TripIdFrom'],
    ['tripIdTo', 'T20', 'TripIdTo'],
    ['tripIdTo', '', 'TripIdTo', undefined],
  ]),
  ['transfer.editType', { transferId: 'T1', type: 3 }, { 'Transfer T1': { Type: 3 } }],
  [
    'transfer.create',
    { transferId: 'T7', stopFrom: 'S2', stopTo: 'S3', transferType: 2, transferTime: 90 },
    { 'Transfer T7': { Id: 'T7', StopIdFrom: 'S2', StopIdTo: 'S3', Type: 2, Time: 90 } },
  ],
  ['transfer.remove', { transferId: 'T1' }, { 'Transfer T1': null }],
  // pathways and levels
  ...fieldRows('pathway.editField', { pathwayId: 'P1' }, 'Pathway P1', [
    ['mode', 2, 'Mode'],
    ['isBidirectional', false, 'IsBidirectional'],
    ['fromStopId', 'S3', 'FromStopId'],
    ['toStopId', 'S3', 'ToStopId'],
    ['length', 12.5, 'Length'],
    ['traversalTime', 40, 'TraversalTime'],
    ['stairCount', -12, 'StairCount'],
    ['maxSlope', -0.25, 'MaxSlope'],
    ['maxSlope', '', 'MaxSlope', undefined],
    ['minWidth', 1.5, 'MinWidth'],
    ['labelSignpostFront', 'Exit A', 'LabelSignpostFront'],
    ['labelSignpostBack', 'Track 2', 'LabelSignpostBack'],
  ]),
  [
    'pathway.create',
    { fromStopId: 'S1', pathwayId: 'P7', toStopId: 'N7', toCoordinate: { Lat: 52.15, Lng: 5.15 } },
    {
      'Stop N7': { Id: 'N7', Name: '', Type: 3, Coordinate: { Lat: 52.15, Lng: 5.15 }, WheelchairBoarding: 0 },
      'Pathway P7': { Id: 'P7', FromStopId: 'S1', ToStopId: 'N7', Mode: 1, IsBidirectional: true, DataOrigin: 1 },
    },
  ],
  [
    'pathway.reverse',
    { pathwayId: 'P1' },
    { 'Pathway P1': { FromStopId: 'S2', ToStopId: 'S1', MaxSlope: -0.05, LabelSignpostFront: 'Hall', LabelSignpostBack: undefined } },
  ],
  ['pathway.remove', { pathwayId: 'P1' }, { 'Pathway P1': null }],
  ['level.order', { levels: [{ levelId: 'LV1', index: -2 }] }, { 'Level LV1': { Index: -2 } }],
  ['document.editColumn', { kind: 'Stop', id: 'S1', column: 'stop_access', value: '1' }, { 'Stop S1': { Extra: { stop_access: '1' } } }],
  [
    'document.editColumn',
    { kind: 'Timetable', id: 'L1/a-b/1', column: 'cars_allowed', value: '2' },
    { 'Timetable L1/a-b/1': { Extra: { cars_allowed: '2' } } },
  ],
  // find and replace
  [
    'text.replace',
    {
      find: 'S',
      replace: 'T',
      texts: [
        { kind: 'Stop', id: 'S1', path: 'Name', from: 'Stop S1', to: 'Ttop T1' },
        { kind: 'Stop', id: 'S1', path: 'ZoneId', from: 'Z', to: 'Z2' },
        { kind: 'Translation', id: 'TR1', path: 'Translation', from: 'Markt', to: 'Platz' },
      ],
    },
    { 'Stop S1': { Name: 'Ttop T1', ZoneId: 'Z2' }, 'Translation TR1': { Translation: 'Platz' } },
  ],
  // translations
  ...fieldRows('translation.editField', { translationId: 'TR1' }, 'Translation TR1', [
    ['translation', 'Marktplatz', 'Translation'],
    ['languageName', 'nl', 'LanguageName'],
    ['categoryName', 'agency', 'CategoryName'],
    ['fieldName', 'agency_name', 'FieldName'],
    ['fieldValue', 'Harbour', 'FieldValue'],
  ]),
  [
    'translation.create',
    { translationId: 'TR9', CategoryName: 'stops', FieldName: 'stop_name', LanguageName: 'fr', Translation: 'Port', FieldValue: 'Harbour' },
    {
      'Translation TR9': { Id: 'TR9', CategoryName: 'stops', FieldName: 'stop_name', LanguageName: 'fr', Translation: 'Port', FieldValue: 'Harbour' },
    },
  ],
  [
    'translation.clone',
    { sourceId: 'TR1', translationId: 'TR8' },
    { 'Translation TR8': { Id: 'TR8', CategoryName: 'stops', FieldName: 'stop_name', LanguageName: 'de', Translation: 'Markt', RecordId: 'S1' } },
  ],
  [
    'translation.fill',
    {
      cells: [
        { translationId: 'TR1', text: 'Marktplatz' },
        { translationId: 'TR3', text: '' },
      ],
    },
    { 'Translation TR1': { Translation: 'Marktplatz' }, 'Translation TR3': null },
  ],
  ['translation.remove', { translationIds: ['TR2', 'TR3'] }, { 'Translation TR2': null, 'Translation TR3': null }],
  // fares
  ...fieldRows('fare.editField', { fareId: 'F1' }, 'Fare F1', [
    ['description', 'Day ticket', 'Description'],
    ['price', '3.10', 'Price'],
    ['currency', 'USD', 'Currency'],
    ['isApproximatePrice', true, 'IsApproximatePrice'],
    ['days', 31, 'Days'],
    ['fareGroupId', 'day', 'FareGroupId'],
    ['departTime', 25_200, 'DepartTime'],
    ['arrivalTime', 32_400, 'ArrivalTime'],
    ['validFromDate', '2026-02-01', 'ValidFromDate'],
    ['validToDate', '2026-11-30', 'ValidToDate'],
  ]),
  [
    'fare.create',
    { fareId: 'F9', description: 'Evening ticket', price: '2.50', currency: 'EUR', fareGroupId: 'night' },
    { 'Fare F9': { Id: 'F9', Description: 'Evening ticket', Price: '2.50', Currency: 'EUR', FareGroupId: 'night', Rules: [] } },
  ],
  ['fare.clone', { fareId: 'F3', newId: 'F7' }, { 'Fare F7': { Id: 'F7', Price: '1', Currency: 'JPY', Rules: [] } }],
  ['fare.remove', { fareIds: ['F2', 'F3'] }, { 'Fare F2': null, 'Fare F3': null }],
  [
    'fare.editRules',
    {
      fareId: 'F1',
      add: [{ Transport: '3', FromZone: 'A', ToZone: 'B', ContainsZone: null }],
      remove: [
        { Transport: '1', FromZone: 'Z', ToZone: 'Z', ContainsZone: null },
        { Transport: '2', FromZone: null, ToZone: 'Z', ContainsZone: null },
      ],
    },
    { 'Fare F1': { Rules: [{ Transport: '3', FromZone: 'A', ToZone: 'B', ContainsZone: null }] } },
  ],
  ['fare.removeCondition', { fareId: 'F1', condition: 'Duration' }, { 'Fare F1': { Duration: undefined } }],
  ...(
    [
      [{ NumberOfTransfers: 2 }, { NumberOfTransfers: 2 }],
      [{ NumberOfStops: 3 }, { NumberOfStops: 3 }],
      [{ NumberOfZones: 4 }, { NumberOfZones: 4 }],
      [{ DistanceInterval: { From: 0, To: 2500 } }, { DistanceInterval: { From: 0, To: 2500 } }],
      [{ RatePerDistance: '0.15' }, { RatePerDistance: '0.15' }],
      [{ Duration: { Seconds: 5400 } }, { Duration: 5400 }],
      [{ BetweenStops: [{ FromStop: 'S1', ToStop: null }] }, { BetweenStops: [{ FromStop: 'S1', ToStop: null }] }],
      [
        { ValidAfterFareGroups: ['singles'], ValidAfterStops: ['S1'], ValidAfterTransports: ['1'] },
        { ValidAfterFareGroups: ['singles'], ValidAfterStops: ['S1'], ValidAfterTransports: ['1'] },
      ],
    ] as const
  ).map(([conditions, kept]): EditRow => ['fare.setConditions', { fareId: 'F2', conditions }, { 'Fare F2': kept }]),
  // the smaller kinds
  ...(
    [
      ['Feed', 'feed', 'PublisherName', 'City data'],
      ['Feed', 'feed', 'PublisherUrl', 'https://city.example'],
      ['Feed', 'feed', 'Language', 'nl'],
      ['Feed', 'feed', 'DefaultLanguage', 'de'],
      ['Feed', 'feed', 'StartDate', '20260101'],
      ['Feed', 'feed', 'EndDate', '20261231'],
      ['Feed', 'feed', 'Version', '2026-1'],
      ['Feed', 'feed', 'ContactEmail', 'data@city.example'],
      ['Feed', 'feed', 'ContactUrl', 'https://city.example/contact'],
      ['Level', 'LV1', 'Index', -0.5],
      ['Level', 'LV1', 'Name', 'Mezzanine'],
      ['Attribution', 'AT1', 'OrganizationName', 'Region'],
      ['Attribution', 'AT1', 'IsProducer', true],
      ['Attribution', 'AT1', 'IsOperator', false],
      ['Attribution', 'AT1', 'IsAuthority', true],
      ['Attribution', 'AT1', 'AgencyId', 'A1'],
      ['Attribution', 'AT1', 'ExternalTransportId', '1'],
      ['Attribution', 'AT1', 'TripId', 'T10'],
      ['Attribution', 'AT1', 'Url', 'https://region.example'],
      ['Attribution', 'AT1', 'Email', 'info@region.example'],
      ['Attribution', 'AT1', 'Phone', '112'],
      ['VehicleCategory', 'VC1', 'Name', 'Long tram'],
      ['VehicleBoarding', 'VB1', 'BoardingAreaId', 'S9'],
      ['VehicleBoarding', 'VB1', 'VehicleCategoryId', 'VC2'],
      ['VehicleBoarding', 'VB1', 'ChildSequence', 3],
      ['VehicleBoarding', 'VB1', 'GrandChildSequence', 2],
      ['VehicleCoupling', 'VK1', 'ParentId', 'VC2'],
      ['VehicleCoupling', 'VK1', 'ChildId', 'VC1'],
      ['VehicleCoupling', 'VK1', 'ChildSequence', 2],
      ['VehicleCoupling', 'VK1', 'ChildLabel', 'Car 1'],
      ['TicketingDeepLink', 'TL1', 'WebUrl', 'https://tickets.example'],
      ['TicketingDeepLink', 'TL1', 'AndroidIntentUri', 'intent:tickets'],
      ['TicketingDeepLink', 'TL1', 'IosUniversalLinkUrl', 'https://tickets.example/ios'],
      ['TicketingIdentifier', 'TI1', 'TicketingStopId', 'shop-7'],
      ['TicketingIdentifier', 'TI1', 'StopId', 'S2'],
      ['TicketingIdentifier', 'TI1', 'AgencyId', 'A2'],
      ['Area', 'AR1', 'Name', 'Inner zone'],
      ['StopArea', 'SA1', 'AreaId', 'AR2'],
      ['StopArea', 'SA1', 'StopId', 'S2'],
      ['FareNetwork', 'NW1', 'Name', 'City buses'],
      ['RouteNetwork', 'RN1', 'NetworkId', 'NW2'],
      ['RouteNetwork', 'RN1', 'ExternalTransportId', '2'],
      ['RiderCategory', 'RC1', 'Name', 'Child'],
      ['RiderCategory', 'RC1', 'IsDefault', 1],
      ['RiderCategory', 'RC1', 'EligibilityUrl', 'https://city.example/children'],
      ['FareMedium', 'FM1', 'Name', 'City card'],
      ['FareMedium', 'FM1', 'Type', 4],
      ['FareProduct', 'FP1', 'ProductId', 'day'],
      ['FareProduct', 'FP1', 'Name', 'Day pass'],
      ['FareProduct', 'FP1', 'RiderCategoryId', 'RC1'],
      ['FareProduct', 'FP1', 'FareMediaId', 'FM1'],
      ['FareProduct', 'FP1', 'Amount', '7.50'],
      ['FareProduct', 'FP1', 'Currency', 'USD'],
      ['FareLegRule', 'LR1', 'LegGroupId', 'city'],
      ['FareLegRule', 'LR1', 'NetworkId', 'NW1'],
      ['FareLegRule', 'LR1', 'FromAreaId', 'AR2'],
      ['FareLegRule', 'LR1', 'ToAreaId', 'AR2'],
      ['FareLegRule', 'LR1', 'FromTimeframeGroupId', 'peak'],
      ['FareLegRule', 'LR1', 'ToTimeframeGroupId', 'night'],
      ['FareLegRule', 'LR1', 'FareProductId', 'day'],
      ['FareLegRule', 'LR1', 'RulePriority', 2],
      ['Depot', 'DP1', 'Name', 'Garage South'],
      ['Depot', 'DP1', 'Lat', 52.1],
      ['Depot', 'DP1', 'Lng', 5.2],
      ['Depot', 'DP1', 'Vehicles', 80],
      ['Timeframe', 'TF1', 'GroupId', 'morning'],
      ['Timeframe', 'TF1', 'StartTime', '05:30:00'],
      ['Timeframe', 'TF1', 'EndTime', '09:30:00'],
      ['Timeframe', 'TF1', 'ServiceId', 'WE'],
      ['FareLegJoinRule', 'JR1', 'FromNetworkId', 'NW2'],
      ['FareLegJoinRule', 'JR1', 'ToNetworkId', 'NW2'],
      ['FareLegJoinRule', 'JR1', 'FromStopId', 'S1'],
      ['FareLegJoinRule', 'JR1', 'ToStopId', 'S2'],
      ['FareTransferRule', 'FT1', 'FromLegGroupId', 'city'],
      ['FareTransferRule', 'FT1', 'ToLegGroupId', 'city'],
      ['FareTransferRule', 'FT1', 'TransferCount', -1],
      ['FareTransferRule', 'FT1', 'DurationLimit', 5400],
      ['FareTransferRule', 'FT1', 'DurationLimitType', 1],
      ['FareTransferRule', 'FT1', 'FareTransferType', 2],
      ['FareTransferRule', 'FT1', 'FareProductId', 'transfer'],
    ] as const
  ).flatMap(([kind, recordId, field, value]) => fieldRows('record.editField', { kind, recordId }, `${kind} ${recordId}`, [[field, value, field]])),
  [
    'record.editFieldOfMany',
    { kind: 'VehicleBoarding', recordIds: ['VB1', 'VB2'], field: 'ChildSequence', value: 3 },
    { 'VehicleBoarding VB1': { ChildSequence: 3 }, 'VehicleBoarding VB2': { ChildSequence: 3 } },
  ],
  [
    'record.create',
    { kind: 'Level', recordId: 'LV9', values: { Index: -1, Name: 'Platforms' } },
    { 'Level LV9': { Id: 'LV9', Index: -1, Name: 'Platforms' } },
  ],
  [
    'record.clone',
    { kind: 'VehicleBoarding', sourceId: 'VB1', recordId: 'VB9', values: { ChildSequence: 2 } },
    { 'VehicleBoarding VB9': { Id: 'VB9', BoardingAreaId: 'S3', VehicleCategoryId: 'VC1', ChildSequence: 2 } },
  ],
  ['record.remove', { kind: 'VehicleBoarding', recordIds: ['VB1', 'VB2'] }, { 'VehicleBoarding VB1': null, 'VehicleBoarding VB2': null }],
  // calendars of the network: what a schedule has of its own stays
  [
    'networkCalendar.create',
    {
      calendarId: 'NC9',
      name: 'Trams',
      scheduleIds: ['L1'],
      put: [
        { Date: '2026-12-25', RunAs: 64 },
        { Date: '2026-12-26', RunAs: 64, Name: 'Second Christmas Day' },
      ],
    },
    {
      'NetworkCalendar NC9': {
        Id: 'NC9',
        Name: 'Trams',
        Dates: [
          { Date: '2026-12-25', RunAs: 64 },
          { Date: '2026-12-26', RunAs: 64, Name: 'Second Christmas Day' },
        ],
        Periods: [],
      },
      'Schedule L1': {
        FollowsCalendar: 'NC9',
        Calendar: calendar({ Date: '2026-12-25', RunAs: 0 }, { Date: '2026-12-26', RunAs: 64 }),
      },
    },
  ],
  [
    'networkCalendar.change',
    {
      calendarId: 'NC1',
      scheduleIds: ['L2'],
      clear: ['2026-12-25'],
      putPeriods: [{ Name: 'Autumn', From: '2026-10-19', To: '2026-10-25', Days: 3, RunAs: 32 }],
    },
    {
      'NetworkCalendar NC1': { Dates: [], Periods: [{ Name: 'Autumn', From: '2026-10-19', To: '2026-10-25', Days: 3, RunAs: 32 }] },
      'Schedule L2': { Calendar: calendar({ Date: '2026-10-19', RunAs: 32 }, { Date: '2026-10-20', RunAs: 32 }) },
    },
  ],
  [
    'networkCalendar.delete',
    { calendarId: 'NC1', scheduleIds: ['L2'] },
    { 'NetworkCalendar NC1': null, 'Schedule L2': { FollowsCalendar: undefined } },
  ],
  ['schedule.followCalendar', { scheduleIds: ['L1'], calendarId: 'NC1' }, { 'Schedule L1': { FollowsCalendar: 'NC1' } }],
  ['schedule.followCalendar', { scheduleIds: ['L2'], calendarId: '', calendars: ['NC1'] }, { 'Schedule L2': { FollowsCalendar: undefined } }],
  [
    'schedule.followCalendar',
    { scheduleIds: ['L1'], calendarId: 'NC1', own: 'replace' },
    { 'Schedule L1': { FollowsCalendar: 'NC1', Calendar: calendar({ Date: '2026-12-25', RunAs: 64 }) } },
  ],
  [
    'calendar.editInterval',
    { scheduleIds: ['L2'], from: '2026-01-01', to: '2026-11-30', calendars: ['NC1'] },
    { 'Schedule L2': { Calendar: { fromDate: '2026-01-01', toDate: '2026-11-30', Exceptions: [] } } },
  ],
  // calendars that leave every trip on its dates
  [
    'calendar.simplify',
    {
      schedules: [{ scheduleId: 'L1', calendar: { fromDate: '2026-01-01', toDate: '2026-12-24', Exceptions: LAST_DAYS }, days: [] }],
    },
    { 'Schedule L1': { Calendar: { fromDate: '2026-01-01', toDate: '2026-12-24', Exceptions: LAST_DAYS } } },
  ],
  [
    'networkCalendar.share',
    {
      calendarId: 'NC9',
      name: 'Network',
      scheduleIds: ['L1'],
      put: [
        { Date: '2026-12-25', RunAs: 0 },
        { Date: '2026-12-26', RunAs: 127 },
      ],
    },
    {
      'NetworkCalendar NC9': {
        Id: 'NC9',
        Name: 'Network',
        Dates: [
          { Date: '2026-12-25', RunAs: 0 },
          { Date: '2026-12-26', RunAs: 127 },
        ],
        Periods: [],
      },
      'Schedule L1': { FollowsCalendar: 'NC9', Calendar: calendar({ Date: '2026-12-25', RunAs: 0 }, { Date: '2026-12-26', RunAs: 127 }) },
    },
  ],
  [
    'dayType.create',
    { dayTypeId: 'DT9', name: 'Bridge days', color: '0055AA', runAs: 32 },
    { 'DayType DT9': { Id: 'DT9', Name: 'Bridge days', Color: '0055AA', RunAs: 32 } },
  ],
  [
    'dayType.change',
    { dayTypeId: 'DT1', name: 'Sunday', color: '', runAs: 0, calendarIds: ['NC1'], scheduleIds: ['L2'] },
    {
      'DayType DT1': { RunAs: 0 },
      'NetworkCalendar NC1': { Dates: [{ Date: '2026-12-25', RunAs: 0, DayTypeId: 'DT1', Name: 'Christmas Day' }] },
      'Schedule L2': { Calendar: calendar({ Date: '2026-12-25', RunAs: 0 }) },
    },
  ],
  [
    'dayType.delete',
    { dayTypeId: 'DT1', calendarIds: ['NC1'] },
    { 'DayType DT1': null, 'NetworkCalendar NC1': { Dates: [{ Date: '2026-12-25', RunAs: 64, Name: 'Christmas Day' }] } },
  ],
  ['validation.mend', { ruleId: 203, documents: [{ kind: 'Stop', id: 'S9' }] }, { 'Stop S9': { Name: 'Market Street' } }],
  [
    'validation.mend',
    { ruleId: 391, documents: [{ kind: 'Schedule', id: 'L1', calendarIds: ['NC1'], dates: ['2026-12-25'] }] },
    { 'Schedule L1': { Calendar: calendar({ Date: '2026-12-25', RunAs: 64 }) } },
  ],
  // what spoke of the one speaks of the other; translations that say the same stand once
  [
    'stop.merge',
    {
      keptId: 'S3',
      goneId: 'S2',
      users: [
        { kind: 'Transfer', id: 'T1' },
        { kind: 'Pathway', id: 'P1' },
        { kind: 'Track', id: '1/b-a' },
        { kind: 'Translation', id: 'TR2' },
        { kind: 'Translation', id: 'TR3' },
      ],
    },
    {
      'Stop S2': null,
      'Transfer T1': { StopIdTo: 'S3' },
      'Pathway P1': { ToStopId: 'S3' },
      'Track 1/b-a': { Stops: stops('S3', 'S1') },
      'Translation TR2': null,
    },
  ],
];
