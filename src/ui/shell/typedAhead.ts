/** What is typed between the key that opens a search and the search being there: no letter is lost. */

/** Typing is no longer kept after so many milliseconds: the search did not open. */
const PATIENCE = 3000;

let kept = '';
let stop: (() => void) | undefined;

/** Keeps what is typed from now on, until it is taken. */
export function keepTyping(): void {
  if (stop) return;
  kept = '';
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    kept += event.key;
  };
  window.addEventListener('keydown', onKeyDown, true);
  const timer = setTimeout(() => stop?.(), PATIENCE);
  stop = () => {
    window.removeEventListener('keydown', onKeyDown, true);
    clearTimeout(timer);
    stop = undefined;
  };
}

/** What was typed meanwhile; from here on the search hears the keys itself. */
export function takeTyping(): string {
  stop?.();
  const text = kept;
  kept = '';
  return text;
}
