/** Fares: their form, their conditions, the check of a journey. */
import type { FareCheckEvent } from '../../../src/machines/fareCheckMachine.ts';
import type { FareConditionEvent } from '../../../src/machines/fareConditionMachine.ts';
import type { FareFormEvent } from '../../../src/machines/fareFormMachine.ts';

export const fareForm: readonly FareFormEvent[] = [
  { type: 'OPEN', databaseId: 'demo', versionId: 1, page: 'fares' },
  { type: 'SUBMIT', form: { fareId: 'F9', description: 'Evening', price: '2.50', currency: 'EUR' } },
  { type: 'SUBMIT', form: { fareId: ' ', description: '', price: '2.50', currency: 'EUR' } },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['There is a fare with the id F9 already.'] },
];

export const fareCheck: readonly FareCheckEvent[] = [
  { type: 'OPEN', versionId: 1 },
  { type: 'CHANGE', draft: { date: '2026-05-04' } },
  { type: 'PICK', at: 0 },
  { type: 'PICK', at: -1 },
  { type: 'PICKED', stopId: 'S2' },
  { type: 'CLOSE' },
  { type: 'LEAVE' },
];

export const fareCondition: readonly FareConditionEvent[] = [
  { type: 'OPEN', versionId: 1, fareId: 'F1', condition: null, draft: {} },
  { type: 'OPEN', versionId: 1, fareId: 'F1', condition: 'BetweenStops', draft: {} },
  { type: 'CHOOSE', condition: 'BetweenStops' },
  { type: 'CHANGE', draft: { to: 'S2' } },
  { type: 'PICK', at: 'to' },
  { type: 'PICKED', stopId: 'S2' },
  { type: 'SUBMIT', conditions: { NumberOfStops: 3 } },
  { type: 'SUBMIT', rules: { add: [{ Transport: null, FromZone: 'Z', ToZone: null, ContainsZone: null }], remove: [] } },
  { type: 'SUBMIT', faults: ['Choose a stop'] },
  { type: 'BACK' },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['Between stops and between zones cannot be combined.'] },
];
