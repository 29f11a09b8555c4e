import { Select, TextInput } from '@mantine/core';
import { IconBook, IconFileText, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { loadTasks } from '../../commands/tasks/loadTasks.ts';
import { RUN_STATUS_WORDS, type RunStatus, TASK_TYPE_WORDS, taskDuration } from '../../domain/runs.ts';
import type { TaskRun } from '../../domain/taskRuns.ts';
import { TASKS_PAGE } from '../../domain/taskRuns.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { type INTEGER_FILTERS, integerError, searchWith, type TaskFilterName, taskViewOf } from '../../projections/taskAddress.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { SearchBox } from '../parts/SearchBox.tsx';
import { type Column, ListTitle, VirtualList } from '../parts/VirtualList.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import list from '../parts/listWithFields.module.css';
import { said } from '../language/language.ts';
import { RunTaskModal } from './RunTaskModal.tsx';
import { TaskDetailsModal } from './TaskDetailsModal.tsx';
import { TaskDocsModal } from './TaskDocsModal.tsx';
import { RunVersionLink } from './RunVersionLink.tsx';
import classes from './tasks.module.css';
import { durationText, momentText, TaskStatus } from './TaskStatus.tsx';
import { useNow } from './useNow.ts';
import { texts } from './texts.ts';

const NONE: readonly TaskRun[] = [];

/** Task runs, newest first, with filters, details, documentation, and running one by hand. */
export function TasksPage(): ReactNode {
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.tasks.list);
  const readOnly = useView((view) => view.session.account?.permissions.readOnly !== false);
  const at = useMemo(() => taskViewOf(search), [search]);
  const rows = load.value?.tasks ?? NONE;
  const running = rows.some(({ last_result: { type } }) => type === 1 || type === 5);
  const now = useNow(running);
  const columns = useMemo(() => columnsAt(now), [now]);
  const go = (change: Readonly<Record<string, string | undefined>>, replace = false): void => open('/tasks', searchWith(search, change), { replace });
  const narrow = (name: TaskFilterName, value: string): void => go({ [name]: value, page: undefined }, true);
  return (
    <div className={list['page']}>
      <section className={list['listPane']} aria-label={texts.tasks}>
        <header className={list['bar']}>
          <ListTitle title={texts.tasks} count={rows.length} total={load.value?.tasks.length} />
          <SearchBox
            value={at.filter.filter}
            onSearch={(text) => narrow('filter', text)}
            label={texts.searchTasks}
            placeholder={texts.filterPlaceholder}
          />
          <WhyButton label={texts.documentationTitle} icon={IconBook} iconOnly onClick={() => go({ dialog: 'docs' })} />
          <WhyButton
            label={texts.runATask}
            icon={IconPlayerPlay}
            variant="filled"
            why={readOnly ? READ_ONLY : undefined}
            onClick={() => go({ dialog: 'run' })}
          />
        </header>
        <Filters filter={at.filter} onChange={narrow} />
        <LoadStates
          load={load}
          what={texts.tasksWord}
          retry={loadTasks({ search })}
          skeleton={14}
          isEmpty={({ tasks }) => tasks.length === 0 && at.page === 0 && Object.values(at.filter).every((value) => value === '')}
          empty={<Empty title={texts.noTasks} hint={texts.noTasksHint} />}
        >
          {(page) => (
            <>
              <VirtualList
                label={texts.tasks}
                rows={page.tasks}
                columns={columns}
                idOf={idOf}
                textOf={(run) => run.task.name}
                selected={at.task === undefined ? undefined : String(at.task)}
                onChoose={(run) => go({ task: idOf(run) })}
                empty={<Empty title={texts.noTaskMatches} hint={texts.noMatchHint} />}
              />
              {(at.page > 0 || page.has_more) && (
                <nav className={classes['pages']} aria-label={texts.pages}>
                  <WhyButton
                    label={texts.previous}
                    compact
                    why={at.page === 0 ? texts.firstPage : undefined}
                    onClick={() => go({ page: at.page > 1 ? String(at.page) : undefined })}
                  />
                  <span className="dmp-number">
                    {at.page * TASKS_PAGE + 1} {texts.to} {at.page * TASKS_PAGE + page.tasks.length}
                  </span>
                  <WhyButton
                    label={texts.next}
                    compact
                    why={page.has_more ? undefined : texts.lastPage}
                    onClick={() => go({ page: String(at.page + 2) })}
                  />
                </nav>
              )}
            </>
          )}
        </LoadStates>
      </section>
      {at.task !== undefined && <TaskDetailsModal id={at.task} now={now} onClose={() => go({ task: undefined })} />}
      {at.dialog === 'docs' && (
        <TaskDocsModal
          template={at.template}
          onChoose={(template) => go({ template }, true)}
          onClose={() => go({ dialog: undefined, template: undefined })}
        />
      )}
      {at.dialog === 'run' && (
        <RunTaskModal onChoose={(template) => go({ template }, true)} onClose={() => go({ dialog: undefined, template: undefined })} />
      )}
    </div>
  );
}

