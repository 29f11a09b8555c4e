/** Rules of where stops lie: in the region, among the others, and beside each other. */
import { metresBetween, type Coordinate } from '../../../src/domain/coordinate.ts';
import { STOP_TYPES } from '../../../src/domain/stops.ts';
import type { Stop } from '../../../src/domain/model/stop.ts';
import { gridCells, midpointCell } from '../grid.ts';
import type { Network, Node } from '../network.ts';
import { documentRule, groupRule, relationRule, versionRule, type Fault, type Rule } from '../rule.ts';
import { isBlank, loosely, metres } from '../texts.ts';
import { THRESHOLDS } from '../thresholds.ts';
import { isServed } from './stops.ts';

export const stopPlaceRules: readonly Rule[] = [
  documentRule(
    [
      228,
      'STOP_COORDINATE_NEAR_POLE',
      'Error',
      'Stop!',
      'The latitude is within 1 degree of the North or the South Pole.',
      'Nothing runs there; mostly latitude and longitude were swapped, or 90 stands for "not known".',
      'Open the stop and type its coordinate, or put it on the map.',
      'Coordinate 90, 0.',
    ],
    'Stop',
    ({ Coordinate: at }) =>
      at !== null && Math.abs(at.Lat) >= THRESHOLDS.nearPole && Math.abs(at.Lat) <= 90
        ? { field: 'Coordinate', text: `${at.Lat}, ${at.Lng} is within 1 degree of a pole` }
        : undefined,
  ),
  relationRule(
    [
      209,
      'STOP_OUTSIDE_REGION',
      'Warning',
      'Stop',
      'The stop lies outside of the bounds of the region, enlarged by 0.1 degree.',
      'Either the coordinate is wrong, or the bounds of the region are too small for the network.',
      'Look at the stop on the map. Move it, or have the bounds of the region enlarged.',
      'A stop at 41.2,2.1 in a region around 48,9.',
      { key: 'regionMargin', unit: '°', min: 0, max: 5 },
    ],
    'Stop',
    {},
    ({ Coordinate: at }, net) => {
      const { bounds } = net.region;
      if (at === null || bounds === null || isInside(at, bounds, net.limits.regionMargin)) return undefined;
      return { field: 'Coordinate', text: `${at.Lat}, ${at.Lng} is outside of the region` };
    },
  ),
  versionRule(
    [
      210,
      'STOP_GEOGRAPHIC_OUTLIER',
      'Warning',
      'Stop',
      'The version has 20 stops or more, and the stop is farther from their middle than 5 times what 95 of 100 stops are, and at least 50 km.',
      'One stop in another country makes every map of the network useless. Mostly a digit was mistyped.',
      'Look at the stop on the map and move it. Exclude the case where the line really goes that far.',
      'One stop 900 km from a city network of 12 km.',
      { key: 'outlierMetres', unit: 'm', min: 1000, max: 1_000_000 },
    ],
    ['Stop'],
    (net) => outliers(net),
    ['Coordinate'],
  ),
  groupRule(
    [
      211,
      'STOPS_DUPLICATE_POSITION',
      'Warning',
      'Stop',
      'Two stops of the same type and name are less than 2 m apart (stations: less than 100 m), with no common parent and without different platform codes.',
      'The same stop seems to be there twice; lines at it do not meet.',
      'Have the tracks use one of them, and remove the other.',
      'Two stops "Market Street" at the same place.',
    ],
    'Stop',
    {
      keys: (stop) => (stop.Coordinate === null ? [] : gridCells(stop.Coordinate, reachOf(stop), `${stop.Type} ${loosely(stop.Name)}`)),
      check: (stops, _net, key) =>
        pairsAt(
          stops,
          key,
          reachOf,
          (a, b) =>
            a.doc.Type === b.doc.Type &&
            loosely(a.doc.Name) === loosely(b.doc.Name) &&
            !haveCommonParent(a.doc, b.doc) &&
            !haveDifferentCodes(a.doc, b.doc),
          (other, far) => `${other.doc.Name || other.id} (${other.id}) of the same type and name is ${metres(far)} away`,
        ),
    },
  ),
  groupRule(
    [
      212,
      'STOPS_TOO_CLOSE',
      'Warning',
      'Stop',
      'Two stops that tracks use, of different names and with no common parent, are less than 2 m apart.',
      'Two poles do not stand in one place: one of the coordinates was likely copied.',
      'Look at both on the map and move one, or use one stop in both tracks.',
      '"Market Street" and "North Side" 1 m apart.',
    ],
    'Stop',
    {
      keys: (stop) => (stop.Coordinate === null ? [] : gridCells(stop.Coordinate, THRESHOLDS.tooCloseMetres, '')),
      on: {
        Track: (track, net) =>
          track.Stops.flatMap(({ StopId }) => {
            const at = net.get('Stop', StopId)?.Coordinate;
            return at ? gridCells(at, THRESHOLDS.tooCloseMetres, '') : [];
          }),
      },
      check: (stops, net, key) =>
        pairsAt(
          stops,
          key,
          () => THRESHOLDS.tooCloseMetres,
          (a, b) =>
            loosely(a.doc.Name) !== loosely(b.doc.Name) &&
            !haveCommonParent(a.doc, b.doc) &&
            a.doc.ParentId !== b.id &&
            b.doc.ParentId !== a.id &&
            isServed(net, a.id) &&
            isServed(net, b.id),
          (other, far) => `${other.doc.Name || other.id} (${other.id}) is ${metres(far)} away`,
        ),
    },
  ),
  groupRule(
    [
      222,
      'STOP_CODE_DUPLICATE',
      'Warning',
      'Stop',
      'Two regular stops or platforms that share an agency have the same stop code and lie more than 50 m apart.',
      'Passengers type the code to hear of departures, and hear of those of another stop.',
      'Give each stop the code on its sign.',
      'Two stops with the code "4711", 800 m apart.',
      { key: 'stopCodeMetres', unit: 'm', min: 0, max: 5000 },
    ],
    'Stop',
    {
      keys: (stop) => (isBlank(stop.StopCode) || !isBoarded(stop) ? [] : [stop.StopCode ?? '']),
      on: {
        Track: (track, net) => track.Stops.flatMap(({ StopId }) => net.get('Stop', StopId)?.StopCode ?? []),
        Schedule: (_schedule, net, id) =>
          net.linked('trackOfSchedule', id).flatMap(({ doc }) => doc.Stops.flatMap(({ StopId }) => net.get('Stop', StopId)?.StopCode ?? [])),
      },
      check: (stops, net) => sameCodes(stops, net),
    },
  ),
];

