export * from './blockEdits.ts';
export * from './loadServiceDay.ts';
