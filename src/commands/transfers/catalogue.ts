export * from './createTransferSteps.ts';
export * from './loadTransfers.ts';
export * from './loadTransfersBetween.ts';
export * from './transferEdits.ts';
