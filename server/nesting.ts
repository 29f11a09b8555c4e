/** Levels of JSON that anybody means: what looks through a value by calling itself would run out of stack far below. */
export const DEEPEST = 100;

/** Whether a value is nested more than so many levels deep. */
export function isDeeper(value: unknown, levels = DEEPEST): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}
