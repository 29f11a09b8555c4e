import { TextInput } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { daysRunning, isValidOn } from '../../domain/activeDates.ts';
import { isCalendarDate } from '../../domain/date.ts';
import { type Running, runningOn } from '../../domain/dayTrips.ts';
import type { Schedule } from '../../domain/model/schedule.ts';
import { scheduleName } from '../../domain/schedules.ts';
import { formatServiceTime } from '../../domain/time.ts';
import type { NetworkCalendars } from '../../projections/networkCalendars.ts';
import { useOpenPlace } from '../parts/Link.tsx';
import { shownDays, shownException } from '../parts/shownDays.ts';
import { usePathTo } from '../parts/usePlace.ts';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { texts } from './texts.ts';
import classes from './calendars.module.css';

interface Row extends Running {
  readonly schedule: Schedule;
  readonly runsAs: string;
}

/** What runs on a date in the whole network: trips, first and last departure of each schedule. */
export function WhatRuns({ all, day, onDay }: { all: NetworkCalendars; day: string; onDay: (date: string) => void }): ReactNode {
  const [typed, setTyped] = useState<string>();
  const pathTo = usePathTo();
  const open = useOpenPlace();
  const rows = useMemo(() => rowsOf(all, day), [all, day]);
  const columns = useMemo(() => columnsOf(), []);
  const running = rows.filter(({ trips }) => trips > 0);
  const trips = running.reduce((sum, row) => sum + row.trips, 0);
  return (
    <section className={classes['part']} aria-label={texts.whatRuns}>
      <div className={classes['partBar']}>
        <TextInput
          label={texts.whatRunsOn}
          value={typed ?? day}
          w={120}
          error={typed !== undefined && !isCalendarDate(typed) && texts.dateFormat}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setTyped(isCalendarDate(text) ? undefined : text);
            if (isCalendarDate(text)) onDay(text);
          }}
          onBlur={() => setTyped(undefined)}
        />
        <strong role="status">{texts.tripsOnDay({ trips, day, lines: running.length })}</strong>
      </div>
      <div className={classes['list']}>
        <VirtualList
          label={texts.whatRuns}
          rows={rows}
          columns={columns}
          idOf={({ schedule }) => schedule.Id}
          textOf={({ schedule }) => scheduleName(schedule)}
          onChoose={({ schedule }) => open(pathTo({ page: 'schedules', itemId: schedule.Id }), '')}
        />
      </div>
    </section>
  );
}

/** What each schedule that is valid on a date runs on it. */
function rowsOf({ schedules, trips }: NetworkCalendars, day: string): readonly Row[] {
  return schedules.flatMap((schedule) => {
    const own = runningOn(schedule, trips.get(schedule.Id) ?? [], day);
    if (own.trips === 0 && !isValidOn(schedule.Calendar, day)) return [];
    const exception = schedule.Calendar.Exceptions.findLast((one) => one.Date === day);
    return [{ ...own, schedule, runsAs: exception ? shownException(exception) : shownDays(daysRunning(schedule.Calendar, day)) }];
  });
}

function columnsOf(): readonly Column<Row>[] {
  const time = (seconds: number | undefined): string => (seconds === undefined ? '' : formatServiceTime(seconds));
  return [
    {
      key: 'schedule',
      title: texts.schedule,
      width: 'minmax(120px, 2fr)',
      value: ({ schedule }) => scheduleName(schedule),
      render: ({ schedule }) => <span title={schedule.Id}>{scheduleName(schedule)}</span>,
    },
    {
      key: 'trips',
      title: texts.trips,
      width: '80px',
      align: 'right',
      value: ({ trips }) => trips,
      render: ({ trips }) => <span className="dmp-number">{trips.toLocaleString('en-GB')}</span>,
    },
    {
      key: 'first',
      title: texts.first,
      width: '80px',
      align: 'right',
      value: ({ first }) => first ?? -1,
      render: ({ first }) => <span className="dmp-number">{time(first)}</span>,
    },
    {
      key: 'last',
      title: texts.last,
      width: '80px',
      align: 'right',
      value: ({ last }) => last ?? -1,
      render: ({ last }) => <span className="dmp-number">{time(last)}</span>,
    },
    {
      key: 'runsAs',
      title: texts.runsAs,
      width: 'minmax(100px, 1fr)',
      value: ({ runsAs }) => runsAs,
      render: ({ runsAs }) => <span title={runsAs}>{runsAs}</span>,
    },
  ];
}
