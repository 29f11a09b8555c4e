import type { Translation } from '../language/defineTexts.ts';
import type { texts } from './texts.ts';

export const german: Translation<typeof texts> = {
  theFileIsLargerThan100: 'Die Datei ist größer als 100 MB.',
  ofFoundWithinToleranceMOf: ' von {found}, höchstens {tolerance} m von der Linie entfernt',
  pointsPointsThinnedFromNameApply: '{points} Punkte{thinned} aus {name}. „Übernehmen“ behält sie.',
  importLine: 'Linie importieren',
  takeTheLineOfAGPX: 'Die Linie einer GPX- oder GeoJSON-Datei als Verlauf übernehmen',
  legendOfTheMap: 'Legende der Karte',
  andOthersMore: 'und {others} weitere',
  linesHere: 'Linien hier',
  layersAndMapOptions: 'Ebenen und Kartenoptionen',
  layers: 'Ebenen',
  tiles: 'Kacheln',
  options: 'Optionen',
  zoomToTheTrackWhenOne: 'Auf den Linienweg zoomen, wenn einer geöffnet wird',
  mapProvider: 'Kartenanbieter',
  openThisViewIn: 'Diesen Ausschnitt öffnen in',
  newTab: '(neuer Tab)',
  theShapeIsBeingSaved: 'Der Verlauf wird gespeichert',
  shape: 'Verlauf',
  apply: 'Übernehmen',
  findingPath: 'Der Weg wird gesucht',
  cancel: 'Abbrechen',
  recalculateTimes: 'Zeiten neu berechnen',
  betaApi: 'Beta-API verwenden',
};
