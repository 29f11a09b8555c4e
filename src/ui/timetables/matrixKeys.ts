/** Keys of the matrix of access and timepoints beside those that move. */
import type { StopValue } from '../../domain/timetableSheet/stopValues.ts';
import { type SheetKey, sheetKeyOf } from './sheetKeys.ts';

/** Keys that mean in the matrix what they mean in the sheet of times. */
const SHARED = ['clear', 'fillDown', 'fillRight', 'selectAll', 'selectColumns', 'selectRows', 'collapse'] as const satisfies readonly SheetKey[];
export type MatrixKey = (typeof SHARED)[number] | 'sameDays' | { readonly set: StopValue };

/** What the press asks; undefined where it is not the matrix's. A digit is the GTFS number of a value. */
export function matrixKeyOf(press: Parameters<typeof sheetKeyOf>[0]): MatrixKey | undefined {
  const { key, ctrlKey, metaKey, altKey } = press;
  if (!ctrlKey && !metaKey && !altKey) {
    if (/^[0-3]$/.test(key)) return { set: Number(key) };
    if (key === 'a' || key === 'A') return 'sameDays';
  }
  const shared = sheetKeyOf(press);
  return SHARED.find((one) => one === shared);
}
