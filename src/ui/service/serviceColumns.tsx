import { useEffect, useMemo } from 'react';
import { loadServiceFigures } from '../../commands/schedules/loadServiceFigures.ts';
import type { ScheduleFigures } from '../../domain/service/dayTypes.ts';
import type { ScheduleRow } from '../../domain/scheduleDetails.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import type { Column } from '../parts/VirtualList.tsx';
import { costText, dayTypeText, numberText } from './serviceWords.ts';
import { texts } from './texts.ts';

type Day = ScheduleFigures['Days'][number];

const NONE: readonly Column<ScheduleRow>[] = [];

/** Columns of the list of schedules with the figures of the first day type on which each runs; none while they are not shown. */
export function useServiceColumns(versionId: number, shown: boolean): readonly Column<ScheduleRow>[] {
  const dispatch = useDispatch();
  const load = useView((view) => view.versions[versionId]?.serviceFigures);
  const isIdle = useView((view) => view.versions[versionId] !== undefined) && (load === undefined || load.status === 'idle');
  useEffect(() => {
    if (shown && isIdle) dispatch(loadServiceFigures({ versionId }));
  }, [dispatch, shown, isIdle, versionId]);
  const figures = load?.value;
  return useMemo(() => (shown ? columnsOf(figures ?? []) : NONE), [shown, figures]);
}

function columnsOf(all: readonly ScheduleFigures[]): readonly Column<ScheduleRow>[] {
  const byId = new Map(all.map((one) => [one.ScheduleId, one]));
  const dayOf = (row: ScheduleRow): Day | undefined => byId.get(row.Id)?.Days[0];
  const column = (
    key: string,
    title: string,
    width: string,
    value: (day: Day) => number | undefined,
    text: (value: number, row: ScheduleRow) => string,
  ): Column<ScheduleRow> => ({
    key,
    title,
    width,
    align: 'right',
    value: (row) => {
      const day = dayOf(row);
      return day && value(day);
    },
    render: (row) => {
      const day = dayOf(row);
      const shown = day && value(day);
      return shown === undefined ? (
        ''
      ) : (
        <span className="dmp-number" title={day && titleOf(day)}>
          {text(shown, row)}
        </span>
      );
    },
  });
  return [
    column(
      'serviceTrips',
      texts.trips,
      '58px',
      ({ Trips }) => Trips,
      (n) => numberText(n),
    ),
    column(
      'serviceHours',
      texts.hours,
      '70px',
      ({ Seconds }) => Seconds / 3600,
      (n) => numberText(n, 1),
    ),
    column(
      'serviceKilometres',
      texts.kilometres,
      '76px',
      ({ Metres }) => Metres / 1000,
      (n) => numberText(n),
    ),
    column(
      'serviceVehicles',
      texts.vehicles,
      '66px',
      ({ Vehicles }) => Vehicles,
      (n) => numberText(n),
    ),
    ...(all.some(({ Days }) => Days.some(({ Cost }) => Cost !== undefined))
      ? [
          column(
            'serviceCost',
            texts.cost,
            '90px',
            ({ Cost }) => Cost,
            (n, { Id }) => [byId.get(Id)?.Currency, costText(n, byId.get(Id)?.Currency)].filter(Boolean).join(' '),
          ),
        ]
      : []),
  ];
}

function titleOf({ DayType, Date: date }: Day): string {
  return texts.typicalDate({ day: dayTypeText(DayType), date });
}
