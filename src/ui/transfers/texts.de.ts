import type { Translation } from '../language/defineTexts.ts';
import type { texts } from './texts.ts';

export const german: Translation<typeof texts> = {
  createTransfer: 'Umstieg anlegen',
  type: 'Art',
  durationSeconds: 'Dauer (Sekunden)',
  create: 'Anlegen',
  cancel: 'Abbrechen',
  transfer: 'Umstieg',
  unknownTitle: 'Diesen Umstieg gibt es nicht',
  unknownHint: 'Vielleicht wurde er entfernt.',
  transfers: 'Umstiege',
  removedTitle: 'Dieser Umstieg wurde entfernt',
  removedHint: 'Wenn Sie ihn entfernt haben, bringt „Rückgängig“ ihn zurück.',
  transferTransferId: 'Umstieg {transferId}',
  removeTransfer: 'Umstieg entfernen',
  transferId: 'Umstiegs-ID',
  transferIdWord: 'Umstiegs-ID',
  fromStop: 'Von Haltestelle',
  toStop: 'Nach Haltestelle',
  durationS: 'Dauer (s)',
  enterWholeSeconds: 'Geben Sie ganze Sekunden ein',
  anyStop: 'jede Haltestelle',
  noName: 'Kein Name',
  countOfTransfers: '{transfers, plural, one {# Umstieg} other {# Umstiege}}',
  linesAndTrips: 'Linien und Fahrten',
  all: 'alle',
};
