export * from './calendarEdits.ts';
export * from './paintCalendarSteps.ts';
