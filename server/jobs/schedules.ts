import { dueTimes } from '../../src/domain/pipelineTimes.ts';
import { readRunChanged } from '../services/runMessages.ts';
import type { PipelineSchedule } from '../../src/domain/pipelines.ts';
import { listScheduledExports } from '../store/exports.ts';
import { listScheduled } from '../store/pipelines.ts';
import { createRun, type NewRun } from '../store/runs.ts';
import { exportTask } from './exportTask.ts';
import type { JobPlace } from './versionJobs.ts';

/** A run that was missed (nobody was there to begin it) is made up for when it is at most this old, in milliseconds. */
const MADE_UP_FOR = 3_600_000;

/**
 * Makes the runs of pipelines and exports that are due: of each the last one that was not made yet. Any number of processes may look at
 * the same time: one run is made for a pipeline or export and a minute. `seen` remembers what was looked at before. Returns how many were made.
 */
export async function runDue(place: JobPlace, now: number, seen: Map<string, number>): Promise<number> {
  const { db } = place.store.sql;
  let made = 0;
  const make = async (key: string, schedule: PipelineSchedule, timezone: string, scheduledSince: string, run: NewRun): Promise<void> => {
    const since = Math.max(Date.parse(scheduledSince), now - MADE_UP_FOR);
    const due = dueTimes(schedule, timezone, since, now).at(-1);
    if (due === undefined || seen.get(key) === due) return;
    const created = await db.transaction().execute((tx) => createRun(tx, { ...run, due: new Date(due).toISOString() }));
    seen.set(key, due);
    if (created === undefined) return;
    made++;
    const message = await readRunChanged(db, created.runId);
    if (message) await place.live.publish({ target: 'runChanged', message });
  };
  for (const pipeline of await listScheduled(db)) {
    const { id, schedule, tasks, name, db_id: databaseId } = pipeline;
    if (schedule === null || pipeline.read_only || tasks === null || tasks.length === 0) continue;
    await make(`pipeline/${id}`, schedule, pipeline.timezone, pipeline.scheduled_since, {
      pipelineId: id,
      pipelineName: name,
      databaseId,
      ...BY_SCHEDULE,
      tasks,
    });
  }
  for (const one of await listScheduledExports(db)) {
    if (one.readOnly) continue;
    const daily = { times_of_day: [one.schedule.timeOfDay], days_of_week: '1111111' };
    await make(`export/${one.id}`, daily, one.timezone, one.scheduledSince, {
      pipelineId: null,
      exportId: one.id,
      pipelineName: one.name,
      databaseId: one.DbId,
      ...BY_SCHEDULE,
      tasks: [exportTask(one)],
    });
  }
  return made;
}

const BY_SCHEDULE = { causedBy: 'schedule', subject: '' } as const;