function isInside(at: Coordinate, bounds: NonNullable<Network['region']['bounds']>, margin: number): boolean {
  const { NorthEast, SouthWest } = bounds;
  const within = at.Lng >= SouthWest.Lng - margin && at.Lng <= NorthEast.Lng + margin;
  // Bounds across the antimeridian have their west to the right of their east.
  const across = SouthWest.Lng > NorthEast.Lng && (at.Lng >= SouthWest.Lng - margin || at.Lng <= NorthEast.Lng + margin);
  return at.Lat >= SouthWest.Lat - margin && at.Lat <= NorthEast.Lat + margin && (within || across);
}

function outliers(net: Network): Fault[] {
  // Of a country they are many, and this is done at each move of a stop: in arrays that make no garbage.
  let count = 0;
  for (const { doc } of net.all('Stop')) if (doc.Coordinate) count++;
  if (count < THRESHOLDS.outlierStops) return [];
  const measured = (measure: (at: Coordinate) => number): Float64Array => {
    const values = new Float64Array(count);
    let i = 0;
    for (const { doc } of net.all('Stop')) if (doc.Coordinate) values[i++] = measure(doc.Coordinate);
    return values;
  };
  const middle = {
    Lat: quantile(
      measured(({ Lat }) => Lat),
      0.5,
    ),
    Lng: quantile(
      measured(({ Lng }) => Lng),
      0.5,
    ),
  };
  const far = measured((at) => metresBetween(at, middle));
  const usual = THRESHOLDS.outlierFactor * quantile(far.slice(), 0.95);
  const found: (Fault & { of: Node<'Stop'> })[] = [];
  let i = 0;
  for (const of of net.all('Stop')) {
    if (!of.doc.Coordinate) continue;
    const away = far[i++] ?? 0;
    if (away < net.limits.outlierMetres || away <= usual) continue;
    found.push({ of, field: 'Coordinate', text: `This stop is ${metres(away)} from the middle of the network` });
  }
  return found.toSorted((a, b) => (a.of.id < b.of.id ? -1 : 1));
}

