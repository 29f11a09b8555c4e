export * from './calendarEdits.ts';
export * from './loadCalendars.ts';
export * from './loadHolidays.ts';
export * from './networkCalendarEdits.ts';
export * from './networkCalendarSteps.ts';
export * from './paintCalendarSteps.ts';
export * from './sameTripsEdits.ts';
export * from './tidyCalendarsSteps.ts';
