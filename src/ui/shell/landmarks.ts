/** F6 and Shift+F6: from one part of the screen to the next, as between the panes of a window. */

/** The parts in their order: header, list and pages beside it, the grid of the page, map, status. */
const PARTS = ['body header', 'main nav', 'main [role="grid"]', 'section[aria-label="Map"]', 'footer[aria-label="Status"]'] as const;

/** What takes the focus in a part that does not take it itself. */
const FOCUSABLE = 'a[href], button:not([tabindex="-1"]), input, select, [tabindex="0"]';

/** The place after one among so many, round in a circle; from nowhere to the first, or backwards to the last. */
export function neighbour(at: number, count: number, by: 1 | -1): number {
  if (at < 0) return by === 1 ? 0 : count - 1;
  return (at + by + count) % count;
}

/** Moves the focus to the next part of the screen; returns whether there is one. */
export function goToPart(by: 1 | -1): boolean {
  const parts = PARTS.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)].filter(isShown).slice(0, 1));
  const at = parts.findLastIndex((part) => part.contains(document.activeElement));
  const part = parts[neighbour(at, parts.length, by)];
  const target = part && (part.tabIndex >= 0 ? part : [...part.querySelectorAll<HTMLElement>(FOCUSABLE)].find(isShown));
  target?.focus();
  return target !== undefined;
}

function isShown(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}
