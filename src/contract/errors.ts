/** Bodies of failed answers. The product reads all three shapes; the server speaks the one that fits. */
import { z } from 'zod';

/** A list of messages about fields of what was sent. */
export const FieldErrors = z.array(z.object({ Message: z.string(), Field: z.string().optional() }));

/** A refusal with messages, and for a conflict (412) the present state of what was to be changed. */
export const ErrorBody = z.object({
  errors: z.array(z.object({ message: z.string() })),
  /** Machine-readable reason: no_role, email_unverified, read_only, not_editable, conflict, key_reused ... */
  code: z.string().optional(),
  /** With 412: the same shape the call answers when it succeeds. */
  Present: z.unknown().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
