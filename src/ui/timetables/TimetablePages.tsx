import { type ComponentProps, type ReactNode, useState } from 'react';
import { editAccess, editSheet, editTimepoints } from '../../commands/timetables/timetableEdits.ts';
import type { AccessField } from '../../domain/edits/timetableStops.ts';
import { entityId } from '../../domain/entities.ts';
import type { TrackDetails } from '../../domain/scheduleDetails.ts';
import { parseRunningTime } from '../../domain/time.ts';
import { cellAt, type CellValue, isNotServed, kindAt, movedCell, sidesOf } from '../../domain/timetableSheet/profile.ts';
import type { Timetable } from '../../domain/timetables.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { listed } from '../../projections/onMap.ts';
import { canEdit } from '../../projections/rights.ts';
import { runningTime } from '../../projections/trackTimetable.ts';
import { useView } from '../parts/appState.ts';
import { CellChoice, CellField } from '../parts/CellField.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { StopName } from '../schedules/StopName.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { useSeenRev } from '../parts/useSeenRev.ts';
import { MarkedForm } from '../validation/MarkedForm.tsx';
import { ScopeChoice, type TimetableScope, timetablesIn } from './ScopeChoice.tsx';
import { TimetableChooser } from './TimetableChooser.tsx';
import { TimetableDepartures } from './TimetableDepartures.tsx';
import { NewTimetable, TimetableSettings } from './TimetableSettings.tsx';
import classes from './sheet.module.css';

/** A stop of a track on one of the pages about a timetable. */
interface StopLine {
  readonly position: number;
  readonly stopId: string;
}

/** The pages about one timetable of a track: running times, cumulative times, access, continuous access, timepoints. */
export function TimetablePage({ details }: { details: TrackDetails }): ReactNode {
  const { Track: track, Timetables: timetables } = details;
  const { versionId = 0, timetable: number, schedulePage = 'times', timetableView } = usePlace();
  const pathTo = usePathTo();
  const editable = useView(canEdit);
  const chosen = timetables.find(({ Number }) => Number === number) ?? (number === undefined ? timetables[0] : undefined);
  const at = { page: 'schedules', itemId: track.ScheduleId, trackId: track.Id, schedulePage };
  const [scope, setScope] = useState<TimetableScope>('one');
  const isOfStops = schedulePage !== 'times';
  const scoped = chosen && isOfStops ? timetablesIn(timetables, chosen, scope) : chosen ? [chosen] : [];
  const columns = useColumns(chosen, scoped, schedulePage, timetableView, !editable);
  const departures = schedulePage === 'times' && timetableView === 'departures';
  return (
    <div className={classes['page']}>
      <nav className={classes['toolbar']} aria-label="Timetables">
        <TimetableChooser
          timetables={timetables}
          chosen={chosen?.Number}
          pathOf={(timetable) => pathTo({ ...at, timetable, ...(timetableView === undefined ? {} : { timetableView }) })}
        />
        {isOfStops && chosen && timetables.length > 1 && <ScopeChoice timetables={timetables} chosen={chosen} scope={scope} onScope={setScope} />}
        <NewTimetable track={track} like={chosen?.Number} />
        <span className={classes['spacer']} />
        {schedulePage === 'times' && chosen && (
          <div className={classes['views']} role="group" aria-label="Shown">
            {VIEWS.map(({ view, label }) => (
              <Link
                key={label}
                to={pathTo({ ...at, timetable: chosen.Number, ...(view === undefined ? {} : { timetableView: view }) })}
                aria-current={view === timetableView ? 'true' : undefined}
              >
                {label}
              </Link>
            ))}
          </div>
        )}
      </nav>
      {!chosen && (
        <Empty
          title={timetables.length === 0 ? 'This track has no timetables' : 'There is no such timetable'}
          hint={timetables.length === 0 ? 'Create one with its days, or write departures into the sheet.' : `This track has no timetable ${number}.`}
        />
      )}
      {chosen && schedulePage === 'times' && timetableView === undefined && (
        <MarkedForm of={{ versionId, entity: 'Schedule', entityId: chosen.ScheduleId, trackId: chosen.TrackId, timetable: chosen.Number }}>
          <TimetableSettings key={chosen.Number} timetable={chosen} />
        </MarkedForm>
      )}
      {chosen && departures && <TimetableDepartures timetable={chosen} />}
      {chosen && !departures && (
        <VirtualList
          label={TITLES[schedulePage] ?? 'Times'}
          rows={track.Stops.map(({ StopId }, position) => ({ position, stopId: StopId }))}
          columns={columns}
          idOf={idOf}
          rowHeight={32}
          onMap={({ stopId }) => listed('stops', stopId)}
          empty={<Empty title="This track has no stops" />}
        />
      )}
    </div>
  );
}

