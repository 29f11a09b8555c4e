export * from './appStarted.ts';
export * from './dayBegan.ts';
export * from './dismissNotice.ts';
export * from './errorUncaught.ts';
export * from './lineReturned.ts';
export * from './locationChanged.ts';
export * from './openPlace.ts';
export * from './typedSteps.ts';
