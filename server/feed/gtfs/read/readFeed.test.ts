import { afterAll, expect, test } from 'vitest';
import { aFeed, removeFeeds } from '../../../../test/builders/gtfsZip.ts';
import { ENTITY_SCHEMAS } from '../../../../src/domain/entities.ts';
import { Chance } from '../../demo/chance.ts';

afterAll(removeFeeds);

const STOP_TIMES = 'trip_id,arrival_time,departure_time,stop_id,stop_sequence\n';

test('trips with the same stops and running times are departures of one timetable', async () => {
  const feed = await aFeed().read();
  expect(feed.all('Schedule').map(({ Id, Name, ExternalTransportId, Calendar }) => ({ Id, Name, ExternalTransportId, Calendar }))).toEqual([
    { Id: 'R1_20260105', Name: '1', ExternalTransportId: 'R1', Calendar: { fromDate: '2026-01-05', toDate: '2026-02-01', Exceptions: [] } },
  ]);
  expect(feed.all('Track')).toEqual([
    {
      ScheduleId: 'R1_20260105',
      Id: 'a-b',
      Name: 'Alpha - Gamma',
      Direction: 'Forward',
      Visible: true,
      Stops: [{ StopId: 'A', Destination: 'Gamma' }, { StopId: 'B' }, { StopId: 'C' }],
    },
  ]);
  expect(feed.all('Timetable')).toEqual([
    {
      ScheduleId: 'R1_20260105',
      TrackId: 'a-b',
      Number: 1,
      Days: 31,
      ArrivalOffsets: [0, 300, 600],
      DepartureOffsets: [0, 360, 600],
      Departures: [
        { Type: 'Exact', Time: 28_800, TripId: 'T1' },
        { Type: 'Exact', Time: 32_400, TripId: 'T2' },
      ],
      Extra: { service_id: 'WD' },
    },
  ]);
  expect(feed.summary).toMatchObject({ trips: 2, rejectedTrips: 0, stopTimes: 6, stopTimesKept: 6, stopTimesAsRows: 0, rawFiles: [] });
  expect(feed.notes).toEqual([]);
});

test('times past midnight, a wait before the first departure and stops without a time stay as they are', async () => {
  const feed = await aFeed()
    .with(
      'stop_times.txt',
      `${STOP_TIMES}T1,25:55:00,26:00:00,A,1\nT1,,,B,2\nT1,86:52:00,86:52:00,C,3\nT2,9:00:00,9:00:00,A,1\nT2,9:05:00,9:06:00,B,2\nT2,9:10:00,,C,3\n`,
    )
    .read();
  expect(
    feed
      .all('Timetable')
      .map(({ ArrivalOffsets, DepartureOffsets, Departures }) => ({ ArrivalOffsets, DepartureOffsets, first: Departures[0]?.Time })),
  ).toEqual([
    { ArrivalOffsets: [0, 300, 600], DepartureOffsets: [0, 360, null], first: 32_400 },
    { ArrivalOffsets: [-300, null, 219_120], DepartureOffsets: [0, null, 219_120], first: 93_600 },
  ]);
});

test('a loop calls twice at its first stop, and positions tell the two apart', async () => {
  const feed = await aFeed()
    .withRows('stop_times.txt', 'T1,08:15:00,08:15:00,A,4', 'T2,09:15:00,09:15:00,A,4')
    .with('shapes.txt', 'shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\nS,48,9,1\nS,48,9.01,2\nS,48,9.02,3\nS,48.001,9.01,4\nS,48,9,5\n')
    .with('trips.txt', 'route_id,service_id,trip_id,shape_id\nR1,WD,T1,S\nR1,WD,T2,S\n')
    .read();
  const [track] = feed.all('Track');
  expect(track?.Stops.map((stop) => [stop.StopId, stop.ShapeSequence])).toEqual([
    ['A', 0],
    ['B', 1],
    ['C', 2],
    ['A', 4],
  ]);
  expect(track?.Direction).toBe('Unknown');
  expect(track?.Extra).toEqual({ shape_id: 'S' });
});

