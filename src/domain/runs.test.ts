import { describe, expect, test } from 'vitest';
import {
  afterRunEvent,
  isActive,
  laterResult,
  newRun,
  refusalOfRunAct,
  RUN_STATUS_WORDS,
  statusOfRun,
  taskDuration,
  taskToRun,
  type RunEvent,
  type RunState,
} from './runs.ts';

const statuses = (run: RunState): number[] => run.map(({ status }) => status);
const after = (run: RunState, ...events: RunEvent[]): RunState => events.reduce(afterRunEvent, run);
const begin = newRun([1, 2, 3]);
const progressed = (id: number): RunEvent => ({ type: 'progressed', id });
const ended = (id: number, status: 2 | 3 | 4): RunEvent => ({ type: 'ended', id, status });

describe('a run of three tasks', () => {
  test('waits, runs each after the one before, and is completed with the last [H164 H170]', () => {
    expect([statusOfRun(begin), taskToRun(begin), statuses(begin)]).toEqual([0, 1, [0, -1, -1]]);
    const first = after(begin, progressed(1));
    expect([statusOfRun(first), taskToRun(first)]).toEqual([1, undefined]);
    const second = after(first, ended(1, 2));
    expect([statusOfRun(second), taskToRun(second), statuses(second)]).toEqual([1, 2, [2, 0, -1]]);
    const last = after(second, progressed(2), ended(2, 2), progressed(3));
    expect(statusOfRun(last)).toBe(1);
    expect(statusOfRun(after(last, ended(3, 2)))).toBe(2);
  });

  test('earlier pending or running tasks become Completed when a later one goes on [H171]', () => {
    expect(statuses(after(begin, progressed(2)))).toEqual([2, 1, -1]);
    expect(statuses(after(begin, progressed(1), ended(3, 2)))).toEqual([2, -1, 2]);
  });

  test('fails with its task, and the tasks after it are not run', () => {
    const failed = after(begin, progressed(1), ended(1, 3));
    expect([statusOfRun(failed), statuses(failed), taskToRun(failed)]).toEqual([3, [3, -1, -1], undefined]);
  });

  test('needs approval, goes on when it is approved, and keeps saying so of its task [H166 H176]', () => {
    const waiting = after(begin, progressed(1), ended(1, 4));
    expect([statusOfRun(waiting), taskToRun(waiting), isActive(4)]).toEqual([4, undefined, false]);
    const approved = after(waiting, { type: 'approve' });
    expect([statusOfRun(approved), taskToRun(approved), statuses(approved)]).toEqual([1, 2, [4, 0, -1]]);
    expect(statusOfRun(after(newRun([7]), progressed(7), ended(7, 4), { type: 'approve' }))).toBe(2);
    expect(afterRunEvent(approved, { type: 'approve' })).toBe(approved);
  });

  test('is stopped: at once where nothing runs, else when the step has let go [H174]', () => {
    expect(statuses(after(begin, { type: 'stop' }))).toEqual([6, -1, -1]);
    const stopping = after(begin, progressed(1), { type: 'stop' });
    expect([statusOfRun(stopping), statuses(stopping)]).toEqual([5, [5, -1, -1]]);
    expect(statuses(after(stopping, { type: 'letGo', id: 1 }))).toEqual([6, -1, -1]);
    expect(statuses(after(stopping, ended(1, 2)))).toEqual([6, -1, -1]);
    expect(statusOfRun(after(begin, progressed(1), ended(1, 4), { type: 'stop' }))).toBe(6);
  });

  test('is resumed from a task, which is another attempt with an id of its own [H175]', () => {
    const failed = after(begin, progressed(1), ended(1, 2), progressed(2), ended(2, 3));
    const resumed = after(failed, { type: 'resume', from: 2, ids: [4, 5] });
    expect([resumed.map(({ id }) => id), statuses(resumed), statusOfRun(resumed), taskToRun(resumed)]).toEqual([[1, 4, 5], [2, 0, -1], 1, 4]);
    expect(afterRunEvent(resumed, { type: 'resume', from: 4, ids: [6, 7] })).toBe(resumed);
    // a completed one, and one that waits for approval, are not resumed: a repeat is a run of its own
    const done = after(begin, progressed(1), ended(1, 2), progressed(2), ended(2, 2), progressed(3), ended(3, 2));
    expect(afterRunEvent(done, { type: 'resume', from: 3, ids: [9] })).toBe(done);
    const waiting = after(begin, progressed(1), ended(1, 4));
    expect(afterRunEvent(waiting, { type: 'resume', from: 1, ids: [7, 8, 9] })).toBe(waiting);
    expect([refusalOfRunAct('resume', 2), refusalOfRunAct('resume', 4), refusalOfRunAct('resume', 6), refusalOfRunAct('repeat', 2)]).toEqual([
      'This run has been completed. Run it again from a task instead',
      'This run waits for approval. Approve or stop it',
      undefined,
      undefined,
    ]);
    expect([refusalOfRunAct('resume', 1), refusalOfRunAct('resume', 3), refusalOfRunAct('approve', 2), refusalOfRunAct('stop', 6)]).toEqual([
      'This run is still processing',
      undefined,
      'This run does not wait for approval',
      'This run has ended',
    ]);
  });

  test('a result is replaced by one of a higher code only, and states have their words [H165 H166 H169]', () => {
    expect(laterResult({ type: 3 }, { type: 2 })).toEqual({ type: 3 });
    expect(laterResult({ type: -1 }, { type: 0 })).toEqual({ type: 0 });
    expect([RUN_STATUS_WORDS[1], RUN_STATUS_WORDS[4]]).toEqual(['Processing', 'Needs Approval']);
  });

  test('takes the seconds to its last result, or to now while it is processing [H362 H363 H364]', () => {
    expect(taskDuration(100, { type: 2, created: 160 }, 999)).toBe(60);
    expect(taskDuration(100, { type: 1, created: 101 }, 130)).toBe(30);
  });
});

