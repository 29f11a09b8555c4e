/** What goes together in a fare product. */
import { decimalsOf } from '../currencies.ts';

/** What is wrong with an amount after a change: a price has the decimals of its currency. */
export function productConflict(doc: object, changed: readonly string[]): { readonly field: string; readonly message: string } | undefined {
  const [amount, currency]: readonly unknown[] = [Reflect.get(doc, 'Amount'), Reflect.get(doc, 'Currency')];
  if (typeof amount !== 'string' || typeof currency !== 'string' || !changed.includes('Amount')) return undefined;
  const decimals = decimalsOf(currency);
  if (decimals === undefined || (amount.split('.')[1]?.length ?? 0) === decimals) return undefined;
  return { field: 'Amount', message: `Enter the amount with the decimals of ${currency}: ${Number(amount).toFixed(decimals)}` };
}
