export * from './mapSearch.ts';
export * from './mapSearchSteps.ts';
export * from './tagSearchSteps.ts';
