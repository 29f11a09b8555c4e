import { defineTexts } from '../language/defineTexts.ts';

export const texts = defineTexts(
  'map',
  {
    fileTooLarge: 'The file is larger than 100 MB.',
    thinnedPart: ' of {found}, within {tolerance} m of the line',
    importedPoints: '{points} points{thinned} from {name}. Apply keeps them.',
    importLine: 'Import line',
    importHint: 'Take the line of a GPX or GeoJSON file as the shape',
    legendOfTheMap: 'Legend of the map',
    andOthersMore: 'and {others} more',
    linesHere: 'Lines here',
    layersAndMapOptions: 'Layers and map options',
    layers: 'Layers',
    tiles: 'Tiles',
    options: 'Options',
    zoomToTrack: 'Zoom to the track when one is opened',
    mapProvider: 'Map provider',
    openThisViewIn: 'Open this view in',
    newTab: '(new tab)',
    savingShape: 'The shape is being saved',
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