/** What the page of times shows of a timetable: running times with its values, times since the start, or its departures. */
const VIEWS = [
  { view: undefined, label: 'Times between stops' },
  { view: 'cumulative', label: 'Cumulative times' },
  { view: 'departures', label: 'Departures' },
] as const;

const TITLES: Readonly<Record<string, string>> = {
  times: 'Running times',
  access: 'Access',
  'continuous-access': 'Continuous access',
  timepoints: 'Timepoints',
};

const NUMBER: Column<StopLine> = { key: 'position', title: '#', width: '44px', align: 'right', render: (row) => row.position + 1 };
const STOP: Column<StopLine> = { key: 'stop', title: 'Stop', width: 'minmax(140px, 1.4fr)', render: (row) => <StopName stopId={row.stopId} /> };

/** The value that all timetables agree on at a stop. */
function shared(timetables: readonly Timetable[], valueOf: (timetable: Timetable) => string): string {
  const values = new Set(timetables.map(valueOf));
  return values.size === 1 ? [...values].join('') : DIFFERS.value;
}

/** Shown where timetables differ; choosing it changes nothing. */
const DIFFERS = { value: 'differs', label: 'Differs' };

function withDiffers<T extends { readonly value: string; readonly label: string }>(
  options: readonly T[],
  value: string,
): readonly { value: string; label: string }[] {
  return value === DIFFERS.value ? [DIFFERS, ...options] : options;
}

function useColumns(
  timetable: Timetable | undefined,
  scoped: readonly Timetable[],
  page: string,
  view: string | undefined,
  readOnly: boolean,
): readonly Column<StopLine>[] {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const rev = useSeenRev(versionId, 'Timetable', timetable ? entityId('Timetable', timetable) : '');
  if (!timetable) return [NUMBER, STOP];
  const of = { versionId, scheduleId: timetable.ScheduleId, trackId: timetable.TrackId, number: timetable.Number };
  // an edit of several is guarded by what was seen of each
  const how = (from: { readonly rev?: number | undefined }): { also: number[] } | { rev: number | undefined } =>
    scoped.length > 1 ? { also: scoped.map(({ Number }) => Number) } : { rev: from.rev };
  if (page === 'access' || page === 'continuous-access') {
    const fields: readonly AccessField[] =
      page === 'access' ? ['PickupIntervals', 'DropOffIntervals'] : ['ContinuousPickupIntervals', 'ContinuousDropOffIntervals'];
    return [
      NUMBER,
      STOP,
      ...fields.map((field): Column<StopLine> => ({
        key: field,
        title: ACCESS_TITLES[field],
        width: 'minmax(130px, 1fr)',
        render: ({ position }) => {
          const value = shared(scoped, (one) => String(kindAt(one[field], position, page === 'access' ? 0 : 1)));
          return (
            <Choice
              label={`${ACCESS_TITLES[field]} at stop ${position + 1}`}
              value={value}
              options={withDiffers(KINDS, value)}
              rev={rev}
              readOnly={readOnly}
              onSave={(kind, from) => dispatch(editAccess({ ...of, field, positions: [position], kind: Number(kind), ...how(from) }))}
            />
          );
        },
      })),
    ];
  }
  if (page === 'timepoints') {
    return [
      NUMBER,
      STOP,
      {
        key: 'timepoint',
        title: 'Time is',
        width: 'minmax(130px, 1fr)',
        render: ({ position }) => {
          const value = shared(scoped, (one) => String(one.Timepoints?.[position] ?? ''));
          return (
            <Choice
              label={`Timepoint at stop ${position + 1}`}
              value={value}
              options={withDiffers(POINTS, value)}
              rev={rev}
              readOnly={readOnly}
              onSave={(to, from) =>
                dispatch(editTimepoints({ ...of, positions: [position], value: to === '' ? null : to === '1' ? 1 : 0, ...how(from) }))
              }
            />
          );
        },
      },
    ];
  }
  const change = (cells: [number, CellValue, CellValue][]): string =>
    dispatch(
      editSheet({ versionId, scheduleId: of.scheduleId, trackId: of.trackId, act: 'type', edit: { bands: [{ timetable: of.number, cells }] } }),
    );
  const leaves = (position: number): number | null => sidesOf(cellAt(timetable, position, 0))[1];
  const arrives = (position: number): number | null => sidesOf(cellAt(timetable, position, 0))[0];
  if (view === 'cumulative') {
    const column = (title: string, side: 0 | 1): Column<StopLine> => ({
      key: title,
      title,
      width: '120px',
      render: ({ position }) => {
        const cell = cellAt(timetable, position, 0);
        const time = sidesOf(cell)[side];
        return (
          <Duration
            label={`${title} at stop ${position + 1}`}
            value={time}
            readOnly={readOnly || isNotServed(timetable, position)}
            onSave={(to) => {
              const [arrival, departure] = sidesOf(cell);
              const next: CellValue = side === 0 ? pair(to, departure === arrival ? to : departure) : pair(arrival === departure ? to : arrival, to);
              return change([[position, cell, next]]);
            }}
          />
        );
      },
    });
    return [NUMBER, STOP, column('Arrives after', 0), column('Departs after', 1)];
  }
  return [
    NUMBER,
    STOP,
    {
      key: 'hop',
      title: 'From stop before',
      width: '130px',
      render: ({ position }) => {
        const before = lastLeft(timetable, position);
        const arrival = arrives(position);
        return (
          <Duration
            label={`Running time to stop ${position + 1}`}
            value={before === null || arrival === null ? null : arrival - before}
            readOnly={readOnly || before === null || isNotServed(timetable, position)}
            onSave={(to) => {
              if (to === null || before === null) return undefined;
              const by = before + to - (arrival ?? before + to);
              const cells = timetable.DepartureOffsets.flatMap((_, at): [number, CellValue, CellValue][] => {
                const cell = cellAt(timetable, at, 0);
                if (at < position) return [];
                const next = at === position && arrival === null ? before + to : movedCell(cell, by);
                return next === cell || cell === '-' || (cell === null && at !== position) ? [] : [[at, cell, next]];
              });
              return cells.length > 0 ? change(cells) : undefined;
            }}
          />
        );
      },
    },
    {
      key: 'wait',
      title: 'Waits',
      width: '110px',
      render: ({ position }) => {
        const [arrival, departure] = [arrives(position), leaves(position)];
        return (
          <Duration
            label={`Wait at stop ${position + 1}`}
            value={arrival === null || departure === null ? null : departure - arrival}
            readOnly={readOnly || arrival === null}
            onSave={(to) => {
              if (arrival === null) return undefined;
              const by = arrival + (to ?? 0) - (departure ?? arrival);
              return change(
                timetable.DepartureOffsets.flatMap((_, at): [number, CellValue, CellValue][] => {
                  const cell = cellAt(timetable, at, 0);
                  if (at < position || cell === '-' || cell === null || by === 0) return [];
                  return [[at, cell, at === position ? pair(arrival, arrival + (to ?? 0)) : movedCell(cell, by)]];
                }),
              );
            }}
          />
        );
      },
    },
    {
      key: 'total',
      title: 'Since start',
      width: '90px',
      align: 'right',
      render: ({ position }) => {
        const time = leaves(position) ?? arrives(position);
        return time === null ? '' : runningTime(time);
      },
    },
  ];
}

