/** Which choices of a picker answer what was typed, the best first. */
import { folded } from '../domain/folded.ts';

/** A choice: its id, and what the list shows, which may hold the id after the name ("Market · 4021"). */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/**
 * The choices that hold what was typed in their id or label, at most `limit`: an id that is exactly the typed text goes first, then ids and
 * names that begin with it, then names with a word that does, then the rest, each in the order given. `codeOf` gives a further text that may
 * be typed exactly, such as the code at the stop.
 */
export function rankedOptions<C extends Choice>(
  choices: readonly C[],
  typed: string,
  limit = Infinity,
  codeOf?: (choice: C) => string | undefined,
): readonly C[] {
  const wanted = folded(typed.trim());
  if (wanted === '') return choices.slice(0, limit);
  const ranks: C[][] = [[], [], [], [], []];
  for (const choice of choices) {
    const rank = rankOf(choice, wanted, codeOf?.(choice));
    if (rank !== undefined) ranks[rank]?.push(choice);
  }
  return ranks.flat().slice(0, limit);
}

/** The choice that Enter means: one whose id, or else whose code, is the typed text, else the only one that answers it. */
export function meantOption<C extends Choice>(choices: readonly C[], typed: string, codeOf?: (choice: C) => string | undefined): C | undefined {
  if (typed.trim() === '') return undefined;
  const [first, second] = rankedOptions(choices, typed, 2, codeOf);
  if (!first) return undefined;
  return second === undefined || rankOf(first, folded(typed.trim()), undefined) === 0 ? first : undefined;
}

function rankOf({ value, label }: Choice, wanted: string, code: string | undefined): number | undefined {
  const id = folded(value);
  if (id === wanted) return 0;
  if (code !== undefined && folded(code) === wanted) return 1;
  const text = folded(label);
  if (id.startsWith(wanted) || text.startsWith(wanted)) return 2;
  const at = text.indexOf(wanted);
  if (at < 0) return id.includes(wanted) ? 4 : undefined;
  return /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 3 : 4;
}
