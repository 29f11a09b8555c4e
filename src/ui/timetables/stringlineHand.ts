/** Mouse and keys on a stringline, as pure functions. */
import { formatServiceTime } from '../../domain/time.ts';
import type { StringRun } from '../../domain/timetableSheet/stringline.ts';
import { shownDays } from '../parts/shownDays.ts';
import { HOURS_HEIGHT, NAMES_WIDTH, type StringlineView } from './stringlineView.ts';
import { texts } from './texts.ts';

/** A line is taken within so many pixels. */
const PICK_RADIUS = 6;

/** The run nearest to a point of the canvas; those of the sheet go before those of other tracks. */
export function runAt(runs: readonly StringRun[], view: StringlineView, x: number, y: number): StringRun | undefined {
  if (x < NAMES_WIDTH || y < HOURS_HEIGHT) return undefined;
  const [atX, atY] = [x - NAMES_WIDTH + view.from / view.perPixel, y - HOURS_HEIGHT + view.top / view.metresPerPixel];
  const time = atX * view.perPixel;
  const near = PICK_RADIUS * view.perPixel;
  let found: StringRun | undefined;
  let least = PICK_RADIUS;
  for (const run of runs) {
    if (run.from - near > time || run.to + near < time) continue;
    const distance = distanceTo(run, view, atX, atY) + (run.column === undefined ? 2 : 0);
    if (distance < least) [found, least] = [run, distance];
  }
  return found;
}

/** What is said of a run under the pointer, while it is dragged by so many seconds. */
export function tipOf({ from, to, days, block, trackId }: StringRun, by: number): string {
  const shift = by === 0 ? '' : texts.byMinutes({ sign: by > 0 ? '+' : '−', by: Math.abs(by) / 60 });
  const vehicle = block === undefined ? [] : [texts.blockBlockId({ blockId: block })];
  return [`${formatServiceTime(from + by)}–${formatServiceTime(to + by)}${shift}`, shownDays(days), ...vehicle, trackId].join(' · ');
}

/** What a key asks of the stringline. */
type StringlineKey =
  | { readonly does: 'select'; readonly by: number }
  | { readonly does: 'shift'; readonly by: number }
  | { readonly does: 'zoom'; readonly factor: number; readonly axis: 'time' | 'distance' };

/** Arrows, Home and End select; plus and minus shift by a minute (Shift: ten); Ctrl with up and down zooms. */
export function stringlineKey({
  key,
  code,
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): StringlineKey | undefined {
  if (ctrlKey || metaKey) {
    const factor = { ArrowUp: 1.6, ArrowDown: 1 / 1.6 }[key];
    return factor === undefined ? undefined : { does: 'zoom', factor, axis: shiftKey ? 'distance' : 'time' };
  }
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[key];
  if (step !== undefined) return { does: 'select', by: step };
  const minutes = shiftKey ? 600 : 60;
  if (key === '+' || code === 'Equal' || code === 'NumpadAdd') return { does: 'shift', by: minutes };
  return key === '-' || code === 'Minus' || code === 'NumpadSubtract' ? { does: 'shift', by: -minutes } : undefined;
}

function distanceTo({ times, metres }: StringRun, { perPixel, metresPerPixel }: StringlineView, x: number, y: number): number {
  let least = Infinity;
  for (let at = 1; at < times.length; at++) {
    const [ax, ay] = [(times[at - 1] ?? 0) / perPixel, (metres[at - 1] ?? 0) / metresPerPixel];
    const [dx, dy] = [(times[at] ?? 0) / perPixel - ax, (metres[at] ?? 0) / metresPerPixel - ay];
    const part = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(x - ax - dx * part, y - ay - dy * part));
  }
  return least;
}
