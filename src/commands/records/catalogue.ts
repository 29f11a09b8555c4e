export * from './fileRowEdits.ts';
export * from './loadKeptFiles.ts';
export * from './loadRecords.ts';
export * from './loadUses.ts';
export * from './recordEdits.ts';
