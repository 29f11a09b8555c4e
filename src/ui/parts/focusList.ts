/** Marks what holds lines that are links. */
export const LINES = 'data-lines';

const LIST = `main :is([role="grid"], [data-list-row], [${LINES}] a)`;

/**
 * On from a search into the list of the page: a list has one focus, or each of its lines is a link. At once, for the next key is
 * meant for the list; and once more where that line went with the search, or what closes took the focus back.
 */
export function focusList(): void {
  focusFirst();
  setTimeout(() => {
    if (!document.activeElement?.matches(LIST)) focusFirst();
  }, 0);
}

function focusFirst(): void {
  document.querySelector<HTMLElement>(LIST)?.focus({ preventScroll: true });
}
