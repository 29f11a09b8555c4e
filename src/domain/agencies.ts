/** Agencies: the operators named in a version. */
import { z } from 'zod';
import { extraField } from './extra.ts';

/** An agency. A missing name shows as N/A. */
export const Agency = z.object({
  Id: z.string(),
  Name: z.string().optional(),
  Url: z.string().optional(),
  FareUrl: z.string().optional(),
  Phone: z.string().optional(),
  Email: z.string().optional(),
  Timezone: z.string().optional(),
  Language: z.string().optional(),
  ...extraField,
});
export type Agency = z.infer<typeof Agency>;

/** At most this many agencies of a version are fetched. */
export const AGENCIES_LIMIT = 1000;
