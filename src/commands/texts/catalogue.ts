export * from './findReplaceSteps.ts';
export * from './findTexts.ts';
export * from './textEdits.ts';
