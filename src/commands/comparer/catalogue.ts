export * from './loadDiff.ts';
export * from './loadDiffLists.ts';
export * from './loadDiffSummary.ts';
export * from './navigatorSteps.ts';
export * from './saveDiff.ts';
