import type { Translation } from '../language/defineTexts.ts';
import type { texts } from './texts.ts';

export const german: Translation<typeof texts> = {
  notOnMap: 'Mindestens eine der verknüpften Haltestellen hat ungültige Koordinaten; der Fußweg wird deshalb nicht auf der Karte gezeigt',
  unknownTitle: 'Diesen Fußweg gibt es nicht',
  unknownHint: 'Diese Version hat keinen Fußweg mit der ID {only}.',
  pathway: 'Fußweg',
  selectPathway: 'Fußweg auswählen',
  idsPathwaysSelected: '{ids} Fußwege ausgewählt:',
  pathwayTitle: 'Fußweg',
  changeEnds: 'Enden tauschen',
  reversed: 'Der Fußweg führt dann andersherum',
  removePathway: 'Fußweg entfernen',
  removedTitle: 'Dieser Fußweg wurde entfernt',
  removedHint: 'Wenn Sie ihn entfernt haben, bringt „Rückgängig“ ihn zurück.',
  pathwayId: 'Fußweg-ID',
  pathwayIdWord: 'Fußweg-ID',
  dataOrigin: 'Herkunft',
};
