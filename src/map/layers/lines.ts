/** The lines of the network side by side where they share a section, in the colours of their lines, with their numbers and, near, their directions. */
import type { ExpressionSpecification } from 'maplibre-gl';
import { seenOn } from '../../domain/colours.ts';
import type { LegendEntry } from '../../domain/legend.ts';
import type { MapFeature } from '../engine/mapEngine.ts';
import type { MapPicture } from '../mapPicture.ts';
import { ABREAST, LINE_STEPS, lineStep, slotOf } from '../sources/lineSlots.ts';
import type { ShownLine } from '../sources/lineStretches.ts';
import type { Direction, Stretch } from '../sources/stretches.ts';
import { tracksAt } from '../sources/tracksAt.ts';
import { detailZoom } from '../viewport.ts';
import { defineLayer, type LayerStyle, type LegendView } from './mapLayer.ts';
import { palettes } from './palette.ts';

type ShownLines = MapPicture['lines'];

/** Names of the pictures of directions. */
export const directionImages: Readonly<Record<Direction, string>> = { 1: 'line-along', 2: 'line-against', 3: 'line-both' };

export const linesLayer = defineLayer<ShownLines>({
  id: 'lines',
  toggle: 'network',
  read: (picture) => picture.lines,
  sources: { lines: lineFeatures, 'line-directions': directionFeatures },
  legend: linesLegend,
  pick: (shown, surface, point) => (shown ? tracksAt(shown, surface, point) : []),
  layers: ({ colours }) => [
    {
      // the background puts its own tiles below this one
      id: 'network',
      type: 'line',
      source: 'lines',
      layout: { 'line-join': 'round', 'line-cap': 'round', 'line-sort-key': ['case', ['has', 'dimmed'], 0, 1] },
      paint: {
        'line-color': ['case', ['has', 'dimmed'], colours.border, ['has', colours.theme], ['get', colours.theme], colours.line],
        'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.8, 10, 1.4, 13, 2.4, 16, 4],
        'line-offset': byZoom(LINE_STEPS.map(([zoom, px]) => [zoom, ['*', ['get', 'slot'], px]])),
      },
    },
    {
      id: 'line-directions',
      type: 'symbol',
      source: 'line-directions',
      minzoom: detailZoom,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 130,
        'icon-image': ['match', ['get', 'goes'], 1, directionImages[1], 2, directionImages[2], directionImages[3]],
        'icon-offset': ['step', ['zoom'], offsets(13), 14, offsets(14), 15, offsets(15), 16, offsets(16)],
        'icon-padding': 1,
      },
    },
  ],
});

/** Most colours that the legend lists, those of most lines first. */
const LEGEND_COLOURS = 8;

/** The colours with the lines that have them, and what is drawn of directions and of what is left out. */
function linesLegend(shown: ShownLines, { zoom, colours }: LegendView): readonly LegendEntry[] {
  if (!shown || shown.joined.stretches.length === 0) return [];
  const { joined, kept } = shown;
  const isKept = ({ schedules }: ShownLine): boolean => !kept || schedules.some((id) => kept.has(id));
  const byColour = new Map<string, string[]>();
  for (const line of joined.lines.filter(isKept)) {
    const colour = coloursOf(line)[colours.theme] ?? colours.line;
    byColour.set(colour, [...(byColour.get(colour) ?? []), line.label]);
  }
  const listed = [...byColour].toSorted(([, a], [, b]) => b.length - a.length).slice(0, LEGEND_COLOURS);
  const one = (colour: string, text: string): LegendEntry => ({ swatch: { kind: 'lines', colours: [colour], width: 3 }, text });
  const sharing = !kept && joined.stretches.some(({ lines }) => lines.length > 1);
  const [first = colours.line, second = first] = listed.map(([colour]) => colour);
  return [
    ...listed.map(([colour, lines]) => one(colour, `${lines.length === 1 ? 'Line' : 'Lines'} ${lines.join(', ')}`)),
    ...(kept ? [one(colours.border, 'Line that is left out')] : []),
    ...(sharing ? [{ swatch: { kind: 'lines' as const, colours: [first, second], width: 3 }, text: 'Lines that share a section' }] : []),
    ...(zoom >= detailZoom
      ? [
          { swatch: { kind: 'arrow' as const, both: false, colour: colours.stopLabel }, text: 'Lines go one way' },
          { swatch: { kind: 'arrow' as const, both: true, colour: colours.stopLabel }, text: 'Lines go both ways' },
        ]
      : []),
  ];
}

/** The numbers of the lines, once a stretch, above the stops. */
export const lineNamesLayer = defineLayer<ShownLines>({
  id: 'line-names',
  toggle: 'network',
  read: (picture) => picture.lines,
  sources: { 'line-names': nameFeatures },
  layers: ({ colours, fonts }) => [
    {
      id: 'line-names',
      type: 'symbol',
      source: 'line-names',
      minzoom: 10.5,
      layout: {
        'symbol-placement': 'line-center',
        'symbol-sort-key': ['get', 'order'],
        'text-field': namesIn(colours),
        'text-font': fonts.bold,
        'text-size': ['interpolate', ['linear'], ['zoom'], 10, 10, 16, 13],
        'text-padding': 6,
        'text-max-angle': 35,
      },
      paint: { 'text-color': colours.stopLabel, 'text-halo-color': colours.labelHalo, 'text-halo-width': 2 },
    },
  ],
});

