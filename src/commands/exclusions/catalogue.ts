export * from './deleteExclusions.ts';
export * from './excludeCases.ts';
export * from './excludingSteps.ts';
export * from './loadIgnored.ts';
export * from './saveSessionNote.ts';
export * from './selectAllCases.ts';
export * from './sessionNoteSteps.ts';
