/** On from a search into the list of the page: a list has one focus, or each of its lines is a link. */
export function focusList(): void {
  setTimeout(() => document.querySelector<HTMLElement>(`main :is([role="grid"], [data-list-row], [${LINES}] a)`)?.focus({ preventScroll: true }), 0);
}

/** Marks what holds lines that are links. */
export const LINES = 'data-lines';