test('a frequency makes intervals that share their trip and remember its own start', async () => {
  const feed = await aFeed()
    .with(
      'frequencies.txt',
      'trip_id,start_time,end_time,headway_secs,exact_times\nT1,06:00:00,09:00:00,600,0\nT1,09:00:00,12:00:00,900,1\nTX,1:00:00,2:00:00,60,0\nT2,1:00:00,2:00:00,0,0\n',
    )
    .read();
  expect(feed.all('Timetable')[0]?.Departures).toEqual([
    { Type: 'Interval', FromTime: 21_600, ToTime: 32_400, Frequency: 600, isFrequencyScheduled: false, TemplateStart: 28_800, TripId: 'T1' },
    { Type: 'Interval', FromTime: 32_400, ToTime: 43_200, Frequency: 900, isFrequencyScheduled: true, TemplateStart: 28_800, TripId: 'T1' },
    { Type: 'Exact', Time: 32_400, TripId: 'T2' },
  ]);
  expect(feed.notes.map(({ file, line, reason }) => `${file} ${line}: ${reason}`)).toEqual([
    'frequencies.txt 4: trips.txt has no trip "TX"; the row is left out',
    'frequencies.txt 5: headway_secs "0" is not a whole number above 0; the row is left out',
  ]);
});

test('a headsign holds until the next stop that shows another, also where none is shown', async () => {
  const feed = await aFeed()
    .with(
      'stop_times.txt',
      'trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign\nT1,8:00:00,8:00:00,A,1,\nT1,8:05:00,8:05:00,B,2,via Beta\nT1,8:10:00,8:10:00,C,3,\n',
    )
    .with('trips.txt', 'route_id,service_id,trip_id,trip_headsign\nR1,WD,T1,\n')
    .read();
  expect(feed.all('Track')[0]?.Stops).toEqual([{ StopId: 'A' }, { StopId: 'B', Destination: 'via Beta' }, { StopId: 'C', Destination: '' }]);
});

