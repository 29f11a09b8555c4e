export * from './drawPathwaySteps.ts';
export * from './loadPathwayDetails.ts';
export * from './loadPathways.ts';
export * from './pathwayEdits.ts';
