/** The lines of a town: which sites they call at, how fast they are and when they run. */
import type { Town } from './town.ts';

/** A line before its days and times. */
export interface LinePlan {
  /** Number shown to passengers, unique in its town. */
  readonly number: string;
  readonly kind: 'tram' | 'bus' | 'night' | 'school' | 'rail' | 'ferry';
  readonly longName: string;
  /** Sites in the order of the outward journey. */
  readonly sites: readonly number[];
  /** A loop is run in one direction only and ends where it begins. */
  readonly loop?: boolean;
  /** Which stop of each site the outward journey calls at: 1 is the side of journeys inward and anticlockwise. */
  readonly side?: 0 | 1;
  /** Runs every so many minutes instead of at listed times. */
  readonly byFrequency?: boolean;
}

/** Speed in km/h including stops, GTFS route type and colours of each kind of line. */
export const LINE_KINDS: Readonly<Record<LinePlan['kind'], { speed: number; type: number; color: string; text: string }>> = {
  tram: { speed: 19, type: 0, color: 'C8102E', text: 'FFFFFF' },
  bus: { speed: 22, type: 3, color: '1D4F91', text: 'FFFFFF' },
  night: { speed: 26, type: 3, color: '201547', text: 'FFFFFF' },
  school: { speed: 22, type: 3, color: 'F2A900', text: '000000' },
  rail: { speed: 62, type: 2, color: '00833E', text: 'FFFFFF' },
  ferry: { speed: 14, type: 4, color: '00A3E0', text: '000000' },
};

/** Plans the lines of a town. Each site is called at by at least one of them. */
export function planLines(town: Town): LinePlan[] {
  const streets = town.radials.length;
  const radial = (street: number): readonly number[] => town.radials[street % streets] ?? [];
  const inward = (street: number): number[] => [...radial(street)].toReversed();
  const nameOf = (site: number | undefined): string => town.sites[site ?? 0]?.name.en ?? '';
  const named = (plan: Omit<LinePlan, 'longName'>): LinePlan => {
    const [first, last] = [plan.sites[0], plan.sites.at(-1)];
    return {
      ...plan,
      longName:
        plan.loop === true
          ? `Circle ${nameOf(first)} - ${nameOf(plan.sites[Math.floor(plan.sites.length / 2)])}`
          : `${nameOf(first)} - ${nameOf(last)}`,
    };
  };
  const lines: LinePlan[] = [];
  for (let i = 0; i < streets / 2; i++) {
    lines.push(named({ number: String(i + 1), kind: 'tram', sites: [...inward(i), 0, ...radial(i + streets / 2)], byFrequency: i % 2 === 0 }));
  }
  for (let i = 0; i < streets; i++) {
    lines.push(named({ number: String(10 + i), kind: 'bus', sites: [...inward(i), 0, ...radial(i + Math.max(1, Math.floor(streets / 4)))] }));
  }
  const [inner, outer] = town.rings;
  lines.push(named({ number: '30', kind: 'bus', sites: [...inner, inner[0] ?? 0], loop: true, byFrequency: true }));
  lines.push(named({ number: '31', kind: 'bus', sites: [inner[0] ?? 0, ...inner.toReversed()], loop: true, side: 1 }));
  for (let i = 0; i < streets; i++) {
    const at = 2 * i;
    const [from = 0, middle = 0, to = 0] = [outer[at], outer[at + 1], outer[(at + 2) % outer.length]];
    const down = inward(i);
    const up = radial(i + 1);
    lines.push(
      named({
        number: String(40 + i),
        kind: 'bus',
        sites: [...down.slice(0, down.indexOf(from)), from, middle, to, ...up.slice(up.indexOf(to) + 1)],
      }),
    );
  }
  for (let i = 0; i < streets / 2; i++) {
    lines.push(named({ number: `N${i + 1}`, kind: 'night', sites: [...inward(i), 0, ...radial(i + streets / 2)] }));
  }
  const school = radial(0);
  lines.push(named({ number: 'E1', kind: 'school', sites: school.slice(1, 7).toReversed() }));
  return lines;
}
