import { type ReactNode, useMemo } from 'react';
import { showCreateExport, showDeliveryLocations } from '../../commands/exports/exportFormSteps.ts';
import { showServiceAlerts } from '../../commands/exports/serviceAlertSteps.ts';
import { showPublicFeeds } from '../../commands/exports/publicFeedSteps.ts';
import { findExportOfRun, loadExports } from '../../commands/exports/loadExports.ts';
import { showWebhooks } from '../../commands/exports/webhooks.ts';
import { changeSettings } from '../../commands/settings/changeSettings.ts';
import { mayChangeRegions } from '../../domain/account.ts';
import type { Export, ExportGroup } from '../../domain/exports.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { exportViewOf, matchingExports, whyNotPublish } from '../../projections/exportState.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { GroupedList, type RowPlace } from '../parts/GroupedList.tsx';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import list from '../parts/listWithFields.module.css';
import { SearchBox } from '../parts/SearchBox.tsx';
import { ListTitle } from '../parts/VirtualList.tsx';
import { RunBadge } from '../tasks/TaskStatus.tsx';
import { DeleteExportModal } from './ExportQuestions.tsx';
import { ExportFormPanel } from './ExportFormPanel.tsx';
import { ExportPanel } from './ExportPanel.tsx';
import { WebhooksModal } from '../webhooks/WebhooksModal.tsx';
import classes from './exports.module.css';
import { LocationsModal } from './LocationsModal.tsx';
import { ServiceAlertsModal } from '../alerts/ServiceAlertsModal.tsx';
import { PublicFeedsModal } from './PublicFeedsModal.tsx';
import { texts } from './texts.ts';

/** Exports by region, the one that is selected, and the form of one. `runId`: the export of that run is looked for. */
export function ExportsPage({ runId }: { runId: number | undefined }): ReactNode {
  return runId === undefined ? <Exports /> : <RunRedirect runId={runId} />;
}

/** Goes on to the export of a run. */
function RunRedirect({ runId }: { runId: number }): ReactNode {
  const load = useView((view) => view.exports.runLookup);
  return (
    <LoadStates load={load} what={texts.runRunIdWord({ runId })} retry={findExportOfRun({ runId })}>
      {() => <Empty heading={1} title={texts.openingRun({ runId })} hint={texts.openingRunHint} />}
    </LoadStates>
  );
}

function Exports(): ReactNode {
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.exports.list);
  const mayPublish = useView((view) => whyNotPublish(view) === undefined);
  const mayNotify = useView(({ session: { account } }) => account != null && mayChangeRegions(account));
  const at = exportViewOf(search);
  const all = load.value ?? [];
  const groups = matchingExports(all, at.filter);
  if (at.mode !== 'VIEW')
    return (
      <div className={classes['whole']}>
        <ExportFormPanel key={at.exportId ?? 'new'} exportId={at.exportId ?? null} />
        {at.locations && <LocationsModal />}
      </div>
    );
  return (
    <div className={`${list['page']} ${list['beside']}`}>
      <section className={list['listPane']} aria-label={texts.exports}>
        <header className={list['bar']}>
          <ListTitle title={texts.exports} count={countOf(groups)} total={load.value ? countOf(load.value) : undefined} />
          <SearchBox
            value={at.filter}
            onSearch={(filter) => open('/exports', searchWith(search, { filter }), { replace: true })}
            label={texts.searchExports}
            placeholder={texts.nameOrDatabase}
          />
          <ActionButton of={showCreateExport} />
          <ActionButton of={showDeliveryLocations} iconOnly />
          {mayPublish && <ActionButton of={showPublicFeeds} iconOnly />}
          {mayNotify && <ActionButton of={showWebhooks} iconOnly />}
          {mayPublish && <ActionButton of={showServiceAlerts} iconOnly />}
        </header>
        <LoadStates
          load={load}
          what={texts.exportsWord}
          retry={loadExports({})}
          skeleton={12}
          isEmpty={(value) => value.length === 0}
          empty={<Empty title={texts.noExports} hint={texts.noExportsHint} />}
        >
          {() =>
            groups.length === 0 ? (
              <Empty title={texts.noExportMatches} hint={texts.noMatchHint} />
            ) : (
              <>
                <div className={classes['columns']} aria-hidden>
                  <span>{texts.databaseID}</span>
                  <span>{texts.scheduled}</span>
                  <span>{texts.name}</span>
                  <span>{texts.region}</span>
                  <span>{texts.status}</span>
                </div>
                <Groups groups={groups} selected={at.exportId} search={search} />
              </>
            )
          }
        </LoadStates>
      </section>
      {at.exportId !== undefined && <ExportPanel key={at.exportId} id={at.exportId} />}
      {at.locations && <LocationsModal />}
      {at.feeds && <PublicFeedsModal />}
      {at.webhooks && <WebhooksModal />}
      {at.alerts && <ServiceAlertsModal />}
      <DeleteExportModal />
    </div>
  );
}

/** The exports by region; which regions are shown is remembered. */
function Groups({ groups, selected, search }: { groups: readonly ExportGroup[]; selected: number | undefined; search: string }): ReactNode {
  const dispatch = useDispatch();
  const folds = useView((view) => view.settings.exportRegions);
  const shown = useMemo(
    () => groups.map(({ region, name, exports: rows }) => ({ key: region, title: name, open: folds[region] ?? true, rows })),
    [groups, folds],
  );
  return (
    <GroupedList
      groups={shown}
      idOf={({ id }) => String(id)}
      selected={selected === undefined ? undefined : String(selected)}
      onToggle={(region, isOpen) => dispatch(changeSettings({ changes: { exportRegions: { ...folds, [region]: isOpen } } }))}
      render={(one, place, { title }) => <Row one={one} place={place} region={title} selected={one.id === selected} search={search} />}
    />
  );
}

function Row({
  one,
  place,
  region,
  selected,
  search,
}: {
  one: Export;
  place: RowPlace;
  region: string;
  selected: boolean;
  search: string;
}): ReactNode {
  const { id, DbId, schedule, name, status, timezone } = one;
  return (
    <Link
      {...place}
      to={`/exports${searchWith(search, { export: String(id), run: undefined, page: undefined, mode: undefined })}`}
      className={classes['row']}
      aria-current={selected ? 'true' : undefined}
      data-export-row
    >
      <span className="dmp-mono">{DbId}</span>
      <span className="dmp-number" title={schedule.timeOfDay === '' ? undefined : `${schedule.timeOfDay} ${timezone}`}>
        {schedule.timeOfDay || '—'}
      </span>
      <span title={name}>{name}</span>
      <span>{region}</span>
      <span>
        <RunBadge status={status} />
      </span>
    </Link>
  );
}

function countOf(groups: readonly ExportGroup[]): number {
  return groups.reduce((count, { exports: own }) => count + own.length, 0);
}