/** The filters that take an integer, with their widths in pixels. */
const INTEGERS: readonly (readonly [name: (typeof INTEGER_FILTERS)[number], label: () => string, width: number])[] = [
  ['input_version', () => texts.inputVersion, 104],
  ['output_version', () => texts.outputVersion, 116],
  ['db_version_id', () => texts.dbVersionId, 110],
  ['change_id', () => texts.changeId, 88],
  ['set_id', () => texts.setId, 70],
];

/** A filter that is filled keeps its name before its value. */
function named(label: string, filled: boolean, width: number): { w: number; leftSection?: ReactNode; leftSectionWidth?: number } {
  if (!filled) return { w: width };
  const room = label.length * 6 + 14;
  return { w: width + room, leftSectionWidth: room, leftSection: <span className={classes['filterName']}>{label}</span> };
}

function Filters({
  filter,
  onChange,
}: {
  filter: Readonly<Record<TaskFilterName, string>>;
  onChange: (name: TaskFilterName, value: string) => void;
}): ReactNode {
  const databases = useView((view) => view.databases.value);
  const integer = ([name, label, width]: (typeof INTEGERS)[number]): ReactNode => (
    <TextInput
      key={`${name}${filter[name]}`}
      size="xs"
      {...named(label(), filter[name] !== '', width)}
      aria-label={label()}
      placeholder={label()}
      defaultValue={filter[name]}
      error={integerError(filter[name])}
      inputMode="numeric"
      onBlur={(event) => event.currentTarget.value !== filter[name] && onChange(name, event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && onChange(name, event.currentTarget.value)}
    />
  );
  const choice = (name: TaskFilterName, label: string, data: { value: string; label: string }[], width: number): ReactNode => (
    <Select
      size="xs"
      {...named(label, filter[name] !== '', width)}
      aria-label={label}
      placeholder={label}
      data={data}
      value={filter[name] || null}
      clearable
      maxDropdownHeight={260}
      onChange={(value) => onChange(name, value ?? '')}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
  return (
    <div className={classes['filters']} role="group" aria-label={texts.filters}>
      {choice(
        'db_id',
        texts.database,
        (databases ?? []).map(({ Id }) => ({ value: Id, label: Id })),
        110,
      )}
      {choice(
        'type',
        texts.type,
        Object.entries(TASK_TYPE_WORDS).map(([value, label]) => ({ value, label: said(label) })),
        88,
      )}
      {choice(
        'status',
        texts.status,
        [0, 1, 2, 3, 4, 5, 6].map((code) => ({ value: String(code), label: said(RUN_STATUS_WORDS[code as RunStatus]) })),
        98,
      )}
      {INTEGERS.map(integer)}
    </div>
  );
}

function columnsAt(now: number): readonly Column<TaskRun>[] {
  return [
    {
      key: 'name',
      title: texts.task,
      width: 'minmax(120px, 2fr)',
      render: ({ task }) => (
        <span title={task.pipeline_name === null ? task.name : texts.namePipelinePipelineName({ name: task.name, pipelineName: task.pipeline_name })}>
          {task.name}
          {task.pipeline_name !== null && <span className={classes['quiet']}> {task.pipeline_name}</span>}
        </span>
      ),
    },
    { key: 'db', title: texts.database, width: 'minmax(56px, 0.6fr)', render: ({ task }) => <span className="dmp-mono">{task.db_id}</span> },
    { key: 'status', title: texts.status, width: '118px', render: (run) => <TaskStatus run={run} /> },
    { key: 'created', title: texts.createdUTC, width: '122px', render: ({ task }) => <span className="dmp-number">{momentText(task.created)}</span> },
    {
      key: 'duration',
      title: texts.took,
      width: '60px',
      align: 'right',
      render: ({ task, last_result, started }) => (
        <span className="dmp-number">{durationText(taskDuration(started ?? task.created, last_result, now))}</span>
      ),
    },
    {
      key: 'versions',
      title: texts.inputAndOutput,
      width: 'minmax(112px, 1fr)',
      render: (run) => (
        <span className={classes['versions']}>
          <RunVersionLink run={run} which="input" />
          <span aria-hidden>→</span>
          <RunVersionLink run={run} which="output" />
        </span>
      ),
    },
    {
      key: 'log',
      title: texts.log,
      width: '34px',
      render: ({ task }) => (
        <Link to={`/log/${task.id}`} aria-label={texts.logOfName({ name: task.name })} onClick={(event) => event.stopPropagation()}>
          <IconFileText size={15} aria-hidden />
        </Link>
      ),
    },
  ];
}

function idOf(run: TaskRun): string {
  return String(run.task.id);
}
