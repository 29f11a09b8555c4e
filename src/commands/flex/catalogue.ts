export * from './zoneEdits.ts';
export * from './zoneSteps.ts';
