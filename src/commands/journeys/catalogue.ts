export * from './loadJourneys.ts';
