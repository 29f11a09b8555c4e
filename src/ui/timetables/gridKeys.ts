/** Keys that every grid has: they move, extend, and open the active cell. */
import { type Cursor, type Extent, moved, type Place, rangeOf, stepped } from './cursor.ts';

export interface GridPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** What a key does; `text` is what the cell is opened with in place of what it reads. */
export type GridKey =
  | { readonly does: 'go'; readonly to: Cursor }
  | { readonly does: 'open'; readonly text?: string }
  /** Left to the page: Tab at the edge leaves the grid. */
  | { readonly does: 'leave' };

export interface GridKeys {
  readonly extent: Pick<Extent, 'rows' | 'columns'>;
  /** Where End and Ctrl with an arrow lead, where that is not the end of the grid. */
  readonly edges?: Pick<Extent, 'rows' | 'columns'>;
  readonly page: () => Place;
  /** Enter opens the cell; otherwise it goes on to the next. */
  readonly enterOpens?: boolean;
  /** Whether a character opens the cell with itself. */
  readonly isTyped: (key: string) => boolean;
}

/** What the press asks of a grid; undefined where it is none of the keys that all grids have. */
export function gridKeyOf(cursor: Cursor, press: GridPress, { extent, edges = extent, page, enterOpens, isTyped }: GridKeys): GridKey | undefined {
  const { key, altKey, shiftKey } = press;
  const ctrl = press.ctrlKey || press.metaKey;
  if (altKey) return undefined;
  const within = key === 'End' || ctrl ? edges : extent;
  const to = moved(cursor, { key, ctrl, shift: shiftKey }, { ...within, page: page() });
  if (to) return { does: 'go', to };
  if (key === 'F2') return { does: 'open' };
  if (ctrl) return undefined;
  if (key === 'Enter')
    return enterOpens === true ? { does: 'open' } : { does: 'go', to: stepped(cursor, { row: shiftKey ? -1 : 1, column: 0 }, extent) };
  if (key === 'Tab') {
    const by = shiftKey ? -1 : 1;
    const { left, right, top, bottom } = rangeOf(cursor);
    const isEdge = left === right && top === bottom && cursor.active.column === (by < 0 ? 0 : extent.columns - 1);
    return isEdge ? { does: 'leave' } : { does: 'go', to: stepped(cursor, { row: 0, column: by }, extent) };
  }
  return isTyped(key) ? { does: 'open', text: key } : undefined;
}