test('events in any order: no status falls, one task runs at a time, and the status of the run is that of its tasks', () => {
  let seed = 4711;
  const chance = (n: number): number => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  for (let round = 0; round < 600; round++) {
    const size = 1 + chance(4);
    let run = newRun(Array.from({ length: size }, (_, i) => i + 1));
    let nextId = 100;
    const known = new Map(run.map(({ id, status }) => [id, status]));
    for (let step = 0; step < 14; step++) {
      const id = run[chance(run.length)]?.id ?? 0;
      const kind = chance(8);
      const from = run.findIndex((task) => task.id === id);
      const events: RunEvent[] = [
        progressed(id),
        progressed(taskToRun(run) ?? id),
        ended(id, 2),
        ended(run.find(({ status }) => status === 1)?.id ?? id, ([2, 2, 3, 4] as const)[chance(4)] ?? 2),
        { type: 'stop' },
        { type: 'letGo', id },
        { type: 'approve' },
        { type: 'resume', from: id, ids: run.slice(from).map(() => nextId++) },
      ];
      const event = events[kind] ?? progressed(id);
      const before = run;
      run = afterRunEvent(run, event);
      const example = `seed 4711, round ${round}: ${JSON.stringify(before)} ${JSON.stringify(event)} ${JSON.stringify(run)}`;
      for (const task of run) {
        expect(task.status, example).toBeGreaterThanOrEqual(known.get(task.id) ?? -1);
        known.set(task.id, task.status);
      }
      const status = statusOfRun(run);
      const over = run.some((task) => task.status === 3 || task.status >= 5) || run.at(-1)?.status === 2;
      if (status === 1) expect(over, example).toBe(false);
      if (run.some((task) => task.status === 3 || task.status >= 5)) expect(status, example).toBeGreaterThanOrEqual(3);
      expect(run.filter((task) => task.status === 0).length, example).toBeLessThanOrEqual(1);
      const next = taskToRun(run);
      if (next !== undefined) expect(isActive(status), example).toBe(true);
    }
  }
});
