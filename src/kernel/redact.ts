import { z } from 'zod';

/** Secret values by reference: in memory only, never in the log. */
export type Vault = Map<string, unknown>;

const Reference = z.object({ $secret: z.string() });

/** The value with the secrets at these dotted paths put into the vault and replaced by `{"$secret": "<recordId>/<path>"}`. */
export function hideSecrets(value: unknown, paths: readonly string[] | undefined, recordId: string, vault: Vault): unknown {
  let hidden = value;
  for (const path of paths ?? []) {
    hidden = replaced(hidden, path.split('.'), '', (secret, at) => {
      const known = Reference.safeParse(secret);
      if (known.success || secret === undefined) return secret;
      const ref = `${recordId}/${at}`;
      vault.set(ref, secret);
      return { $secret: ref };
    });
  }
  return hidden;
}

/** The value with the secrets at these paths put back, as far as the vault still has them. */
export function revealSecrets(value: unknown, paths: readonly string[] | undefined, vault: Vault): unknown {
  let open = value;
  for (const path of paths ?? []) {
    open = replaced(open, path.split('.'), '', (part) => {
      const ref = Reference.safeParse(part);
      return ref.success && vault.has(ref.data.$secret) ? vault.get(ref.data.$secret) : part;
    });
  }
  return open;
}

/** The value with the secrets in place of their references, for the call that needs them. Throws where one is gone: after a reload. */
export function openSecrets(value: unknown, secret: (ref: string) => string | undefined): unknown {
  if (Array.isArray(value)) return value.map((part) => openSecrets(part, secret));
  if (typeof value !== 'object' || value === null) return value;
  const ref = Reference.safeParse(value);
  if (!ref.success) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, openSecrets(part, secret)]));
  const known = secret(ref.data.$secret);
  if (known === undefined) throw new Error('A secret is not kept when the page is reloaded. Type it again.');
  return known;
}

/**
 * The value with everything blanked out that the allow-list does not name: texts become what `blank` answers, numbers 0, lists stay as long as
 * they are, so that a reader still sees the shape. A listed path keeps all that lies under it; `*` stands for any key.
 */
export function masked(value: unknown, keep: 'all' | readonly string[] | undefined, blank: (text: string) => string = () => '*'): unknown {
  if (keep === 'all') return value;
  return maskedAt(
    value,
    (keep ?? []).map((path) => path.split('.')),
    blank,
  );
}

function maskedAt(value: unknown, keep: readonly (readonly string[])[], blank: (text: string) => string): unknown {
  if (keep.some((path) => path.length === 0)) return value;
  if (typeof value === 'string') return blank(value);
  if (typeof value === 'number') return 0;
  if (typeof value === 'boolean') return false;
  if (Array.isArray(value)) return value.map((item, i) => maskedAt(item, under(keep, String(i)), blank));
  if (typeof value !== 'object' || value === null) return value;
  if ('$secret' in value || '$body' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, maskedAt(part, under(keep, key), blank)]));
}

function under(keep: readonly (readonly string[])[], key: string): readonly (readonly string[])[] {
  return keep.filter(([head]) => head === key || head === '*').map((path) => path.slice(1));
}

function replaced(value: unknown, path: readonly string[], at: string, change: (part: unknown, at: string) => unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return change(value, at);
  const below = (key: string) => (at === '' ? key : `${at}.${key}`);
  if (Array.isArray(value)) return head === '*' ? value.map((item, i) => replaced(item, rest, below(String(i)), change)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const part: unknown = Object.entries(value).find(([key]) => key === head)?.[1];
  const next = replaced(part, rest, below(head), change);
  return next === part ? value : { ...value, [head]: next };
}
