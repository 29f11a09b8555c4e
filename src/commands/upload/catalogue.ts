export * from './announceUpload.ts';
export * from './cancelUpload.ts';
export * from './openUpload.ts';
export * from './uploadProgress.ts';
export * from './uploadSteps.ts';
export * from './uploadVersion.ts';
