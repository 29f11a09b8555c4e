/** Faults of rows that are taken as they are: each is said as an error or a warning with its line, and nothing is left out. */
import { afterAll, expect, test } from 'vitest';
import { aFeed, type FeedBuilder, removeFeeds } from '../../../../test/builders/gtfsZip.ts';

afterAll(removeFeeds);

const INFO = 'feed_publisher_name,feed_publisher_url,feed_lang,feed_end_date\nP,https://p.example,en,';
const SHAPES = 'shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled\n';
const withShape = (...rows: string[]): FeedBuilder =>
  aFeed()
    .with('shapes.txt', `${SHAPES}${rows.join('\n')}\n`)
    .with('trips.txt', 'route_id,service_id,trip_id,trip_headsign,direction_id,shape_id\nR1,WD,T1,Gamma,0,W\nR1,WD,T2,Gamma,0,W\n');
/** Three distances of the stops of both trips, on a shape of 15. */
const withDistances = (...distances: readonly string[]): FeedBuilder =>
  withShape('W,48,9,1,0', 'W,48,9.01,2,7.5', 'W,48,9.02,3,15').with(
    'stop_times.txt',
    aFeed()
      .text('stop_times.txt')
      .replace('stop_sequence\n', 'stop_sequence,shape_dist_traveled\n')
      .replaceAll(/,(\d)\n/g, (_, sequence: string) => `,${sequence},${distances[Number(sequence) - 1]}\n`),
  );
const withNetwork = aFeed().with('routes.txt', 'route_id,agency_id,route_short_name,route_type,network_id\nR1,AG,1,3,N\n');
const withStopColumns = (...rows: string[]): FeedBuilder =>
  aFeed().with(
    'stops.txt',
    `stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,stop_access\nA,Alpha,48.00,9.00,,,\nB,Beta,48.00,9.01,,,\nC,Gamma,48.00,9.02,,,\n${rows.join('\n')}\n`,
  );
const transfers = (...rows: string[]): FeedBuilder =>
  aFeed()
    .withRows('routes.txt', 'R2,AG,2,Two,3')
    .with('transfers.txt', `from_stop_id,to_stop_id,transfer_type,from_route_id,to_route_id,from_trip_id,to_trip_id\n${rows.join('\n')}\n`);
const translations = (...rows: string[]): FeedBuilder =>
  aFeed()
    .with('levels.txt', 'level_id,level_index\nL,1\n')
    .with('translations.txt', `table_name,field_name,language,translation,record_id,record_sub_id,field_value\n${rows.join('\n')}\n`);
const blocks = (type: number): FeedBuilder =>
  aFeed().withRows('routes.txt', `R2,AG,2,Two,${type}`).with('trips.txt', 'route_id,service_id,trip_id,block_id\nR1,WD,T1,K\nR2,WD,T2,K\n');

