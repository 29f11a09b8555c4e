/** Where the keys lead in a list. */

export type ListMove = 'next' | 'previous' | 'first' | 'last' | 'pageDown' | 'pageUp';

/** The row a key leads to; -1 in an empty list. Without a row to start from, next is the first and previous the last. */
export function nextIndex(move: ListMove, from: number, count: number, page: number): number {
  if (count === 0) return -1;
  const last = count - 1;
  switch (move) {
    case 'first':
      return 0;
    case 'last':
      return last;
    case 'next':
      return from < 0 ? 0 : Math.min(last, from + 1);
    case 'previous':
      return from < 0 ? last : Math.max(0, from - 1);
    case 'pageDown':
      return Math.min(last, Math.max(0, from) + page);
    case 'pageUp':
      return Math.max(0, from - page);
  }
}

/**
 * The next row that begins with what was typed, going round the end. One letter continues from the current row; a longer
 * text may stay on it; the same letter again and again goes through all rows that begin with it.
 */
export function typeAhead<T>(rows: readonly T[], textOf: (row: T) => string, typed: string, from: number): number | undefined {
  const repeated = typed.length > 1 && typed === typed.charAt(0).repeat(typed.length);
  const text = (repeated ? typed.slice(0, 1) : typed).toLocaleLowerCase();
  const start = text.length === 1 ? from + 1 : Math.max(0, from);
  for (let step = 0; step < rows.length; step++) {
    const index = (start + step) % rows.length;
    const row = rows[index];
    if (row !== undefined && textOf(row).toLocaleLowerCase().startsWith(text)) return index;
  }
  return undefined;
}
