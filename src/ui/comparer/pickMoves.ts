/** The place after a key in a list of `count`: up and down go round at the ends; undefined for a key that moves nothing. */
export function nextPick(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return at + 1 >= count ? 0 : at + 1;
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
