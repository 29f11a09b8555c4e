import { IconChevronLeft, IconChevronRight, IconWorldUpload, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { askDeleteExport, showEditExport } from '../../commands/exports/exportFormSteps.ts';
import { cloneExport, runExport, stopExportRun } from '../../commands/exports/exportWrites.ts';
import { askPublish } from '../../commands/exports/publicFeedSteps.ts';
import { loadExport, loadExportHistory } from '../../commands/exports/loadExports.ts';
import { type Export, EXPORT_HISTORY_PAGE, EXPORT_SCOPE_WORDS, type ExportRun } from '../../domain/exports.ts';
import { dataPath } from '../../domain/locations.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { exportViewOf, whyNotPublish, zipOfRun } from '../../projections/exportState.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useView } from '../parts/appState.ts';
import { ShownField } from '../parts/Field.tsx';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import list from '../parts/listWithFields.module.css';
import { WhyButton } from '../parts/WhyButton.tsx';
import { Fold } from '../pipelines/Fold.tsx';
import { FileList, sizeText } from '../tasks/TaskFiles.tsx';
import { durationText, momentText, RunBadge } from '../tasks/TaskStatus.tsx';
import { useNow } from '../tasks/useNow.ts';
import { said } from '../language/language.ts';
import classes from './exports.module.css';
import { texts } from './texts.ts';

/** The selected export: what can be done with it, how it is configured, and its runs. */
export function ExportPanel({ id }: { id: number }): ReactNode {
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.exports.details[String(id)]);
  const [folds, setFolds] = useState({ history: true, details: true, rules: false });
  const fold = (part: keyof typeof folds) => ({ open: folds[part], onToggle: (isOpen: boolean) => setFolds({ ...folds, [part]: isOpen }) });
  return (
    <section className={`${classes['panel']} ${list['besideList']}`} aria-label={texts.exportTitle}>
      <header className={list['bar']}>
        <h2 className={list['name']}>{load?.value?.name ?? texts.exportId({ id })}</h2>
        <WhyButton
          label={texts.close}
          icon={IconX}
          iconOnly
          onClick={() => open('/exports', searchWith(search, { export: undefined, run: undefined, page: undefined }))}
        />
      </header>
      <LoadStates load={load} what={texts.export} retry={loadExport({ id })}>
        {(one) => (
          <>
            <div className={classes['actions']}>
              <ActionButton of={runExport} label={texts.run} variant="filled" />
              <ActionButton of={stopExportRun} label={texts.stop} />
              <ActionButton of={showEditExport} label={texts.edit} />
              <ActionButton of={cloneExport} label={texts.clone} />
              <ActionButton of={askDeleteExport} label={texts.delete} />
            </div>
            <div className={classes['body']}>
              <Fold title={texts.history} {...fold('history')}>
                <History id={id} databaseId={one.DbId} />
              </Fold>
              <Fold title={texts.details} {...fold('details')}>
                <div className={`${list['fields']} ${classes['fieldsOf']}`}>
                  <Details one={one} />
                </div>
              </Fold>
              <Fold title={texts.agencyMerging} count={one.agencyMergingRules.length} {...fold('rules')}>
                <div className={classes['fieldsOf']}>
                  {one.agencyMergingRules.length === 0 && <p className={classes['quiet']}>{texts.noAgenciesAreMerged}</p>}
                  {one.agencyMergingRules.map(({ id: ruleId, agencyIds, mergedAgencyId, mergedAgencyName }) => (
                    <p key={ruleId}>
                      <span className="dmp-mono">{agencyIds.join(', ')}</span> → <span className="dmp-mono">{mergedAgencyId}</span> {mergedAgencyName}
                    </p>
                  ))}
                </div>
              </Fold>
            </div>
          </>
        )}
      </LoadStates>
    </section>
  );
}

function Details({ one }: { one: Export }): ReactNode {
  const regionName = useView((view) => view.exports.list.value?.find((group) => group.region === one.region)?.name ?? one.region);
  const { DbId, scope, version, schedule, timezone, nextRun, deliveryLocation, locationName, feedInfo, vehicleWork } = one;
  return (
    <>
      <ShownField label={texts.databaseID}>
        <Link to={dataPath({ databaseId: DbId })}>{DbId}</Link>
      </ShownField>
      {version != null && (
        <ShownField label={texts.version}>
          <Link to={dataPath({ databaseId: DbId, versionId: version })}>{`#${version}`}</Link>
        </ShownField>
      )}
      <ShownField label={texts.region}>{regionName}</ShownField>
      <ShownField label={texts.scope}>{said(EXPORT_SCOPE_WORDS[scope])}</ShownField>
      <ShownField label={texts.scheduled}>
        {schedule.timeOfDay === '' ? texts.byHandOnly : texts.dailySchedule({ timeOfDay: schedule.timeOfDay, timezone })}
      </ShownField>
      <ShownField label={texts.nextRun}>{nextRun === null ? '—' : momentText(nextRun)}</ShownField>
      <ShownField label={texts.fileName}>{deliveryLocation.fileName}</ShownField>
      <ShownField label={texts.deliveryLocation}>{locationName ?? texts.noLongerThere}</ShownField>
      <ShownField label={texts.feedURL}>{feedInfo.url || texts.asInTheVersion}</ShownField>
      <ShownField label={texts.contactURL}>{feedInfo.contactUrl || texts.asInTheVersion}</ShownField>
      {feedInfo.fill === true && <ShownField label={texts.emptyFeedInfo}>{texts.filledIn}</ShownField>}
      {vehicleWork === true && <ShownField label={texts.vehicleWork}>{texts.written}</ShownField>}
    </>
  );
}

