/** What of a stringline is in view: time across, the distance down. All functions are pure. */

/** Pixels of the stops' names at the left and of the hours at the top. */
export const NAMES_WIDTH = 150;
export const HOURS_HEIGHT = 22;

/** The visible rectangle: seconds at the left edge and per pixel, metres at the top edge and per pixel. */
export interface StringlineView {
  readonly from: number;
  readonly perPixel: number;
  readonly top: number;
  readonly metresPerPixel: number;
}

/** How large the drawing is: pixels of the area of the lines, seconds and metres of all runs. */
export interface StringlineExtent {
  readonly width: number;
  readonly height: number;
  readonly first: number;
  readonly last: number;
  readonly metres: number;
}

/** Pixels left free above the first and below the last stop. */
const MARGIN = 12;
/** Ten seconds a pixel show a quarter of an hour on 90 pixels; half a second is as near as it goes. */
const NEAREST = 0.5;

/** Everything in view. */
export function wholeView({ width, height, first, last, metres }: StringlineExtent): StringlineView {
  const seconds = Math.max(1800, last - first);
  const perPixel = (seconds * 1.04) / Math.max(1, width);
  const metresPerPixel = Math.max(1, metres) / Math.max(1, height - 2 * MARGIN);
  return { from: first - seconds * 0.02, perPixel, top: -MARGIN * metresPerPixel, metresPerPixel };
}

/** The view moved by pixels, never off the runs. */
export function panned(view: StringlineView, dx: number, dy: number, extent: StringlineExtent): StringlineView {
  return inside({ ...view, from: view.from - dx * view.perPixel, top: view.top - dy * view.metresPerPixel }, extent);
}

/** The view `factor` times nearer (further below 1) in time or along the distance; what is under the point stays there. */
export function zoomed(
  view: StringlineView,
  factor: number,
  at: { readonly x: number; readonly y: number },
  axis: 'time' | 'distance',
  extent: StringlineExtent,
): StringlineView {
  const whole = wholeView(extent);
  if (axis === 'time') {
    const perPixel = Math.min(Math.max(view.perPixel / factor, NEAREST), whole.perPixel);
    return inside({ ...view, perPixel, from: view.from + at.x * (view.perPixel - perPixel) }, extent);
  }
  const metresPerPixel = Math.min(Math.max(view.metresPerPixel / factor, 1), whole.metresPerPixel);
  return inside({ ...view, metresPerPixel, top: view.top + at.y * (view.metresPerPixel - metresPerPixel) }, extent);
}

/** The view in which a time lies, moved as little as possible. */
export function showing(view: StringlineView, time: number, extent: StringlineExtent): StringlineView {
  const edge = Math.min(60, extent.width / 4) * view.perPixel;
  const end = view.from + extent.width * view.perPixel;
  if (time < view.from + edge) return inside({ ...view, from: time - edge }, extent);
  return time > end - edge ? inside({ ...view, from: time + edge - extent.width * view.perPixel }, extent) : view;
}

function inside(view: StringlineView, extent: StringlineExtent): StringlineView {
  const whole = wholeView(extent);
  const within = (value: number, least: number, all: number, shown: number): number => Math.max(least, Math.min(value, least + all - shown));
  return {
    ...view,
    from: within(view.from, whole.from, whole.perPixel * extent.width, view.perPixel * extent.width),
    top: within(view.top, whole.top, whole.metresPerPixel * extent.height, view.metresPerPixel * extent.height),
  };
}

/** Seconds between two marks of the time axis, so that they stand 56 pixels apart at least. */
export function tickOf({ perPixel }: StringlineView): number {
  return [60, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600].find((step) => step / perPixel >= 56) ?? 43_200;
}

/** A line in pixels without the points that lie within `tolerance` pixels of the line between their neighbours. */
export function simplified(xs: Float32Array, ys: Float32Array, tolerance: number): number[] {
  const kept = [0];
  let begin = 0;
  for (let at = 2; at < xs.length; at++) {
    if (fits(xs, ys, begin, at, tolerance)) continue;
    kept.push(at - 1);
    begin = at - 1;
  }
  if (xs.length > 1) kept.push(xs.length - 1);
  return kept;
}

/** Whether all points between two lie near the line between them. */
function fits(xs: Float32Array, ys: Float32Array, from: number, to: number, tolerance: number): boolean {
  const [x, y] = [xs[from] ?? 0, ys[from] ?? 0];
  const [dx, dy] = [(xs[to] ?? 0) - x, (ys[to] ?? 0) - y];
  const most = tolerance * (Math.sqrt(dx * dx + dy * dy) || 1);
  for (let at = from + 1; at < to; at++) {
    if (Math.abs(dx * ((ys[at] ?? 0) - y) - dy * ((xs[at] ?? 0) - x)) > most) return false;
  }
  return true;
}
