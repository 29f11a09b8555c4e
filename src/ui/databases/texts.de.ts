import type { Translation } from '../language/defineTexts.ts';
import type { texts } from './texts.ts';

export const german: Translation<typeof texts> = {
  thereIsNoDatabaseDatabaseId: 'Es gibt keine Datenbank „{databaseId}“',
  itMayHaveBeenTakenAway: 'Vielleicht wurde sie entfernt, oder Sie haben keinen Zugriff darauf.',
  toTheDatabases: 'Zu den Datenbanken',
  databases: 'Datenbanken',
  versionsOfName: 'Versionen von {name}',
  readOnly: 'Schreibgeschützt',
  searchVersions: 'Versionen suchen',
  versions: 'Versionen',
  noVersionFound: 'Keine Version gefunden',
  noVersionHasSearchInIts: 'Keine Version hat „{search}“ in Name, Quelle, Status oder Datum.',
  noVersionsYet: 'Noch keine Versionen',
  aVersionAppearsHereOnceA: 'Eine Version erscheint hier, sobald ein Feed in diese Datenbank importiert wurde.',
  uploadAGTFSZipOrA:
    'Laden Sie ein GTFS-Zip oder eine Feed-Datei hoch, oder ziehen Sie die Datei auf diese Seite. Eine Importaufgabe kann sie auch von einer Adresse holen.',
  importFromAURL: 'Von einer URL importieren',
  version: 'Version',
  state: 'Status',
  source: 'Quelle',
  dateUTC: 'Datum (UTC)',
  actions: 'Aktionen',
  loadingOlderVersions: 'Ältere Versionen werden geladen …',
  olderVersionsCouldNotBeLoaded: 'Ältere Versionen konnten nicht geladen werden. {messages}',
  retry: 'Erneut versuchen',
  searchDatabasesAndRegions: 'Datenbanken und Regionen suchen',
  databasesWord: 'Datenbanken',
  noDatabasesYet: 'Noch keine Datenbanken',
  aDatabaseBelongsToARegion:
    'Eine Datenbank gehört zu einer Region. Bitten Sie die Verantwortlichen Ihrer Region, eine anzulegen oder Ihnen Zugriff zu geben.',
  noDatabaseFound: 'Keine Datenbank gefunden',
  noDatabaseOrRegionHasSearch: 'Keine Datenbank oder Region hat „{search}“ im Namen oder in der ID.',
  settingsOfName: 'Einstellungen von {name}',
  thisRegionHasNoDatabasesYet: 'Diese Region hat noch keine Datenbanken.',
  currentOf: ' · aktuell vom {date}',
  countOfVersions: '{versions, plural, =0 {keine Versionen} one {# Version} other {# Versionen}}',
};
