import { type ReactNode, useMemo } from 'react';
import type { DepartureField } from '../../domain/edits/timetables.ts';
import { calendarTime, formatServiceTime, parseServiceTime } from '../../domain/time.ts';
import { type DepartureRef, refsOf, startOf } from '../../domain/timetableSheet/departures.ts';
import type { Departure, Timetable } from '../../domain/model/timetable.ts';
import { canEdit } from '../../projections/rights.ts';
import { useView } from '../parts/appState.ts';
import { CellChoice, CellField } from '../parts/CellField.tsx';
import { Empty } from '../parts/Empty.tsx';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { BIKES, headwayFault, minutesOf, orAsTimetable, type SaveDepartures, useSaveDepartures, WHEELCHAIR } from './departureFields.ts';
import { texts } from './texts.ts';

interface Row {
  readonly departure: Departure;
  readonly ref: DepartureRef;
  /** What a person would call it: its time, and which of several alike. */
  readonly name: string;
}

/** The departures of one timetable, each with what is said of it alone. */
export function TimetableDepartures({ timetable }: { timetable: Timetable }): ReactNode {
  const editable = useView(canEdit);
  const save = useSaveDepartures(timetable.ScheduleId, timetable.TrackId);
  const rows = useMemo(() => rowsOf(timetable), [timetable]);
  return (
    <VirtualList
      label={texts.departures}
      rows={rows}
      columns={columnsOf(timetable, editable, save)}
      idOf={({ name }) => name}
      textOf={({ departure }) => formatServiceTime(startOf(departure))}
      rowHeight={32}
      empty={<Empty title={texts.timetableEmpty} hint={texts.timetableEmptyHint} />}
    />
  );
}

function rowsOf(timetable: Timetable): readonly Row[] {
  const alike = new Map<number, number>();
  return refsOf(timetable).flatMap((ref, at) => {
    const departure = timetable.Departures[at];
    if (!departure) return [];
    const nth = (alike.get(ref.time) ?? 0) + 1;
    alike.set(ref.time, nth);
    return [{ departure, ref, name: nth === 1 ? formatServiceTime(ref.time) : `${formatServiceTime(ref.time)} (${nth})` }];
  });
}

function columnsOf(timetable: Timetable, editable: boolean, save: SaveDepartures): readonly Column<Row>[] {
  const text = (field: DepartureField, title: string, width: string, of: Texts): Column<Row> => ({
    key: field,
    title,
    width,
    render: ({ departure, ref, name }) => {
      const value = of.read(departure);
      if (value === undefined) return null;
      if (!editable) return <span title={of.tip?.(departure) ?? value}>{value || of.otherwise}</span>;
      return (
        <CellField
          label={texts.titleOfDepartureName({ title, name })}
          value={value}
          rev="value"
          placeholder={of.otherwise}
          validate={of.validate}
          onSave={(typed) => save([ref], field, of.write(typed))}
        />
      );
    },
  });
  const choice = (
    field: 'wheelchairAccessibility' | 'bikesAllowed',
    title: string,
    words: typeof WHEELCHAIR,
    otherwise: number | undefined,
  ): Column<Row> => ({
    key: field,
    title,
    width: 'minmax(98px, 0.6fr)',
    render: ({ departure, ref, name }) => {
      const own = departure[field];
      const value = String((editable ? own : (own ?? otherwise)) ?? '');
      const options = editable ? orAsTimetable(words, texts.default) : words;
      return editable ? (
        <CellChoice
          label={texts.titleOfDepartureName({ title, name })}
          value={value}
          rev="value"
          options={options}
          onSave={(to) => save([ref], field, to === '' ? null : Number(to))}
        />
      ) : (
        options.find((one) => one.value === value)?.label
      );
    },
  });
  const time = (read: (departure: Departure) => number | undefined): Texts => ({
    read: (departure) => {
      const seconds = read(departure);
      return seconds === undefined ? undefined : formatServiceTime(seconds);
    },
    tip: (departure) => calendarTime(read(departure) ?? 0),
    validate: (typed) => (parseServiceTime(typed) === undefined ? texts.typedIsNotATime({ typed }) : undefined),
    write: (typed) => parseServiceTime(typed) ?? null,
  });
  const words = (field: 'TripId' | 'tripShortName' | 'blockId', otherwise?: string): Texts => ({
    read: (departure) => departure[field] ?? '',
    otherwise,
    write: (typed) => typed || null,
  });
  const interval = timetable.Departures.some(({ Type }) => Type === 'Interval');
  const exact = timetable.Departures.some(({ Type }) => Type === 'Exact');
  return [
    ...(exact
      ? [
          text(
            'Time',
            texts.departs,
            '78px',
            time(({ Time }) => Time),
          ),
        ]
      : []),
    ...(interval
      ? [
          text(
            'FromTime',
            texts.from,
            '78px',
            time(({ FromTime }) => FromTime),
          ),
          text(
            'ToTime',
            texts.until,
            '78px',
            time(({ ToTime }) => ToTime),
          ),
          text('Frequency', texts.everyMin, '78px', {
            read: ({ Type, Frequency }) => (Type === 'Interval' ? minutesOf(Frequency) : undefined),
            validate: headwayFault,
            write: (typed) => Math.round(Number(typed) * 60),
          }),
        ]
      : []),
    text('TripId', texts.tripId, 'minmax(136px, 1.8fr)', words('TripId')),
    text('tripShortName', texts.shortName, 'minmax(78px, 0.7fr)', words('tripShortName', timetable.TripShortName)),
    text('blockId', texts.block, 'minmax(60px, 0.7fr)', words('blockId', timetable.BlockId)),
    choice('wheelchairAccessibility', texts.wheelchair, WHEELCHAIR, timetable.WheelchairAccessibility),
    choice('bikesAllowed', texts.bicycles, BIKES, timetable.BikesAllowed),
  ];
}

/** How a value of a departure is written; one that it cannot have reads undefined. */
interface Texts {
  read(departure: Departure): string | undefined;
  write(typed: string): string | number | null;
  readonly validate?: (typed: string) => string | undefined;
  /** What holds where it has none of its own. */
  readonly otherwise?: string | undefined;
  readonly tip?: (departure: Departure) => string | undefined;
}
