/** The stretches of a network with the lines on them, as the map draws them. */
import { hexColour } from '../../domain/colours.ts';
import type { Network, NETWORK_ZOOMS } from '../../domain/mapOverlays.ts';
import { scheduleFamily } from '../../domain/scheduleFamily.ts';
import { decodeShape } from '../../domain/shapes.ts';
import { type Stretch, stretchesOf } from './stretches.ts';

/** A line as passengers know it: the schedules of all its seasons under one number and colour. */
export interface ShownLine {
  readonly label: string;
  /** `#rrggbb`; undefined where the feed gives none. */
  readonly color: string | undefined;
  readonly schedules: readonly string[];
}

/** Stretches name their lines by place in `lines`, which are in the order of their labels. */
export interface LineStretches {
  readonly lines: readonly ShownLine[];
  readonly stretches: readonly Stretch[];
}

/** Joins the polylines of a network. It takes a second for a large one in full detail, so the map has a worker do it. */
export function lineStretches(network: Network, zoom: (typeof NETWORK_ZOOMS)[number]): LineStretches {
  const families = new Map<string, { label: string; color: string | undefined; schedules: string[]; places: number[] }>();
  network.Lines.forEach(({ Id, Name, LongName, Color }, place) => {
    const label = Name || (LongName && LongName.length <= LABEL ? LongName : scheduleFamily(Id));
    const key = `${Name || LongName || label} ${Color ?? ''}`;
    const family = families.get(key) ?? { label, color: hexColour(Color), schedules: [], places: [] };
    families.set(key, family);
    family.schedules.push(Id);
    family.places.push(place);
  });
  const ordered = [...families.values()].toSorted((a, b) => collator.compare(a.label, b.label));
  const numberOf = new Map(ordered.flatMap(({ places }, number) => places.map((place) => [place, number])));
  const polylines = network.Shapes.map(({ Shape, Tracks }) => ({
    points: decodeShape(Shape),
    lines: [...new Set(Tracks.flatMap(([place]) => numberOf.get(place) ?? []))],
  }));
  return { lines: ordered.map(({ label, color, schedules }) => ({ label, color, schedules })), stretches: stretchesOf(polylines, zoom) };
}

/** So many characters of a long name stand for a line without a number; one with more goes by its id. */
const LABEL = 12;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
