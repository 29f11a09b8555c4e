export * from './findTrips.ts';
export * from './loadSchedule.ts';
export * from './loadSchedules.ts';
export * from './loadServiceFigures.ts';
export * from './scheduleEdits.ts';
export * from './scheduleFormSteps.ts';
