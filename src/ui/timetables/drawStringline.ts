/** Paints a stringline on a canvas. Lines are simplified once for all zooms of about the same scale; a pan only moves and clips them. */
import { formatServiceTime } from '../../domain/time.ts';
import type { DrivenLine } from '../../domain/timetableSheet/drivenLines.ts';
import type { Headway, Meeting, StringRun } from '../../domain/timetableSheet/stringline.ts';
import { HOURS_HEIGHT, NAMES_WIDTH, simplified, type StringlineView, tickOf } from './stringlineView.ts';

/** Everything that a painting shows. */
export interface StringlinePicture {
  readonly runs: readonly StringRun[];
  /** Trips as they were driven, behind the runs. */
  readonly driven: readonly DrivenLine[];
  readonly meetings: readonly Meeting[];
  readonly headways: readonly Headway[];
  /** Metres at which the headways are counted; undefined for none. */
  readonly headwayMetres: number | undefined;
  readonly stops: readonly { readonly name: string; readonly metres: number }[];
  readonly isSelected: (column: number) => boolean;
  readonly hovered: StringRun | undefined;
  /** Seconds by which the selected lines are being dragged. */
  readonly dragged: number;
}

/** Colours of the page, as CSS. */
export interface StringlineColours {
  readonly text: string;
  readonly quiet: string;
  readonly border: string;
  readonly surface: string;
  readonly accent: string;
  readonly fault: string;
  readonly other: string;
}

const TINTS = ['#0c8599', '#087f5b', '#1971c2', '#c2700c', '#9c36b5', '#c2255c'];
/** Lines may be off by so many pixels. */
const TOLERANCE = 0.6;

/** What a line is drawn from: points with a common index. */
type Points = Pick<StringRun, 'times' | 'metres'>;

/** Simplified lines of the last zoom, in pixels from the origin of time and distance. */
interface Lines {
  readonly perPixel: number;
  readonly metresPerPixel: number;
  readonly points: readonly Float32Array[];
}
const simplifiedRuns = new WeakMap<readonly Points[], Lines>();

/** Which points of each run stay, at a scale. */
interface Kept {
  readonly scale: string;
  readonly points: readonly (readonly number[])[];
}
const keptOfRuns = new WeakMap<readonly Points[], Kept>();

/** Paints; `width` and `height` are CSS pixels of the canvas. */
export function drawStringline(
  context: CanvasRenderingContext2D,
  picture: StringlinePicture,
  view: StringlineView,
  colours: StringlineColours,
  { width, height, ratio }: { readonly width: number; readonly height: number; readonly ratio: number },
): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, width, height);
  context.font = '11px "Noto Sans", sans-serif';
  drawAxes(context, picture, view, colours, width, height);
  context.save();
  context.beginPath();
  context.rect(NAMES_WIDTH, HOURS_HEIGHT, width - NAMES_WIDTH, height - HOURS_HEIGHT);
  context.clip();
  context.translate(NAMES_WIDTH - view.from / view.perPixel, HOURS_HEIGHT - view.top / view.metresPerPixel);
  drawDriven(context, picture.driven, view, colours);
  drawRuns(context, picture, view, colours, view.from + (width - NAMES_WIDTH) * view.perPixel);
  context.restore();
  drawHeadways(context, picture, view, colours, width);
}

function drawDriven(context: CanvasRenderingContext2D, driven: readonly DrivenLine[], view: StringlineView, colours: StringlineColours): void {
  if (driven.length === 0) return;
  const path = new Path2D();
  for (const line of linesOf(driven, view).points) trace(path, line, 0);
  context.lineJoin = 'round';
  context.strokeStyle = colours.quiet;
  context.lineWidth = 0.7;
  context.globalAlpha = 0.45;
  context.stroke(path);
  context.globalAlpha = 1;
}

function drawRuns(
  context: CanvasRenderingContext2D,
  picture: StringlinePicture,
  view: StringlineView,
  colours: StringlineColours,
  end: number,
): void {
  const { runs, isSelected, hovered, dragged, meetings } = picture;
  const { points } = linesOf(runs, view);
  const strokes = new Map<string, Path2D>();
  const selected = new Path2D();
  let hover: Path2D | undefined;
  runs.forEach((run, at) => {
    const line = points[at];
    if (!line) return;
    const chosen = run.column !== undefined && isSelected(run.column);
    const moved = chosen ? dragged / view.perPixel : 0;
    if (run.to + (chosen ? dragged : 0) < view.from || run.from + (chosen ? dragged : 0) > end) return;
    if (run === hovered) trace((hover = new Path2D()), line, moved);
    if (chosen) return trace(selected, line, moved);
    const colour = run.column === undefined ? colours.other : (TINTS[run.timetable % TINTS.length] ?? colours.text);
    let path = strokes.get(colour);
    if (!path) strokes.set(colour, (path = new Path2D()));
    trace(path, line, 0);
  });
  context.lineJoin = 'round';
  const dense = (runs.length * view.perPixel) / 60 > 1500;
  for (const [colour, path] of strokes) {
    context.strokeStyle = colour;
    context.lineWidth = dense ? 0.8 : 1.2;
    context.setLineDash(colour === colours.other ? [4, 3] : []);
    context.stroke(path);
  }
  context.setLineDash([]);
  if (hover) {
    context.strokeStyle = colours.text;
    context.lineWidth = 2;
    context.stroke(hover);
  }
  context.strokeStyle = colours.accent;
  context.lineWidth = 2.6;
  context.stroke(selected);
  context.fillStyle = colours.fault;
  context.beginPath();
  for (const { time, metres } of meetings) {
    if (time < view.from || time > end) continue;
    const [x, y] = [time / view.perPixel, metres / view.metresPerPixel];
    context.moveTo(x + 3, y);
    context.arc(x, y, 3, 0, 2 * Math.PI);
  }
  context.fill();
}

