import { UnstyledButton } from '@mantine/core';
import { IconChartBar, IconX } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { scheduleName } from '../../domain/schedules.ts';
import { loadSchedules } from '../../commands/schedules/loadSchedules.ts';
import { openNetworkMatch } from '../../commands/tracks/matchNetworkSteps.ts';
import type { ScheduleRow } from '../../domain/scheduleDetails.ts';
import { scheduleFamily } from '../../domain/scheduleFamily.ts';
import { listed } from '../../projections/onMap.ts';
import { calendarInterval } from '../../projections/calendarText.ts';
import { inShownFamily, scheduleFamilies, searchWithScheduleFamily, shownFamily } from '../../projections/scheduleFamilies.ts';
import { foundSchedules, guidedSearch, isAskedFor } from '../../projections/searchFound.ts';
import { tagSearchOf } from '../../projections/searchQuery.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { ActionButton } from '../parts/ActionButton.tsx';
import { ItemButton } from '../parts/ItemButton.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { type Column, ListTitle, VirtualList } from '../parts/VirtualList.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { useAgencyNames } from '../agencies/useAgencyNames.ts';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { SpreadsheetButton } from '../spreadsheets/SpreadsheetButton.tsx';
import { BulkBar } from './BulkBar.tsx';
import { useServiceColumns } from '../service/serviceColumns.tsx';
import { texts as serviceTexts } from '../service/texts.ts';
import { changeSettings } from '../../commands/settings/changeSettings.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { ScheduleBadge } from './ScheduleBadge.tsx';
import { TagSearch } from '../search/TagSearch.tsx';
import { GuidedState } from './GuidedState.tsx';
import classes from './schedules.module.css';
import { texts } from './texts.ts';

const NONE: readonly ScheduleRow[] = [];

/** The schedules of a version, searched by the address. */
export function ScheduleList(): ReactNode {
  const { versionId = 0 } = usePlace();
  const pathTo = usePathTo();
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.versions[versionId]?.schedules);
  const agencyName = useAgencyNames(versionId);
  const all = load?.value ?? NONE;
  const agencies = useView((view) => view.versions[versionId]?.agencies.value ?? undefined);
  const trips = useView((view) => view.versions[versionId]?.tripSearch);
  const asked = useMemo(() => tagSearchOf('schedules', search), [search]);
  const guided = guidedSearch(asked) !== undefined;
  const families = useMemo(() => scheduleFamilies(all), [all]);
  const family = shownFamily(search);
  const rows = useMemo(() => inShownFamily(foundSchedules(all, asked, trips), search), [all, asked, trips, search]);
  const choices = useMemo(() => ({ AgencyId: (agencies ?? []).map(({ Id, Name }) => ({ value: Id, label: Name || 'N/A' })) }), [agencies]);
  const answered = !guided || (trips !== undefined && isAskedFor(trips, asked) && trips.found.status !== 'loading');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => rows.filter(({ Id }) => selected.has(Id)), [rows, selected]);
  const dispatch = useDispatch();
  const withService = useView((view) => view.settings.serviceColumns === true);
  const isPreparing = useView((view) => view.versions[versionId]?.serviceFigures?.status === 'loading');
  const serviceColumns = useServiceColumns(versionId, withService);
  const columns = useMemo(
    () => [
      ...scheduleColumns(agencyName).filter(({ key }) => !withService || BESIDE_FIGURES.includes(key)),
      ...serviceColumns,
      familyColumn(families, (family) => open(pathTo({ page: 'schedules' }), searchWithScheduleFamily(search, family))),
    ],
    [agencyName, withService, serviceColumns, families, open, pathTo, search],
  );
  return (
    <section className={classes['page']} aria-label={texts.schedules}>
      <header className={classes['bar']}>
        <ListTitle title={texts.schedules} count={rows.length} total={load?.value ? all.length : undefined} />
        <TagSearch list="schedules" label={texts.searchSchedules} placeholder={texts.nameOrCategory} choices={choices} busy={!answered} />
        {family !== '' && (
          <WhyButton
            label={texts.familyFamily({ family })}
            hint={texts.showAllSchedulesAgain}
            icon={IconX}
            compact
            onClick={() => open(pathTo({ page: 'schedules' }), searchWithScheduleFamily(search, ''))}
          />
        )}
        <WhyButton
          label={serviceTexts.showColumns}
          hint={serviceTexts.showColumnsHint}
          icon={IconChartBar}
          iconOnly
          compact
          active={withService}
          loading={withService && isPreparing}
          onClick={() => dispatch(changeSettings({ changes: { serviceColumns: !withService } }))}
        />
        <ActionButton of={openNetworkMatch} iconOnly compact />
        <SpreadsheetButton
          versionId={versionId}
          kind="Schedule"
          ids={chosen.length > 0 ? chosen.map(idOf) : rows.length < all.length ? rows.map(idOf) : undefined}
        />
        <ItemButton of="schedule" act="create" compact />
      </header>
      {guided && trips && <GuidedState versionId={versionId} search={asked} trips={trips} />}
      {chosen.length > 0 && (
        <BulkBar
          versionId={versionId}
          chosen={chosen}
          onAll={() => setSelected(new Set(rows.map(({ Id }) => Id)))}
          allCount={rows.length}
          onNone={() => setSelected(new Set())}
        />
      )}
      <LoadStates
        load={load}
        what={texts.schedulesWord}
        retry={loadSchedules({ versionId })}
        skeleton={14}
        isEmpty={(list) => list.length === 0}
        empty={<Empty title={texts.noSchedulesYet} hint={texts.emptyHint} />}
      >
        {() => (
          <VirtualList
            label={texts.schedules}
            rows={rows}
            all={all}
            columns={columns}
            idOf={idOf}
            textOf={nameOf}
            selection={{ selected, onSelect: setSelected, boxLabel: selectName }}
            onMap={({ Id }) => listed('schedules', Id)}
            onChoose={(row) => open(pathTo({ page: 'schedules', itemId: row.Id }))}
            empty={answered && trips?.found.status !== 'failed' && <Empty title={texts.noScheduleMatches} hint={texts.noMatchHint} />}
          />
        )}
      </LoadStates>
    </section>
  );
}

