import { Alert } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconDownload, IconInfoCircle, IconAlertTriangle, IconExclamationCircle } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { loadLogCounts, loadLogGroup, loadLogRows, loadLogTask, logQuery, toggleLogGroup } from '../../commands/logs/loadLogs.ts';
import { saveLog } from '../../commands/logs/saveLog.ts';
import { dataPath, placeOf } from '../../domain/locations.ts';
import { isLogExpired, LOG_DAYS, type LogLevel, type LogRow } from '../../domain/runLogs.ts';
import { taskDuration } from '../../domain/runs.ts';
import type { TaskRun } from '../../domain/taskRuns.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { logViewOf, searchWith } from '../../projections/taskAddress.ts';
import type { LogState } from '../../projections/taskState.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { SearchBox } from '../parts/SearchBox.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import list from '../parts/listWithFields.module.css';
import { ApprovedBy, TaskFiles } from '../tasks/TaskFiles.tsx';
import { RunVersionLink } from '../tasks/RunVersionLink.tsx';
import { durationText, momentText, TaskStatus } from '../tasks/TaskStatus.tsx';
import { useNow } from '../tasks/useNow.ts';
import { ImportReportTable } from './ImportReportTable.tsx';
import classes from './logs.module.css';
import { texts } from './texts.ts';

/** The log of a task run. */
export function LogPage(): ReactNode {
  const path = useView((view) => view.location.path);
  const load = useView((view) => view.tasks.log.task);
  const place = placeOf(path);
  const id = place.section === 'log' ? place.taskRunId : undefined;
  if (id === undefined)
    return (
      <Empty heading={1} title={texts.chooseATask} hint={texts.noLogHint}>
        <Link to="/tasks">{texts.toTheTasks}</Link>
      </Empty>
    );
  return (
    <div className={list['page']}>
      <LoadStates load={load} what={texts.log} retry={loadLogTask({ id })} skeleton={10}>
        {(run) => <Log id={id} run={run} />}
      </LoadStates>
    </div>
  );
}

const LEVELS = [
  {
    level: 1,
    get title() {
      return texts.info;
    },
    name: 'information',
    icon: IconInfoCircle,
  },
  {
    level: 2,
    get title() {
      return texts.warning;
    },
    name: 'warnings',
    icon: IconAlertTriangle,
  },
  {
    level: 3,
    get title() {
      return texts.error;
    },
    name: 'errors',
    icon: IconExclamationCircle,
  },
] as const;

function Log({ id, run }: { id: number; run: TaskRun }): ReactNode {
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const log = useView((view) => view.tasks.log);
  const at = useMemo(() => logViewOf(search), [search]);
  const { levels } = logQuery(at, log.counts.value);
  const running = run.last_result.type === 0 || run.last_result.type === 1 || run.last_result.type === 5;
  const now = useNow(running);
  const go = (change: Readonly<Record<string, string | undefined>>): void => open(`/log/${id}`, searchWith(search, change), { replace: true });
  const expired = isLogExpired(run.task.created, now);
  return (
    <>
      <header className={classes['head']}>
        <div className={classes['titleRow']}>
          <h1 className={classes['title']}>{run.task.name}</h1>
          <div className={classes['state']}>
            <TaskStatus run={run} />
          </div>
          <span className={list['name']} />
          <DownloadLog id={id} expired={expired} />
        </div>
        <p className={classes['facts']}>
          <span>
            {texts.database} <Link to={dataPath({ databaseId: run.task.db_id })}>{run.task.db_id}</Link>
          </span>
          {run.task.pipeline_id === null ? (
            run.task.pipeline_name !== null && <span>{run.task.pipeline_name}</span>
          ) : (
            <Link to={`/pipelines?pipeline=${run.task.pipeline_id}&run=${run.task.run_id}`}>
              {texts.runOfPipeline({ runId: run.task.run_id, pipelineName: run.task.pipeline_name ?? texts.itsPipeline })}
            </Link>
          )}
          <span>{texts.createdUTC({ created: momentText(run.task.created) })}</span>
          <span>{texts.tookDurationText({ durationText: durationText(taskDuration(run.started ?? run.task.created, run.last_result, now)) })}</span>
          <span>{texts.byCausedBy({ causedBy: run.task.caused_by })}</span>
          <span>
            {texts.version} <RunVersionLink run={run} which="input" /> → <RunVersionLink run={run} which="output" />
          </span>
          <Link to={`/tasks?task=${id}`}>{texts.details}</Link>
          <ApprovedBy run={run} />
          <TaskFiles run={run} />
        </p>
        {run.last_result.message !== null && (
          <Alert color={run.last_result.type === 3 ? 'red' : 'orange'} p="xs" variant="light">
            {run.last_result.message}
          </Alert>
        )}
        {running && run.progress !== null && (
          <p className={classes['facts']} role="status">
            {run.progress.phase}
            {run.progress.total > 0 && `, ${Math.round((run.progress.done / run.progress.total) * 100)} %`}
          </p>
        )}
        {log.report && <ImportReportTable report={log.report} />}
      </header>
      <div className={list['bar']}>
        {LEVELS.map(({ level, title, name, icon }) => {
          const count = log.counts.value?.[name] ?? 0;
          const on = levels.includes(level);
          const next = on ? levels.filter((one) => one !== level) : [...levels, level];
          return (
            <WhyButton
              key={level}
              label={`${title} ${count.toLocaleString('en-GB')}`}
              icon={icon}
              active={on}
              why={count === 0 ? texts.thereAreNone : undefined}
              onClick={() => go({ levels: next.length === 0 ? '0' : next.toSorted((a, b) => a - b).join(','), row: undefined })}
            />
          );
        })}
        <SearchBox
          value={at.message}
          onSearch={(message) => go({ message, row: undefined })}
          label={texts.searchTheLog}
          placeholder={texts.partOfAMessage}
        />
      </div>
      {expired ? (
        <Empty title={texts.thisLogHasExpired} hint={texts.logsKept({ logDays: LOG_DAYS })} />
      ) : (
        <LoadStates load={log.counts} what={texts.log} retry={loadLogCounts({ id })}>
          {() => (
            <Rows
              id={id}
              log={log}
              levels={levels}
              message={at.message}
              selected={at.row}
              onSelect={(row) => go({ row: row === undefined ? undefined : String(row) })}
            />
          )}
        </LoadStates>
      )}
    </>
  );
}

