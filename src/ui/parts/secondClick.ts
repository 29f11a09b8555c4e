/** What cannot be taken back ignores a second click for a second: the button under the pointer may be another one by then. */

/** Milliseconds in which a click counts as the second one of a double click. */
const PAUSE = 1000;

let last = -Infinity;

/** Notes a click on something that cannot be taken back, or that puts another button in its place. */
export function noteClick(): void {
  last = performance.now();
}

/** Whether such a click has just been made. */
export function isSecondClick(): boolean {
  return performance.now() - last < PAUSE;
}
