export * from './changeSettings.ts';
