import { defineTexts } from '../language/defineTexts.ts';

export const texts = defineTexts(
  'map',
  {
    theFileIsLargerThan100: 'The file is larger than 100 MB.',
    ofFoundWithinToleranceMOf: ' of {found}, within {tolerance} m of the line',
    pointsPointsThinnedFromNameApply: '{points} points{thinned} from {name}. Apply keeps them.',
    importLine: 'Import line',
    takeTheLineOfAGPX: 'Take the line of a GPX or GeoJSON file as the shape',
    legendOfTheMap: 'Legend of the map',
    andOthersMore: 'and {others} more',
    linesHere: 'Lines here',
    layersAndMapOptions: 'Layers and map options',
    layers: 'Layers',
    tiles: 'Tiles',
    options: 'Options',
    zoomToTheTrackWhenOne: 'Zoom to the track when one is opened',
    mapProvider: 'Map provider',
    openThisViewIn: 'Open this view in',
    newTab: '(new tab)',
    theShapeIsBeingSaved: 'The shape is being saved',
    shape: 'Shape',
    apply: 'Apply',
    findingPath: 'Looking for the path',
    cancel: 'Cancel',
  },
  {
    recalculateTimes: 'Recalculate times',
    betaApi: 'Use Beta API',
  },
);
