import { dueTimes } from '../../src/domain/pipelineTimes.ts';
import { readTold } from '../services/tellRuns.ts';
import { listScheduled } from '../store/pipelines.ts';
import { createRun } from '../store/runs.ts';
import type { Workplace } from './workOnVersion.ts';

/** A run that was missed (nobody was there to begin it) is made up for when it is at most this old, in milliseconds. */
const MADE_UP_FOR = 3_600_000;

/**
 * Makes the runs of pipelines that are due: of each the last one that was not made yet. Any number of processes may look at the same
 * time: one run is made for a pipeline and a minute. `seen` remembers what was looked at before. Answers how many were made.
 */
export async function runDue(place: Workplace, now: number, seen: Map<number, number>): Promise<number> {
  const { db } = place.store.sql;
  let made = 0;
  for (const pipeline of await listScheduled(db)) {
    const { id, schedule, tasks } = pipeline;
    if (schedule === null || pipeline.read_only || tasks === null || tasks.length === 0) continue;
    const since = Math.max(Date.parse(pipeline.scheduled_since), now - MADE_UP_FOR);
    const due = dueTimes(schedule, pipeline.timezone, since, now).at(-1);
    if (due === undefined || seen.get(id) === due) continue;
    const run = await db.transaction().execute((tx) =>
      createRun(tx, {
        pipelineId: id,
        pipelineName: pipeline.name,
        databaseId: pipeline.db_id,
        causedBy: 'schedule',
        subject: '',
        tasks,
        due: new Date(due).toISOString(),
      }),
    );
    seen.set(id, due);
    if (run === undefined) continue;
    made++;
    const message = await readTold(db, run.runId);
    if (message) await place.live.publish({ target: 'runChanged', message });
  }
  return made;
}
