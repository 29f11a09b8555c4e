export * from './deliveryLocations.ts';
export * from './deliveryLocationSteps.ts';
export * from './exportChanged.ts';
export * from './exportDraft.ts';
export * from './exportFormSteps.ts';
export * from './exportWrites.ts';
export * from './loadExports.ts';
