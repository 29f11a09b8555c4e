/** Columns that stay in `Extra` for more than one kind. */
import type { KeptColumn } from './kind.ts';

/** Whether riders pay with a contactless bank card (`cemv_support`). A line without it is as its agency says. */
export const CONTACTLESS = {
  holds: { oneOf: [0, 1, 2], of: 'the values' },
  label: 'Contactless bank cards',
  help: 'Whether riders pay with a contactless bank card at a reader, and the card is their ticket.',
  shown: (value: number) => ['Not said', 'Yes', 'No'][value] ?? String(value),
} as const satisfies KeptColumn;
