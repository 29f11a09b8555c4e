import type { CommandInput } from '../../kernel/command.ts';
import { placeOf } from '../../domain/locations.ts';
import type { AppState, Load } from '../../projections/state.ts';
import { logViewOf, taskQueryOf, taskViewOf } from '../../projections/taskAddress.ts';
import { loadLogCounts, loadLogRows, loadLogTask, logQuery } from '../logs/loadLogs.ts';
import { loadDocumentation, loadTask, loadTasks } from './loadTasks.ts';

/** What the Tasks and Run log screens need at the present address and nobody has asked for yet. */
export function taskLoads(view: AppState): readonly CommandInput[] {
  const place = placeOf(view.location.path);
  const { tasks } = view;
  const loads: CommandInput[] = [];
  const need = (load: Load<unknown> | undefined, input: CommandInput): void => {
    if (load === undefined || load.status === 'idle') loads.push(input);
  };
  if (place.section === 'tasks') {
    const { search } = view.location;
    const at = taskViewOf(search);
    if (tasks.list.status === 'idle' || tasks.query !== JSON.stringify(taskQueryOf(at))) loads.push(loadTasks({ search }));
    if (at.task !== undefined) need(tasks.details[String(at.task)], loadTask({ id: at.task }));
    if (at.dialog !== undefined) need(tasks.documentation, loadDocumentation({}));
  }
  if (place.section === 'log' && place.taskRunId !== undefined && tasks.log.id === place.taskRunId) {
    const id = place.taskRunId;
    need(tasks.log.task, loadLogTask({ id }));
    need(tasks.log.counts, loadLogCounts({ id }));
    const query = logQuery(logViewOf(view.location.search), tasks.log.counts.value);
    if (tasks.log.counts.value !== null && (tasks.log.rows.status === 'idle' || tasks.log.query !== query.key))
      loads.push(loadLogRows({ id, levels: query.levels, message: query.message, offset: 0 }));
  }
  return loads;
}
