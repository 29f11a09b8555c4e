export * from './loadTasks.ts';
export * from './runChanged.ts';
export * from './runTask.ts';
export * from './saveTaskFile.ts';
export * from './taskRunSteps.ts';
export * from './taskSecrets.ts';
export * from './uploadTaskFile.ts';
