/** Rules of single pathways. */
import { metresBetween } from '../../../src/domain/coordinate.ts';
import type { Entity } from '../../../src/domain/entities.ts';
import { pathwayModeLabel } from '../../../src/domain/pathways.ts';
import { STOP_TYPES } from '../../../src/domain/stops.ts';
import type { Network } from '../network.ts';
import { documentRule, groupRule, relationRule, type Fault, type Reads, type Rule } from '../rule.ts';
import { isBlank, metres, shown } from '../texts.ts';
import { THRESHOLDS } from '../thresholds.ts';

type Pathway = Entity<'Pathway'>;

export const MODE = { Walkway: 1, Stairs: 2, MovingSidewalk: 3, Escalator: 4, Elevator: 5, FareGate: 6, ExitGate: 7 } as const;
/** A pathway is checked again with the stops it joins, with their parents, and with what belongs to them. */
const STOPS: Reads = {
  Stop: (stop, net, id) =>
    [
      id,
      stop.ParentId ?? '',
      ...net.idsOf('childOfStop', id),
      ...net.linked('childOfStop', id).flatMap((child) => net.idsOf('childOfStop', child.id)),
    ].flatMap((one) => net.idsOf('pathwayOfStop', one)),
};

export const pathwayRules: readonly Rule[] = [
  relationRule(
    [
      501,
      'PATHWAY_STOP_UNKNOWN',
      'Error',
      'Pathway!',
      'An end of the pathway is empty or not in the version.',
      'Such a pathway is dropped, or the feed is refused.',
      'Choose another stop, or remove the pathway.',
      'A pathway to the node "VN9", which was removed.',
    ],
    'Pathway',
    STOPS,
    (pathway, net) =>
      ends(pathway).flatMap(([field, id]): Fault[] =>
        net.get('Stop', id) === undefined ? [{ field, text: `The stop ${id || '(none)'} is not in this version` }] : [],
      ),
  ),
  relationRule(
    [
      502,
      'PATHWAY_STOP_WRONG_TYPE',
      'Error',
      'Pathway!',
      'An end of the pathway is a station.',
      'Pathways connect the parts of a station: stops, platforms, exits, nodes and boarding areas.',
      'Choose a part of the station as the end.',
      'A pathway to the station "VELMAR" itself.',
    ],
    'Pathway',
    STOPS,
    (pathway, net) =>
      ends(pathway).flatMap(([field, id]): Fault[] => {
        const stop = net.get('Stop', id);
        return stop?.Type === STOP_TYPES.Station ? [{ field, text: `${stop.Name || stop.Id} is a station` }] : [];
      }),
  ),
  relationRule(
    [
      503,
      'PATHWAY_PLATFORM_HAS_BOARDING_AREAS',
      'Error',
      'Pathway!',
      'An end of the pathway is a platform that has boarding areas.',
      'Such a platform is only a group; pathways lead to its boarding areas.',
      'Choose one of the boarding areas as the end.',
      'A pathway to platform "3", which has the boarding areas "3A" and "3B".',
    ],
    'Pathway',
    STOPS,
    (pathway, net) =>
      ends(pathway).flatMap(([field, id]): Fault[] => {
        const stop = net.get('Stop', id);
        const grouped = stop?.Type === STOP_TYPES.Platform && net.linked('childOfStop', id).some(({ doc }) => doc.Type === STOP_TYPES.BoardingArea);
        return grouped ? [{ field, text: `The platform ${stop.Name || stop.Id} has boarding areas; one of them has to be the end` }] : [];
      }),
  ),
  relationRule(
    [
      504,
      'PATHWAY_STATIONS_DIFFER',
      'Error',
      'Pathway',
      'The ends belong to different stations.',
      'Connections between stations are transfers.',
      'Give both ends the same station, or make a transfer in place of the pathway. Exclude the case where the stations are really joined indoors.',
      'A walkway from Velmar to Harbour.',
    ],
    'Pathway',
    STOPS,
    (pathway, net) => {
      const [from, to] = [stationOf(net, pathway.FromStopId), stationOf(net, pathway.ToStopId)];
      return from !== undefined && to !== undefined && from !== to
        ? { text: `Connects the station ${nameOf(net, from)} with ${nameOf(net, to)}` }
        : undefined;
    },
  ),
  relationRule(
    [
      526,
      'PATHWAY_TO_STOP_WITH_OWN_ACCESS',
      'Error',
      'Pathway',
      'An end is a stop that people reach from the street (stop_access 1), and not by the pathways of its station.',
      'Either the pathway or the access of the stop is wrong.',
      'Remove the pathway, or correct stop_access.',
      'A walkway to the bus stop in front of the station.',
    ],
    'Pathway',
    STOPS,
    ({ FromStopId, ToStopId }, net) =>
      (
        [
          ['FromStopId', FromStopId],
          ['ToStopId', ToStopId],
        ] as const
      ).flatMap(([field, id]) =>
        net.get('Stop', id)?.Extra?.['stop_access'] === '1' ? [{ field, text: `${nameOf(net, id)} is reached from the street` }] : [],
      ),
  ),
  documentRule(
    [
      505,
      'PATHWAY_LOOP',
      'Warning',
      'Pathway',
      'Both ends are the same stop.',
      'The pathway leads nowhere.',
      'Choose another end, or remove the pathway.',
      'A pathway from "VN1" to "VN1".',
    ],
    'Pathway',
    (pathway) =>
      !isBlank(pathway.FromStopId) && pathway.FromStopId === pathway.ToStopId
        ? { field: 'ToStopId', text: `Both ends are ${pathway.FromStopId}` }
        : undefined,
  ),
  groupRule(
    [
      506,
      'PATHWAY_DUPLICATE',
      'Warning',
      'Pathway',
      'Two pathways have the same mode and the same ends, in either order where they lead both ways.',
      'Trip planners count the pathway twice.',
      'Remove one of them. Exclude the case where there really are two, such as two elevators side by side.',
      'Two walkways from "VN1" to "VN2".',
    ],
    'Pathway',
    {
      keys: ({ Mode, FromStopId, ToStopId }) => [`${Mode} ${[FromStopId, ToStopId].toSorted().join('\n')}`],
      check: (pathways) =>
        pathways.flatMap((of) => {
          const other = pathways.find(
            (one) => one !== of && (of.doc.IsBidirectional || one.doc.IsBidirectional || one.doc.FromStopId === of.doc.FromStopId),
          );
          return other === undefined ? [] : [{ of, text: `${other.id} joins the same stops in the same way` }];
        }),
    },
  ),
  documentRule(
    [
      507,
      'PATHWAY_MODE_INVALID',
      'Error',
      'Pathway!',
      'The mode is none of the seven known ones (1 to 7).',
      'Nobody knows whether one walks, climbs or rides.',
      'Choose a mode.',
      'pathway_mode 9.',
    ],
    'Pathway',
    ({ Mode }) => (Mode >= 1 && Mode <= 7 ? undefined : { field: 'Mode', text: `Unknown pathway mode ${Mode}` }),
  ),
  documentRule(
    [
      508,
      'PATHWAY_EXIT_GATE_BIDIRECTIONAL',
      'Error',
      'Pathway!',
      'The pathway is an exit gate and leads both ways.',
      'Through an exit gate one leaves the paid area only.',
      'Let it lead one way, or make it a fare gate.',
      'An exit gate with is_bidirectional 1.',
    ],
    'Pathway',
    ({ Mode, IsBidirectional }) =>
      Mode === MODE.ExitGate && IsBidirectional ? { field: 'IsBidirectional', text: 'An exit gate must be one-way' } : undefined,
  ),
  documentRule(
    [
      509,
      'PATHWAY_LENGTH_INVALID',
      'Error',
      'Pathway!',
      'The length is negative.',
      'A length cannot be negative.',
      'Type the length in metres.',
      'Length -12.',
    ],
    'Pathway',
    ({ Length }) => (Length !== undefined && Length < 0 ? { field: 'Length', text: `The length is ${shown(Length)} m` } : undefined),
  ),
  relationRule(
    [
      510,
      'PATHWAY_LENGTH_SHORTER_THAN_DISTANCE',
      'Warning',
      'Pathway',
      'The length is below 80 % of the straight distance of the ends, and by more than 5 m.',
      'A pathway cannot be shorter than the straight line: the length or a coordinate is wrong.',
      'Type the length in metres, or move the stop.',
      'A length of 20 m between places 60 m apart.',
    ],
    'Pathway',
    STOPS,
    (pathway, net) => {
      const far = straight(pathway, net);
      if (far === undefined || pathway.Length === undefined || pathway.Length < 0) return undefined;
      const short = pathway.Length < far * THRESHOLDS.pathwayLengthShare && far - pathway.Length > THRESHOLDS.pathwayLengthSlack;
      return short ? { field: 'Length', text: `The length is ${metres(pathway.Length)}, but the ends are ${metres(far)} apart` } : undefined;
    },
  ),
  relationRule(
    [
      511,
      'PATHWAY_LENGTH_TOO_LONG',
      'Warning',
      'Pathway',
      'The length, or the straight distance of the ends, is over 1000 m.',
      'Pathways within a station are shorter.',
      'Type the length in metres, or choose the right stops.',
      'A walkway of 1,640 m.',
      { key: 'pathwayMetres', unit: 'm', min: 50, max: 10_000 },
    ],
    'Pathway',
    STOPS,
    (pathway, net) => {
      const far = Math.max(pathway.Length ?? 0, straight(pathway, net) ?? 0);
      return far > net.limits.pathwayMetres ? { field: 'Length', text: `This pathway is ${metres(far)} long` } : undefined;
    },
  ),
  documentRule(
    [
      512,
      'PATHWAY_TRAVERSAL_TIME_INVALID',
      'Error',
      'Pathway!',
      'The traversal time is set and not above 0.',
      'Every pathway takes some time.',
      'Type the time in seconds, or clear the field.',
      'Traversal time 0.',
    ],
    'Pathway',
    ({ TraversalTime }) =>
      TraversalTime !== undefined && TraversalTime <= 0 ? { field: 'TraversalTime', text: `The time is ${shown(TraversalTime)} s` } : undefined,
  ),
  documentRule(
    [
      513,
      'PATHWAY_TRAVERSAL_TIME_MISSING',
      'Warning',
      'Pathway',
      'A moving sidewalk, escalator or elevator has no traversal time.',
      'Its time follows from its speed and not from its length: planners have to guess.',
      'Type the time in seconds.',
      'An elevator without a time.',
    ],
    'Pathway',
    ({ Mode, TraversalTime }) =>
      TraversalTime === undefined && [MODE.MovingSidewalk, MODE.Escalator, MODE.Elevator].some((mode) => mode === Mode)
        ? { field: 'TraversalTime', text: `The time of this ${pathwayModeLabel(Mode).toLowerCase()} has no traversal time` }
        : undefined,
  ),
  relationRule(
    [
      514,
      'PATHWAY_TRAVERSAL_TOO_FAST',
      'Warning',
      'Pathway',
      'The length (else the straight distance) divided by the traversal time is over 3 m/s. Elevators and gates are exempt.',
      'Nobody walks that fast. It is also how a length given in feet shows.',
      'Type the length in metres or the time in seconds.',
      '164 (feet) in 40 s: 4.1 m/s.',
      { key: 'pathwaySpeed', unit: 'm/s', min: 0.5, max: 10 },
    ],
    'Pathway',
    STOPS,
    (pathway, net) => {
      const { Mode, TraversalTime } = pathway;
      if (TraversalTime === undefined || TraversalTime <= 0 || [MODE.Elevator, MODE.FareGate, MODE.ExitGate].some((mode) => mode === Mode))
        return undefined;
      const far = pathway.Length ?? straight(pathway, net);
      if (far === undefined || far / TraversalTime <= net.limits.pathwaySpeed) return undefined;
      return { field: 'TraversalTime', text: `${metres(far)} in ${shown(TraversalTime)} s is ${shown(far / TraversalTime)} m/s` };
    },
  ),
  documentRule(
    [
      515,
      'PATHWAY_STAIR_COUNT_INVALID',
      'Error',
      'Pathway!',
      'The number of stairs is 0, or is set on a pathway that is no stairs.',
      'It says that there are stairs where there are none.',
      'Type the number of stairs (negative downwards), or clear the field.',
      '12 stairs on a walkway.',
    ],
    'Pathway',
    ({ Mode, StairCount }) => {
      if (StairCount === undefined) return undefined;
      if (Mode !== MODE.Stairs) return { field: 'StairCount', text: `${StairCount} stairs on a pathway of another mode` };
      return StairCount === 0 ? { field: 'StairCount', text: 'The number of stairs is 0' } : undefined;
    },
  ),
  documentRule(
    [
      516,
      'PATHWAY_STAIR_COUNT_MISSING',
      'Warning',
      'Pathway',
      'The pathway is stairs, and the number of stairs is empty.',
      'Travellers with luggage want to know; a floor has about 15.',
      'Type the number of stairs, negative downwards.',
      'Stairs without a number.',
    ],
    'Pathway',
    ({ Mode, StairCount }) =>
      Mode === MODE.Stairs && StairCount === undefined ? { field: 'StairCount', text: 'These stairs have no number of stairs' } : undefined,
  ),
  documentRule(
    [
      517,
      'PATHWAY_SLOPE_NOT_ALLOWED',
      'Warning',
      'Pathway',
      'A slope is set, and the pathway is neither a walkway nor a moving sidewalk.',
      'Only these have one.',
      'Clear the slope, or choose another mode.',
      'Stairs with a slope of 0.4.',
    ],
    'Pathway',
    ({ Mode, MaxSlope }) =>
      MaxSlope !== undefined && MaxSlope !== 0 && Mode !== MODE.Walkway && Mode !== MODE.MovingSidewalk
        ? { field: 'MaxSlope', text: `A slope of ${shown(MaxSlope)} on ${pathwayModeLabel(Mode).toLowerCase()}` }
        : undefined,
  ),
  documentRule(
    [
      518,
      'PATHWAY_SLOPE_TOO_STEEP',
      'Warning',
      'Pathway',
      'The slope is over 0.083 (1:12), up or down.',
      'Wheelchairs cannot take it by themselves. A value over 1 is mostly a percentage.',
      'Type the slope as a ratio: 5 % is 0.05.',
      'Slope 8 (meant as 8 %).',
      { key: 'steepSlope', unit: '', min: 0.01, max: 1 },
    ],
    'Pathway',
    ({ MaxSlope }, { steepSlope }) => {
      const steep = Math.abs(MaxSlope ?? 0);
      if (steep <= steepSlope) return undefined;
      return {
        field: 'MaxSlope',
        text:
          steep > 1
            ? `The slope ${shown(MaxSlope ?? 0)} looks like a percentage; as a ratio it is ${shown((MaxSlope ?? 0) / 100)}`
            : `The slope is ${MaxSlope}, steeper than ${steepSlope === THRESHOLDS.steepSlope ? '1:12' : steepSlope}`,
      };
    },
  ),
  documentRule(
    [
      519,
      'PATHWAY_MIN_WIDTH_SUSPICIOUS',
      'Warning',
      'Pathway',
      'The width is not above 0, below 0.3 m or above 50 m.',
      'Nobody passes through 0.3 m; mostly centimetres or feet were typed.',
      'Type the width in metres.',
      'Width 120 (centimetres).',
    ],
    'Pathway',
    ({ MinWidth }) =>
      MinWidth !== undefined && (MinWidth < THRESHOLDS.narrowMetres || MinWidth > THRESHOLDS.wideMetres)
        ? { field: 'MinWidth', text: `The width is ${shown(MinWidth)} m` }
        : undefined,
  ),
  relationRule(
    [
      520,
      'PATHWAY_ELEVATOR_SAME_LEVEL',
      'Warning',
      'Pathway',
      'An elevator, escalator or stairs joins two stops of one level.',
      'They lead from level to level: one of the levels is wrong.',
      'Give the stops their levels.',
      'An elevator between two nodes of level "L0".',
    ],
    'Pathway',
    STOPS,
    (pathway, net) => {
      if (![MODE.Elevator, MODE.Escalator, MODE.Stairs].some((mode) => mode === pathway.Mode)) return undefined;
      const [from, to] = [net.get('Stop', pathway.FromStopId)?.LevelId, net.get('Stop', pathway.ToStopId)?.LevelId];
      return !isBlank(from) && from === to
        ? { text: `Both ends of this ${pathwayModeLabel(pathway.Mode).toLowerCase()} are on the level ${from}` }
        : undefined;
    },
  ),
];

function ends(pathway: Pathway): readonly (readonly ['FromStopId' | 'ToStopId', string])[] {
  return [
    ['FromStopId', pathway.FromStopId],
    ['ToStopId', pathway.ToStopId],
  ];
}

/** The station that a stop belongs to, through its platform where it is a boarding area. */
export function stationOf(net: Network, stopId: string): string | undefined {
  let stop = net.get('Stop', stopId);
  for (let steps = 0; stop && steps < 3; steps++) {
    if (stop.Type === STOP_TYPES.Station) return stop.Id;
    if (isBlank(stop.ParentId)) return undefined;
    stop = net.get('Stop', stop.ParentId);
  }
  return undefined;
}

function nameOf(net: Network, stopId: string): string {
  return net.get('Stop', stopId)?.Name || stopId;
}

function straight(pathway: Pathway, net: Network): number | undefined {
  const [from, to] = [net.get('Stop', pathway.FromStopId)?.Coordinate, net.get('Stop', pathway.ToStopId)?.Coordinate];
  return from && to ? metresBetween(from, to) : undefined;
}
