/** The fares of a version narrowed down by the address's query. */
import { type FareRow, fareDescription } from '../domain/fareDetails.ts';
import { folded } from './folded.ts';

/** Fares whose description, id or group holds the text, keeping their order. */
export function filterFares(fares: readonly FareRow[], text: string): readonly FareRow[] {
  const wanted = folded(text.trim());
  if (wanted === '') return fares;
  return fares.filter((fare) => [fareDescription(fare), fare.Id, fare.FareGroupId ?? ''].some((part) => folded(part).includes(wanted)));
}
