/** API tokens: what a program presents in place of a signed-in person. */
import { z } from 'zod';

/** What a token may be used for. A scope never gives more than its person may do. Every token may read. */
export const TokenScope = z.enum(['read', 'edit', 'run', 'publish']);
export type TokenScope = z.infer<typeof TokenScope>;

/** How every token begins, so that scanners for secrets recognise one. */
export const TOKEN_PREFIX = 'dmp_';

/** Days for which a token may be valid. */
export const TOKEN_DAYS = 365;

/** Tokens that are valid at a time, for one person. */
export const TOKENS_EACH = 50;

/** A token as lists show it: without its text, which nobody can read again. */
export const ApiToken = z.object({
  id: z.int(),
  label: z.string(),
  scopes: z.array(TokenScope),
  /** Keys of the regions to which it is limited; null: all that its person sees. */
  regions: z.array(z.string()).nullable(),
  created: z.string(),
  expires: z.string(),
  /** Noted at most once a minute. */
  lastUsed: z.string().nullable(),
  revoked: z.string().nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** A valid token of another person, for whoever administers regions. */
export const OthersToken = ApiToken.extend({ /** The sign-in name of the person. */ person: z.string() });
export type OthersToken = z.infer<typeof OthersToken>;

/** Tokens of others that are listed at once, the newest. */
export const OTHERS_LISTED = 1000;

/** What a person asks for when they create a token. */
export const NewToken = z.strictObject({
  label: z
    .string()
    .trim()
    .min(1, 'Write what the token is for')
    .max(60, 'At most 60 characters')
    .regex(/^[^\p{Cc}\p{Bidi_Control}\u{2028}\u{2029}]*$/u, 'A label has no control characters'),
  scopes: z.array(TokenScope).min(1, 'Choose at least one scope').max(4),
  regions: z.array(z.string().min(1).max(100)).min(1, 'Name a region, or leave the list out').max(200).nullable().default(null),
  days: z.int().min(1, 'At least one day').max(TOKEN_DAYS, `At most ${TOKEN_DAYS} days`),
  /** SHA-256 of a token that the caller made, in hexadecimal digits. Without one the server makes the token. */
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'A hash has 64 hexadecimal digits')
    .optional(),
});
export type NewToken = z.infer<typeof NewToken>;
