export * from './loadRealtime.ts';
export * from './showRealtime.ts';
export * from './vehiclesMoved.ts';