const ACCESS_TITLES: Readonly<Record<AccessField, string>> = {
  PickupIntervals: 'Pick-up',
  DropOffIntervals: 'Drop-off',
  ContinuousPickupIntervals: 'Continuous pick-up',
  ContinuousDropOffIntervals: 'Continuous drop-off',
};
const KINDS = [
  { value: '0', label: 'Regular' },
  { value: '1', label: 'Not available' },
  { value: '2', label: 'Phone the agency' },
  { value: '3', label: 'Ask the driver' },
];
const POINTS = [
  { value: '', label: 'Not said' },
  { value: '1', label: 'Exact' },
  { value: '0', label: 'Approximate' },
];

function Choice({ readOnly, ...choice }: ComponentProps<typeof CellChoice> & { readonly readOnly: boolean }): ReactNode {
  return readOnly ? (choice.options.find((one) => one.value === choice.value)?.label ?? choice.value) : <CellChoice {...choice} />;
}

function Duration({
  label,
  value,
  readOnly,
  onSave,
}: {
  label: string;
  value: number | null;
  readOnly: boolean;
  onSave: (to: number | null) => string | undefined;
}): ReactNode {
  const shown = value === null ? '' : runningTime(value);
  if (readOnly) return <span className="dmp-number">{shown}</span>;
  return (
    <CellField
      label={label}
      value={shown}
      rev="value"
      validate={(text) => (text === '' || parseRunningTime(text) !== undefined ? undefined : 'Typed as 5, 1:05 or 0:02:30')}
      onSave={(text) => onSave(text === '' ? null : (parseRunningTime(text) ?? null))}
    />
  );
}

function pair(arrival: number | null, departure: number | null): CellValue {
  return arrival === departure ? arrival : [arrival, departure];
}

/** When the last stop with a time before a position is left. */
function lastLeft(timetable: Timetable, position: number): number | null {
  for (let at = position - 1; at >= 0; at--) {
    const [arrival, departure] = sidesOf(cellAt(timetable, at, 0));
    if (departure !== null || arrival !== null) return departure ?? arrival;
  }
  return null;
}

function idOf(row: StopLine): string {
  return String(row.position);
}
