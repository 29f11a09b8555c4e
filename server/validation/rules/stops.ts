/** Rules of stops that one stop, or its parent and children, decide. */
import { STOP_TYPES } from '../../../src/domain/stops.ts';
import type { Stop } from '../../../src/domain/model/stop.ts';
import { metresBetween } from '../../../src/domain/coordinate.ts';
import type { Network } from '../network.ts';
import { documentRule, groupRule, relationRule, type Reads, type Rule } from '../rule.ts';
import { isWebUrl } from '../../../src/domain/formats.ts';
import { formatTrouble, idFault, isBlank, metres } from '../texts.ts';
import { THRESHOLDS } from '../thresholds.ts';

const { Regular, Exit, Platform, GenericNode, BoardingArea, Station } = STOP_TYPES;
const NAMED: readonly number[] = [Regular, Platform, Exit, Station];
const TYPE_WORDS = ['regular stop', 'exit', 'platform', 'generic node', 'boarding area', 'station'];

function typeWord(type: number): string {
  return TYPE_WORDS[type] ?? `stop of unknown type ${type}`;
}

/** A stop is checked again with its parent. */
const PARENT: Reads = { Stop: (_stop, net, id) => net.idsOf('childOfStop', id) };

export const stopRules: readonly Rule[] = [
  documentRule(
    [
      201,
      'STOP_ID_INVALID_CHARACTERS',
      'Warning',
      'Stop',
      'The id of the stop holds a control character, or one that is not printable ASCII.',
      'Many consumers cut or garble such ids, and then find no stop for the times of a trip.',
      'Ids cannot be edited. Make a stop with a plain id in its place, or have the source of the feed changed.',
      'Id "Bäckerei-1" holds U+00E4.',
    ],
    'Stop',
    (stop) => idFault('stop', stop.Id),
  ),
  documentRule(
    [
      202,
      'STOP_NAME_MISSING',
      'Error',
      'Stop!',
      'A regular stop, platform, exit or station has no name.',
      'Passengers and journey planners know a stop by its name. Only generic nodes and boarding areas may go without.',
      'Open the stop and type its name.',
      'Stop "1203" of type Regular with an empty name.',
    ],
    'Stop',
    (stop) => (isBlank(stop.Name) && NAMED.includes(stop.Type) ? { field: 'Name', text: `This ${typeWord(stop.Type)} has no name` } : undefined),
  ),
  documentRule(
    [
      203,
      'STOP_NAME_FORMAT',
      'Warning',
      'Stop',
      'The name begins or ends with a space, or holds two spaces in a row, a tab, a line break, an HTML tag or U+FFFD.',
      'Such names sort and match wrongly and look broken on signs and in apps.',
      'Enter the name again.',
      '"Market  Street " instead of "Market Street".',
    ],
    'Stop',
    (stop) => {
      const trouble = isBlank(stop.Name) ? undefined : formatTrouble(stop.Name, true);
      return trouble === undefined ? undefined : { field: 'Name', text: `The name "${stop.Name}" ${trouble}` };
    },
  ),
  documentRule(
    [
      204,
      'STOP_NAME_CASE',
      'Warning',
      'Stop',
      'The name has at least 4 cased letters, and all of them are upper case or all lower case.',
      'Mixed case is read faster and pronounced better by speech output.',
      'Type the name as it stands on the sign, in mixed case.',
      '"MARKET STREET" or "market street" instead of "Market Street".',
      { key: 'casedLetters', unit: 'letters', min: 2, max: 50 },
    ],
    'Stop',
    (stop, limits) => {
      const letters = stop.Name.match(/\p{Lu}|\p{Ll}/gu);
      if (letters === null || letters.length < limits.casedLetters) return undefined;
      const text = letters.join('');
      const letterCase = text === text.toUpperCase() ? 'upper' : text === text.toLowerCase() ? 'lower' : undefined;
      return letterCase === undefined ? undefined : { field: 'Name', text: `The name "${stop.Name}" is all ${letterCase} case` };
    },
  ),
  documentRule(
    [
      205,
      'STOP_TYPE_UNKNOWN',
      'Error',
      'Stop!',
      'The type of the stop is none of the six known ones (0 to 5).',
      'Nobody can say whether passengers board there, and consumers drop such rows.',
      'Open the stop and choose a type.',
      'Type 9.',
    ],
    'Stop',
    (stop) =>
      stop.Type >= 0 && stop.Type <= 5
        ? undefined
        : { field: 'Type', text: `Unknown stop type ${stop.Type} (location_type ${stop.Type - 1} of GTFS)` },
  ),
  documentRule(
    [
      206,
      'STOP_COORDINATE_MISSING',
      'Error',
      'Stop!',
      'A regular stop, platform, exit or station has no coordinate.',
      'Without a place the stop is neither on the map nor in any journey that begins by foot.',
      'Open the stop and type its coordinate, or put it on the map.',
      'Stop "1203" without latitude and longitude.',
    ],
    'Stop',
    (stop) =>
      stop.Coordinate === null && !hasWrittenPlace(stop) && NAMED.includes(stop.Type)
        ? { field: 'Coordinate', text: `This ${typeWord(stop.Type)} has no coordinate` }
        : undefined,
  ),
  documentRule(
    [
      207,
      'STOP_COORDINATE_OUT_OF_RANGE',
      'Error',
      'Stop!',
      'The latitude is outside of -90 to 90, or the longitude outside of -180 to 180, or one of them is no number.',
      'There is no such place. Often the two were swapped, or a decimal point is missing.',
      'Open the stop and type the right coordinate.',
      'Latitude 475.21 instead of 47.521.',
    ],
    'Stop',
    (stop) => {
      const at = stop.Coordinate;
      if (at === null)
        return hasWrittenPlace(stop)
          ? { field: 'Coordinate', text: `"${stop.Extra?.['stop_lat'] ?? ''}, ${stop.Extra?.['stop_lon'] ?? ''}" is not a valid coordinate` }
          : undefined;
      return Math.abs(at.Lat) <= 90 && Math.abs(at.Lng) <= 180
        ? undefined
        : { field: 'Coordinate', text: `${at.Lat}, ${at.Lng} is not a valid coordinate` };
    },
  ),
  relationRule(
    [
      208,
      'STOP_COORDINATE_NEAR_ORIGIN',
      'Error',
      'Stop!',
      'Latitude and longitude are both within 1 degree of zero, and the region does not reach there.',
      'Zero stands for "not known" in many sources; the stop would lie in the Gulf of Guinea.',
      'Open the stop and type its coordinate, or put it on the map.',
      'Coordinate 0,0.',
    ],
    'Stop',
    {},
    ({ Coordinate: at }, net) => {
      if (at === null || Math.abs(at.Lat) > THRESHOLDS.nearOrigin || Math.abs(at.Lng) > THRESHOLDS.nearOrigin) return undefined;
      const bounds = net.region.bounds;
      if (bounds && bounds.SouthWest.Lat <= 0 && bounds.NorthEast.Lat >= 0 && bounds.SouthWest.Lng <= 0 && bounds.NorthEast.Lng >= 0)
        return undefined;
      return { field: 'Coordinate', text: `${at.Lat}, ${at.Lng} is within 1 degree of 0,0` };
    },
  ),
  relationRule(
    [
      213,
      'STOP_PARENT_UNKNOWN',
      'Error',
      'Stop!',
      'The parent that the stop names is not in the version.',
      'The stop belongs to no station then, and feeds with such rows are refused.',
      'Choose another parent, or clear the field.',
      'ParentId "ST9", and no stop has that id.',
    ],
    'Stop',
    PARENT,
    (stop, net) =>
      !isBlank(stop.ParentId) && net.get('Stop', stop.ParentId) === undefined
        ? { field: 'ParentId', text: `The parent ${stop.ParentId} is not in this version` }
        : undefined,
  ),
  relationRule(
    [
      214,
      'STOP_PARENT_WRONG_TYPE',
      'Error',
      'Stop!',
      'The parent is of the wrong type: regular stops, platforms, exits and generic nodes belong to a station, boarding areas to a platform.',
      'Consumers group by station and do not know what to do with other parents.',
      'Choose a station (for a boarding area: a platform) as parent, or change the type of the parent.',
      'An exit whose parent is a platform.',
    ],
    'Stop',
    PARENT,
    (stop, net) => {
      const parent = net.get('Stop', stop.ParentId);
      if (!parent || stop.Type === Station || stop.Type > 5) return undefined;
      const wanted = stop.Type === BoardingArea ? Platform : Station;
      if (parent.Type === wanted) return undefined;
      return {
        field: 'ParentId',
        text: `The parent ${parent.Id} is a ${typeWord(parent.Type)}; a ${typeWord(stop.Type)} needs a ${typeWord(wanted)}`,
      };
    },
  ),
  documentRule(
    [
      215,
      'STOP_PARENT_MISSING',
      'Error',
      'Stop!',
      'An exit, generic node or boarding area names no parent.',
      'These are parts of a station; alone they mean nothing.',
      'Open the stop and give it its parent.',
      'Exit "VEL-E1" without a parent.',
    ],
    'Stop',
    (stop) =>
      [Exit, GenericNode, BoardingArea].some((type) => type === stop.Type) && isBlank(stop.ParentId)
        ? { field: 'ParentId', text: `This ${typeWord(stop.Type)} belongs to no ${stop.Type === BoardingArea ? 'platform' : 'station'}` }
        : undefined,
  ),
  documentRule(
    [
      216,
      'STATION_WITH_PARENT',
      'Error',
      'Stop!',
      'A station names a parent.',
      'Stations stand by themselves; a station within a station is not known to GTFS.',
      'Clear the parent of the station, or change its type.',
      'Station "VELMAR" with ParentId "CITY".',
    ],
    'Stop',
    (stop) =>
      stop.Type === Station && !isBlank(stop.ParentId) ? { field: 'ParentId', text: `This station has the parent ${stop.ParentId}` } : undefined,
  ),
  documentRule(
    [
      217,
      'PLATFORM_WITHOUT_PARENT',
      'Warning',
      'Stop',
      'A platform belongs to no station.',
      'The transfers and exits of the station do not apply to it.',
      'Give the platform its station, or make it a regular stop.',
      'Platform "12" without a parent.',
    ],
    'Stop',
    (stop) => (stop.Type === Platform && isBlank(stop.ParentId) ? { field: 'ParentId', text: 'This platform belongs to no station' } : undefined),
  ),
  relationRule(
    [
      218,
      'STOP_FAR_FROM_PARENT',
      'Warning',
      'Stop',
      'The stop is more than 100 m and at most 1000 m from its parent.',
      'Either place may be wrong; apps send passengers to the place of the station.',
      'Look at both on the map and move the one that is wrong. Exclude the case where the station is really that large.',
      'A platform 240 m from its station.',
      { key: 'farFromParentMetres', unit: 'm', min: 10, max: 5000 },
    ],
    'Stop',
    PARENT,
    (stop, net) => farFromParent(stop, net, net.limits.farFromParentMetres, net.limits.tooFarFromParentMetres),
  ),
  relationRule(
    [
      219,
      'STOP_TOO_FAR_FROM_PARENT',
      'Error',
      'Stop',
      'The stop is more than 1000 m from its parent.',
      'No station is that large: the place or the parent is wrong.',
      'Look at both on the map; move the stop or choose another parent.',
      'An exit 1.3 km from its station.',
      { key: 'tooFarFromParentMetres', unit: 'm', min: 100, max: 20_000 },
    ],
    'Stop',
    PARENT,
    (stop, net) => farFromParent(stop, net, net.limits.tooFarFromParentMetres, Infinity),
  ),
  relationRule(
    [
      220,
      'STATION_WITHOUT_CHILDREN',
      'Warning',
      'Stop',
      'No regular stop or platform belongs to the station.',
      'Nothing ever departs from it, so it only clutters search results.',
      'Give its platforms the station as parent, or remove the station.',
      'Station "OLDTOWN" with two exits and no platform.',
    ],
    'Stop',
    { Stop: (stop) => (isBlank(stop.ParentId) ? [] : [stop.ParentId ?? '']) },
    (stop, net) =>
      stop.Type === Station && !net.linked('childOfStop', stop.Id).some(({ doc }) => doc.Type === Regular || doc.Type === Platform)
        ? { text: 'No platform or stop belongs to this station' }
        : undefined,
  ),
  relationRule(
    [
      221,
      'STOP_UNUSED',
      'Warning',
      'Stop',
      'A regular stop or platform is in no track, and none of its boarding areas is. Places of a track that are ignored do not count.',
      'Passengers find a stop at which nothing stops.',
      'Put the stop into a track, or remove it.',
      'Stop "1203", whose line was closed.',
    ],
    'Stop',
    {
      Track: (track, net) => track.Stops.flatMap(({ StopId }) => [StopId, net.get('Stop', StopId)?.ParentId ?? '']),
      Stop: (stop) => (isBlank(stop.ParentId) ? [] : [stop.ParentId ?? '']),
    },
    (stop, net) =>
      (stop.Type === Regular || stop.Type === Platform) &&
      !isServed(net, stop.Id) &&
      !net.linked('childOfStop', stop.Id).some((child) => child.doc.Type === BoardingArea && isServed(net, child.id))
        ? { text: 'No track stops here' }
        : undefined,
  ),
  documentRule(
    [
      223,
      'STOP_URL_INVALID',
      'Error',
      'Stop!',
      'The address of the stop is set and is not a full http or https address.',
      'Links in apps lead nowhere.',
      'Type the full address, beginning with https://, or clear the field.',
      '"www.agency.example/stop/12" without https://.',
    ],
    'Stop',
    (stop) =>
      isBlank(stop.Url) || isWebUrl(stop.Url ?? '') ? undefined : { field: 'Url', text: `"${stop.Url}" is not a full http or https address` },
  ),
  relationRule(
    [
      224,
      'STOP_ZONE_MISSING',
      'Warning',
      'Stop',
      'The stop is used by a transport that has a fare by zones, and has no zone.',
      'The price of a ride from there is unknown.',
      'Open the stop and type its zone.',
      'Stop "1203" on line 4, whose fares hold between zones.',
    ],
    'Stop',
    {
      Track: (track) => track.Stops.map(({ StopId }) => StopId),
      Schedule: (_schedule, net, id) => stopsOfSchedule(net, id),
      Fare: (_fare, net) => zonelessStops(net),
    },
    (stop, net) => {
      if (!isBlank(stop.ZoneId)) return undefined;
      const zoned = zonedTransports(net);
      if (zoned.all === undefined && zoned.transports.size === 0) return undefined;
      for (const { doc } of net.linked('trackOfStop', stop.Id)) {
        const transport = net.get('Schedule', doc.ScheduleId)?.ExternalTransportId ?? '';
        const fare = zoned.transports.get(transport) ?? zoned.all;
        if (fare !== undefined)
          return { field: 'ZoneId', text: `The fare ${fare} of ${transport || doc.ScheduleId} depends on zones, and this stop has none` };
      }
      return undefined;
    },
  ),
  groupRule(
    [
      225,
      'PLATFORM_CODE_DUPLICATE',
      'Warning',
      'Stop',
      'Two stops with the same parent have the same platform code.',
      'Passengers are sent to the wrong platform.',
      'Give each platform its own code.',
      'Two platforms "2" in the station "VELMAR".',
    ],
    'Stop',
    {
      keys: (stop) => (isBlank(stop.ParentId) || isBlank(stop.PlatformCode) ? [] : [`${stop.ParentId}\n${stop.PlatformCode}`]),
      check: (stops) =>
        stops.length < 2
          ? undefined
          : stops.map((of, i) => ({
              of,
              field: 'PlatformCode',
              text: `${stops[i === 0 ? 1 : 0]?.doc.Name || stops[i === 0 ? 1 : 0]?.id} of the same parent has the platform code "${of.doc.PlatformCode}" too`,
            })),
    },
  ),
  relationRule(
    [
      226,
      'STOP_CHILD_WITHOUT_LEVEL',
      'Warning',
      'Stop',
      'The stop is an end of an elevator and has no level.',
      'Nobody can tell which floor the elevator leads to.',
      'Give the stop its level.',
      'Generic node "VN3" at the top of an elevator without a level.',
    ],
    'Stop',
    { Pathway: (pathway) => [pathway.FromStopId, pathway.ToStopId] },
    (stop, net) => {
      if (!isBlank(stop.LevelId)) return undefined;
      const elevator = net.linked('pathwayOfStop', stop.Id).find(({ doc }) => doc.Mode === 5);
      return elevator && { field: 'LevelId', text: `The elevator ${elevator.id} ends here, and this stop has no level` };
    },
  ),
  relationRule(
    [
      227,
      'VEHICLE_BOARDING_AREA_INVALID',
      'Error',
      'Stop!',
      'A vehicle boarding row names a stop that is unknown or no boarding area.',
      'It is unclear where the doors of a vehicle open.',
      'Make the stop a boarding area, or have the boarding row removed at its source.',
      'A boarding row for "P4", which is a platform.',
    ],
    'VehicleBoarding',
    { Stop: (_stop, net, id) => net.idsOf('boardingOfStop', id) },
    (boarding, net) => {
      const stop = net.node('Stop', boarding.BoardingAreaId);
      if (stop?.doc.Type === BoardingArea) return undefined;
      const why = stop === undefined ? 'is not in this version' : `is a ${typeWord(stop.doc.Type)} and no boarding area`;
      return {
        ...(stop ? { of: stop } : {}),
        field: 'Type',
        text: `A vehicle boarding names the stop ${boarding.BoardingAreaId || '(none)'}, which ${why}`,
      };
    },
  ),
];