/** The value below which a share (0 to 1) of all lie; sorts them. */
function quantile(values: Float64Array, share: number): number {
  values.sort();
  return values[Math.min(values.length - 1, Math.floor(share * (values.length - 1)))] ?? 0;
}

function reachOf(stop: Stop): number {
  return stop.Type === STOP_TYPES.Station ? THRESHOLDS.duplicateStationMetres : THRESHOLDS.duplicateMetres;
}

function haveCommonParent(a: Stop, b: Stop): boolean {
  return !isBlank(a.ParentId) && a.ParentId === b.ParentId;
}

function haveDifferentCodes(a: Stop, b: Stop): boolean {
  return !isBlank(a.PlatformCode) && !isBlank(b.PlatformCode) && a.PlatformCode !== b.PlatformCode;
}

function isBoarded(stop: Stop): boolean {
  return stop.Type === STOP_TYPES.Regular || stop.Type === STOP_TYPES.Platform;
}

/** A case for each stop of a cell that has a fitting neighbour; a pair belongs to the one cell in which its middle lies. */
function pairsAt(
  stops: readonly Node<'Stop'>[],
  key: string,
  reachOf: (stop: Stop) => number,
  fit: (a: Node<'Stop'>, b: Node<'Stop'>) => boolean,
  text: (other: Node<'Stop'>, metres: number) => string,
): Fault[] {
  if (stops.length < 2) return [];
  const found = new Map<Node<'Stop'>, Fault>();
  for (const [i, a] of stops.entries()) {
    for (const b of stops.slice(i + 1)) {
      const [from, to] = [a.doc.Coordinate, b.doc.Coordinate];
      if (!from || !to) continue;
      const far = metresBetween(from, to);
      const reach = reachOf(a.doc);
      if (far >= reach || midpointCell(from, to, reach, key) !== key || !fit(a, b)) continue;
      if (!found.has(a)) found.set(a, { of: a, field: 'Coordinate', text: text(b, far) });
      if (!found.has(b)) found.set(b, { of: b, field: 'Coordinate', text: text(a, far) });
    }
  }
  return [...found.values()];
}

function sameCodes(stops: readonly Node<'Stop'>[], net: Network): Fault[] {
  if (stops.length < 2) return [];
  const agencies = stops.map((stop) => agenciesOf(net, stop.id));
  return stops.flatMap((of, i): Fault[] => {
    const other = stops.find((one, j) => {
      if (i === j || !of.doc.Coordinate || !one.doc.Coordinate) return false;
      if (![...(agencies[i] ?? [])].some((agency) => agencies[j]?.has(agency))) return false;
      return metresBetween(of.doc.Coordinate, one.doc.Coordinate) > net.limits.stopCodeMetres;
    });
    if (!other?.doc.Coordinate || !of.doc.Coordinate) return [];
    const far = metres(metresBetween(of.doc.Coordinate, other.doc.Coordinate));
    return [{ of, field: 'StopCode', text: `${other.doc.Name || other.id} (${other.id}), ${far} away, has the stop code "${of.doc.StopCode}" too` }];
  });
}

function agenciesOf(net: Network, stopId: string): Set<string> {
  return new Set(net.linked('trackOfStop', stopId).map(({ doc }) => net.get('Schedule', doc.ScheduleId)?.AgencyId ?? ''));
}
