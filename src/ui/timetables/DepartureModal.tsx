import type { ReactNode } from 'react';
import type { DepartureField } from '../../domain/edits/timetables.ts';
import { formatServiceTime, parseServiceTime } from '../../domain/time.ts';
import type { Sheet, SheetColumn } from '../../domain/timetableSheet/sheet.ts';
import type { Range } from '../../domain/timetableSheet/sheetActs.ts';
import { SelectField, TextField } from '../parts/Field.tsx';
import { Modal } from '../parts/Modal.tsx';
import { shownDays } from '../parts/shownDays.ts';
import { BIKES, headwayFault, minutesOf, orAsTimetable, useSaveDepartures, WHEELCHAIR } from './departureFields.ts';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

interface DepartureModalProps {
  readonly sheet: Sheet;
  readonly range: Range;
  readonly readOnly: boolean;
  readonly onClose: () => void;
}

/** What is said of the selected departures beside their times: of one, or one value for several at once. */
export function DepartureModal({ sheet, range, readOnly, onClose }: DepartureModalProps): ReactNode {
  const saveFields = useSaveDepartures(sheet.track.ScheduleId, sheet.track.Id);
  const columns = sheet.columns.slice(range.left, range.right + 1);
  const [first] = columns;
  if (!first) return null;
  const one = columns.length === 1;
  const of = `departures ${columns.map(({ key }) => key).join(' ')}`;
  const refs = columns.map(({ ref }) => ref);
  const save = (field: DepartureField, value: string | number | boolean | null): string => saveFields(refs, field, value);
  const same = <T,>(read: (column: SheetColumn) => T): T | undefined =>
    columns.every((column) => read(column) === read(first)) ? read(first) : undefined;
  const text = (field: 'TripId' | 'blockId' | 'tripShortName', label: string): ReactNode => (
    <TextField
      of={of}
      label={label}
      value={same(({ departure }) => departure[field]) ?? ''}
      rev="value"
      readOnly={readOnly}
      onSave={(to) => save(field, to.trim() === '' ? null : to.trim())}
    />
  );
  const choice = (field: 'wheelchairAccessibility' | 'bikesAllowed', label: string, options: typeof WHEELCHAIR): ReactNode => (
    <SelectField
      of={of}
      label={label}
      value={String(same(({ departure }) => departure[field]) ?? '')}
      rev="value"
      readOnly={readOnly}
      options={orAsTimetable(options)}
      onSave={(to) => save(field, to === '' ? null : Number(to))}
    />
  );
  const time = (field: 'Time' | 'FromTime' | 'ToTime', label: string): ReactNode => (
    <TextField
      of={of}
      label={label}
      value={formatServiceTime(first.departure[field] ?? 0)}
      rev="value"
      readOnly={readOnly}
      validate={(typed) => (parseServiceTime(typed) === undefined ? texts.typedIsNotATime({ typed }) : undefined)}
      onSave={(typed) => save(field, parseServiceTime(typed) ?? 0)}
    />
  );
  const kind = same(({ departure }) => departure.Type);
  return (
    <Modal
      opened
      onClose={onClose}
      size={460}
      title={
        one
          ? texts.departureFirstDays({ first: formatServiceTime(first.first), days: shownDays(first.timetable.Days) })
          : texts.columnsDepartures({ columns: columns.length })
      }
    >
      <div className={classes['departure']}>
        <SelectField
          of={of}
          label={texts.type}
          value={kind ?? ''}
          rev="value"
          readOnly={readOnly}
          options={[
            { value: 'Exact', label: texts.exact },
            { value: 'Interval', label: texts.interval },
          ]}
          onSave={(to) => save('Type', to)}
        />
        {one && kind === 'Exact' && time('Time', texts.time)}
        {one && kind === 'Interval' && time('FromTime', texts.from)}
        {one && kind === 'Interval' && time('ToTime', texts.untilNotIncluded)}
        {kind === 'Interval' && (
          <TextField
            of={of}
            label={texts.everyMin}
            value={minutesOf(same(({ departure }) => departure.Frequency) ?? 0)}
            rev="value"
            readOnly={readOnly}
            validate={headwayFault}
            onSave={(typed) => save('Frequency', Math.round(Number(typed) * 60))}
          />
        )}
        {kind === 'Interval' && (
          <SelectField
            of={of}
            label={texts.exactTimes}
            value={same(({ departure }) => departure.isFrequencyScheduled) === true ? 'yes' : 'no'}
            rev="value"
            readOnly={readOnly}
            options={[
              { value: 'yes', label: texts.yes },
              { value: 'no', label: texts.no },
            ]}
            onSave={(to) => save('isFrequencyScheduled', to === 'yes' ? true : null)}
          />
        )}
        {one && text('TripId', texts.tripId)}
        {text('tripShortName', texts.shortName)}
        {text('blockId', texts.block)}
        {choice('wheelchairAccessibility', texts.wheelchair, WHEELCHAIR)}
        {choice('bikesAllowed', texts.bicycles, BIKES)}
      </div>
    </Modal>
  );
}
