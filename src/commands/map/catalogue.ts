export * from './fitNetwork.ts';
export * from './toggleLegend.ts';
