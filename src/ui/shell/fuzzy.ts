/** Finding by a few letters: 'gst' finds 'Go to stops'. */

/**
 * How well a text answers what was typed: undefined when a letter is missing, else higher is better. Letters at the
 * beginning of words and letters in a row count more; letters skipped count less.
 */
export function fuzzyScore(typed: string, text: string): number | undefined {
  const wanted = typed.toLocaleLowerCase().replace(/\s+/g, '');
  if (wanted === '') return 0;
  const lower = text.toLocaleLowerCase();
  const whole = lower.indexOf(typed.toLocaleLowerCase().trim());
  if (whole >= 0) return 1000 - whole + (startsWord(lower, whole) ? 200 : 0) - lower.length / 100;

  let score = 0;
  let at = -1;
  for (const letter of wanted) {
    const next = nextPlace(lower, letter, at);
    if (next < 0) return undefined;
    if (startsWord(lower, next)) score += 12;
    else if (next === at + 1) score += 8;
    else score += 1 - Math.min(3, next - at) / 4;
    at = next;
  }
  return score - lower.length / 100;
}

/**
 * The items that answer what was typed, best first; all of them, in their own order, when nothing is typed. Those whose text holds what
 * was typed as it stands come first, then those of which each typed word begins a word of the text or of the further text, then those that
 * only have its letters.
 */
export function fuzzyFilter<T>(typed: string, items: readonly T[], textOf: (item: T) => string, furtherOf?: (item: T) => string): readonly T[] {
  if (typed.trim() === '') return items;
  const scoreOf = (item: T): number | undefined => {
    const score = fuzzyScore(typed, textOf(item));
    if (!furtherOf || (score !== undefined && score > BY_WORDS)) return score;
    return startsWords(typed, `${textOf(item)} ${furtherOf(item)}`.toLocaleLowerCase()) ? BY_WORDS : score;
  };
  return items
    .map((item, order) => ({ item, order, score: scoreOf(item) }))
    .filter((one): one is typeof one & { score: number } => one.score !== undefined)
    .toSorted((a, b) => b.score - a.score || a.order - b.order)
    .map((one) => one.item);
}

/** Less than for a text that holds what was typed, more than for any scattered letters. */
const BY_WORDS = 600;

/** Whether each typed word begins a word of the text: scattered letters of the small print would find almost anything. */
export function startsWords(typed: string, lower: string): boolean {
  const words = lower.split(/[^\p{L}\p{N}]+/u);
  return typed
    .toLocaleLowerCase()
    .trim()
    .split(/\s+/)
    .every((wanted) => words.some((word) => word.startsWith(wanted)));
}

/** The letter right after the last one, else at the next beginning of a word where the rest still can follow, else anywhere. */
function nextPlace(text: string, letter: string, after: number): number {
  if (text[after + 1] === letter) return after + 1;
  const first = text.indexOf(letter, after + 1);
  for (let at = first; at >= 0; at = text.indexOf(letter, at + 1)) if (startsWord(text, at)) return at;
  return first;
}

function startsWord(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
}
