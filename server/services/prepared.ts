import { Refusal } from '../refusal.ts';
import { elapsed, pause, turn } from '../surroundings.ts';

/** Milliseconds that a caller waits for an answer that is made once for many calls. */
export const PATIENCE = 1500;

/**
 * Returns that take long on a large version, made once for all callers and kept by a key that names their state. A caller is refused (503)
 * where it takes longer than `patience`; the work continues, and its repeat a moment later is answered.
 */
export function prepared<T>(what: string, { keep, patience = PATIENCE }: { readonly keep: number; readonly patience?: number }) {
  const known = new Map<string, Promise<T>>();
  return async (key: string, make: () => Promise<T>): Promise<T> => {
    const answer = known.get(key) ?? make();
    known.delete(key);
    known.set(key, answer);
    answer.catch(() => known.get(key) === answer && known.delete(key));
    for (const oldest of known.keys()) if (known.size > keep) known.delete(oldest);
    return within(answer, what, patience);
  };
}

/** Waits for an answer no longer than `patience` milliseconds; then refuses with 503. */
export async function within<T>(answer: Promise<T>, what: string, patience = PATIENCE): Promise<T> {
  const over = new AbortController();
  const late = Symbol('late');
  try {
    const first = await Promise.race([answer, pause(patience, late, { signal: over.signal, ref: false })]);
    if (first === late) throw new Refusal(503, 'preparing', `${what} of this version are being prepared. Try again in a moment.`);
    return first;
  } finally {
    over.abort();
  }
}

/** Lets others have their turn whenever a slice of the processor's time is used up: to be awaited within long work. */
export function slices(): () => Promise<void> {
  let began = elapsed();
  return async () => {
    if (elapsed() - began < SLICE) return;
    await turn();
    began = elapsed();
  };
}

/** Milliseconds. */
const SLICE = 5;
