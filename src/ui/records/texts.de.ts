import type { Translation } from '../language/defineTexts.ts';
import type { texts } from './texts.ts';

export const german: Translation<typeof texts> = {
  open: 'Öffnen',
  openField: '{field} öffnen',
  cloneWord: '{word} kopieren',
  id: 'ID',
  wordId: 'ID: {word}',
  createWord: '{word} anlegen',
  idIsRequired: 'ID fehlt',
  thereIsAWordWithThe: 'Die ID {id} gibt es schon: {word}.',
  asOtherDataRefersToIt: 'So, wie andere Daten darauf verweisen; kann später nicht geändert werden.',
  nothingToChoose: 'Es gibt nichts zur Auswahl',
  choose: 'Auswählen …',
  nothingMatches: 'Nichts passt',
  cancel: 'Abbrechen',
  clone: 'Kopieren',
  create: 'Anlegen',
  searchMany: 'Suchen: {many}',
  textOrId: 'Text oder ID',
  noMany: 'Keine {many}',
  noWordMatches: 'Nichts passt: {word}',
  searchByAPartOfA: 'Suchen Sie nach einem Teil des Textes oder der ID.',
  thereIsNoSuchWord: 'Nicht gefunden: {word}',
  thisVersionHasNoWordWith: 'Diese Version hat keinen Eintrag mit der ID {itemId}: {word}.',
  removeWhat: '{what} entfernen',
  theWordNamed: '{word} „{name}“',
  removeQuestion:
    '{size, plural, one {Möchten Sie dies entfernen: {what}?} other {Möchten Sie {size} ausgewählte Einträge aus der Liste entfernen: {many}?}}',
  ticketingDeepLink: 'Ticket-Link',
  yes: 'Ja',
  no: 'Nein',
};
