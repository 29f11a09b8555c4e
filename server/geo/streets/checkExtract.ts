import type { Box } from '../alignment.ts';
import { ExtractRefused, readOsm } from './osmPbf.ts';

export interface CheckedExtract {
  readonly nodes: number;
  /** Ways with `highway`. */
  readonly streets: number;
  /** Round all nodes. */
  readonly bounds: Box;
}

/**
 * Reads an extract once before the engine does, which builds tiles without a word from files that are not what they should be.
 * Refuses negative ids (files of editors, not of OpenStreetMap) and elements that are not sorted by type and id.
 */
export function checkExtract(file: string, onProgress?: (part: number) => void): CheckedExtract {
  const order = new Order();
  let [nodes, streets] = [0, 0];
  let [south, north, west, east] = [90, -90, 180, -180];
  readOsm(file, {
    node: (id, lat, lng) => {
      order.next(0, id);
      nodes++;
      south = Math.min(south, lat);
      north = Math.max(north, lat);
      west = Math.min(west, lng);
      east = Math.max(east, lng);
    },
    way: (id, tags) => {
      order.next(1, id);
      if (tags.has('highway')) streets++;
    },
    relation: (id) => order.next(2, id),
    progress: (bytes, ofBytes) => onProgress?.(bytes / ofBytes),
  });
  if (streets === 0) throw new ExtractRefused('has no streets (ways with the tag highway). Use an extract with all features.');
  return { nodes, streets, bounds: { south, north, west, east } };
}

class Order {
  #type = 0;
  #id = 0;

  next(type: number, id: number): void {
    if (id <= 0) throw new ExtractRefused(`has an element with the id ${id}. Ids of OpenStreetMap are positive: give new ids with osmium renumber.`);
    if (type < this.#type || (type === this.#type && id <= this.#id))
      throw new ExtractRefused('is not sorted by type and id. Sort it: osmium sort IN.osm.pbf -o OUT.osm.pbf');
    this.#type = type;
    this.#id = id;
  }
}
