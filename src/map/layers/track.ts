/** The track of the address: its line with a casing, its direction arrows, and its stops with their numbers above all other stops. */
import { shownTrack } from '../sources/shownTrack.ts';
import type { MapTrack } from '../mapPicture.ts';
import { stopsAt } from '../sources/picking.ts';
import { boxOfPlace, indexed } from '../sources/placeIndex.ts';
import type { StopRow } from '../sources/stopTable.ts';
import { arrowStep, trackArrows, trackLine, trackStopPoints } from '../sources/trackFeatures.ts';
import { defineLayer } from './mapLayer.ts';

/** The name of the arrow picture of the track's direction. */
export const arrowImage = 'track-arrow';

export const trackLayer = defineLayer<MapTrack | undefined>({
  id: 'track',
  menu: { label: 'Track shape', initially: true },
  data: (seen) => shownTrack(seen.view),
  sources: { track: trackLine },
  legend: (track, { colours }) =>
    track ? [{ swatch: { kind: 'lines', colours: [colours.track], width: 4, casing: colours.trackCasing }, text: 'Track that is open' }] : [],
  layers: ({ colours }) => [
    {
      id: 'track-casing',
      type: 'line',
      source: 'track',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colours.trackCasing, 'line-opacity': 0.9, 'line-width': ['interpolate', ['linear'], ['zoom'], 6, 3, 12, 6, 16, 9] },
    },
    {
      id: 'track',
      type: 'line',
      source: 'track',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colours.track, 'line-width': ['interpolate', ['linear'], ['zoom'], 6, 1.5, 12, 3.5, 16, 6] },
    },
  ],
});

export const trackDirectionLayer = defineLayer<MapTrack | undefined>({
  id: 'trackDirection',
  menu: { label: 'Track direction', initially: true },
  data: (seen) => shownTrack(seen.view),
  sources: { 'track-direction': trackArrows },
  legend: (track, { zoom, colours }) =>
    track && zoom >= 8 ? [{ swatch: { kind: 'arrow', both: false, colour: colours.track }, text: 'Direction of the track' }] : [],
  zoomStep: arrowStep,
  layers: () => [
    {
      id: 'track-direction',
      type: 'symbol',
      source: 'track-direction',
      minzoom: 8,
      layout: {
        'icon-image': arrowImage,
        'icon-size': ['interpolate', ['linear'], ['zoom'], 8, 0.55, 13, 0.75, 17, 1.1],
        'icon-rotate': ['get', 'bearing'],
        'icon-rotation-alignment': 'map',
        'icon-padding': 0,
      },
    },
  ],
});

export const trackStopsLayer = defineLayer<MapTrack | undefined>({
  id: 'trackStops',
  toggle: 'track',
  data: (seen) => shownTrack(seen.view),
  sources: { 'track-stops': trackStopPoints },
  legend: (track, { colours }) =>
    track && track.stops.length > 0
      ? [
          {
            swatch: { kind: 'dot', colour: colours.track, radius: 7, label: '1', labelColour: colours.trackNumber },
            text: 'Stop of the track, in its order',
          },
        ]
      : [],
  layers: ({ colours, fonts }) => [
    {
      id: 'track-stops',
      type: 'circle',
      source: 'track-stops',
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 6, 2.5, 11, 5, 13, 9, 17, 11],
        'circle-color': colours.track,
        'circle-stroke-color': colours.trackCasing,
        'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 8, 0.75, 13, 1.5],
      },
    },
    {
      id: 'track-stops-number',
      type: 'symbol',
      source: 'track-stops',
      minzoom: 12,
      layout: {
        'text-field': ['get', 'label'],
        'text-font': fonts.bold,
        'text-size': ['interpolate', ['linear'], ['zoom'], 12, 9, 17, 12],
        'text-allow-overlap': true,
        'text-ignore-placement': false,
      },
      paint: { 'text-color': colours.trackNumber },
    },
  ],
  picks: 'stops',
  pick: (track, surface, point) => (track ? stopsAt(placesOf(rowsOf(track)), surface, point).map(({ stop }) => stop.Id) : []),
});

const rows = new WeakMap<MapTrack, readonly StopRow[]>();

function rowsOf(track: MapTrack): readonly StopRow[] {
  const known =
    rows.get(track) ?? track.stops.map((stop, slot) => ({ slot, stop: { Id: stop.StopId, Name: '', Type: 0, Lat: stop.Lat, Lng: stop.Lng } }));
  rows.set(track, known);
  return known;
}

const placesOf = indexed((row: StopRow) => boxOfPlace(row.stop));

/**
 * Draws the arrow as a plain picture at twice the size. Not as a distance field: those need true distances,
 * and an ordinary drawing marked as one comes out as broken slivers.
 */
export function drawArrow(colour: string, casing: string): ImageData {
  const size = 36;
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw on a canvas.');
  pen.beginPath();
  pen.moveTo(size / 2, 5);
  pen.lineTo(size - 8, size - 7);
  pen.lineTo(size / 2, size - 13);
  pen.lineTo(8, size - 7);
  pen.closePath();
  pen.lineJoin = 'round';
  pen.lineWidth = 5;
  pen.strokeStyle = casing;
  pen.stroke();
  pen.fillStyle = colour;
  pen.fill();
  return pen.getImageData(0, 0, size, size);
}
