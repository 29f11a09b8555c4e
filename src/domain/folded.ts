/** The text as searches compare it: small letters without accents, so that `zurich` finds `Zürich`. */
export function folded(text: string): string {
  // plain ASCII is by far the most of it, and normalising costs ten times as much as looking
  return (/[^\x20-\x7e]/.test(text) ? text.normalize('NFD').replace(/\p{M}+/gu, '') : text).toLowerCase();
}
