export * from './detourSteps.ts';
export * from './loadNetwork.ts';
export * from './shapeEdits.ts';
export * from './followStreetsSteps.ts';
export * from './matchNetworkSteps.ts';
export * from './shapeSteps.ts';
export * from './trackEdits.ts';
export * from './trackStopSteps.ts';
