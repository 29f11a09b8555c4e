/** Where lines that share a section are drawn beside its middle. */

/** Px from line to line at zooms; between them they grow evenly. */
export const LINE_STEPS = [
  [6, 1.1],
  [10, 1.9],
  [13, 3.2],
  [16, 5.2],
] as const;

/** So many lines have their full distance; more share the room of these. */
export const ABREAST = 7;

/** Px from line to line at a zoom. */
export function lineStep(zoom: number): number {
  let [low, least]: readonly [number, number] = LINE_STEPS[0];
  for (const [high, most] of LINE_STEPS) {
    if (zoom <= high) return high === low ? most : least + ((most - least) * Math.max(0, zoom - low)) / (high - low);
    [low, least] = [high, most];
  }
  return least;
}

/** Where a line lies beside the middle of a stretch of so many, in distances of two lines; to the right of its direction above 0. */
export function slotOf(place: number, count: number): number {
  return (place - (count - 1) / 2) * Math.min(1, ABREAST / count);
}