test.each<[what: string, feed: FeedBuilder, said: readonly string[]]>([
  ['distances that rise', withShape('W,48,9,1,0', 'W,48,9.01,2,7.5', 'W,48,9.02,3,15'), []],
  ['distances that are blank', withShape('W,48,9,1,0', 'W,48,9.01,2,', 'W,48,9.02,3,15'), []],
  ['equal distances at one place', withShape('W,48,9,1,0', 'W,48,9.01,2,7', 'W,48,9.01,3,7', 'W,48,9.02,4,8'), []],
  [
    'a distance that falls',
    withShape('W,48,9,1,0', 'W,48,9.01,2,9', 'W,48,9.02,3,8'),
    ['error shapes.txt 4 shape_dist_traveled of the shape W decreases: 8 after 9'],
  ],
  [
    'an equal distance at another place, in rows of another order',
    withShape('W,48,9.02,3,9', 'W,48,9.01,2,9', 'W,48,9,1,0'),
    ['error shapes.txt 2 shape_dist_traveled of the shape W stays the same at another place: 9 after 9'],
  ],
  [
    'fares of several agencies',
    aFeed()
      .withRows('agency.txt', 'BG,Other,https://other.example,Europe/Berlin')
      .with('fare_attributes.txt', 'fare_id,price,currency_type,payment_method,transfers,agency_id\nF,1,EUR,0,0,AG\nG,2,EUR,0,0,\n'),
    ['error fare_attributes.txt 3 The fare G does not say its agency_id, and there are 2 agencies'],
  ],
  ['a fare of the only agency', aFeed().with('fare_attributes.txt', 'fare_id,price,currency_type,payment_method,transfers\nF,1,EUR,0,0\n'), []],
  ['a feed that has ended', aFeed().with('feed_info.txt', `${INFO}20240229\n`), ['warning feed_info.txt 2 The feed ended on 2024-02-29']],
  ['a feed that goes on', aFeed().with('feed_info.txt', `${INFO}20991231\n`), []],
  [
    'one time of two',
    aFeed().with(
      'stop_times.txt',
      aFeed().text('stop_times.txt').replace('08:05:00,08:06:00', ',08:06:00').replace('09:10:00,09:10:00', '09:10:00,'),
    ),
    [
      'error stop_times.txt 3 Only one of arrival_time and departure_time is given',
      'error stop_times.txt 7 Only one of arrival_time and departure_time is given',
    ],
  ],
  ['no time of two', aFeed().with('stop_times.txt', aFeed().text('stop_times.txt').replace('08:05:00,08:06:00', ',')), []],
  [
    'transfers that name what is not there',
    transfers('A,B,1,R1,R9,,', 'A,B,4,,,T1,T7', 'B,C,4,R2,R1,T1,T2', 'A,C,1,R1,R2,T1,'),
    [
      'error transfers.txt 2 routes.txt has no route "R9"',
      'error transfers.txt 3 trips.txt has no trip "T7"',
      'error transfers.txt 4 The trip "T1" is not of the route "R2"',
    ],
  ],
  [
    'translations of records',
    translations(
      'agency,agency_name,fr,x,AG,,',
      'agency,agency_name,fr,x,NO,,',
      'levels,level_name,fr,x,L,,',
      'levels,level_name,fr,x,M,,',
      'stop_times,stop_headsign,fr,x,T1,2,',
      'stop_times,stop_headsign,fr,x,T1,9,',
      'routes,route_long_name,fr,x,R1,,',
      'trips,trip_headsign,fr,x,T9,,',
      'fare_products,fare_product_name,fr,x,ANY,,',
      'stops,stop_name,fr,x,,,Alpha',
    ),
    [
      'error translations.txt 3 agency.txt has no agency "NO"',
      'error translations.txt 5 levels.txt has no level "M"',
      'error translations.txt 7 The trip "T1" has no stop_sequence 9',
      'error translations.txt 9 trips.txt has no trip "T9"',
    ],
  ],
  [
    'stop_access',
    withStopColumns('S,Station,48,9,1,,', 'P,Platform,48,9,0,S,1', 'Q,Platform,48,9,0,S,2', 'R,Alone,48,9,0,,0', 'X,Exit,48,9,2,S,1'),
    [
      'error stops.txt 7 stop_access "2" is not 0 or 1',
      'error stops.txt 8 stop_access is only for stops and platforms of a station; the stop R is none',
      'error stops.txt 9 stop_access is only for stops and platforms of a station; the stop X is none',
    ],
  ],
  [
    'distances of stop times that fall',
    withDistances('0', '7', '3'),
    ['error stop_times.txt 4 shape_dist_traveled of the trip T1 decreases: 3 after 7'],
  ],
  [
    'distances of stop times that stay the same, and go beyond the shape',
    withDistances('0', '0', '16'),
    [
      'warning stop_times.txt 3 shape_dist_traveled of the trip T1 stays the same at another stop: 0',
      'warning stop_times.txt 4 shape_dist_traveled of the trip T1 is beyond the end of the shape: 16, the shape has 15',
    ],
  ],
  ['distances of stop times that fit, the last a rounding longer', withDistances('0', '', '15.01'), []],
  [
    'stops that the shape passes in another order',
    withShape('W,48,9,1,', 'W,48,9.02,2,', 'W,48,9.01,3,', 'W,48.01,9.01,4,'),
    ['warning trips.txt 2 The shape W does not pass the stops of the trip T1 in their order: it passes the stop B elsewhere'],
  ],
  ['a loop', withShape('W,48,9,1,', 'W,48,9.01,2,', 'W,48,9.02,3,', 'W,48.01,9.02,4,', 'W,48,9,5,'), []],
  [
    'feed_info in forms that nobody can use',
    aFeed().with(
      'feed_info.txt',
      'feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date\n,www.p.example,klingonese,20990202,20990201\n',
    ),
    [
      'warning feed_info.txt 2 feed_publisher_name is blank',
      'error feed_info.txt 2 feed_publisher_url "www.p.example" is not an address that begins with http:// or https://',
      'error feed_info.txt 2 feed_lang "klingonese" is not a language code such as "en"',
      'error feed_info.txt 2 feed_end_date 20990201 is before feed_start_date 20990202',
    ],
  ],
  [
    'translations without feed_info',
    aFeed().without('feed_info.txt').with('translations.txt', 'table_name,field_name,language,translation,field_value\nstops,stop_name,fr,x,Alpha\n'),
    ['error feed_info.txt null The file is missing: translations.txt needs its feed_lang'],
  ],
  [
    'areas and networks that are not there, and a route of two networks',
    aFeed()
      .with('areas.txt', 'area_id\nX\nX\n')
      .with('stop_areas.txt', 'area_id,stop_id\nX,A\nY,A\nX,NO\n')
      .with('networks.txt', 'network_id\nN\n')
      .with('route_networks.txt', 'network_id,route_id\nN,R1\nM,R1\nN,R9\n')
      .with('fare_products.txt', 'fare_product_id,amount,currency\nP,1,EUR\n')
      .with('timeframes.txt', 'timeframe_group_id,service_id\nT,WD\nT,NO\n')
      .with('fare_leg_rules.txt', 'network_id,from_area_id,fare_product_id,from_timeframe_group_id\nN,X,P,T\nO,Z,Q,U\n'),
    [
      'error areas.txt 3 area_id is used twice; the row is left out',
      'error route_networks.txt 3 Line 2 has the route_id "R1" already',
      'error stop_areas.txt 3 areas.txt has no area "Y"',
      'error stop_areas.txt 4 stops.txt has no stop "NO"',
      'error route_networks.txt 3 networks.txt has no network "M"',
      'error route_networks.txt 4 routes.txt has no route "R9"',
      'error timeframes.txt 3 No calendar has a service "NO"',
      'error fare_leg_rules.txt 3 networks.txt has no network "O"',
      'error fare_leg_rules.txt 3 areas.txt has no area "Z"',
      'error fare_leg_rules.txt 3 timeframes.txt has no timeframe group "U"',
      'error fare_leg_rules.txt 3 fare_products.txt has no fare product "Q"',
    ],
  ],
  ['a leg rule by the network of routes.txt', withNetwork.with('fare_leg_rules.txt', 'network_id,fare_product_id\nN,\n'), []],
  [
    'networks given twice',
    withNetwork.with('networks.txt', 'network_id\nN\n').with('route_networks.txt', 'network_id,route_id\nN,R1\n'),
    ['error routes.txt 2 route_networks.txt gives the networks of the routes; network_id has to be blank in routes.txt'],
  ],
  ['a kept file that is no table', aFeed().with('notes_of_staff.txt', 'note_id,text\nX,"open\n'), []],
  [
    'descriptions that repeat the name, and addresses of something larger',
    aFeed()
      .with(
        'routes.txt',
        'route_id,route_short_name,route_type,route_desc,route_url\nR1,1,3,1,https://agency.example\nR2,2,3,,https://agency.example/2\n',
      )
      .with(
        'stops.txt',
        'stop_id,stop_name,stop_lat,stop_lon,stop_desc,stop_url\nA,Alpha,48.00,9.00,Alpha,https://agency.example\nB,Beta,48.00,9.01,By the lake,https://agency.example/2\nC,Gamma,48.00,9.02,,https://agency.example/c\n',
      ),
    [
      'warning stops.txt 2 stop_desc of the stop A repeats its name',
      'warning routes.txt 2 route_desc of the route R1 repeats its name',
      'warning routes.txt 2 route_url of the route R1 is that of an agency: https://agency.example',
      'warning stops.txt 2 stop_url of the stop A is that of an agency: https://agency.example',
      'warning stops.txt 3 stop_url of the stop B is that of a route: https://agency.example/2',
    ],
  ],
  ['a block of a bus and a tram', blocks(0), ['warning trips.txt 3 The trips of the block "K" are of routes of different types: 3 and 0']],
  ['a block of two bus routes', blocks(3), []],
])('%s', async (_what, feed, said) => {
  const { notes, summary } = await feed.read();
  const faults = notes.filter(({ severity, reason }) => severity !== 'info' && !reason.startsWith('No trip of the route R2'));
  expect(faults.map(({ severity, file, line, reason }) => `${severity} ${file} ${line} ${reason}`)).toEqual(said);
  expect(faults.map(({ result }) => result)).toEqual(said.map((text) => (isLeftOut(text) ? 'refused' : 'said')));
  expect(summary.report.files.reduce((sum, { refused, changed }) => sum + refused + changed, 0)).toBe(said.filter(isLeftOut).length);
});

/** A second row with the id of a document cannot be one. */
function isLeftOut(text: string): boolean {
  return text.endsWith('the row is left out');
}
