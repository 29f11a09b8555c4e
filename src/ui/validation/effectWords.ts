import type { Effect } from '../../projections/validation.ts';
import { texts } from './texts.ts';

/** `−2 errors, +1 warning`; undefined where nothing changed. */
export function effectWords(effect: Effect | undefined): string | undefined {
  if (!effect) return undefined;
  const part = (n: number, word: (p: { count: number }) => string): readonly string[] =>
    n === 0 ? [] : [`${n > 0 ? '+' : '−'}${Math.abs(n)} ${word({ count: Math.abs(n) })}`];
  const parts = [...part(effect.errors, texts.errorWord), ...part(effect.warnings, texts.warningWord)];
  return parts.length === 0 ? undefined : parts.join(', ');
}
