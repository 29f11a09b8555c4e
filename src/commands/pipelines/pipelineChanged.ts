import { PipelineChanged } from '../../contract/notifications.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { dropPipeline } from '../../projections/pipelineState.ts';
import { defineEvent } from '../define.ts';
import { askedAgain } from '../defineLoad.ts';
import { loadPipeline, loadPipelines } from './loadPipelines.ts';

/** A pipeline was made, changed or removed: what is loaded of it is fetched again. */
export const pipelineChanged = defineEvent('live.pipelineChanged', {
  payload: PipelineChanged,
  samples: () => [
    { pipeline_id: 1, db_id: 'demo', rev: 2 },
    { pipeline_id: 1, db_id: 'demo', rev: null },
  ],
  apply: (base, { pipeline_id, rev }) => {
    if (rev === null) dropPipeline(base.pipelines, pipeline_id);
  },
  next: ({ pipeline_id, rev }, view): readonly CommandInput[] => {
    const { list, details } = view.pipelines;
    if (rev === null) return askedAgain([list, details[String(pipeline_id)]]);
    const isLoaded = details[String(pipeline_id)] !== undefined && details[String(pipeline_id)]?.status !== 'idle';
    return [...(list.status === 'idle' ? [] : [loadPipelines({})]), ...(isLoaded ? [loadPipeline({ id: pipeline_id })] : [])];
  },
  keep: 'all',
});
