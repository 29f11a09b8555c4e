import type { ReactNode } from 'react';
import { newPipeline } from '../../commands/pipelines/pipelineFormSteps.ts';
import { loadPipelines } from '../../commands/pipelines/loadPipelines.ts';
import { changeSettings } from '../../commands/settings/changeSettings.ts';
import type { PipelineSummary } from '../../domain/pipelines.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { type PipelineGroup, pipelineGroups, pipelineViewOf, scheduleDays } from '../../projections/pipelineState.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { SearchBox } from '../parts/SearchBox.tsx';
import { ListTitle } from '../parts/VirtualList.tsx';
import list from '../parts/listWithFields.module.css';
import { RunBadge } from '../tasks/TaskStatus.tsx';
import { Fold } from './Fold.tsx';
import { PipelineFilters } from './PipelineFilters.tsx';
import { PipelineForm, usePipelineDraft } from './PipelineForm.tsx';
import { PipelinePanel } from './PipelinePanel.tsx';
import { PipelineQuestions } from './PipelineQuestions.tsx';
import classes from './pipelines.module.css';

/** Pipelines by region, and the one that is selected. */
export function PipelinesPage(): ReactNode {
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.pipelines.list);
  const at = pipelineViewOf(search);
  const all = load.value ?? [];
  const draft = usePipelineDraft();
  const groups = pipelineGroups(all, at);
  const shown = groups.reduce((count, { pipelines }) => count + pipelines.length, 0);
  if (draft !== undefined)
    return (
      <div className={list['page']}>
        <PipelineForm key={draft.id ?? 'new'} form={draft} />
        <PipelineQuestions />
      </div>
    );
  return (
    <div className={list['page']}>
      <section className={list['listPane']} aria-label="Pipelines">
        <header className={list['bar']}>
          <ListTitle title="Pipelines" count={shown} total={all.length} />
          <SearchBox
            value={at.filter}
            onSearch={(filter) => open('/pipelines', searchWith(search, { filter }), { replace: true })}
            label="Search pipelines"
            placeholder="Name, database or tag"
          />
          <ActionButton of={newPipeline} label="Create" variant="filled" />
        </header>
        <PipelineFilters />
        <LoadStates
          load={load}
          what="pipelines"
          retry={loadPipelines({})}
          skeleton={12}
          isEmpty={(pipelines) => pipelines.length === 0}
          empty={<Empty title="There are no pipelines" hint="Create one: it keeps a database up to date by itself." />}
        >
          {() =>
            groups.length === 0 ? (
              <Empty title="No pipeline matches" hint="Search by a part of a name, of a database or of a tag; take filters away above." />
            ) : (
              <div className={classes['groups']}>
                {groups.map((group) => (
                  <Region key={group.region} group={group} selected={at.pipeline} search={search} />
                ))}
              </div>
            )
          }
        </LoadStates>
      </section>
      {at.pipeline !== undefined && <PipelinePanel key={at.pipeline} id={at.pipeline} />}
      <PipelineQuestions />
    </div>
  );
}

/** The pipelines of a region; whether they are shown is remembered. */
function Region({
  group: { region, pipelines },
  selected,
  search,
}: {
  group: PipelineGroup;
  selected: number | undefined;
  search: string;
}): ReactNode {
  const dispatch = useDispatch();
  const folds = useView((view) => view.settings.pipelineRegions);
  const name = useView((view) => view.regions.value?.find(({ Key }) => Key === region)?.Name ?? region);
  return (
    <div className={classes['region']}>
      <Fold
        title={name}
        count={pipelines.length}
        open={folds[region] ?? true}
        onToggle={(isOpen) => dispatch(changeSettings({ changes: { pipelineRegions: { ...folds, [region]: isOpen } } }))}
      >
        <ul className={classes['rows']}>
          {pipelines.map((pipeline) => (
            <li key={pipeline.id}>
              <Row pipeline={pipeline} selected={pipeline.id === selected} search={search} />
            </li>
          ))}
        </ul>
      </Fold>
    </div>
  );
}

function Row({
  pipeline: { id, name, db_id, tags, last_run_status, schedule },
  selected,
  search,
}: {
  pipeline: PipelineSummary;
  selected: boolean;
  search: string;
}): ReactNode {
  return (
    <Link
      to={`/pipelines${searchWith(search, { pipeline: String(id), runs: undefined, version: undefined })}`}
      className={classes['row']}
      aria-current={selected ? 'true' : undefined}
    >
      <span title={[name, ...tags].join(', ')}>
        {name} <span className={classes['quiet']}>{tags.join(', ')}</span>
      </span>
      <span className="dmp-mono">{db_id}</span>
      <span className="dmp-number" title={schedule === null ? 'Runs only by hand' : scheduleDays(schedule.days_of_week)}>
        {schedule?.times_of_day.join(', ') ?? ''}
      </span>
      <span>
        <RunBadge status={last_run_status} />
      </span>
    </Link>
  );
}
