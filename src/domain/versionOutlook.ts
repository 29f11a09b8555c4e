/** What putting a version out would mean: what is found in it, and when it would be current. */
import { z } from 'zod';

export const VersionOutlook = z.object({
  Errors: z.int().min(0),
  Warnings: z.int().min(0),
  /** Cases that were not there when the edit of this version began. */
  NewErrors: z.int().min(0),
  NewWarnings: z.int().min(0),
  /** The version has not been checked to its present revision. */
  Checking: z.boolean(),
  /** First and last day of the version, YYYY-MM-DD; null where it does not say. */
  ValidFrom: z.string().nullable(),
  ValidTo: z.string().nullable(),
  /** What a publication now would make of it: current at once, current later, or never. */
  Becomes: z.enum(['current', 'later', 'never']),
  /** Why its region does not let it be published now; absent where it may be. */
  Refused: z.string().optional(),
  /** Why it is not finished or published before somebody else has approved it; absent where it may be. */
  Unapproved: z.string().optional(),
});
export type VersionOutlook = z.infer<typeof VersionOutlook>;

/** When a version of these dates would be current, had it been published today. */
export function becomes(from: string | null, to: string | null, today: string): VersionOutlook['Becomes'] {
  if (to !== null && to < today) return 'never';
  return from !== null && from > today ? 'later' : 'current';
}

/**
 * Why a region that does not publish versions with errors refuses one; undefined where it does not. The reason of the client's
 * buttons, of the server's refusals and of a failed *Publish* task. Excluded errors are not among `Errors`.
 */
export function refusalOfErrors({ Errors, Checking }: Pick<VersionOutlook, 'Errors' | 'Checking'>): string | undefined {
  if (Checking) return 'This region does not publish versions with errors, and this version is still being checked. Try again in a moment';
  return Errors === 0 ? undefined : `This region does not publish versions with errors: ${counted(Errors, 'error')}`;
}

/** `1 error`, `1,200 errors`. */
function counted(n: number, word: string): string {
  return `${n.toLocaleString('en-GB')} ${word}${n === 1 ? '' : 's'}`;
}
