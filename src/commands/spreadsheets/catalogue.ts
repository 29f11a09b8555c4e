export * from './spreadsheetSteps.ts';
export * from './spreadsheetEdits.ts';
