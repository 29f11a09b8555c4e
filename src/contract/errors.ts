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

/** What the body of a failed answer says, a line for each message; the status where it says nothing. */
export function wordsOfFailure(status: number, text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return `The server answered ${status}.`;
  }
  const fields = FieldErrors.safeParse(body);
  if (fields.success)
    return fields.data.map(({ Field, Message }) => (Field === undefined || Field === '' ? Message : `${Field}: ${Message}`)).join('\n');
  const refusal = ErrorBody.safeParse(body);
  return refusal.success ? refusal.data.errors.map(({ message }) => message).join('\n') : `The server answered ${status}.`;
}
