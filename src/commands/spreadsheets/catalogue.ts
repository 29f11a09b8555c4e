export * from './loadSheetRows.ts';
export * from './spreadsheetSteps.ts';
export * from './spreadsheetEdits.ts';
