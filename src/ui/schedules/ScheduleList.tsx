import { type ReactNode, useMemo } from 'react';
import { loadSchedules } from '../../commands/schedules/loadSchedules.ts';
import type { ScheduleRow } from '../../domain/scheduleDetails.ts';
import { calendarInterval } from '../../projections/calendarText.ts';
import { filterSchedules, scheduleFilterOf, searchWithScheduleName } from '../../projections/scheduleList.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { SearchBox } from '../parts/SearchBox.tsx';
import { type Column, ListTitle, VirtualList } from '../parts/VirtualList.tsx';
import { useAgencyNames } from '../agencies/useAgencyNames.ts';
import { usePathTo, usePlace } from '../stops/usePlace.ts';
import { ScheduleBadge } from './ScheduleBadge.tsx';
import classes from './schedules.module.css';

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
  const rows = useMemo(() => filterSchedules(all, scheduleFilterOf(search)), [all, search]);
  const columns = useMemo(() => scheduleColumns(agencyName), [agencyName]);
  return (
    <section className={classes['page']} aria-label="Schedules">
      <header className={classes['bar']}>
        <ListTitle title="Schedules" count={rows.length} total={load?.value ? all.length : undefined} />
        <SearchBox
          value={scheduleFilterOf(search).name}
          onSearch={(typed) => open(pathTo({ page: 'schedules' }), searchWithScheduleName(search, typed), { replace: true })}
          label="Search schedules"
          placeholder="Name or long name"
        />
      </header>
      <LoadStates
        load={load}
        what="schedules"
        retry={loadSchedules({ versionId })}
        skeleton={14}
        isEmpty={(list) => list.length === 0}
        empty={<Empty title="No schedules yet" hint="Upload or import a version that has schedules." />}
      >
        {() => (
          <VirtualList
            label="Schedules"
            rows={rows}
            all={all}
            columns={columns}
            idOf={idOf}
            textOf={nameOf}
            onChoose={(row) => open(pathTo({ page: 'schedules', itemId: row.Id }))}
            empty={<Empty title="No schedule matches" hint="Search by a part of a name." />}
          />
        )}
      </LoadStates>
    </section>
  );
}

function scheduleColumns(agencyName: (id: string | undefined) => string): readonly Column<ScheduleRow>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      value: (row) => row.Name || row.Id,
      width: 'minmax(52px, 0.5fr)',
      render: (row) => <ScheduleBadge name={row.Name || row.Id} color={row.Color} />,
    },
    {
      key: 'longName',
      title: 'Long name',
      value: (row) => row.LongName,
      width: 'minmax(130px, 2.6fr)',
      render: (row) => <span title={row.LongName}>{row.LongName ?? ''}</span>,
    },
    {
      key: 'id',
      title: 'Id',
      value: (row) => row.Id,
      width: 'minmax(60px, 0.8fr)',
      render: (row) => (
        <span className="dmp-mono" title={row.Id}>
          {row.Id}
        </span>
      ),
    },
    {
      key: 'dates',
      title: 'Valid',
      value: (row) => `${row.FromDate} ${row.ToDate}`,
      width: '162px',
      render: (row) => <span className="dmp-number">{calendarInterval({ fromDate: row.FromDate, toDate: row.ToDate })}</span>,
    },
    { key: 'tracks', title: 'Tracks', value: (row) => row.TrackCount, width: '54px', align: 'right', render: (row) => row.TrackCount },
    {
      key: 'agency',
      title: 'Agency',
      value: (row) => agencyName(row.AgencyId),
      width: 'minmax(64px, 0.8fr)',
      render: (row) => <span title={agencyName(row.AgencyId)}>{agencyName(row.AgencyId)}</span>,
    },
  ];
}

function idOf(row: ScheduleRow): string {
  return row.Id;
}

function nameOf(row: ScheduleRow): string {
  return row.Name;
}
