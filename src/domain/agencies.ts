/** Agencies: the operators named in a version. */
import type { Agency } from './model/agency.ts';

/** At most this many agencies of a version are fetched. */
export const AGENCIES_LIMIT = 1000;

/** The name of an agency for people; a missing one shows as N/A. */
export function agencyNameOf({ Name }: Pick<Agency, 'Name'>): string {
  return Name || 'N/A';
}
