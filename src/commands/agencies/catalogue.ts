export * from './agencyEdits.ts';
export * from './loadAgencies.ts';
export * from './loadAgencyOptions.ts';
