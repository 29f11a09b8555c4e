export * from './mapSearch.ts';
export * from './mapSearchSteps.ts';
export * from './savedSearches.ts';
export * from './savedSearchSteps.ts';
export * from './tagSearchSteps.ts';
