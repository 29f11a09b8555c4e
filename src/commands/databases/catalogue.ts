export * from './loadDatabases.ts';