/** Whether a track really stops at a stop. */
export function isServed(net: Network, stopId: string): boolean {
  return net.linked('trackOfStop', stopId).some(({ doc }) => doc.Stops.some((stop) => stop.StopId === stopId && stop.Ignored !== true));
}

function hasWrittenPlace(stop: Stop): boolean {
  return !isBlank(stop.Extra?.['stop_lat']) || !isBlank(stop.Extra?.['stop_lon']);
}

function farFromParent(stop: Stop, net: Network, over: number, upTo: number) {
  const parent = net.get('Stop', stop.ParentId);
  if (!parent?.Coordinate || !stop.Coordinate) return undefined;
  const far = metresBetween(stop.Coordinate, parent.Coordinate);
  return far > over && far <= upTo
    ? { field: 'Coordinate', text: `This stop is ${metres(far)} from its parent ${parent.Name || parent.Id}` }
    : undefined;
}

interface Zoned {
  /** A fare by zones of each transport that has one. */
  readonly transports: ReadonlyMap<string, string>;
  /** A fare by zones that holds on every transport. */
  readonly all: string | undefined;
}

function zonedTransports(net: Network): Zoned {
  return net.summary('zoned transports', ['Fare'], () => {
    const transports = new Map<string, string>();
    let all: string | undefined;
    for (const { doc: fare } of net.all('Fare')) {
      for (const rule of fare.Rules) {
        const zoned = rule.FromZone !== null || rule.ToZone !== null || rule.ContainsZone !== null || fare.NumberOfZones !== undefined;
        if (!zoned) continue;
        if (rule.Transport === null) all = least(all, fare.Id);
        else transports.set(rule.Transport, least(transports.get(rule.Transport), fare.Id));
      }
      if (fare.Rules.length === 0 && fare.NumberOfZones !== undefined) all = least(all, fare.Id);
    }
    return { transports, all };
  });
}

function least(a: string | undefined, b: string): string {
  return a === undefined || b < a ? b : a;
}

function zonelessStops(net: Network): Iterable<string> {
  return net.summary('stops without a zone', ['Stop'], () => [...net.all('Stop')].filter(({ doc }) => isBlank(doc.ZoneId)).map(({ id }) => id));
}

function stopsOfSchedule(net: Network, scheduleId: string): string[] {
  return net.linked('trackOfSchedule', scheduleId).flatMap(({ doc }) => doc.Stops.map(({ StopId }) => StopId));
}
