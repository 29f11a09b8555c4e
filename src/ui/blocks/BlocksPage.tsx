import { MultiSelect, Switch } from '@mantine/core';
import { IconArmchair, IconArrowsJoin, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { assignBlocks } from '../../commands/blocks/blockEdits.ts';
import { loadServiceDay } from '../../commands/blocks/loadServiceDay.ts';
import { loadCalendars } from '../../commands/calendars/loadCalendars.ts';
import { daysOf } from '../../domain/date.ts';
import { BLOCKS_PAGE } from '../../domain/locations.ts';
import { assignmentsOf, blocksOfDay, type DayBlocks, type Move, summedUp } from '../../domain/service/blocks.ts';
import { straightRuns } from '../../domain/service/chain.ts';
import { straightDepots } from '../../domain/service/depots.ts';
import type { DayTrip, ServiceDay } from '../../domain/service/day.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { Depot } from '../../domain/model/depot.ts';
import { RECORD_KINDS } from '../../domain/model/records.ts';
import { networkCalendars } from '../../projections/networkCalendars.ts';
import { recordsOf } from '../../projections/records.ts';
import { editRefusal } from '../../projections/rights.ts';
import { dayTripsNow, shownServiceDate } from '../../projections/serviceDay.ts';
import { useKernelState, useView } from '../parts/appState.ts';
import { DateInput } from '../parts/DateInput.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { BlockGantt } from './BlockGantt.tsx';
import { ChainModal } from './ChainModal.tsx';
import { type ChainParameters, USUAL_PARAMETERS } from './chainParameters.ts';
import { StayModal } from './StayModal.tsx';
import { texts } from './texts.ts';
import classes from './blocks.module.css';

/** Pixels of an hour. */
const ZOOMS = [30, 50, 80, 130, 210];

/** The vehicle blocks of a date: a chart of vehicles, and the chaining of trips. */
export function BlocksPage(): ReactNode {
  const { versionId = 0 } = usePlace();
  const load = useView((view) => view.versions[versionId]?.calendars);
  const isEmpty = useView((view) => networkCalendars(view, versionId).schedules.length === 0);
  const date = useView((view) => shownServiceDate(view, versionId));
  return (
    <LoadStates load={load} what={texts.trips} retry={loadCalendars({ versionId })}>
      {() =>
        isEmpty || date === undefined ? (
          <Empty title={texts.noSchedules} hint={texts.noSchedulesHint} />
        ) : (
          <DatePage key={versionId} versionId={versionId} date={date} />
        )
      }
    </LoadStates>
  );
}

interface DateProps {
  readonly versionId: number;
  readonly date: string;
}

function DatePage({ versionId, date }: DateProps): ReactNode {
  const load = useView((view) => view.versions[versionId]?.serviceDays?.[date]);
  return (
    <div className={classes['page']}>
      <LoadStates load={load} what={texts.trips} retry={loadServiceDay({ versionId, date })}>
        {(day) => <Day versionId={versionId} day={day} />}
      </LoadStates>
    </div>
  );
}

function Day({ versionId, day }: { versionId: number; day: ServiceDay }): ReactNode {
  const dispatch = useDispatch();
  const why = useView(editRefusal);
  const trips = useDayTrips(versionId, day.Date);
  const depots = useView((view) => recordsOf(view, versionId, 'Depot')) ?? NO_DEPOTS;
  const [parameters, setParameters] = useState<ChainParameters>(USUAL_PARAMETERS);
  const [lines, setLines] = useState<readonly string[]>([]);
  const [zoom, setZoom] = useState(1);
  const [withUnassigned, setWithUnassigned] = useState(true);
  const [isChaining, setIsChaining] = useState(false);
  const [staying, setStaying] = useState<{ readonly after: DayTrip | undefined }>();
  const rules = useMemo(() => {
    const { layover, longest, kmh, factor } = parameters;
    const places = day.Stops.map(({ Coordinate }) => Coordinate);
    const deadRuns = straightRuns(places, { factor, kmh, longest: longest * 60 });
    return { deadRuns, layover: layover * 60, depots: straightDepots(depots, places, { factor, kmh }) };
  }, [day.Stops, depots, parameters]);
  const blocks = useMemo(() => blocksOfDay(trips, rules), [trips, rules]);
  const isChosen = useMemo(() => chosenBy(day, lines), [day, lines]);
  const shown = useMemo(() => shownOf(blocks, isChosen), [blocks, isChosen]);
  const taken = useMemo(() => new Set([...day.OtherBlocks, ...trips.flatMap(({ block }) => block ?? [])]), [day.OtherBlocks, trips]);
  const move = (moves: readonly Move[]): void => {
    const timetables = assignmentsOf(moves);
    if (timetables.length > 0) dispatch(assignBlocks({ versionId, timetables }));
  };
  return (
    <>
      <div className={classes['bar']}>
        <h1 className={classes['title']}>{texts.vehicleBlocks}</h1>
        <DateField date={day.Date} />
        <MultiSelect
          size="xs"
          aria-label={texts.lines}
          placeholder={lines.length === 0 ? texts.allLines : ''}
          className={classes['lines'] ?? ''}
          data={day.Lines.map(({ Id, Name }) => ({ value: Id, label: Name === Id ? Id : `${Name} · ${Id}` }))}
          value={[...lines]}
          searchable
          clearable
          limit={200}
          nothingFoundMessage={texts.noSuchLine}
          maxDropdownHeight={260}
          onChange={setLines}
        />
        <span className={classes['zoom']}>
          <WhyButton label={texts.zoomOut} icon={IconZoomOut} iconOnly onClick={() => setZoom((now) => Math.max(0, now - 1))} />
          <WhyButton label={texts.zoomIn} icon={IconZoomIn} iconOnly onClick={() => setZoom((now) => Math.min(ZOOMS.length - 1, now + 1))} />
        </span>
        <Switch
          size="xs"
          label={texts.showUnassigned}
          checked={withUnassigned}
          onChange={(event) => setWithUnassigned(event.currentTarget.checked)}
        />
        <WhyButton label={texts.chain} icon={IconArrowsJoin} variant="filled" why={why} onClick={() => setIsChaining(true)} />
        <WhyButton label={texts.stay} icon={IconArmchair} why={why} onClick={() => setStaying({ after: undefined })} />
      </div>
      <Figures blocks={shown} depots={depots} />
      {trips.length === 0 ? (
        <Empty title={texts.noTrips({ date: day.Date })} hint={texts.noTripsHint} />
      ) : (
        <BlockGantt
          day={day}
          depots={depots}
          blocks={shown}
          all={blocks}
          hourWidth={ZOOMS[zoom] ?? 50}
          withUnassigned={withUnassigned}
          taken={taken}
          why={why}
          onMove={move}
          onStay={(trip) => setStaying({ after: trip })}
        />
      )}
      {staying && (
        <StayModal
          versionId={versionId}
          day={day}
          rows={staying.after ? blocks.rows : shown.rows}
          after={staying.after}
          onClose={() => setStaying(undefined)}
        />
      )}
      {isChaining && (
        <ChainModal
          versionId={versionId}
          day={day}
          depots={depots}
          trips={trips.filter(isChosen)}
          others={trips.filter((trip) => !isChosen(trip))}
          rules={rules}
          parameters={parameters}
          onParameters={setParameters}
          onClose={() => setIsChaining(false)}
        />
      )}
    </>
  );
}

const NO_DEPOTS: readonly Depot[] = [];

/** The trips of the date as they are now, assignments that nobody has confirmed included. */
function useDayTrips(versionId: number, date: string): readonly DayTrip[] {
  const waiting = useKernelState((state) => state.pending);
  const pending = useMemo(
    () => waiting.flatMap(({ type, payload }) => (type === assignBlocks.type && isOf(payload, versionId) ? [payload] : [])),
    [waiting, versionId],
  );
  return useView((view) => dayTripsNow(view, versionId, date, pending));
}

function isOf(payload: unknown, versionId: number): boolean {
  return typeof payload === 'object' && payload !== null && Reflect.get(payload, 'versionId') === versionId;
}

function chosenBy({ Lines }: ServiceDay, lines: readonly string[]): (trip: DayTrip) => boolean {
  const ids = new Set(lines);
  return ({ line }) => ids.size === 0 || ids.has(Lines[line]?.Id ?? '');
}

/** Vehicles that drive a trip of the chosen lines, with all that they drive; of the trips without a vehicle those of the lines. */
function shownOf(blocks: DayBlocks, isChosen: (trip: DayTrip) => boolean): DayBlocks {
  const rows = blocks.rows.filter(({ trips }) => trips.some(isChosen));
  if (rows.length === blocks.rows.length && blocks.unassigned.trips.every(isChosen)) return blocks;
  return { ...summedUp(rows, blocks.unassigned.trips.filter(isChosen)), withoutDepot: blocks.withoutDepot };
}
function DateField({ date }: { date: string }): ReactNode {
  const pathTo = usePathTo();
  const open = useOpenPlace();
  const [typed, setTyped] = useState<string>();
  const show = (text: string): void => {
    const isDate = daysOf(text) !== undefined;
    setTyped(isDate ? undefined : text);
    if (isDate && text !== date) open(pathTo({ page: BLOCKS_PAGE, itemId: text }), '');
  };
  return (
    <DateInput
      size="xs"
      w={130}
      aria-label={texts.date}
      value={typed ?? date}
      error={typed !== undefined && typed.length >= 10 ? texts.dateFormat : undefined}
      onChange={show}
      onBlur={() => setTyped(undefined)}
    />
  );
}

function Figures({ blocks, depots }: { blocks: DayBlocks; depots: readonly Depot[] }): ReactNode {
  const pathTo = usePathTo();
  const { rows, unassigned, overlaps, mixed, tooShort, tooFar, deadMetres, withoutDepot } = blocks;
  const all = [...rows.flatMap(({ trips }) => trips), ...unassigned.trips];
  const runs = all.filter(({ isRun }) => isRun).length;
  return (
    <div className={classes['figures']} role="group" aria-label={texts.figures}>
      <strong>{texts.vehicles({ vehicles: rows.length })}</strong>
      <span>{texts.tripsCount({ trips: all.length })}</span>
      <span>{texts.withoutVehicle({ trips: unassigned.trips.length })}</span>
      <span className={overlaps > 0 ? classes['fault'] : undefined}>{texts.overlaps({ overlaps })}</span>
      {mixed > 0 && <span className={classes['fault']}>{texts.mixed({ mixed })}</span>}
      <span className={tooShort > 0 ? classes['fault'] : undefined}>{texts.shortLayovers({ short: tooShort })}</span>
      {tooFar > 0 && <span className={classes['fault']}>{texts.tooFar({ far: tooFar })}</span>}
      <span>{texts.deadKm({ km: kilometres(deadMetres) })}</span>
      <Link to={pathTo({ page: RECORD_KINDS.Depot.page })}>{texts.depots({ depots: depots.length })}</Link>
      {withoutDepot > 0 && <span className={classes['fault']}>{texts.withoutDepot({ vehicles: withoutDepot })}</span>}
      {runs > 0 && <p className={classes['note']}>{texts.runsLeftOut({ runs })}</p>}
      <p className={classes['note']}>{texts.hint}</p>
    </div>
  );
}

function kilometres(metres: number): string {
  return (metres / 1000).toFixed(1);
}
