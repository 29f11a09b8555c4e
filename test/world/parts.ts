/** What a world may hold besides pages and a server; each has faults and judges of its own. */
export const PARTS = ['jobs', 'rights', 'disks', 'servers'] as const;
export type Part = (typeof PARTS)[number];

/** The parts of a world where none are asked for. */
export function partsOf(seed: number): readonly Part[] {
  return MIXTURES[seed % MIXTURES.length] ?? [];
}

/** One after the other by the seed. */
const MIXTURES: readonly (readonly Part[])[] = [
  ['servers'],
  ['disks'],
  ['rights'],
  ['jobs', 'servers'],
  [],
  ['disks'],
  ['rights', 'servers'],
  ['jobs'],
];
