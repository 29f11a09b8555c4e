export * from './loadLogs.ts';
export * from './saveLog.ts';
