/** The order in which riders look for lines. */

interface OrderedLine {
  readonly short: string;
  readonly long: string;
  /** `route_sort_order`; undefined where the feed has none. */
  readonly order: number | undefined;
}

const NAMES = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares by `route_sort_order`, lines without one last; then by short or long name, with numbers in their order: 2 before 10. */
export function inLineOrder(a: OrderedLine, b: OrderedLine): number {
  const byOrder = (a.order ?? Infinity) - (b.order ?? Infinity);
  return (Number.isNaN(byOrder) ? 0 : byOrder) || NAMES.compare(a.short || a.long, b.short || b.long);
}
