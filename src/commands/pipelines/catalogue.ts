/** The commands of the Pipelines screen. */
import type { AnyCommand } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { loadPipeline, loadPipelineRuns, loadPipelines, loadPipelineTags } from './loadPipelines.ts';
import { loadPipelineRegions, refreshPipelineRegions } from './loadPipelineRegions.ts';
import { clonePipeline, createPipeline, deletePipeline, updatePipeline } from './pipelineEdits.ts';
import {
  addPipelineTask,
  askDeletePipeline,
  askRemoveTask,
  cancelPipelineForm,
  changePipelineForm,
  changePipelineTask,
  closePipelineForm,
  confirmPipelineForm,
  editPipeline,
  movePipelineTask,
  newPipeline,
  openPipelineForm,
  removePipelineTask,
  submitPipelineForm,
} from './pipelineFormSteps.ts';
import {
  askRepeatRun,
  askResumeRun,
  askRunPipeline,
  closePipelineRun,
  confirmRun,
  openReview,
  reviewSelected,
  submitApproval,
} from './pipelineRunSteps.ts';
import { approveRun, repeatRun, resumeRun, reviewRun, runPipeline, stopRun } from './runPipeline.ts';

export const pipelineCommands: readonly AnyCommand<AppState>[] = [
  loadPipelines,
  loadPipeline,
  runPipeline,
  stopRun,
  resumeRun,
  repeatRun,
  approveRun,
  reviewRun,
  createPipeline,
  updatePipeline,
  clonePipeline,
  deletePipeline,
  newPipeline,
  editPipeline,
  openPipelineForm,
  changePipelineForm,
  addPipelineTask,
  changePipelineTask,
  movePipelineTask,
  askRemoveTask,
  removePipelineTask,
  submitPipelineForm,
  askDeletePipeline,
  confirmPipelineForm,
  cancelPipelineForm,
  closePipelineForm,
  askRunPipeline,
  askResumeRun,
  askRepeatRun,
  confirmRun,
  openReview,
  reviewSelected,
  submitApproval,
  closePipelineRun,
  loadPipelineRuns,
  loadPipelineTags,
  refreshPipelineRegions,
  loadPipelineRegions,
];
