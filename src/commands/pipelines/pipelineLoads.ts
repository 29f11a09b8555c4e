import { placeOf } from '../../domain/locations.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { pipelineViewOf } from '../../projections/pipelineState.ts';
import type { AppState } from '../../projections/state.ts';
import { loadPipeline, loadPipelines } from './loadPipelines.ts';

/** What the Pipelines screen needs at the present address and nobody has asked for yet. */
export function pipelineLoads(view: AppState): readonly CommandInput[] {
  if (placeOf(view.location.path).section !== 'pipelines') return [];
  const { list, details } = view.pipelines;
  const { pipeline } = pipelineViewOf(view.location.search);
  const isUnasked = pipeline !== undefined && (details[String(pipeline)]?.status ?? 'idle') === 'idle';
  return [...(list.status === 'idle' ? [loadPipelines({})] : []), ...(isUnasked ? [loadPipeline({ id: pipeline })] : [])];
}
