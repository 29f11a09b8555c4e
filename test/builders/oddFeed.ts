/** Feeds that are odd but legal, made of a number: the same number gives the same feed. */
import { aFeed, type FeedBuilder } from './gtfsZip.ts';

/** Whole numbers below a limit; the same seed gives the same ones (Lehmer's generator). */
function chance(seed: number): (below: number) => number {
  let state = (seed * 48_271 + 12_345) % 2_147_483_647;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const NAMES = ['Alder', 'Bäume, "Süd"', 'O’Hara', '=1+2', '広場', 'a;b', 'Ünter / Über', '007'];
const SIGNS = ['', '', 'Hill', 'via B', 'Gamma, east', '"Old" town'];
const DAYS = ['1,1,1,1,1,0,0', '0,0,0,0,0,1,1', '1,0,1,0,1,0,0', '0,0,0,0,0,0,0'];

function keyOfTransfer(row: string): string {
  const [from, to, , , ...rest] = row.split(',');
  return [from, to, ...rest.slice(0, 4)].join(',');
}

/** A feed with agencies, stations, loops, blocks, frequencies, zones, headsigns of both levels, transfers, attributions, fares of both forms, unused rows and further columns. */
export function anOddFeed(seed: number): FeedBuilder {
  const below = chance(seed);
  const one = <T>(values: readonly T[]): T => values[below(values.length)]!;
  const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const upTo = (count: number, row: (i: number) => string): string[] => Array.from({ length: count }, (_, i) => row(i));
  const two = (value: number): string => String(value).padStart(2, '0');
  const time = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00`;
  const text = (header: string, rows: readonly string[]): string => `${[header, ...rows].join('\n')}\n`;

  const agencies = upTo(1 + below(2), (i) => `AG${i},${quoted(one(NAMES))},https://a.example,Europe/Berlin,${one(['', 'de'])},${one(['', 'x'])}`);
  const stops = upTo(
    4 + below(4),
    (i) => `S${i},${quoted(one(NAMES))},${48 + i / 100},9.0${i},${one(['', '0'])},${one(['', 'ST'])},${one(['', '1', '2'])},${one(['', 'roof'])}`,
  );
  const routes = upTo(
    2 + below(2),
    (i) => `R${i},AG${below(agencies.length)},${i},${quoted(one(NAMES))},${one([0, 1, 3, 715])},${one(['', '00FF00'])},${one(['', '2'])}`,
  );
  const services = upTo(3, (i) => `W${i},${i === 0 ? DAYS[0] : one(DAYS)},20260105,20260301,${one(['', 'winter'])}`);
  const dates = upTo(below(4), (i) => `${one(['W0', 'W1', 'X'])},2026030${i + 1},1,${one(['', 'Fair'])}`);

  const trips: string[] = [];
  const times: string[] = [];
  const frequencies: string[] = [];
  const translations: string[] = [];
  for (let i = 0; i < 3 + below(6); i++) {
    const id = one([`T${i}`, `t ${i}`, `T/${i}`]);
    trips.push(
      [
        `R${below(routes.length)}`,
        `W${below(3)}`,
        id,
        quoted(one(SIGNS)),
        one(['', '0', '1']),
        one(['', 'b1']),
        one(['', '', 'SH']),
        one(['', '0', '1']),
        one(['', 'crew 7']),
      ].join(','),
    );
    const calls = one([0, 1, 2, 3, 4, 5, 5]);
    const step = one([1, 1, 5]);
    const start = 300 + below(1300);
    const signed = below(2) === 0;
    const zone = below(8) === 0 ? below(5) : -1;
    for (let call = 0; call < calls; call++) {
      // A loop ends where it began.
      const stop = `S${call === 4 ? 0 : call % stops.length}`;
      const at = time(start + 5 * call);
      const timed = call === 0 || call === calls - 1 || below(3) > 0;
      const place = call === zone ? `,,,Z1,${time(start)},${time(start + 90)}` : `${timed ? at : ''},${timed ? at : ''},${stop},,,`;
      times.push(
        [id, 1 + call * step, place, signed ? quoted(one(SIGNS)) : '', one(['', '', '1', '3']), one(['', '0', '1']), one(['', 'left'])].join(','),
      );
    }
    if (below(4) === 0) frequencies.push(`${id},06:00:00,09:00:00,${60 * (1 + below(20))},${one(['', '0', '1'])},${one(['', 'peak'])}`);
    if (below(3) === 0) translations.push(`trips,trip_headsign,fr,Colline,${id},,`);
    if (calls > 0 && below(3) === 0) translations.push(`stop_times,stop_headsign,fr,Colline,${id},${1 + below(calls) * step},`);
  }
  const tripId = (): string => (one(trips).split(',')[2] ?? '').trim();
  const stopId = (): string => `S${below(stops.length)}`;
  // GTFS keys a transfer by its ends
  const transfers = upTo(below(5), (i) => {
    const [from, to] = [tripId(), tripId()];
    return one([
      `S${i % stops.length},${stopId()},${one(['', '0', '1', '3'])},,,,,,${one(['', 'covered'])}`,
      `S${i % stops.length},${stopId()},2,${60 * below(9)},R0,R1,,,`,
      `${one(['', stopId()])},${one(['', stopId()])},${one([4, 5])},,,,${from},${to},`,
      `ST,${stopId()},3,,,,,,`,
    ]);
  }).filter((row, i, all) => all.findIndex((other) => keyOfTransfer(other) === keyOfTransfer(row)) === i);
  const attributions = upTo(below(4), (i) =>
    [
      one(['', `at${i}`]),
      ...one([
        ['AG0', '', ''],
        ['', 'R0', ''],
        ['', '', tripId()],
        ['', '', ''],
      ]),
      quoted(`${one(NAMES)} ${i}`),
      one(['', '0', '1']),
      '1',
      '',
      one(['', 'https://b.example']),
      one(['', 'note']),
    ].join(','),
  );
  const products = upTo(1 + below(3), (i) => `p${i},${quoted(one(NAMES))},${one(['', 'card'])},${one(['0', '2.50', '3'])},EUR`);
  const legs = upTo(
    below(4),
    (i) => `leg${i},${one(['', 'N'])},${one(['', 'area'])},,${one(['', 'peak'])},,p${below(products.length)},${one(['', '1'])}`,
  );
  const fareRules = upTo(below(4), () => `F,${one(['', 'R0'])},${one(['', 'z1'])},${one(['', 'z2'])},,${one(['', 'x'])}`);
  const points = upTo(3, (i) => `SH,48.0${i},9.0${i},${i * 2},${one(['', i])}`);
  return aFeed()
    .with('agency.txt', text('agency_id,agency_name,agency_url,agency_timezone,agency_lang,office', agencies))
    .with(
      'stops.txt',
      text('stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,wheelchair_boarding,shelter', [...stops, 'ST,Station,48,9,1,,,']),
    )
    .with('routes.txt', text('route_id,agency_id,route_short_name,route_long_name,route_type,route_color,continuous_pickup', routes))
    .with('calendar.txt', text('service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date,season', services))
    .with('calendar_dates.txt', text('service_id,date,exception_type,holiday', dates))
    .with('trips.txt', text('route_id,service_id,trip_id,trip_headsign,direction_id,block_id,shape_id,bikes_allowed,crew', trips))
    .with(
      'stop_times.txt',
      text(
        'trip_id,stop_sequence,arrival_time,departure_time,stop_id,location_id,start_pickup_drop_off_window,end_pickup_drop_off_window,stop_headsign,pickup_type,drop_off_type,side',
        times,
      ),
    )
    .with('frequencies.txt', text('trip_id,start_time,end_time,headway_secs,exact_times,why', frequencies))
    .with('shapes.txt', text('shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled', points))
    .with(
      'translations.txt',
      text('table_name,field_name,language,translation,record_id,record_sub_id,field_value', [...translations, 'stops,stop_name,fr,Aulne,,,Alder']),
    )
    .with(
      'transfers.txt',
      text('from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_route_id,to_route_id,from_trip_id,to_trip_id,roof', transfers),
    )
    .with(
      'attributions.txt',
      text('attribution_id,agency_id,route_id,trip_id,organization_name,is_producer,is_operator,is_authority,attribution_url,remark', attributions),
    )
    .with(
      'fare_attributes.txt',
      text('fare_id,price,currency_type,payment_method,transfers,agency_id,transfer_duration,name', [
        `F,2.5,EUR,1,${one(['', '0', '2'])},AG0,${one(['', '3600'])},${one(['', 'Day'])}`,
      ]),
    )
    .with('fare_rules.txt', text('fare_id,route_id,origin_id,destination_id,contains_id,remark', fareRules))
    .with('fare_products.txt', text('fare_product_id,fare_product_name,fare_media_id,amount,currency', products))
    .with('fare_media.txt', 'fare_media_id,fare_media_type\ncard,2\n')
    .with(
      'fare_leg_rules.txt',
      text('leg_group_id,network_id,from_area_id,to_area_id,from_timeframe_group_id,to_timeframe_group_id,fare_product_id,rule_priority', legs),
    )
    .with(
      'fare_transfer_rules.txt',
      'from_leg_group_id,to_leg_group_id,transfer_count,duration_limit,duration_limit_type,fare_transfer_type,fare_product_id\nleg0,leg0,-1,5400,1,0,p0\n',
    )
    .with('areas.txt', 'area_id,area_name\narea,"Old, town"\n')
    .with('stop_areas.txt', 'area_id,stop_id\narea,S0\narea,S1\n')
    .with('networks.txt', 'network_id,network_name\nN,Net\n')
    .with('route_networks.txt', 'network_id,route_id\nN,R0\n')
    .with('timeframes.txt', 'timeframe_group_id,start_time,end_time,service_id\r\npeak,06:00:00,09:00:00,W2\r\n')
    .with('locations.geojson', '{"type":"FeatureCollection","features":[{"id":"Z1","type":"Feature","properties":{},"geometry":null}]}');
}
