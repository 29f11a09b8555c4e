export * from './fareCheckSteps.ts';
export * from './fareConditionSteps.ts';
export * from './fareEdits.ts';
export * from './fareFormSteps.ts';
export * from './loadCompatibility.ts';
export * from './loadFare.ts';
export * from './loadFareCheck.ts';
export * from './loadFares.ts';
