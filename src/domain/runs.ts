/** Runs of tasks and pipelines: their states, and the one function that moves a run from one to the next. */
import { z } from 'zod';

/** Codes of the states of a task and of a run. A task's code only ever rises. */
export const RUN_STATUS = {
  NotRun: -1,
  Pending: 0,
  Running: 1,
  Completed: 2,
  Failed: 3,
  FailedWarning: 4,
  Stopping: 5,
  Stopped: 6,
} as const;

export const RunStatus = z.union([z.literal(-1), z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5), z.literal(6)]);
export type RunStatus = z.infer<typeof RunStatus>;

/** The words that screens show for each state. */
export const RUN_STATUS_WORDS: Readonly<Record<RunStatus, string>> = {
  [-1]: 'Not run',
  0: 'Pending',
  1: 'Processing',
  2: 'Completed',
  3: 'Failed',
  4: 'Needs Approval',
  5: 'Stopping',
  6: 'Stopped',
};

/** Kinds of task: 1 Import, 2 Transform, 3 Export. */
export const TaskType = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type TaskType = z.infer<typeof TaskType>;

export const TASK_TYPES = { Import: 1, Transform: 2, Export: 3 } as const;
export const TASK_TYPE_WORDS: Readonly<Record<TaskType, string>> = { 1: 'Import', 2: 'Transform', 3: 'Export' };

/** A task's name is at most this long. */
export const TASK_NAME_LIMIT = 128;
export const TASK_NAME_TOO_LONG = `The Task Name field cannot exceed ${TASK_NAME_LIMIT} characters`;

/** One task of a run, as far as its state goes. */
export interface TaskState {
  readonly id: number;
  readonly status: RunStatus;
  /** Somebody has looked at what it warned of and let the run continue; its status stays FailedWarning. */
  readonly approved: boolean;
}

/** The tasks of a run in their order. */
export type RunState = readonly TaskState[];

export type RunEvent =
  /** A worker has taken the task, or tells how far it is. */
  | { readonly type: 'progressed'; readonly id: number }
  | { readonly type: 'ended'; readonly id: number; readonly status: 2 | 3 | 4 }
  /** Somebody wants the run to end. */
  | { readonly type: 'stop' }
  /** The worker of a task in Stopping has stopped. */
  | { readonly type: 'letGo'; readonly id: number }
  | { readonly type: 'approve' }
  /** Runs again from a task on; `ids` are those of the new attempts, one for each task from there to the last. */
  | { readonly type: 'resume'; readonly from: number; readonly ids: readonly number[] };

const { NotRun, Pending, Running, Completed, Failed, FailedWarning, Stopping, Stopped } = RUN_STATUS;

/** A new run: its first task waits for a worker, the others for the tasks before them. */
export function newRun(ids: readonly number[]): RunState {
  return ids.map((id, i) => ({ id, status: i === 0 ? Pending : NotRun, approved: false }));
}

/**
 * The run after an event; the same run where the event changes nothing (it came too late, or twice). No task's status ever
 * falls: an attempt that is made again has an id of its own.
 */
export function afterRunEvent(run: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'progressed':
      return passed(rise(run, event.id, Running), event.id);
    case 'ended': {
      const task = run.find(({ id }) => id === event.id);
      if (task === undefined || isOver(task.status)) return run;
      // It was asked to stop and ended first: the run ends here all the same.
      if (task.status === Stopping) return rise(run, event.id, Stopped);
      const ended = passed(rise(run, event.id, event.status), event.id);
      return event.status === Completed ? readyAfter(ended, event.id) : ended;
    }
    case 'letGo':
      return run.some(({ id, status }) => id === event.id && status === Stopping) ? rise(run, event.id, Stopped) : run;
    case 'stop': {
      const now = run.find(({ status }) => status === Running);
      if (now !== undefined) return rise(run, now.id, Stopping);
      const next = isWaiting(run) ? run.find(needsApproval) : run.find(({ status }) => status === Pending);
      return next === undefined || isEnded(statusOfRun(run)) ? run : rise(run, next.id, Stopped);
    }
    case 'approve': {
      const task = run.find(needsApproval);
      if (task === undefined || !isWaiting(run)) return run;
      return readyAfter(
        run.map((one) => (one === task ? { ...one, approved: true } : one)),
        task.id,
      );
    }
    case 'resume': {
      const at = run.findIndex(({ id }) => id === event.from);
      if (at < 0 || !mayResume(run) || event.ids.length !== run.length - at) return run;
      return [...run.slice(0, at), ...newRun(event.ids)];
    }
  }
}

