import type { Translation } from '../language/defineTexts.ts';
import type { texts } from './texts.ts';

export const german: Translation<typeof texts> = {
  noLevel: 'Keine Ebene',
  nameOfLevelId: 'Name der Ebene {id}',
  notSavedMessage: 'Nicht gespeichert: {message}',
  stopsAndPathways: 'Haltestellen und Fußwege',
  levelsOfName: 'Ebenen von {name}',
  addLevel: 'Ebene hinzufügen',
  closeTheLevels: 'Ebenen schließen',
  noLevelsHint: 'Diese Version hat noch keine Ebenen. Fügen Sie eine hinzu, und wählen Sie sie dann in den Details der Haltestellen.',
  levelsTheHighestFirst: 'Ebenen, die höchste zuerst',
  stop: '{stops, plural, one {# Haltestelle} other {# Haltestellen}}',
  highestLevel: 'Dies ist die höchste Ebene',
  lowestLevel: 'Dies ist die tiefste Ebene',
  moveLevel: '{name} verschieben: {direction}',
  showLevelOnMap: 'Haltestellen dieser Ebene auf der Karte zeigen',
  enterANumber: 'Geben Sie eine Zahl ein',
  newLevel: 'Neue Ebene',
  index: 'Index',
  name: 'Name',
  createLevel: 'Ebene anlegen',
  pathwayBetween: '{mode} zwischen {from} und {to}',
  pathwayFromTo: '{mode} von {from} nach {to}',
};
