import { resizeDebounce } from './viewport.ts';

/**
 * Tells of a new size once it has been the same for 300 ms: redrawing at every step of a dragged divider would make it
 * stutter. A map that was hidden until now has nothing to stutter and is redrawn at once.
 */
export function watchSize(element: HTMLElement, resized: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let before = element.clientWidth * element.clientHeight;
  // The observer always tells the size it starts with.
  let first = true;
  const watcher = new ResizeObserver(() => {
    clearTimeout(timer);
    const size = element.clientWidth * element.clientHeight;
    if (before === 0 && size > 0) resized();
    else if (!first && size > 0) timer = setTimeout(resized, resizeDebounce);
    before = size;
    first = false;
  });
  watcher.observe(element);
  return () => {
    clearTimeout(timer);
    watcher.disconnect();
  };
}
