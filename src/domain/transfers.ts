/** Transfers between two stops. */

const TRANSFER_TYPE_LABELS: Readonly<Record<number, string>> = {
  0: 'Recommended',
  1: 'Expected to wait',
  2: 'Timed connection (min transfer time)',
  3: 'Restricted',
  4: 'In-seat transfer',
  5: 'In-seat transfer not allowed',
};

/** The type that carries a time: a timed connection. */
export const TIMED_TRANSFER = 2;

/** The types to choose from; in-seat transfers are kept and shown, not offered. */
export const TRANSFER_TYPE_OPTIONS = [0, 1, 2, 3].map((type) => ({ value: String(type), label: TRANSFER_TYPE_LABELS[type] ?? '' }));

/** The label of a transfer type by its GTFS number. */
export function transferTypeLabel(type: number): string {
  return TRANSFER_TYPE_LABELS[type] ?? `Unknown transfer type ${type}`;
}
