/** Feeds that the demo pipelines fetch from the product itself. */
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

/** A small sound network, and the same with faults planted: broken dates in calendars, a trip of an unknown line, a stop time at no stop. */
export async function demoFeed(kind: 'sound' | 'faulty', year: number): Promise<Buffer> {
  const faulty = kind === 'faulty';
  const stops = ['Harbour', 'Market', 'Town Hall', 'Museum', 'Station', 'Hospital', 'Stadium', 'University'];
  const trips = Array.from({ length: 40 }, (_, i) => ({ id: `T${i + 1}`, line: i % 2 === 0 ? 'A' : 'B', back: i % 4 > 1, start: 6 * 60 + i * 20 }));
  const clock = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;
  const times = trips.flatMap(({ id, back, start }) =>
    (back ? stops.toReversed() : stops).map((_, i, all) => {
      const stop = back ? all.length - i : i + 1;
      return `${id},${clock(start + i * 4)},${clock(start + i * 4)},S${faulty && id === 'T5' && i === 3 ? '99' : stop},${i + 1}`;
    }),
  );
  const files: Record<string, string[]> = {
    'agency.txt': ['agency_id,agency_name,agency_url,agency_timezone', 'VH,Velmar Harbour Buses,https://harbour.velmar.example,Europe/Berlin'],
    'stops.txt': [
      'stop_id,stop_name,stop_lat,stop_lon',
      ...stops.map((name, i) => `S${i + 1},${name},${(48.05 + i * 0.004).toFixed(5)},${(9.78 + i * 0.006).toFixed(5)}`),
      'S50,Depot,48.02,9.70',
    ],
    'routes.txt': [
      'route_id,agency_id,route_short_name,route_long_name,route_type',
      'A,VH,A,Harbour - University,3',
      'B,VH,B,Harbour - University express,3',
    ],
    'calendar.txt': [
      'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date',
      `WD,1,1,1,1,1,0,0,${year}0101,${year}1231`,
      ...(faulty ? [`SA,0,0,0,0,0,1,0,${year}0101,${year}1332`, `SU,0,0,0,0,0,0,1,${year}01,${year}1231`] : []),
    ],
    'trips.txt': [
      'route_id,service_id,trip_id,trip_headsign,direction_id',
      ...trips.map(({ id, line, back }) => `${faulty && id === 'T9' ? 'Z' : line},WD,${id},${back ? 'Harbour' : 'University'},${back ? 1 : 0}`),
      ...(faulty ? ['A,SA,T100,University,0'] : []),
    ],
    'stop_times.txt': [
      'trip_id,arrival_time,departure_time,stop_id,stop_sequence',
      ...times,
      ...(faulty ? ['T100,08:00:00,08:00:00,S1,1', 'T100,08:05:00,08:05:00,S2,2'] : []),
    ],
  };
  const zip = new yazl.ZipFile();
  for (const [name, rows] of Object.entries(files))
    zip.addBuffer(Buffer.from(`${rows.join('\n')}\n`), name, { mtime: new Date(Date.UTC(year, 0, 1)) });
  zip.end();
  return buffer(zip.outputStream);
}