function byZoom(stops: readonly (readonly [number, ExpressionSpecification])[]): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...stops.flat()] as ExpressionSpecification;
}

/** The place of each picture of a direction beside the middle of its stretch, in halves of a slot: a layout takes no computed pair. */
function offsets(zoom: number): ExpressionSpecification {
  const px = lineStep(zoom);
  const at = (half: number): ExpressionSpecification => ['literal', [0, (half / 2) * px]];
  const beside = Array.from({ length: ABREAST }, (_, i) => i + 1).flatMap((half) => [half, at(half), -half, at(-half)]);
  return ['match', ['get', 'halves'], 0, at(0), ...beside, at(0)];
}

/** One feature for each line of each stretch. */
function lineFeatures(shown: ShownLines): readonly MapFeature[] {
  let id = 0;
  return featuresOf(shown, ({ points, lines }, of, isDimmed) =>
    lines.map(({ line }, place) => ({
      id: (id += 1),
      shape: { type: 'Line' as const, points },
      properties: { slot: slotOf(place, lines.length), ...coloursOf(of(line)), ...(isDimmed(line) ? { dimmed: true } : {}) },
    })),
  );
}

/** One feature where all lines of a stretch go the same way, else one for each. */
function directionFeatures(shown: ShownLines): readonly MapFeature[] {
  let id = 0;
  return featuresOf(shown, ({ points, lines }, _, isDimmed) => {
    const seen = lines.flatMap(({ line, goes }, place) => (isDimmed(line) ? [] : [{ goes, halves: Math.round(2 * slotOf(place, lines.length)) }]));
    const [first] = seen;
    const isOne = first && seen.length === lines.length && seen.every(({ goes }) => goes === first.goes);
    return (isOne ? [{ goes: first.goes, halves: 0 }] : seen).map((properties) => ({
      id: (id += 1),
      shape: { type: 'Line' as const, points },
      properties,
    }));
  });
}

/** So many names are shown of a stretch, then how many more there are. */
const NAMED = 6;

function nameFeatures(shown: ShownLines): readonly MapFeature[] {
  let id = 0;
  return featuresOf(shown, ({ points, lines }, of, isDimmed) => {
    const named = lines.flatMap(({ line }) => (isDimmed(line) ? [] : (of(line) ?? [])));
    if (named.length === 0) return [];
    const parts = named.slice(0, NAMED).flatMap((line, i) => {
      const colours = Object.entries(coloursOf(line, READ)).map(([theme, colour]) => [`${theme}${i}`, colour]);
      return [[`name${i}`, i === 0 ? line.label : `,\u00a0${line.label}`], ...colours];
    });
    const rest = named.length > NAMED ? { rest: ` +${named.length - NAMED}` } : {};
    return [
      { id: (id += 1), shape: { type: 'Line' as const, points }, properties: { order: -points.length, ...Object.fromEntries(parts), ...rest } },
    ];
  });
}

/** The names as one text, each in the colour of its line. */
function namesIn({ theme, stopLabel }: LayerStyle['colours']): ExpressionSpecification {
  const parts = Array.from({ length: NAMED }, (_, i) => [
    ['coalesce', ['get', `name${i}`], ''],
    { 'text-color': ['coalesce', ['get', `${theme}${i}`], stopLabel] },
  ]);
  return ['format', ...parts.flat(), ['coalesce', ['get', 'rest'], ''], {}] as ExpressionSpecification;
}

function featuresOf(
  shown: ShownLines,
  make: (stretch: Stretch, of: (line: number) => ShownLine | undefined, isDimmed: (line: number) => boolean) => readonly MapFeature[],
): readonly MapFeature[] {
  if (!shown) return [];
  const { lines, stretches } = shown.joined;
  const dimmed = new Set(shown.kept ? lines.flatMap(({ schedules }, i) => (schedules.some((id) => shown.kept?.has(id)) ? [] : [i])) : []);
  return stretches.flatMap((stretch) =>
    make(
      stretch,
      (line) => lines[line],
      (line) => dimmed.has(line),
    ),
  );
}

/** The colour of a line as each theme shows it: a dark blue is not seen on the dark map, nor a yellow on the light one. */
function coloursOf(line: ShownLine | undefined, least = SEEN): Partial<Record<'light' | 'dark', string>> {
  if (line?.color === undefined) return {};
  const { color } = line;
  return { light: seenOn(color, palettes.light.land, least), dark: seenOn(color, palettes.dark.land, least) };
}

/** Contrast of a line with the land; more would take the colours of lines from them. */
const SEEN = 2.4;
/** Contrast of its number. */
const READ = 4.5;

/** Draws the picture of a direction at twice the size, pointing to the right along its line, to the left, or both. */
export function drawDirection(goes: Direction, fill: string, casing: string): ImageData {
  const [width, height] = [goes === 3 ? 34 : 22, 22];
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw on a canvas.');
  const head = (tip: number, back: number): void => {
    pen.moveTo(tip, height / 2);
    pen.lineTo(back, 4);
    pen.lineTo(back, height - 4);
    pen.closePath();
  };
  pen.beginPath();
  if (goes === 1) head(width - 3, 6);
  else if (goes === 2) head(3, width - 6);
  else {
    head(width - 3, width / 2 + 2);
    head(3, width / 2 - 2);
  }
  pen.lineJoin = 'round';
  pen.lineWidth = 4;
  pen.strokeStyle = casing;
  pen.stroke();
  pen.fillStyle = fill;
  pen.fill();
  return pen.getImageData(0, 0, width, height);
}
