/** Whether a case holds on a day (days since 1970-01-01): cases about expiry say from when and until when they do. */
import type { ValidationCase } from '../../src/domain/validation.ts';

export function holdsOn(one: Pick<ValidationCase, 'From' | 'To'>, day: number): boolean {
  return (one.From === undefined || one.From <= day) && (one.To === undefined || one.To >= day);
}
