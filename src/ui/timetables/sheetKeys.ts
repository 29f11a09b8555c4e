/** Keys of the sheet beside those that move: by what was typed where that is the point, else by the place on the keyboard. */

/** What a key asks of the sheet. */
export type SheetKey =
  | 'later'
  | 'earlier'
  | 'later10'
  | 'earlier10'
  | 'clear'
  | 'notServed'
  | 'fillDown'
  | 'fillRight'
  | 'selectAll'
  | 'selectColumns'
  | 'selectRows'
  | 'find'
  | 'remove'
  | 'add'
  | 'shiftBy'
  | 'interpolate'
  | 'collapse'
  | 'history';

interface Press {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** What the press asks; undefined where it is not the sheet's. */
export function sheetKeyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): SheetKey | undefined {
  const ctrl = ctrlKey || metaKey;
  if (altKey) return code === 'KeyH' && !ctrl && !shiftKey ? 'history' : undefined;
  if (ctrl) {
    if (code === 'KeyD') return 'fillDown';
    if (code === 'KeyR' && !shiftKey) return 'fillRight';
    if (code === 'KeyA') return 'selectAll';
    if (code === 'KeyF') return 'find';
    if (code === 'Space') return 'selectColumns';
    if (code === 'Delete' || code === 'Backspace') return 'remove';
    return undefined;
  }
  if (code === 'Space' && shiftKey) return 'selectRows';
  if (key === '+' || code === 'Equal' || code === 'NumpadAdd') return shiftKey ? 'later10' : 'later';
  if (key === '-' || code === 'Minus' || code === 'NumpadSubtract') return shiftKey ? 'earlier10' : 'earlier';
  if (key === 'Delete' || key === 'Backspace') return 'clear';
  if (key === 'Insert') return 'add';
  if (key === 's' || key === 'S') return 'shiftBy';
  if (key === 'i' || key === 'I') return 'interpolate';
  if (key === 'x' || key === 'X') return 'notServed';
  if (key === 'Escape') return 'collapse';
  return undefined;
}
