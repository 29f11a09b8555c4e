/** A large extract out of a small one: the same streets several times, one beside the other. For measuring builds. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { type OsmMember, type OsmTags, readOsm } from '../../server/geo/streets/osmPbf.ts';
import { type OsmData, osmBlock, osmHeader } from './osmPbf.ts';

/** Elements of one block, as extracts have them. */
const OF_BLOCK = 8000;

type Kept<K extends keyof OsmData> = NonNullable<OsmData[K]>[number];

/** Writes an extract with `copies` of another one, each east of the one before. Ids are given anew, ascending by type as extracts need. */
export function writeCopies(from: string, copies: number, to: string): void {
  const nodes: Kept<'nodes'>[] = [];
  const ways: Kept<'ways'>[] = [];
  const relations: Kept<'relations'>[] = [];
  const of = (tags: OsmTags) => Object.fromEntries(tags);
  readOsm(from, {
    node: (id, lat, lng, tags) => void nodes.push({ id, lat, lng, tags: of(tags) }),
    way: (id, tags, refs) => void ways.push({ id, tags: of(tags), refs: [...refs()] }),
    relation: (id, tags, members) => void relations.push({ id, tags: of(tags), members: [...members()] }),
  });
  const places = { node: placesOf(nodes), way: placesOf(ways), relation: placesOf(relations) };
  let [west, east] = [Infinity, -Infinity];
  for (const { lng } of nodes) [west, east] = [Math.min(west, lng), Math.max(east, lng)];
  const step = (east - west) * 1.1;
  const file = openSync(to, 'w');
  /** An element that the extract refers to and does not hold keeps an id that no element has. */
  const idOf = (type: OsmMember['type'], id: number, copy: number): number => {
    const place = places[type].get(id);
    const size = places[type].size;
    return place === undefined ? size * copies + 1 + (id % 1000) : copy * size + place + 1;
  };
  const write = <T>(all: readonly T[], block: (some: readonly T[], copy: number) => OsmData): void => {
    for (let copy = 0; copy < copies; copy++)
      for (let at = 0; at < all.length; at += OF_BLOCK) writeSync(file, osmBlock(block(all.slice(at, at + OF_BLOCK), copy)));
  };
  try {
    writeSync(file, osmHeader());
    write(nodes, (some, copy) => ({
      nodes: some.map((one) => ({ ...one, id: idOf('node', one.id, copy), lng: one.lng + copy * step })),
      ways: [],
    }));
    write(ways, (some, copy) => ({
      nodes: [],
      ways: some.map((one) => ({ ...one, id: idOf('way', one.id, copy), refs: one.refs.map((ref) => idOf('node', ref, copy)) })),
    }));
    write(relations, (some, copy) => ({
      nodes: [],
      ways: [],
      relations: some.map((one) => ({
        ...one,
        id: idOf('relation', one.id, copy),
        members: one.members.map(({ type, ref, role }) => ({ type, ref: idOf(type, ref, copy), role })),
      })),
    }));
  } finally {
    closeSync(file);
  }
}

function placesOf(all: readonly { readonly id: number }[]): ReadonlyMap<number, number> {
  return new Map(all.map(({ id }, place) => [id, place]));
}
