/** Transfers between two stops. */

const TRANSFER_TYPE_LABELS: Readonly<Record<number, string>> = {
  0: 'Recommended',
  1: 'Expected to wait',
  2: 'Timed connection (min transfer time)',
  3: 'Restricted',
  4: 'In-seat transfer',
  5: 'In-seat transfer not allowed',
};

/** GTFS transfer types up to which a transfer is for all riders: the second vehicle waits at 1, nobody can change at 3. */
export const TRANSFER_TYPES = { Waits: 1, NotPossible: 3 } as const;

/** The type that carries a time: a timed connection. */
export const TIMED_TRANSFER = 2;

/** Riders stay in the vehicle, which goes on as another trip; or they must leave it there. Both name the two trips. */
export const IN_SEAT_TRANSFERS: readonly number[] = [4, 5];

/** The types to choose from for any transfer. */
export const TRANSFER_TYPE_OPTIONS = [0, 1, 2, 3].map(typeOption);

/** The types to choose from for a transfer between two trips. */
export const TRIP_TRANSFER_OPTIONS = [...TRANSFER_TYPE_OPTIONS, ...IN_SEAT_TRANSFERS.map(typeOption)];

function typeOption(type: number): { readonly value: string; readonly label: string } {
  return { value: String(type), label: TRANSFER_TYPE_LABELS[type] ?? '' };
}

/** The label of a transfer type by its GTFS number. */
export function transferTypeLabel(type: number): string {
  return TRANSFER_TYPE_LABELS[type] ?? `Unknown transfer type ${type}`;
}
