/**
 * Cells of a grid by which near neighbours are found: a place is put into every cell that the square of `reach` metres
 * around it meets, so that any two places less than `reach` apart share a cell.
 */
import type { Coordinate } from '../../src/domain/coordinate.ts';

/** Metres of one degree of latitude. */
const DEGREE = 111_194.9;
/** Sides of a cell: so large that most places are in one cell only. */
const CELLS = 8;

/** Keys of the cells around a place; `prefix` keeps apart what never meets. */
export function gridCells(at: Coordinate, reach: number, prefix: string): string[] {
  const side = (reach * CELLS) / DEGREE;
  const half = reach / 2 / DEGREE;
  const cells = new Set<string>();
  for (const lat of [at.Lat - half, at.Lat + half]) {
    const row = Math.floor(lat / side);
    const narrow = narrowing(row, side);
    for (const lng of [at.Lng - half / narrow, at.Lng + half / narrow]) cells.add(`${prefix}\n${row}:${Math.floor(lng / (side / narrow))}`);
  }
  return [...cells];
}

/** The cell in which the middle of two places lies; `key` is one of theirs. */
export function midpointCell(a: Coordinate, b: Coordinate, reach: number, key: string): string {
  const side = (reach * CELLS) / DEGREE;
  const row = Math.floor((a.Lat + b.Lat) / 2 / side);
  return `${key.slice(0, key.lastIndexOf('\n'))}\n${row}:${Math.floor((a.Lng + b.Lng) / 2 / (side / narrowing(row, side)))}`;
}

/** Degrees of longitude are shorter towards the poles. One value for a whole row, so that all in it agree. */
function narrowing(row: number, side: number): number {
  return Math.max(0.01, Math.cos(((row + 0.5) * side * Math.PI) / 180));
}
