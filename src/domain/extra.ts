/** Source columns that the model does not name, kept verbatim so that they can be exported again. */
import { z } from 'zod';

/** Column name to its text, as the source had it. */
export const Extra = z.record(z.string(), z.string());
export type Extra = z.infer<typeof Extra>;

/** Column order and unmodelled columns of a document. */
export const extraField = { Extra: Extra.optional() };
