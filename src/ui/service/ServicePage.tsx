import { Select } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { isCalendarDate } from '../../domain/date.ts';
import type { TrackDirection } from '../../domain/model/track.ts';
import { costOf, hasRates, type Rates } from '../../domain/service/costs.ts';
import { DAY_TYPES, typicalDate } from '../../domain/service/dayTypes.ts';
import { derivedOf, figuresOf, hoursOf, runningGroups, type ServiceFigures, type TripGroup } from '../../domain/service/figures.ts';
import { formatServiceTime } from '../../domain/time.ts';
import { changedDays, type LineService } from '../../projections/lineService.ts';
import type { Schedule } from '../../domain/model/schedule.ts';
import { DateInput } from '../parts/DateInput.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { usePathTo } from '../parts/usePlace.ts';
import { HourChart } from './HourChart.tsx';
import { changedDaysText, costText, dayTypeText, numberText } from './serviceWords.ts';
import { useLineService, useOpenedService } from './useLineService.ts';
import classes from './service.module.css';
import { texts } from './texts.ts';

/** A day that figures are shown for: a day type by its typical date, or a date that was chosen. */
interface ShownDay {
  readonly key: string;
  readonly name: string;
  readonly date: string;
  readonly groups: readonly TripGroup[];
}

/** What the timetables of a schedule need and cost: by day and direction, and by hour. */
export function ServicePage({ schedule }: { schedule: Schedule }): ReactNode {
  const service = useLineService(schedule.Id);
  const opened = useOpenedService(schedule.Id)?.service;
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string>();
  const days = useMemo(() => (service ? daysOf(service, isCalendarDate(typed) ? typed : undefined) : []), [service, typed]);
  const change = useMemo(() => (service && opened && service !== opened ? changedDays(opened, service) : []), [service, opened]);
  if (!service) return null;
  const day = days.find(({ key }) => key === chosen) ?? days[0];
  return (
    <section className={classes['page']} aria-label={texts.figures}>
      <p className={classes['change']} role="status">
        {change.length > 0 && `${texts.sinceOpened}: ${changedDaysText(change, service.rates)}`}
      </p>
      <div className={classes['tools']}>
        <h2 className={classes['title']}>{texts.figures}</h2>
        <span className={classes['grow']} />
        <DateInput label={texts.otherDate} title={texts.dateHint} w={140} value={typed} onChange={setTyped} />
      </div>
      {!day ? (
        <Empty title={texts.noTrips} hint={texts.noTripsHint} />
      ) : (
        <>
          <FiguresTable days={days} rates={service.rates} />
          <Notes days={days} rates={service.rates} agencyId={schedule.AgencyId} />
          <div className={classes['tools']}>
            <h2 className={classes['title']}>{texts.byHour}</h2>
            <span className={classes['grow']} />
            <Select
              label={texts.day}
              w={200}
              data={days.map(({ key, name, date }) => ({ value: key, label: name === date ? date : texts.typicalDate({ day: name, date }) }))}
              value={day.key}
              allowDeselect={false}
              onChange={(key) => setChosen(key ?? undefined)}
            />
          </div>
          <Hours day={day} />
        </>
      )}
    </section>
  );
}

function daysOf({ calendar, groups }: LineService, other: string | undefined): readonly ShownDay[] {
  const typical = DAY_TYPES.flatMap((dayType) => {
    const date = typicalDate(calendar, groups, dayType);
    return date === undefined ? [] : [{ key: dayType, name: dayTypeText(dayType), date, groups: runningGroups(calendar, groups, date) }];
  });
  return other === undefined ? typical : [...typical, { key: 'date', name: other, date: other, groups: runningGroups(calendar, groups, other) }];
}

const DIRECTIONS: readonly TrackDirection[] = ['Forward', 'Backward', 'Unknown'];

function directionText(direction: TrackDirection): string {
  return direction === 'Forward' ? texts.forward : direction === 'Backward' ? texts.backward : texts.unknown;
}