/** Runs of an export, a page of 5 at a time. */
function History({ id, databaseId }: { id: number; databaseId: string }): ReactNode {
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const history = useView((view) => view.exports.history[String(id)]);
  const { page, runId } = exportViewOf(search);
  const go = (to: number): void => open('/exports', searchWith(search, { page: to === 0 ? undefined : String(to + 1), run: undefined }));
  return (
    <LoadStates
      load={history?.load}
      what={texts.historyWord}
      retry={loadExportHistory({ id, page })}
      skeleton={3}
      isEmpty={({ total }) => total === 0}
      empty={<p className={`${classes['quiet']} ${classes['fieldsOf']}`}>{texts.noRuns}</p>}
    >
      {({ exportRuns, total }) => {
        const pages = Math.max(1, Math.ceil(total / EXPORT_HISTORY_PAGE));
        return (
          <>
            {exportRuns.map((run) => (
              <Run key={run.RunId} run={run} databaseId={databaseId} selected={run.RunId === runId} search={search} />
            ))}
            {pages > 1 && (
              <nav className={classes['pages']} aria-label={texts.pagesOfTheHistory}>
                <WhyButton
                  label={texts.newerRuns}
                  icon={IconChevronLeft}
                  iconOnly
                  why={page === 0 ? texts.newestRuns : undefined}
                  onClick={() => go(page - 1)}
                />
                <span className="dmp-number">{texts.pagePageOfPages({ page: page + 1, pages })}</span>
                <WhyButton
                  label={texts.olderRuns}
                  icon={IconChevronRight}
                  iconOnly
                  why={page + 1 >= pages ? texts.oldestRuns : undefined}
                  onClick={() => go(page + 1)}
                />
              </nav>
            )}
          </>
        );
      }}
    </LoadStates>
  );
}

function Run({ run, databaseId, selected, search }: { run: ExportRun; databaseId: string; selected: boolean; search: string }): ReactNode {
  const { RunId, taskRunId, status, created, ended, causedBy, delivered, size, message, progress, levelSummary, versionId, files = [] } = run;
  const dispatch = useDispatch();
  const mayPublish = useView((view) => whyNotPublish(view) === undefined);
  const isRunning = status === 0 || status === 1 || status === 5;
  const now = useNow(isRunning);
  const { errors, warnings } = levelSummary;
  const details = [
    causedBy,
    durationText(Math.max(0, (ended ?? now) - created)),
    ...(versionId === null ? [] : [texts.versionVersionId({ versionId })]),
    ...(size === null ? [] : [sizeText(size)]),
    ...(warnings > 0 ? [texts.countOfWarnings({ warnings })] : []),
    ...(errors > 0 ? [texts.countOfErrors({ errors })] : []),
  ].join(', ');
  return (
    <article className={classes['run']} aria-label={texts.runRunId({ runId: RunId })} aria-current={selected ? 'true' : undefined}>
      <Link to={`/exports${searchWith(search, { run: selected ? undefined : String(RunId) })}`}>{texts.runRunId({ runId: RunId })}</Link>
      <RunBadge status={status} />
      <span className="dmp-number">{texts.createdUTC({ created: momentText(created) })}</span>
      <Link to={`/log/${taskRunId}`} aria-label={texts.logOfRun({ runId: RunId })}>
        {texts.log}
      </Link>
      <span className={classes['what']}>
        {delivered ?? message ?? (isRunning ? (progress?.phase ?? texts.waiting) : '—')} <span className={classes['quiet']}>{details}</span>
        <FileList taskRunId={taskRunId} files={files} />
        {mayPublish && zipOfRun(run) !== undefined && (
          <WhyButton
            label={texts.publish}
            hint={texts.publishRun({ runId: RunId })}
            icon={IconWorldUpload}
            compact
            onClick={() => dispatch(askPublish({ taskRunId, databaseId }))}
          />
        )}
      </span>
    </article>
  );
}
