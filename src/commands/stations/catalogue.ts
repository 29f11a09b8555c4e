export * from './levelEdits.ts';
export * from './stationSteps.ts';
