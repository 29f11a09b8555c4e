/** The commands of tasks. */
import type { AnyCommand } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { loadDocumentation, loadTask, loadTasks } from './loadTasks.ts';
import { runTask, stopTask } from './runTask.ts';
import { saveTaskFile } from './saveTaskFile.ts';
import { changeTaskRunForm, closeTaskRunForm, openTaskRunForm, submitTaskRun } from './taskRunSteps.ts';
import { deleteSecret, loadSecrets, writeSecret } from './taskSecrets.ts';
import { uploadTaskFile } from './uploadTaskFile.ts';

export const taskCommands: readonly AnyCommand<AppState>[] = [
  loadDocumentation,
  loadTask,
  loadTasks,
  runTask,
  stopTask,
  deleteSecret,
  loadSecrets,
  writeSecret,
  uploadTaskFile,
  saveTaskFile,
  openTaskRunForm,
  changeTaskRunForm,
  submitTaskRun,
  closeTaskRunForm,
];