/** Columns that stay while figures of service are shown: the others have no room beside them. */
const BESIDE_FIGURES: readonly string[] = ['name', 'longName', 'id'];

function scheduleColumns(agencyName: (id: string | undefined) => string): readonly Column<ScheduleRow>[] {
  return [
    {
      key: 'name',
      title: texts.name,
      value: scheduleName,
      width: 'minmax(52px, 0.5fr)',
      render: (row) => <ScheduleBadge name={scheduleName(row)} color={row.Color} />,
    },
    {
      key: 'longName',
      title: texts.longName,
      value: (row) => row.LongName,
      echoes: 'name',
      width: 'minmax(130px, 2.6fr)',
      render: (row) => <span title={row.LongName}>{row.LongName ?? ''}</span>,
    },
    {
      key: 'id',
      title: texts.id,
      value: (row) => row.Id,
      width: 'minmax(94px, 0.8fr)',
      render: (row) => (
        <span className="dmp-mono" title={row.Id}>
          {row.Id}
        </span>
      ),
    },
    {
      key: 'dates',
      title: texts.valid,
      value: (row) => `${row.FromDate} ${row.ToDate}`,
      width: '162px',
      render: (row) => <span className="dmp-number">{calendarInterval({ fromDate: row.FromDate, toDate: row.ToDate })}</span>,
    },
    {
      key: 'transport',
      title: texts.transport,
      value: (row) => row.ExternalTransportId,
      echoes: 'name',
      width: 'minmax(60px, 0.6fr)',
      render: (row) => <span title={row.ExternalTransportId}>{row.ExternalTransportId ?? 'N/A'}</span>,
    },
    { key: 'tracks', title: texts.tracks, value: (row) => row.TrackCount, width: '54px', align: 'right', render: (row) => row.TrackCount },
    {
      key: 'agency',
      title: texts.agency,
      value: (row) => agencyName(row.AgencyId),
      width: 'minmax(64px, 0.8fr)',
      render: (row) => <span title={agencyName(row.AgencyId)}>{agencyName(row.AgencyId)}</span>,
    },
  ];
}

/** Schedules whose ids differ by a trailing date alone are one family: how many it has, and a click shows them. */
function familyColumn(families: ReadonlyMap<string, number>, onShow: (family: string) => void): Column<ScheduleRow> {
  const size = (row: ScheduleRow): number => families.get(scheduleFamily(row.Id)) ?? 1;
  return {
    key: 'family',
    title: texts.family,
    value: (row) => (size(row) < 2 ? undefined : `${scheduleFamily(row.Id)} ${size(row)}`),
    width: '70px',
    render: (row) =>
      size(row) < 2 ? (
        ''
      ) : (
        <UnstyledButton
          className={classes['family']}
          aria-label={texts.showFamily({ row: size(row), id: scheduleFamily(row.Id) })}
          onClick={(event) => {
            event.stopPropagation();
            onShow(scheduleFamily(row.Id));
          }}
          onKeyDown={(event) => event.stopPropagation()}
        >
          {texts.rowDates({ row: size(row) })}
        </UnstyledButton>
      ),
  };
}

function idOf(row: ScheduleRow): string {
  return row.Id;
}

/** The id tells schedules of one name apart. */
function selectName(row: ScheduleRow): string {
  const name = scheduleName(row);
  return texts.selectName({ name, id: name === row.Id ? '' : ` (${row.Id})` });
}

function nameOf(row: ScheduleRow): string {
  return scheduleName(row);
}