test('columns and files the model does not name are kept', async () => {
  const feed = await aFeed()
    .with('stops.txt', 'stop_id,stop_name,stop_lat,stop_lon,stop_desc,shelter\nA,Alpha,48,9,at the gate,yes\nB,Beta,48,9.01,,\nC,Gamma,48,9.02,,no\n')
    .with('trips.txt', 'route_id,service_id,trip_id,crew\nR1,WD,T1,7\nR1,WD,T2,8\n')
    .with(
      'stop_times.txt',
      'trip_id,arrival_time,departure_time,stop_id,stop_sequence,side\nT1,8:00:00,8:00:00,A,5,l\nT1,8:05:00,8:05:00,B,10,r\nT2,9:00:00,9:00:00,A,5,l\nT2,9:05:00,9:05:00,B,10,r\n',
    )
    .with('crews.txt', 'crew_id\nX\n')
    .read();
  expect(feed.all('Stop').map((stop) => stop.Extra)).toEqual([{ stop_desc: 'at the gate', shelter: 'yes' }, undefined, { shelter: 'no' }]);
  const [timetable] = feed.all('Timetable');
  expect(timetable?.Extra).toEqual({ service_id: 'WD', 'stop_times/side': '["l","r"]', 'stop_times/stop_sequence': '5+5' });
  expect(timetable?.Departures.map((departure) => departure.Extra)).toEqual([{ crew: '7' }, { crew: '8' }]);
  expect([...feed.rawFiles].map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([['crews.txt', 'crew_id\nX\n']]);
  expect(feed.all('Feed')[0]?.Extra?.['columns/trips.txt']).toBe('route_id,service_id,trip_id,crew');
});

test('every trip that can form no timetable is kept aside with its reason and its row', async () => {
  const feed = await aFeed()
    .withRows('trips.txt', 'R1,WD,ONE,,0', 'R1,WD,NONE,,0', 'R1,XX,LOST,,0', 'R9,WD,STRAY,,0', 'R1,WD,BLANK,,0', 'R1,WD,T1,,0')
    .withRows(
      'stop_times.txt',
      'ONE,8:00:00,8:00:00,A,1',
      'LOST,8:00:00,8:00:00,A,1',
      'LOST,8:10:00,8:10:00,B,2',
      'BLANK,,,A,1',
      'BLANK,8:10:00,8:10:00,B,2',
      'GHOST,8:00:00,8:00:00,A,1',
    )
    .read();
  expect(feed.summary).toMatchObject({ trips: 7, rejectedTrips: 5, stopTimesKept: 6 });
  expect(feed.notes.map(({ file, line, reason }) => `${file} ${line}: ${reason}`)).toEqual([
    'trips.txt 9: The trip T1 has a row already; the row is left out',
    'stop_times.txt 13: trips.txt has no trip "GHOST"; the row is left out',
    'trips.txt 4: The trip ONE forms no timetable: it has only one stop time; it is kept as it is and exported again',
    'trips.txt 5: The trip NONE forms no timetable: it has no stop times; it is kept as it is and exported again',
    'trips.txt 6: The trip LOST forms no timetable: no calendar has a service "XX"; it is kept as it is and exported again',
    'trips.txt 7: The trip STRAY forms no timetable: routes.txt has no route "R9"; it is kept as it is and exported again',
    'trips.txt 8: The trip BLANK forms no timetable: its first stop has no time; it is kept as it is and exported again',
  ]);
  expect(Object.values(feed.notes[4]?.row ?? {}).at(-1)).toBe('[[1,"A",28800,28800,0,0,-1],[2,"B",29400,29400,0,0,-1]]');
});

test('places that are none are kept beside the stop, not as its place', async () => {
  const feed = await aFeed()
    .with('stops.txt', 'stop_id,stop_name,stop_lat,stop_lon\nA,Alpha,4800000,9\nB,Beta,48,-181\nC,Gamma,north,\nD,Delta,,\nE,Pole,-90,180\n')
    .read();
  expect(feed.all('Stop').map((stop) => [stop.Coordinate, stop.Extra])).toEqual([
    [null, { stop_lat: '4800000', stop_lon: '9' }],
    [null, { stop_lat: '48', stop_lon: '-181' }],
    [null, { stop_lat: 'north' }],
    [null, undefined],
    [{ Lat: -90, Lng: 180 }, undefined],
  ]);
  expect(feed.notes.map(({ line }) => line)).toEqual([2, 3, 4]);
});

test('names in another encoding are read and the file is said to be wrong once', async () => {
  const feed = await aFeed()
    .with('stops.txt', Buffer.from('stop_id,stop_name,stop_lat,stop_lon\nA,Z\u00fcrich,48,9\nB,Gen\u00e8ve,48,9.01\nC,Bern,48,9.02\n', 'latin1'))
    .read();
  expect(feed.all('Stop').map((stop) => stop.Name)).toEqual(['Zürich', 'Genève', 'Bern']);
  expect(feed.notes.map(({ file, line }) => [file, line])).toEqual([
    ['stops.txt', 2],
    ['stops.txt', null],
  ]);
});

test('the stop types are those of the product, and a platform is a stop with a parent', async () => {
  const feed = await aFeed()
    .with(
      'stops.txt',
      'stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\nA,a,48,9,,\nB,b,48,9,0,S\nC,c,48,9,,\nS,s,48,9,1,\nE,e,48,9,2,S\nN,n,48,9,3,S\nQ,q,48,9,4,B\nX,x,48,9,7,\n',
    )
    .read();
  expect(feed.all('Stop').map((stop) => [stop.Id, stop.Type])).toEqual([
    ['A', 0],
    ['B', 2],
    ['C', 0],
    ['S', 5],
    ['E', 1],
    ['N', 3],
    ['Q', 4],
    ['X', 8],
  ]);
});

test('a line whose id ends like a date does not join the family of another', async () => {
  const feed = await aFeed()
    .withRows('routes.txt', 'R1_20250101,AG,2,Two,3', 'R2,AG,3,Three,3')
    .withRows('trips.txt', 'R1_20250101,WD,T3,,0')
    .withRows('stop_times.txt', 'T3,8:00:00,8:00:00,A,1', 'T3,8:10:00,8:10:00,B,2')
    .read();
  expect(feed.all('Schedule').map((schedule) => schedule.Id)).toEqual(['R1_20260105', 'R1_20250101~_20260105', 'R2_20260105']);
  expect(feed.notes.map((note) => note.reason)).toEqual(['No trip of the route R2 forms a timetable; its schedule is empty']);
});

test('translations of the old form become translations of every name that reads so', async () => {
  const feed = await aFeed().with('translations.txt', 'trans_id,lang,translation\nAlpha,ja,アルファ\nGamma,ja,ガンマ\nNobody,ja,x\n').read();
  expect(
    feed.all('Translation').map(({ CategoryName, FieldName, FieldValue, Translation }) => [CategoryName, FieldName, FieldValue, Translation]),
  ).toEqual([
    ['stops', 'stop_name', 'Alpha', 'アルファ'],
    ['stops', 'stop_name', 'Gamma', 'ガンマ'],
    ['trips', 'trip_headsign', 'Gamma', 'ガンマ'],
  ]);
  expect(feed.notes.map((note) => [note.severity, note.line])).toEqual([
    ['info', 1],
    ['error', 4],
  ]);
});

test('fares keep their rules as rows', async () => {
  const feed = await aFeed()
    .with('fare_attributes.txt', 'fare_id,price,currency_type,payment_method,transfers,transfer_duration\nF,2.50,EUR,0,,3600\n')
    .with('fare_rules.txt', 'fare_id,route_id,origin_id,destination_id,contains_id\nF,R1,1,2,\nF,,,,3\nG,R1,,,\n')
    .read();
  expect(feed.all('Fare')).toEqual([
    {
      Id: 'F',
      Price: '2.50',
      Currency: 'EUR',
      Duration: 3600,
      Extra: { payment_method: '0' },
      Rules: [
        { Transport: 'R1', FromZone: '1', ToZone: '2', ContainsZone: null },
        { Transport: null, FromZone: null, ToZone: null, ContainsZone: '3' },
      ],
    },
  ]);
  expect(feed.notes.map((note) => [note.file, note.line])).toEqual([['fare_rules.txt', 4]]);
});

test('the same feed in another order of rows gives the same documents', async () => {
  const chance = new Chance(5);
  const base = aFeed()
    .withRows('trips.txt', 'R1,WD,T3,Alpha,1', 'R1,WD,T4,Beta,0', 'R1,SA,T5,Gamma,0')
    .withRows('calendar.txt', 'SA,0,0,0,0,0,1,0,20260105,20260201')
    .withRows(
      'stop_times.txt',
      'T3,8:00:00,8:00:00,C,1',
      'T3,8:10:00,8:10:00,A,2',
      'T4,8:00:00,8:00:00,A,1',
      'T4,8:10:00,8:10:00,B,2',
      'T5,7:00:00,7:00:00,A,1',
      'T5,7:05:00,7:06:00,B,2',
      'T5,7:10:00,7:10:00,C,3',
    );
  const expected = (await base.read()).texts.toSorted();
  for (let round = 0; round < 10; round++) {
    const shuffled = ['stops.txt', 'trips.txt', 'stop_times.txt', 'calendar.txt'].reduce((feed, name) => {
      const [header = '', ...rows] = feed.text(name).trim().split('\n');
      return feed.with(
        name,
        [
          header,
          ...rows
            .map((row) => ({ row, at: chance.next() }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ row }) => row),
          '',
        ].join('\n'),
      );
    }, base);
    expect((await shuffled.read()).texts.toSorted()).toEqual(expected);
  }
});

