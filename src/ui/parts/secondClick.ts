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

/** The events of a click that know its count. */
const CLICKS = ['mousedown', 'mouseup', 'click', 'dblclick'] as const;

/** A window has closed: the second click of a double click on its button is not one on what lay under it (a map would zoom). */
export function keepSecondClick(): void {
  const swallow = (event: MouseEvent): void => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of CLICKS) window.addEventListener(type, swallow, { capture: true });
  setTimeout(() => {
    for (const type of CLICKS) window.removeEventListener(type, swallow, { capture: true });
  }, PAUSE);
}