function trace(path: Path2D, line: Float32Array, moved: number): void {
  path.moveTo((line[0] ?? 0) + moved, line[1] ?? 0);
  for (let at = 2; at < line.length; at += 2) path.lineTo((line[at] ?? 0) + moved, line[at + 1] ?? 0);
}

function linesOf(runs: readonly Points[], { perPixel, metresPerPixel }: StringlineView): Lines {
  const known = simplifiedRuns.get(runs);
  if (known?.perPixel === perPixel && known.metresPerPixel === metresPerPixel) return known;
  const kept = keptPoints(runs, scaleOf(perPixel), scaleOf(metresPerPixel));
  const points = runs.map(({ times, metres }, nth) => {
    const own = kept[nth] ?? [];
    const line = new Float32Array(own.length * 2);
    let end = 0;
    for (const at of own) {
      line[end++] = (times[at] ?? 0) / perPixel;
      line[end++] = (metres[at] ?? 0) / metresPerPixel;
    }
    return line;
  });
  const lines = { perPixel, metresPerPixel, points };
  simplifiedRuns.set(runs, lines);
  return lines;
}

/** The scale of a zoom: the next power of two on the near side, at which no point too few is kept. */
function scaleOf(perPixel: number): number {
  return 2 ** Math.floor(Math.log2(perPixel));
}

function keptPoints(runs: readonly Points[], perPixel: number, metresPerPixel: number): Kept['points'] {
  const scale = `${perPixel} ${metresPerPixel}`;
  const known = keptOfRuns.get(runs);
  if (known?.scale === scale) return known.points;
  const points = runs.map(({ times, metres }) => simplified(scaled(times, perPixel), scaled(metres, metresPerPixel), TOLERANCE));
  keptOfRuns.set(runs, { scale, points });
  return points;
}

function scaled(values: readonly number[], by: number): Float32Array {
  const pixels = new Float32Array(values);
  for (let at = 0; at < pixels.length; at++) pixels[at] = (pixels[at] ?? 0) / by;
  return pixels;
}

function drawAxes(
  context: CanvasRenderingContext2D,
  { stops }: StringlinePicture,
  view: StringlineView,
  colours: StringlineColours,
  width: number,
  height: number,
): void {
  const xOf = (time: number): number => NAMES_WIDTH + (time - view.from) / view.perPixel;
  const tick = tickOf(view);
  context.lineWidth = 1;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  const end = view.from + (width - NAMES_WIDTH) * view.perPixel;
  for (let time = Math.max(0, Math.ceil(view.from / tick) * tick); time <= end; time += tick) {
    const x = Math.round(xOf(time)) + 0.5;
    context.strokeStyle = colours.border;
    context.globalAlpha = time % 3600 === 0 ? 1 : 0.5;
    context.beginPath();
    context.moveTo(x, HOURS_HEIGHT);
    context.lineTo(x, height);
    context.stroke();
    context.globalAlpha = 1;
    context.fillStyle = colours.quiet;
    context.fillText(formatServiceTime(time), x, HOURS_HEIGHT / 2);
  }
  context.textAlign = 'left';
  let free = -Infinity;
  for (const { name, metres } of stops) {
    const y = HOURS_HEIGHT + (metres - view.top) / view.metresPerPixel;
    if (y < HOURS_HEIGHT || y > height) continue;
    context.strokeStyle = colours.border;
    context.globalAlpha = 0.6;
    context.beginPath();
    context.moveTo(NAMES_WIDTH, Math.round(y) + 0.5);
    context.lineTo(width, Math.round(y) + 0.5);
    context.stroke();
    context.globalAlpha = 1;
    if (y < free) continue;
    free = y + 13;
    context.fillStyle = colours.text;
    context.fillText(cut(context, name, NAMES_WIDTH - 16), 8, y);
  }
}

function drawHeadways(
  context: CanvasRenderingContext2D,
  { headways, headwayMetres }: StringlinePicture,
  view: StringlineView,
  colours: StringlineColours,
  width: number,
): void {
  if (headwayMetres === undefined) return;
  const y = HOURS_HEIGHT + (headwayMetres - view.top) / view.metresPerPixel;
  if (y < HOURS_HEIGHT) return;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  let free = -Infinity;
  for (const { from, to } of headways) {
    const x = NAMES_WIDTH + ((from + to) / 2 - view.from) / view.perPixel;
    const text = headwayOf(to - from);
    const half = text.length * 3.5 + 2;
    if (x < NAMES_WIDTH || x > width || x - half < free || (to - from) / view.perPixel < 2 * half + 2) continue;
    free = x + half;
    context.fillStyle = colours.surface;
    context.fillRect(x - half, y - 7, 2 * half, 14);
    context.fillStyle = to === from ? colours.fault : colours.text;
    context.fillText(text, x, y);
  }
}

/** A headway in minutes: `10′`, `7.5′`. */
function headwayOf(seconds: number): string {
  return `${Math.round(seconds / 6) / 10}′`;
}

function cut(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let shown = text;
  while (shown.length > 1 && context.measureText(`${shown}…`).width > width) shown = shown.slice(0, -1);
  return `${shown}…`;
}
