/** The journey that is chosen on the page of journeys, ride by ride, or the areas that people get to. */
import { hexColour } from '../../domain/colours.ts';
import { type ReachArea, reachAreas } from '../../domain/journeys/bands.ts';
import type { JourneyFound, ReachedStop } from '../../domain/journeys/wire.ts';
import { queryValues } from '../../domain/queryText.ts';
import { answerTo, presentQuestion } from '../../projections/journeys.ts';
import type { AppState } from '../../projections/state.ts';
import type { MapFeature } from '../engine/mapEngine.ts';
import { defineLayer } from './mapLayer.ts';

/** What of an answer is on the map. */
interface ShownJourneys {
  readonly journey?: JourneyFound;
  readonly areas: readonly ReachArea[];
}

export const journeysLayer = defineLayer<ShownJourneys | undefined>({
  id: 'journeys',
  toggle: null,
  data: ({ view }) => shownJourneys(view),
  sources: {
    'journey-reach': (shown) => (shown?.areas ?? []).flatMap(areaFeatures),
    'journey-rides': (shown) => rideFeatures(shown?.journey),
  },
  legend: (shown) =>
    (shown?.areas ?? [])
      .toReversed()
      .map(({ minutes, colour }) => ({ swatch: { kind: 'dot', colour, radius: 5 }, text: `Within ${minutes} minutes` })),
  layers: ({ colours }) => [
    { id: 'journey-reach', type: 'fill', source: 'journey-reach', paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': 0.45 } },
    {
      id: 'journey-casing',
      type: 'line',
      source: 'journey-rides',
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colours.trackCasing, 'line-width': 9 },
    },
    {
      id: 'journey-rides',
      type: 'line',
      source: 'journey-rides',
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': ['coalesce', ['get', 'colour'], colours.track], 'line-width': 5 },
    },
    {
      id: 'journey-changes',
      type: 'circle',
      source: 'journey-rides',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: { 'circle-radius': 6, 'circle-color': colours.trackCasing, 'circle-stroke-color': colours.selected, 'circle-stroke-width': 3 },
    },
  ],
});

/** The answer of the page in view; the same object for the same answer and choice. */
function shownJourneys(view: AppState): ShownJourneys | undefined {
  const present = presentQuestion(view);
  const data = present && view.versions[present.versionId];
  const value = present && data ? answerTo(data, present.question)?.value : undefined;
  if (!present || !data || value === null || value === undefined) return undefined;
  const chosen = queryValues(view.location.search, 'journey')[0] ?? '0';
  if (last?.value === value && last.chosen === chosen) return last.shown;
  last = { value, chosen, shown: shownOf(present.question.part, data.journeyAnswers, present, chosen) };
  return last.shown;
}

let last: { readonly value: unknown; readonly chosen: string; readonly shown: ShownJourneys | undefined } | undefined;

function shownOf(
  part: string,
  answers: AppState['versions'][number]['journeyAnswers'],
  { question }: NonNullable<ReturnType<typeof presentQuestion>>,
  chosen: string,
): ShownJourneys | undefined {
  if (part === 'reach' && question.part === 'reach') {
    const stops: readonly ReachedStop[] = answers?.reach?.load.value ?? [];
    return { areas: reachAreas(stops, question.minutes) };
  }
  const found = part === 'journeys' ? answers?.journeys?.load.value : undefined;
  if (!found) return undefined;
  const all = found.Journeys.length > 0 ? found.Journeys : found.Later ? [found.Later] : [];
  const journey = all[Number(chosen)];
  return journey ? { areas: [], journey } : undefined;
}

function areaFeatures({ polygons, colour }: ReachArea): readonly MapFeature[] {
  return polygons.map((rings, id) => ({
    id,
    shape: { type: 'Area', rings: rings.map((ring) => ring.map(([Lng, Lat]) => ({ Lat, Lng }))) },
    properties: { colour },
  }));
}

function rideFeatures(journey: JourneyFound | undefined): readonly MapFeature[] {
  return (journey?.Rides ?? []).flatMap(({ Board, Between, Alight, Line }, id): MapFeature[] => {
    const points = [Board, ...Between, Alight].flatMap(({ Lat, Lng }) => (Lat === undefined || Lng === undefined ? [] : [{ Lat, Lng }]));
    const colour = hexColour(Line.Color);
    const ends = [points[0], points.at(-1)].flatMap((at) => (at ? [at] : []));
    return [
      { id, shape: { type: 'Line', points }, properties: colour === undefined ? {} : { colour } },
      ...ends.map((at): MapFeature => ({ id, shape: { type: 'Point', at }, properties: {} })),
    ];
  });
}
