export * from './drivenTimes.ts';
export * from './editSheetSteps.ts';
export * from './timetableEdits.ts';
