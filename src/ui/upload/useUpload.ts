import { useWorkflow } from '../../kernel/react.tsx';
import type { UploadContext } from '../../machines/uploadMachine.ts';

/** The steps of an upload. */
export type UploadStep = 'closed' | 'form' | 'uploading' | 'cancelling' | 'failed' | 'successful';

/** Which step the upload is at. */
export function useUploadStep(): UploadStep {
  return useWorkflow('upload', (snapshot): UploadStep => snapshot.value);
}

/** One thing that the upload knows: what was chosen and typed, or what came of it. */
export function useUpload<K extends keyof UploadContext>(key: K): UploadContext[K] {
  return useWorkflow('upload', (snapshot): UploadContext[K] => snapshot.context[key]);
}
