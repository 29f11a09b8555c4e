import type { Translation } from '../language/defineTexts.ts';
import type { texts } from './texts.ts';

export const german: Translation<typeof texts> = {
  fileTooLarge: 'Die Datei ist größer als 100 MB.',
  thinnedPart: ' von {found}, höchstens {tolerance} m von der Linie entfernt',
  importedPoints: '{points} Punkte{thinned} aus {name}. „Übernehmen“ behält sie.',
  importLine: 'Linie importieren',
  importHint: 'Die Linie einer GPX- oder GeoJSON-Datei als Verlauf übernehmen',
  legendOfTheMap: 'Legende der Karte',
  andOthersMore: 'und {others} weitere',
  linesHere: 'Linien hier',
  layersAndMapOptions: 'Ebenen und Kartenoptionen',
  layers: 'Ebenen',
  tiles: 'Kacheln',
  options: 'Optionen',
  zoomToTrack: 'Auf den Linienweg zoomen, wenn einer geöffnet wird',
  mapProvider: 'Kartenanbieter',
  openThisViewIn: 'Diesen Ausschnitt öffnen in',
  newTab: '(neuer Tab)',
  savingShape: 'Der Verlauf wird gespeichert',
  shape: 'Verlauf',
  apply: 'Übernehmen',
  findingPath: 'Der Weg wird gesucht',
  cancel: 'Abbrechen',
  recalculateTimes: 'Zeiten neu berechnen',
  betaApi: 'Beta-API verwenden',
};
