import type { Translation } from '../language/defineTexts.ts';
import type { texts } from './texts.ts';

export const german: Translation<typeof texts> = {
  agencies: 'Betreiber',
  searchAgencies: 'Betreiber suchen',
  nameOrId: 'Name oder ID',
  agenciesWord: 'Betreiber',
  noAgencies: 'Keine Betreiber',
  emptyHint: 'Diese Version nennt keinen Betreiber.',
  noAgencyMatches: 'Kein Betreiber passt',
  noMatchHint: 'Suchen Sie nach einem Teil des Namens oder der ID.',
  unknownTitle: 'Diesen Betreiber gibt es nicht',
  unknownHint: 'Diese Version hat keinen Betreiber mit der ID {itemId}.',
  name: 'Name',
  id: 'ID',
  timezone: 'Zeitzone',
  language: 'Sprache',
  agencyId: 'Betreiber-ID',
  agencyIdIsRequired: 'Betreiber-ID fehlt',
  idTaken: 'Es gibt schon einen Betreiber mit der ID {id}.',
  agencyNameIsRequired: 'Name des Betreibers fehlt',
  createAgency: 'Betreiber anlegen',
  cancel: 'Abbrechen',
  create: 'Anlegen',
  removeAgency: '{size, plural, one {Betreiber entfernen} other {Betreiber entfernen}}',
  removeQuestion:
    '{size, plural, one {Möchten Sie den Betreiber „{agencyNameOf}“ entfernen?} other {Möchten Sie {size} ausgewählte Betreiber aus der Liste entfernen?}}',
};