/** The state of a run as its tasks tell it: Running unless its final task is finished or any has Failed, Stopping or Stopped. */
export function statusOfRun(run: RunState): RunStatus {
  const has = (status: RunStatus): boolean => run.some((task) => task.status === status);
  for (const status of [Stopping, Stopped, Failed] as const) if (has(status)) return status;
  if (run.some(needsApproval)) return FailedWarning;
  const last = run.at(-1);
  if (last === undefined || last.status === Completed || last.status === FailedWarning) return Completed;
  return run.every(({ status }) => status === Pending || status === NotRun) ? Pending : Running;
}

/** The task that a worker may take now; undefined where there is none. */
export function taskToRun(run: RunState): number | undefined {
  const status = statusOfRun(run);
  return status === Pending || status === Running ? run.find((task) => task.status === Pending)?.id : undefined;
}

/** Whether a task of the run is running or about to run: the next run of its pipeline waits for it. */
export function isActive(status: RunStatus): boolean {
  return status === Pending || status === Running || status === Stopping;
}

/** Whether nothing more happens to a run by itself. One that needs approval waits for a person. */
export function isEnded(status: RunStatus): boolean {
  return status === Completed || status === Failed || status === Stopped;
}

export type RunAct = 'stop' | 'approve' | 'resume' | 'repeat';

/** Why an act is not possible with a run in that state; undefined where it is. The words of the controls and of the server. */
export function refusalOfRunAct(act: RunAct, status: RunStatus): string | undefined {
  switch (act) {
    case 'stop':
      if (status === Stopping) return 'This run is being stopped already';
      return isEnded(status) || status === NotRun ? 'This run has ended' : undefined;
    case 'approve':
      return status === FailedWarning ? undefined : 'This run does not wait for approval';
    case 'resume':
      if (isActive(status)) return 'This run is still processing';
      if (status === FailedWarning) return 'This run waits for approval. Approve or stop it';
      return status === Completed ? 'This run has been completed. Run it again from a task instead' : undefined;
    case 'repeat':
      return isActive(status) ? 'This run is still processing' : undefined;
  }
}

/** Seconds that a task has taken since it began: to its last result when it has ended, to `now` while it is processing. All in unix seconds. */
export function taskDuration(began: number, result: { readonly type: RunStatus; readonly created: number }, now: number): number {
  const until = isOver(result.type) ? result.created : now;
  return Math.max(0, Math.round(until - began));
}

/** Whether a task of that status does nothing any more. */
export function isOver(status: RunStatus): boolean {
  return status === Completed || status === Failed || status === FailedWarning || status === Stopped;
}

/** The later of two results: the one with the higher code. */
export function laterResult<R extends { readonly type: RunStatus }>(present: R, reported: R): R {
  return reported.type > present.type ? reported : present;
}

/** A completed run is not resumed: a repeat is a run of its own. */
function mayResume(run: RunState): boolean {
  return refusalOfRunAct('resume', statusOfRun(run)) === undefined;
}

function isWaiting(run: RunState): boolean {
  return statusOfRun(run) === FailedWarning;
}

function needsApproval({ status, approved }: TaskState): boolean {
  return status === FailedWarning && !approved;
}

function rise(run: RunState, id: number, status: RunStatus): RunState {
  return run.some((task) => task.id === id && task.status < status) ? run.map((task) => (task.id === id ? { ...task, status } : task)) : run;
}

/** Marks the tasks before a running one as ended, even if the messages of their end were missed. */
function passed(run: RunState, id: number): RunState {
  const at = run.findIndex((task) => task.id === id);
  const isStale = (task: TaskState, i: number): boolean => i < at && (task.status === Pending || task.status === Running);
  return run.some(isStale) ? run.map((task, i) => (isStale(task, i) ? { ...task, status: Completed } : task)) : run;
}

function readyAfter(run: RunState, id: number): RunState {
  const next = run[run.findIndex((task) => task.id === id) + 1];
  return next?.status === NotRun ? rise(run, next.id, Pending) : run;
}
