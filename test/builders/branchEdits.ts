/** A small network, and random edits of its documents that need nothing of each other: what two branches do to one version. */
import type { Json, JsonDoc } from './threeWay.ts';

/** Kind and id of a document, as `Stop a`. */
export type Documents = ReadonlyMap<string, JsonDoc>;

/** Numbers from 0 up to below a number. */
export type Below = (below: number) => number;

/** Stops that nothing speaks of, lines with a track and a timetable each, and transfers; `n` of each. */
export function smallNetwork(n: number): Documents {
  const docs = new Map<string, JsonDoc>();
  for (let i = 0; i < n; i++) {
    const [stop, line] = [`s${i}`, `l${i}`];
    docs.set(`Stop ${stop}`, { Id: stop, Name: `Stop ${i}`, Type: 0, Coordinate: { Lat: 52, Lng: 5 + i / 1e5 }, WheelchairBoarding: 0 });
    docs.set(`Stop ${stop}x`, { Id: `${stop}x`, Name: `Lonely ${i}`, Type: 0, Coordinate: { Lat: 51, Lng: 5 + i / 1e5 }, WheelchairBoarding: 0 });
    docs.set(`Schedule ${line}`, {
      Id: line,
      Name: `Line ${i}`,
      IsBaseSchedule: true,
      Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [{ Date: '2026-05-01', RunAs: 0 }] },
    });
    docs.set(`Track ${line}/out`, {
      ScheduleId: line,
      Id: 'out',
      Name: `Out ${i}`,
      Direction: 'Forward',
      Visible: true,
      Stops: [{ StopId: stop }, { StopId: `s${(i + 1) % n}` }, { StopId: `s${(i + 2) % n}` }],
    });
    docs.set(`Timetable ${line}/out/1`, {
      ScheduleId: line,
      TrackId: 'out',
      Number: 1,
      Days: 127,
      ArrivalOffsets: [0, 60, 120],
      DepartureOffsets: [0, 60, 120],
      Departures: [6, 7, 8].map((hour) => ({ Type: 'Exact', Time: hour * 3600, TripId: `${line}-${hour}` })),
    });
    docs.set(`Transfer t${i}`, { Id: `t${i}`, StopIdFrom: stop, StopIdTo: `s${(i + 1) % n}`, Type: 0 });
  }
  return docs;
}

/** What an edit makes of a document; null removes it. `name` may be that of a document which is not there. */
export function editedAtRandom(name: string, doc: JsonDoc | undefined, below: Below): JsonDoc | null {
  const [kind, id] = [name.slice(0, name.indexOf(' ')), name.slice(name.indexOf(' ') + 1)];
  if (doc === undefined) return { Id: id, Name: `New ${below(3)}`, Type: 0, Coordinate: { Lat: 51, Lng: 6 }, WheelchairBoarding: 0 };
  const word = (): string => `Name ${below(4)}`;
  switch (kind) {
    case 'Stop':
      if (id.endsWith('x') && below(4) === 0) return null;
      return (
        [
          { ...doc, Name: word() },
          { ...doc, ZoneId: `Z${below(3)}` },
          { ...doc, Extra: { ...asDoc(doc['Extra']), [`column_${below(3)}`]: word() } },
          { ...doc, WheelchairBoarding: below(3) },
        ][below(4)] ?? doc
      );
    case 'Schedule': {
      const calendar = asDoc(doc['Calendar']);
      const others = asList(calendar['Exceptions']).filter((one) => asDoc(one)['Date'] !== '2026-05-01');
      const exceptions = [
        ...others,
        ...(below(2) === 0 ? [{ Date: `2026-06-0${1 + below(4)}`, RunAs: 127 }] : []),
        ...(below(3) === 0 ? [] : [{ Date: '2026-05-01', RunAs: below(3) }]),
      ];
      const byDate = new Map(exceptions.map((one) => [JSON.stringify(asDoc(one)['Date']), one]));
      const sorted = [...byDate].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
      return (
        [
          { ...doc, Name: word() },
          { ...doc, Calendar: { ...calendar, Exceptions: sorted } },
          { ...doc, Calendar: { ...calendar, toDate: `2026-12-${20 + below(4)}` } },
        ][below(3)] ?? doc
      );
    }
    case 'Track':
      return (
        [
          { ...doc, Name: word() },
          { ...doc, LastTimetable: 1 + below(5) },
        ][below(2)] ?? doc
      );
    case 'Timetable': {
      const departures = asList(doc['Departures']);
      const offsets = [0, 60 + 10 * below(3), 120 + 10 * below(3)];
      const hour = 6 + below(6);
      const trip: Json = { Type: 'Exact', Time: hour * 3600 + 60 * below(3), TripId: `${id.split('/')[0]}-${hour}` };
      const others = departures.filter((one) => asDoc(one)['TripId'] !== asDoc(trip)['TripId']);
      const sorted = (list: readonly Json[]): readonly Json[] => list.toSorted((a, b) => Number(asDoc(a)['Time']) - Number(asDoc(b)['Time']));
      return (
        [
          { ...doc, Days: 1 + below(4) },
          { ...doc, ArrivalOffsets: offsets, DepartureOffsets: offsets },
          { ...doc, Departures: sorted([...others, trip]) },
          { ...doc, Departures: sorted(others.length === 0 ? departures : others) },
        ][below(4)] ?? doc
      );
    }
    default:
      return below(3) === 0 ? null : { ...doc, Type: below(2) === 0 ? 1 : 3 };
  }
}

function asDoc(value: Json | undefined): JsonDoc {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonDoc) : {};
}

function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
