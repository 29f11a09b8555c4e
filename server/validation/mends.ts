/** Which rules have a remedy that is always safe. */
const MENDABLE: ReadonlySet<number> = new Set([]);

export function isMendable(code: number): boolean {
  return MENDABLE.has(code);
}
