/** What a world may hold besides pages and a server; each has faults and judges of its own. */
export const PARTS = ['jobs', 'rights', 'disks'] as const;
export type Part = (typeof PARTS)[number];

/** The parts of a world where none are asked for. */
export function partsOf(seed: number): readonly Part[] {
  return PARTS.filter((_part, i) => seed % 4 === 3 - i);
}
