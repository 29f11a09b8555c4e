import { placeOf } from '../../domain/locations.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { pipelineViewOf, runPageKey, runPageOf } from '../../projections/pipelineState.ts';
import type { AppState } from '../../projections/state.ts';
import { loadPipeline, loadPipelineRuns, loadPipelines, loadPipelineTags } from './loadPipelines.ts';

/** What the Pipelines screen needs at the present address and nobody has asked for yet. */
export function pipelineLoads(view: AppState): readonly CommandInput[] {
  if (placeOf(view.location.path).section !== 'pipelines') return [];
  const { list, details, tags, runPages } = view.pipelines;
  const at = pipelineViewOf(view.location.search);
  const { pipeline } = at;
  const page = runPageOf(at);
  const isUnasked = pipeline !== undefined && (details[String(pipeline)]?.status ?? 'idle') === 'idle';
  return [
    ...(list.status === 'idle' ? [loadPipelines({})] : []),
    ...(tags.status === 'idle' ? [loadPipelineTags({ filter: '' })] : []),
    ...(isUnasked ? [loadPipeline({ id: pipeline })] : []),
    ...(page && (runPages[runPageKey(page)]?.status ?? 'idle') === 'idle' ? [loadPipelineRuns(page)] : []),
  ];
}