function FiguresTable({ days, rates }: { days: readonly ShownDay[]; rates: Rates }): ReactNode {
  const priced = hasRates(rates);
  return (
    <div className={classes['scroll']}>
      <table className={classes['table']} aria-label={texts.figures}>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            <th scope="col">{texts.direction}</th>
            <th scope="col">{texts.trips}</th>
            <th scope="col">{texts.hours}</th>
            <th scope="col">{texts.kilometres}</th>
            <th scope="col">{texts.vehicles}</th>
            {priced && <th scope="col">{rates.CostCurrency === undefined ? texts.cost : texts.costIn({ currency: rates.CostCurrency })}</th>}
            <th scope="col">{texts.first}</th>
            <th scope="col">{texts.last}</th>
            <th scope="col">{texts.headway}</th>
            <th scope="col">{texts.running}</th>
            <th scope="col">{texts.speed}</th>
          </tr>
        </thead>
        {days.map(({ key, name, date, groups }) => {
          const present = DIRECTIONS.filter((direction) => groups.some((group) => group.direction === direction));
          const rows = present.length > 1 ? present : [];
          return (
            <tbody key={key}>
              <tr data-all>
                <th scope="rowgroup" rowSpan={rows.length + 1} title={date}>
                  {name}
                </th>
                <th scope="row">{present[0] !== undefined && present.length === 1 ? directionText(present[0]) : texts.all}</th>
                <Cells groups={groups} rates={rates} isOneWay={present.length === 1} />
              </tr>
              {rows.map((direction) => (
                <tr key={direction}>
                  <th scope="row">{directionText(direction)}</th>
                  <Cells groups={groups.filter((group) => group.direction === direction)} rates={rates} isOneWay />
                </tr>
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

function Cells({ groups, rates, isOneWay }: { groups: readonly TripGroup[]; rates: Rates; isOneWay: boolean }): ReactNode {
  const figures: ServiceFigures = useMemo(() => figuresOf(groups), [groups]);
  const { headway, running, speed } = derivedOf(figures);
  const cost = costOf(figures, rates);
  return (
    <>
      <td>{numberText(figures.Trips)}</td>
      <td>{numberText(figures.Seconds / 3600, 1)}</td>
      <td>{numberText(figures.Metres / 1000, figures.Metres < 100_000 ? 1 : 0)}</td>
      <td>{numberText(figures.Vehicles)}</td>
      {cost !== undefined && <td>{costText(cost, rates.CostCurrency)}</td>}
      <td>{figures.First === null ? '' : formatServiceTime(figures.First)}</td>
      <td>{figures.Last === null ? '' : formatServiceTime(figures.Last)}</td>
      <td>{isOneWay && headway !== undefined ? numberText(headway / 60, 1) : ''}</td>
      <td>{running === undefined ? '' : numberText(running / 60, 1)}</td>
      <td>{speed === undefined ? '' : numberText(speed, 1)}</td>
    </>
  );
}

function Notes({ days, rates, agencyId }: { days: readonly ShownDay[]; rates: Rates; agencyId: string | undefined }): ReactNode {
  const pathTo = usePathTo();
  const unmeasured = Math.max(...days.map(({ groups }) => figuresOf(groups).Unmeasured));
  return (
    <>
      {unmeasured > 0 && <span className={classes['quiet']}>{texts.unmeasured({ trips: unmeasured })}</span>}
      {!hasRates(rates) && (
        <span className={classes['quiet']}>
          {texts.noRates} <Link to={pathTo({ page: 'agencies', ...(agencyId === undefined ? {} : { itemId: agencyId }) })}>{texts.editRates}</Link>
        </span>
      )}
    </>
  );
}

function Hours({ day: { name, groups } }: { day: ShownDay }): ReactNode {
  const hours = useMemo(() => hoursOf(groups), [groups]);
  if (hours.length === 0) return <span className={classes['quiet']}>{texts.noTrips}</span>;
  return (
    <>
      <div className={classes['charts']}>
        <HourChart
          title={texts.departures}
          label={texts.departuresByHour({ day: name })}
          bars={hours.map(({ hour, departures }) => ({ hour, value: departures }))}
        />
        <HourChart
          title={texts.inService}
          label={texts.vehiclesByHour({ day: name })}
          bars={hours.map(({ hour, vehicles }) => ({ hour, value: vehicles }))}
        />
      </div>
      <details>
        <summary>{texts.asTable}</summary>
        <div className={classes['scroll']}>
          <table className={classes['table']} aria-label={texts.byHour}>
            <thead>
              <tr>
                <th scope="col">{texts.hour}</th>
                <th scope="col">{texts.departures}</th>
                <th scope="col">{texts.inService}</th>
              </tr>
            </thead>
            <tbody>
              {hours.map(({ hour, departures, vehicles }) => (
                <tr key={hour}>
                  <th scope="row">{formatServiceTime(hour * 3600)}</th>
                  <td>{departures}</td>
                  <td>{vehicles}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}
