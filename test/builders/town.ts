/**
 * A town of a made-up extract: a grid of 12 rows and 12 columns, 150 m apart. Row 3 is a one-way street eastwards, row 5 for buses alone,
 * row 8 a one-way street eastwards for all but buses, row 9 one with a bus lane against it; row 6 is the main street. At column 4 nobody
 * turns left from northwards into row 2. North of it lies a dual carriageway (rows 13 and 13.15), joined to the town at both ends only.
 */
import { type OsmData, osmPbf } from './osmPbf.ts';

const SIZE = 12;
const STEP = 150;
const METRES = 111_195;

/** A place of the town, in steps of the grid from its south-west corner. */
export function inTown(x: number, y: number): { Lat: number; Lng: number } {
  return { Lat: 48 + (y * STEP) / METRES, Lng: 9 + (x * STEP) / (METRES * Math.cos((48 * Math.PI) / 180)) };
}

/** The town with what a base map draws beside streets: a place, a lake with an island west of it, a house, a park and a railway. */
export function townMapExtract(): Buffer {
  return townOf({
    nodes: [
      { id: 7000, x: 5.5, y: 5.5, tags: { place: 'town', name: 'Gridham' } },
      ...LAKE.map(([x, y], i) => ({ id: 7001 + i, x, y })),
      ...ISLAND.map(([x, y], i) => ({ id: 7011 + i, x, y })),
      ...HOUSE.map(([x, y], i) => ({ id: 7021 + i, x, y })),
      ...PARK.map(([x, y], i) => ({ id: 7031 + i, x, y })),
      { id: 7041, x: -5, y: -2 },
      { id: 7042, x: 15, y: -2 },
    ],
    ways: [
      // The shore is two ways, one of them the other way round.
      { id: 401, refs: [7001, 7002, 7003], tags: {} },
      { id: 402, refs: [7001, 7004, 7003], tags: {} },
      { id: 403, refs: [7011, 7012, 7013, 7014, 7011], tags: {} },
      { id: 404, refs: [7021, 7022, 7023, 7024, 7021], tags: { building: 'yes' } },
      { id: 405, refs: [7031, 7032, 7033, 7034, 7031], tags: { leisure: 'park' } },
      { id: 406, refs: [7041, 7042], tags: { railway: 'rail' } },
    ],
    relations: [
      {
        id: 2,
        tags: { type: 'multipolygon', natural: 'water', name: 'Mill Pond' },
        members: [
          { type: 'way', ref: 401, role: 'outer' },
          { type: 'way', ref: 402, role: 'outer' },
          { type: 'way', ref: 403, role: 'inner' },
        ],
      },
    ],
  });
}
type Corners = readonly (readonly [x: number, y: number])[];
const box = (x: number, y: number, size: number): Corners => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
];
const [LAKE, ISLAND, HOUSE, PARK] = [box(-6, 2, 4), box(-5, 3, 2), box(2.3, 2.3, 0.3), box(7.1, 7.1, 0.8)];

/** A place of the map in steps of the grid, rounded to a tenth. */
export function steps({ Lat, Lng }: { readonly Lat: number; readonly Lng: number }): [x: number, y: number] {
  const tenth = (value: number): number => Math.round(value * 10) / 10 + 0;
  return [tenth(((Lng - 9) * METRES * Math.cos((48 * Math.PI) / 180)) / STEP), tenth(((Lat - 48) * METRES) / STEP)];
}

const along = Array.from({ length: SIZE }, (_, i) => i);
const ROWS: Readonly<Record<number, Record<string, string>>> = {
  3: { oneway: 'yes' },
  5: { highway: 'service', service: 'busway', access: 'no', bus: 'yes' },
  6: { highway: 'primary' },
  8: { highway: 'tertiary', oneway: 'yes', 'oneway:bus': 'no' },
  9: { highway: 'tertiary', oneway: 'yes', busway: 'opposite_lane' },
};

export function townExtract(): Buffer {
  return townOf({ nodes: [], ways: [], relations: [] });
}

/** The town, and more: nodes with larger ids in steps of the grid, ways and relations with larger ids. */
function townOf(more: {
  readonly nodes: readonly { readonly id: number; readonly x: number; readonly y: number; readonly tags?: Readonly<Record<string, string>> }[];
  readonly ways: OsmData['ways'];
  readonly relations: NonNullable<OsmData['relations']>;
}): Buffer {
  const node = (id: number, x: number, y: number) => ({ id, lat: inTown(x, y).Lat, lng: inTown(x, y).Lng });
  const corner = (x: number, y: number): number => 1000 + y * 100 + x;
  const nodes = [
    ...along.flatMap((y) => along.map((x) => node(corner(x, y), x, y))),
    ...along.map((x) => node(5000 + x, x, 13)),
    ...along.map((x) => node(6000 + x, x, 13.15)),
    ...more.nodes.map(({ id, x, y, tags = {} }) => ({ ...node(id, x, y), tags })),
  ];
  const ways = [
    ...along.map((y) => ({
      id: 1 + y,
      refs: along.map((x) => corner(x, y)),
      tags: { highway: 'residential', name: `Row ${y}`, ...ROWS[y] },
    })),
    ...along.map((x) => ({ id: 101 + x, refs: along.map((y) => corner(x, y)), tags: { highway: 'residential', name: `Column ${x}` } })),
    { id: 201, refs: along.map((x) => 5000 + x), tags: { highway: 'secondary', oneway: 'yes', name: 'Avenue east' } },
    { id: 202, refs: along.map((x) => 6000 + x).toReversed(), tags: { highway: 'secondary', oneway: 'yes', name: 'Avenue west' } },
    { id: 203, refs: [corner(0, SIZE - 1), 5000, 6000], tags: { highway: 'secondary' } },
    { id: 204, refs: [corner(SIZE - 1, SIZE - 1), 5000 + SIZE - 1, 6000 + SIZE - 1], tags: { highway: 'secondary' } },
  ].flatMap((way) => (way.id === 105 ? halves(way, corner(4, 2)) : [way]));
  return osmPbf({
    nodes,
    ways: [...ways.toSorted((a, b) => a.id - b.id), ...more.ways],
    relations: [
      {
        id: 1,
        tags: { type: 'restriction', restriction: 'no_left_turn' },
        members: [
          { type: 'way', ref: 105, role: 'from' },
          { type: 'node', ref: corner(4, 2), role: 'via' },
          { type: 'way', ref: 3, role: 'to' },
        ],
      },
      ...more.relations,
    ],
  });
}

/** The column at which a turn is banned is two ways, as OpenStreetMap has it at a junction with a restriction. */
function halves<W extends { readonly id: number; readonly refs: readonly number[] }>(way: W, at: number): W[] {
  const i = way.refs.indexOf(at);
  return [
    { ...way, refs: way.refs.slice(0, i + 1) },
    { ...way, id: 301, refs: way.refs.slice(i) },
  ];
}
