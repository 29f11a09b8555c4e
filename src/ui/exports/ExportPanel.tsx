import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { askDeleteExport, showEditExport } from '../../commands/exports/exportFormSteps.ts';
import { cloneExport, runExport, stopExportRun } from '../../commands/exports/exportWrites.ts';
import { loadExport, loadExportHistory } from '../../commands/exports/loadExports.ts';
import { type Export, EXPORT_HISTORY_PAGE, EXPORT_SCOPE_WORDS, type ExportRun } from '../../domain/exports.ts';
import { dataPath } from '../../domain/locations.ts';
import { exportViewOf } from '../../projections/exportState.ts';
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

/** The selected export: what can be done with it, how it is configured, and its runs. */
export function ExportPanel({ id }: { id: number }): ReactNode {
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.exports.details[String(id)]);
  const [folds, setFolds] = useState({ history: true, details: true, rules: false });
  const fold = (part: keyof typeof folds) => ({ open: folds[part], onToggle: (isOpen: boolean) => setFolds({ ...folds, [part]: isOpen }) });
  return (
    <section className={`${classes['panel']} ${list['besideList']}`} aria-label="Export">
      <header className={list['bar']}>
        <h2 className={list['name']}>{load?.value?.name ?? `Export ${id}`}</h2>
        <WhyButton
          label="Close"
          icon={IconX}
          iconOnly
          onClick={() => open('/exports', searchWith(search, { export: undefined, run: undefined, page: undefined }))}
        />
      </header>
      <LoadStates load={load} what="export" retry={loadExport({ id })}>
        {(one) => (
          <>
            <div className={classes['actions']}>
              <ActionButton of={runExport} label="Run" variant="filled" />
              <ActionButton of={stopExportRun} label="Stop" />
              <ActionButton of={showEditExport} label="Edit" />
              <ActionButton of={cloneExport} label="Clone" />
              <ActionButton of={askDeleteExport} label="Delete" />
            </div>
            <div className={classes['body']}>
              <Fold title="History" {...fold('history')}>
                <History id={id} />
              </Fold>
              <Fold title="Details" {...fold('details')}>
                <div className={`${list['fields']} ${classes['fieldsOf']}`}>
                  <Details one={one} />
                </div>
              </Fold>
              <Fold title="Agency merging" count={one.agencyMergingRules.length} {...fold('rules')}>
                <div className={classes['fieldsOf']}>
                  {one.agencyMergingRules.length === 0 && <p className={classes['quiet']}>No agencies are merged</p>}
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
  const { DbId, scope, version, schedule, timezone, nextRun, deliveryLocation, locationName, feedInfo } = one;
  return (
    <>
      <ShownField label="Database ID">
        <Link to={dataPath({ databaseId: DbId })}>{DbId}</Link>
      </ShownField>
      {version != null && (
        <ShownField label="Version">
          <Link to={dataPath({ databaseId: DbId, versionId: version })}>{`#${version}`}</Link>
        </ShownField>
      )}
      <ShownField label="Region">{regionName}</ShownField>
      <ShownField label="Scope">{said(EXPORT_SCOPE_WORDS[scope])}</ShownField>
      <ShownField label="Scheduled">{schedule.timeOfDay === '' ? 'By hand only' : `${schedule.timeOfDay} every day, ${timezone}`}</ShownField>
      <ShownField label="Next run (UTC)">{nextRun === null ? '—' : momentText(nextRun)}</ShownField>
      <ShownField label="File name">{deliveryLocation.fileName}</ShownField>
      <ShownField label="Delivery location">{locationName ?? 'No longer there'}</ShownField>
      <ShownField label="Feed URL">{feedInfo.url || 'As in the version'}</ShownField>
      <ShownField label="Contact URL">{feedInfo.contactUrl || 'As in the version'}</ShownField>
    </>
  );
}

/** Runs of an export, a page of 5 at a time. */
function History({ id }: { id: number }): ReactNode {
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const history = useView((view) => view.exports.history[String(id)]);
  const { page, runId } = exportViewOf(search);
  const go = (to: number): void => open('/exports', searchWith(search, { page: to === 0 ? undefined : String(to + 1), run: undefined }));
  return (
    <LoadStates
      load={history?.load}
      what="history"
      retry={loadExportHistory({ id, page })}
      skeleton={3}
      isEmpty={({ total }) => total === 0}
      empty={<p className={`${classes['quiet']} ${classes['fieldsOf']}`}>This export has not run yet</p>}
    >
      {({ exportRuns, total }) => {
        const pages = Math.max(1, Math.ceil(total / EXPORT_HISTORY_PAGE));
        return (
          <>
            {exportRuns.map((run) => (
              <Run key={run.RunId} run={run} selected={run.RunId === runId} search={search} />
            ))}
            {pages > 1 && (
              <nav className={classes['pages']} aria-label="Pages of the history">
                <WhyButton
                  label="Newer runs"
                  icon={IconChevronLeft}
                  iconOnly
                  why={page === 0 ? 'These are the newest runs' : undefined}
                  onClick={() => go(page - 1)}
                />
                <span className="dmp-number">{`Page ${page + 1} of ${pages}`}</span>
                <WhyButton
                  label="Older runs"
                  icon={IconChevronRight}
                  iconOnly
                  why={page + 1 >= pages ? 'These are the oldest runs' : undefined}
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

function Run({ run, selected, search }: { run: ExportRun; selected: boolean; search: string }): ReactNode {
  const { RunId, taskRunId, status, created, ended, causedBy, delivered, size, message, progress, levelSummary, versionId, files = [] } = run;
  const isRunning = status === 0 || status === 1 || status === 5;
  const now = useNow(isRunning);
  const { errors, warnings } = levelSummary;
  const told = [
    causedBy,
    durationText(Math.max(0, (ended ?? now) - created)),
    ...(versionId === null ? [] : [`version ${versionId}`]),
    ...(size === null ? [] : [sizeText(size)]),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
    ...(errors > 0 ? [counted(errors, 'error')] : []),
  ].join(', ');
  return (
    <article className={classes['run']} aria-label={`Run ${RunId}`} aria-current={selected ? 'true' : undefined}>
      <Link to={`/exports${searchWith(search, { run: selected ? undefined : String(RunId) })}`}>{`Run ${RunId}`}</Link>
      <RunBadge status={status} />
      <span className="dmp-number">{`${momentText(created)} UTC`}</span>
      <Link to={`/log/${taskRunId}`} aria-label={`Log of run ${RunId}`}>
        Log
      </Link>
      <span className={classes['what']}>
        {delivered ?? message ?? (isRunning ? (progress?.phase ?? 'Waiting') : '—')} <span className={classes['quiet']}>{told}</span>
        <FileList taskRunId={taskRunId} files={files} />
      </span>
    </article>
  );
}

function counted(n: number, word: string): string {
  return `${n.toLocaleString('en-GB')} ${word}${n === 1 ? '' : 's'}`;
}
