export * from './problemReports.ts';
