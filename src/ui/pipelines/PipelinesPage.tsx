import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { newPipeline } from '../../commands/pipelines/pipelineFormSteps.ts';
import { loadPipelines } from '../../commands/pipelines/loadPipelines.ts';
import { refreshPipelineRegions } from '../../commands/pipelines/loadPipelineRegions.ts';
import { changeSettings } from '../../commands/settings/changeSettings.ts';
import { pipelineNote, type PipelineSummary } from '../../domain/pipelines.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { type PipelineGroup, pipelineGroups, pipelineViewOf, scheduleDays } from '../../projections/pipelineState.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { GroupedList, type RowPlace } from '../parts/GroupedList.tsx';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { SearchBox } from '../parts/SearchBox.tsx';
import { ListTitle } from '../parts/VirtualList.tsx';
import list from '../parts/listWithFields.module.css';
import { momentText, RunBadge } from '../tasks/TaskStatus.tsx';
import { PipelineFilters } from './PipelineFilters.tsx';
import { PipelineForm, usePipelineDraft } from './PipelineForm.tsx';
import { PipelinePanel } from './PipelinePanel.tsx';
import { PipelineQuestions } from './PipelineQuestions.tsx';
import classes from './pipelines.module.css';
import { texts } from './texts.ts';

/** Pipelines by region, and the one that is selected. */
export function PipelinesPage(): ReactNode {
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.pipelines.list);
  const at = pipelineViewOf(search);
  const all = load.value ?? [];
  const draft = usePipelineDraft();
  const groups = pipelineGroups(all, at, useRegionNames());
  useFreshRegions(load.value);
  const shown = groups.reduce((count, { pipelines }) => count + pipelines.length, 0);
  if (draft !== undefined)
    return (
      <div className={list['page']}>
        <PipelineForm key={draft.id ?? 'new'} form={draft} />
        <PipelineQuestions />
      </div>
    );
  return (
    <div className={`${list['page']} ${list['beside']}`}>
      <section className={list['listPane']} aria-label={texts.pipelines}>
        <header className={list['bar']}>
          <ListTitle title={texts.pipelines} count={shown} total={load.value?.length} />
          <SearchBox
            value={at.filter}
            onSearch={(filter) => open('/pipelines', searchWith(search, { filter }), { replace: true })}
            label={texts.searchPipelines}
            placeholder={texts.nameDatabaseOrTag}
          />
          <ActionButton of={newPipeline} label={texts.create} variant="filled" />
        </header>
        <PipelineFilters />
        <LoadStates
          load={load}
          what={texts.pipelinesWord}
          retry={loadPipelines({})}
          skeleton={<RegionsOnly />}
          isEmpty={(pipelines) => pipelines.length === 0}
          empty={<Empty title={texts.noPipelines} hint={texts.emptyHint} />}
        >
          {() =>
            groups.length === 0 ? (
              <Empty title={texts.noPipelineMatches} hint={texts.noMatchHint} />
            ) : (
              <Groups groups={groups} selected={at.pipeline} search={search} />
            )
          }
        </LoadStates>
      </section>
      {at.pipeline !== undefined && <PipelinePanel key={at.pipeline} id={at.pipeline} />}
      <PipelineQuestions />
    </div>
  );
}

/** The pipelines by region; which regions are shown is remembered. */
function Groups({ groups, selected, search }: { groups: readonly PipelineGroup[]; selected: number | undefined; search: string }): ReactNode {
  const dispatch = useDispatch();
  const folds = useView((view) => view.settings.pipelineRegions);
  const nameOf = useRegionNames();
  const shown = useMemo(
    () => groups.map(({ region, pipelines }) => ({ key: region, title: nameOf(region), open: folds[region] ?? true, rows: pipelines })),
    [groups, folds, nameOf],
  );
  return (
    <GroupedList
      groups={shown}
      idOf={({ id }) => String(id)}
      selected={selected === undefined ? undefined : String(selected)}
      onToggle={(region, isOpen) => dispatch(changeSettings({ changes: { pipelineRegions: { ...folds, [region]: isOpen } } }))}
      render={(pipeline, place) => <Row pipeline={pipeline} place={place} selected={pipeline.id === selected} search={search} />}
    />
  );
}

/** Names of regions: those that the scheduler tells, else those of the databases, else their keys. */
function useRegionNames(): (region: string) => string {
  const regionsOfPipelines = useView((view) => view.pipelines.regions.value);
  const known = useView((view) => view.regions.value);
  return useCallback(
    (region) => regionsOfPipelines?.find((one) => one.region === region)?.name ?? known?.find(({ Key }) => Key === region)?.Name ?? region,
    [regionsOfPipelines, known],
  );
}

/** What is known of the regions before their pipelines are there. */
function RegionsOnly(): ReactNode {
  const regionsOfPipelines = useView((view) => view.pipelines.regions.value);
  return regionsOfPipelines?.map(({ region, name, count }) => (
    <p key={region} className={classes['regionOnly']}>
      {name} <span className={`dmp-number ${classes['quiet']}`}>{count.toLocaleString('en-GB')}</span>
    </p>
  ));
}

/** Asks for the regions when the screen opens and whenever the list has changed; what comes too soon is dropped. */
function useFreshRegions(list: readonly PipelineSummary[] | null): void {
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(refreshPipelineRegions({ at: Date.now() }));
  }, [dispatch, list]);
}

function Row({ place, pipeline, selected, search }: { pipeline: PipelineSummary; place: RowPlace; selected: boolean; search: string }): ReactNode {
  const { id, name, db_id, tags, last_run_status, last_run_created, schedule } = pipeline;
  const note = pipelineNote(pipeline);
  return (
    <Link
      {...place}
      to={`/pipelines${searchWith(search, { pipeline: String(id), runs: undefined, version: undefined })}`}
      className={classes['row']}
      aria-current={selected ? 'true' : undefined}
    >
      <span title={[name, ...tags].join(', ')}>
        {name} <span className={classes['quiet']}>{tags.join(', ')}</span>
      </span>
      <span className="dmp-mono">{db_id}</span>
      <span className="dmp-number" title={schedule === null ? texts.runsOnlyByHand : scheduleDays(schedule.days_of_week)}>
        {schedule?.times_of_day.join(', ') ?? ''}
      </span>
      <span>
        <RunBadge status={last_run_status} />
      </span>
      <span className="dmp-number">{last_run_created == null ? '' : momentText(last_run_created)}</span>
      <span className={classes['quiet']} title={note === '' ? undefined : note}>
        {note}
      </span>
    </Link>
  );
}
