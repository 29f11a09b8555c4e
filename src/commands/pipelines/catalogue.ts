export * from './loadPipelineRegions.ts';
export * from './loadPipelines.ts';
export * from './pipelineChanged.ts';
export * from './pipelineEdits.ts';
export * from './pipelineFormSteps.ts';
export * from './pipelineRunSteps.ts';
export * from './runPipeline.ts';
