export * from './editSheetSteps.ts';
export * from './timetableEdits.ts';
