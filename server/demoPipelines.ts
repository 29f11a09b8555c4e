import type { PipelineInput, PipelineTask } from '../src/domain/pipelines.ts';
import { TASK_TEMPLATES } from '../src/domain/taskTemplates/catalogue.ts';
import { demoNight } from './demoNight.ts';
import { DEMO_TIMEZONE } from './feed/demo/demo.ts';
import { insertPipeline } from './store/pipelines.ts';
import type { Db } from './store/tables.ts';
import { timeNow } from './surroundings.ts';

/** Gives the demo region its pipelines: one that works, one that needs approval, one that fails, one that runs every night. `origin` is the product's own address. */
export async function makeDemoPipelines(db: Db, origin: string): Promise<void> {
  for (const pipeline of demoPipelines(origin)) await insertPipeline(db, pipeline, 'demo');
}

function demoPipelines(origin: string): readonly PipelineInput[] {
  const base = { db_id: 'velmar', schedule: null };
  const fetch = (file: string, more: PipelineTask['command'] = {}): PipelineTask => task('import-url', { url: `${origin}/demo/${file}`, ...more });
  return [
    {
      ...base,
      name: 'Harbour buses',
      tags: ['harbour', 'bus'],
      tasks: [fetch('sound.zip', { always: true, version_name: 'Harbour buses {date} {time}' }), task('drop-unused'), task('build-shapes')],
    },
    {
      ...base,
      name: 'Harbour buses, with faults',
      tags: ['harbour', 'faults'],
      tasks: [
        fetch('faulty.zip', { always: true, version_name: 'Harbour buses with faults {date} {time}' }),
        task('drop-unused'),
        task('check', { errors_allowed: 25, on_errors: 'fail' }),
        task('export-gtfs'),
      ],
    },
    { ...base, name: 'Island ferries, address gone', tags: ['ferry'], tasks: [fetch('none.zip')] },
    {
      ...base,
      name: 'Harbour buses, every night',
      tags: ['harbour', 'night'],
      schedule: { times_of_day: [demoNight('03:30', DEMO_TIMEZONE, timeNow())], days_of_week: '1111100' },
      tasks: [
        fetch('sound.zip'),
        task('apply-corrections', { on_kept_back: 'continue' }),
        task('drop-unused'),
        task('recompute-sequence'),
        task('check'),
      ],
    },
  ];
}

function task(id: string, command: PipelineTask['command'] = {}): PipelineTask {
  const template = TASK_TEMPLATES.find((one) => one.id === id);
  if (template === undefined) throw new RangeError(`There is no task template ${id}`);
  const { name, s3_url, task_type } = template;
  return { name, original_name: name, s3_url, task_type, command, input_version_id: null, notes: '' };
}