test('every document of a feed is one the product can hold', async () => {
  const feed = await aFeed()
    .with(
      'transfers.txt',
      'from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_trip_id,to_trip_id\nA,B,2,120,,\nA,A,4,,T1,T2\nA,B,,,,\n,,1,,,\n',
    )
    .with('levels.txt', 'level_id,level_index,level_name\nL,-1.5,Down\nM,x,\n')
    .with('pathways.txt', 'pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,stair_count\nP,A,B,2,1,-12\nQ,A,B,,1,\n')
    .with('attributions.txt', 'organization_name,is_producer\nCity,1\nCity,1\n')
    .with('feed_info.txt', 'feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date\nP,https://p.example,en,2026-1-1\n')
    .with('vehicle_categories.txt', 'vehicle_category_id\nV\n')
    .read();
  for (const kind of ['Feed', 'Transfer', 'Level', 'Pathway', 'Attribution', 'VehicleCategory', 'Stop', 'Agency', 'Timetable'] as const) {
    for (const doc of feed.all(kind)) expect(ENTITY_SCHEMAS[kind].safeParse(doc)).toMatchObject({ success: true });
  }
  expect(feed.all('Transfer').map((transfer) => transfer.Id)).toEqual(['A~B', 'A~A~~~T1~T2', 'A~B.2']);
  expect(new Set(feed.all('Attribution').map((attribution) => attribution.Id)).size).toBe(2);
  expect(feed.all('Feed')[0]?.StartDate).toBe('2026-1-1');
  expect(feed.notes.map(({ file, line }) => `${file} ${line}`)).toEqual(['levels.txt 3', 'levels.txt 3', 'pathways.txt 3', 'transfers.txt 5']);
});

test('garages of TODS are depots, and their file is kept as it is', async () => {
  const rows = [
    'stop_id,stop_name,stop_lat,stop_lon,location_type,TODS_location_type,ext_vehicles',
    'yard,Garage North,48.1,9.2,0,garage,20',
    'gate,,48.2,9.3,0,garage,',
    'nowhere,,,,0,garage,',
    'waypoint,,48.3,9.4,0,,',
  ];
  const feed = await aFeed()
    .with('stops_supplement.txt', `${rows.join('\n')}\n`)
    .read();
  expect(feed.all('Depot')).toEqual([
    { Id: 'yard', Name: 'Garage North', Lat: 48.1, Lng: 9.2, Vehicles: 20 },
    { Id: 'gate', Name: 'gate', Lat: 48.2, Lng: 9.3 },
  ]);
  expect(feed.summary.rawFiles).toEqual(['stops_supplement.txt']);
});