interface RowsProps {
  readonly id: number;
  readonly log: LogState;
  readonly levels: LogLevel[];
  readonly message: string;
  readonly selected: number | undefined;
  readonly onSelect: (row: number | undefined) => void;
}

function Rows({ id, log, levels, message, selected, onSelect }: RowsProps): ReactNode {
  const dispatch = useDispatch();
  const query = { id, levels, message };
  return (
    <LoadStates
      load={log.rows}
      what={texts.rows}
      retry={loadLogRows({ ...query, offset: 0 })}
      isEmpty={(rows) => rows.length === 0}
      empty={<Empty title={texts.noRows} hint={message === '' ? texts.noRowsAtLevels : texts.noMatch} />}
    >
      {(rows) => (
        <div className={classes['rows']} role="list" aria-label={texts.logTitle} aria-busy={log.rows.status === 'loading'}>
          {rows.map((row) => {
            const group = row.groupId === null ? undefined : log.groups[String(row.groupId)];
            return (
              <div key={row.seq} role="listitem">
                <Row row={row} open={group?.open} selected={selected === row.seq} onSelect={onSelect} />
                {row.groupId !== null && group?.open === true && (
                  <div className={classes['group']} role="list" aria-label={row.message}>
                    {group.rows.value?.map((inner) => (
                      <div key={inner.seq} role="listitem">
                        <Row row={inner} selected={selected === inner.seq} onSelect={onSelect} />
                      </div>
                    ))}
                    {group.rows.status === 'failed' && <Alert color="red">{group.rows.messages.join(' ')}</Alert>}
                    {group.more && (
                      <WhyButton
                        label={texts.moreOfThisGroup}
                        compact
                        onClick={() => dispatch(loadLogGroup({ ...query, groupId: row.groupId ?? 0, offset: group.rows.value?.length ?? 0 }))}
                      />
                    )}
                  </div>
                )}
              </div>
            );
          })}
          {log.more && <WhyButton label={texts.moreRows} onClick={() => dispatch(loadLogRows({ ...query, offset: rows.length }))} />}
        </div>
      )}
    </LoadStates>
  );
}

const ICONS = { 1: IconInfoCircle, 2: IconAlertTriangle, 3: IconExclamationCircle };
const WORDS = {
  get 1() {
    return texts.info;
  },
  get 2() {
    return texts.warning;
  },
  get 3() {
    return texts.error;
  },
};

/** One row. Choosing the chosen one again leaves none chosen. */
function Row({
  row,
  open,
  selected,
  onSelect,
}: {
  row: LogRow;
  open?: boolean | undefined;
  selected: boolean;
  onSelect: (row: number | undefined) => void;
}): ReactNode {
  const dispatch = useDispatch();
  const Icon = ICONS[row.level];
  const { groupId } = row;
  return (
    <div className={classes['row']} data-level={row.level} data-selected={selected || undefined}>
      {groupId === null ? (
        <span className={classes['noGroup']} />
      ) : (
        <button
          type="button"
          className={classes['toggle']}
          aria-expanded={open === true}
          aria-label={`${open === true ? texts.close : texts.open} ${row.message}`}
          onClick={() => dispatch(toggleLogGroup({ groupId, open: open !== true }))}
        >
          {open === true ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        </button>
      )}
      <button type="button" className={classes['choose']} aria-pressed={selected} onClick={() => onSelect(selected ? undefined : row.seq)}>
        <time className="dmp-number">{new Date(row.timestamp).toISOString().slice(11, 23)}</time>
        <Icon size={14} aria-label={WORDS[row.level]} className={classes['icon']} />
        <span className={classes['message']}>{row.message}</span>
      </button>
    </div>
  );
}

function DownloadLog({ id, expired }: { id: number; expired: boolean }): ReactNode {
  const dispatch = useDispatch();
  return (
    <WhyButton
      label={texts.download}
      icon={IconDownload}
      why={expired ? texts.thisLogHasExpired : undefined}
      onClick={() => dispatch(saveLog({ id }))}
    />
  );
}
