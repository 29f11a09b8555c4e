export * from './flexTripEdits.ts';
export * from './zoneEdits.ts';
export * from './zoneSteps.ts';
