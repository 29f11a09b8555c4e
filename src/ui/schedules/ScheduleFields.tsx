import type { ReactNode } from 'react';
import { editInterval } from '../../commands/calendars/calendarEdits.ts';
import { editScheduleField } from '../../commands/schedules/scheduleEdits.ts';
import { hexColour } from '../../domain/colours.ts';
import { isCalendarDate } from '../../domain/date.ts';
import { type ScheduleField, scheduleFieldError } from '../../domain/edits/schedules.ts';
import type { Schedule } from '../../domain/model/schedule.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { canEdit } from '../../projections/rights.ts';
import { VEHICLE_TYPES, vehicleTypeLabel } from '../../domain/vehicleTypes.ts';
import { useView } from '../parts/appState.ts';
import { SelectField, TextField } from '../parts/Field.tsx';
import { TicketingLinkField } from '../records/TicketingLinkField.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { PickerAside } from '../parts/PickerAside.tsx';
import { seenOf, type SeenValue } from '../parts/useTypedText.ts';
import { useSeenRev } from '../parts/useSeenRev.ts';
import classes from './schedules.module.css';

const TEXTS: readonly { readonly field: ScheduleField; readonly label: string; readonly required?: boolean; readonly monospace?: boolean }[] = [
  { field: 'Name', label: 'Name', required: true },
  { field: 'LongName', label: 'Long name' },
  { field: 'ExternalTransportId', label: 'Transport' },
  { field: 'Color', label: 'Colour', monospace: true },
  { field: 'TextColor', label: 'Text colour', monospace: true },
  { field: 'Url', label: 'URL' },
];

/** The fields of a schedule, each saved by itself. */
export function ScheduleFields({ schedule }: { schedule: Schedule }): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const readOnly = !useView(canEdit);
  const agencies = useView((view) => view.versions[versionId]?.agencies.value ?? null);
  const rev = useSeenRev(versionId, 'Schedule', schedule.Id);
  const scheduleIds = [schedule.Id];
  const { fromDate, toDate } = schedule.Calendar;
  const save = (field: ScheduleField, value: string | number | boolean, from: SeenValue): string =>
    dispatch(editScheduleField({ versionId, scheduleIds, field, value, rev: from.rev }));
  const saveDates = (dates: { from?: string; to?: string }, seen: SeenValue): string =>
    dispatch(editInterval({ versionId, scheduleIds, from: fromDate, to: toDate, ...dates, rev: seen.rev }));
  return (
    <div className={classes['fields']}>
      {TEXTS.map(({ field, label, ...look }) => (
        <TextField
          key={field}
          field={field}
          label={label}
          value={textOf(schedule, field)}
          rev={rev}
          readOnly={readOnly}
          validate={(text) => scheduleFieldError(field, text.trim())}
          onSave={(to, from) => save(field, to.trim(), from)}
          {...(isColour(field) && {
            aside: (
              <PickerAside
                type="color"
                value={hexColour(schedule[field]) ?? ''}
                title={`Pick the ${label.toLowerCase()}`}
                readOnly={readOnly}
                onPick={(to) => save(field, to.slice(1).toUpperCase(), seenOf(textOf(schedule, field), rev))}
              />
            ),
          })}
          {...look}
        />
      ))}
      <SelectField
        label="Agency"
        field="AgencyId"
        value={schedule.AgencyId ?? ''}
        rev={rev}
        readOnly={readOnly}
        options={[{ value: '', label: 'None' }, ...(agencies ?? []).map(({ Id, Name }) => ({ value: Id, label: Name || 'N/A' }))]}
        onSave={(to, from) => save('AgencyId', to, from)}
      />
      <TicketingLinkField
        versionId={versionId}
        value={schedule.TicketingDeepLinkId}
        kind="Schedule"
        rev={rev}
        readOnly={readOnly}
        onSave={(to, from) => save('TicketingDeepLinkId', to, from)}
      />
      <SelectField
        label="Type"
        field="VehicleType"
        value={schedule.VehicleType === undefined ? '' : String(schedule.VehicleType)}
        rev={rev}
        readOnly={readOnly}
        options={[{ value: '', label: 'N/A' }, ...VEHICLE_TYPES.map((type) => ({ value: String(type), label: vehicleTypeLabel(type) }))]}
        onSave={(to, from) => save('VehicleType', to === '' ? '' : Number(to), from)}
      />
      <SelectField
        label="Base schedule"
        field="IsBaseSchedule"
        value={schedule.IsBaseSchedule ? 'yes' : 'no'}
        rev={rev}
        readOnly={readOnly}
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
        onSave={(to, from) => save('IsBaseSchedule', to === 'yes', from)}
      />
      <TextField
        label="First day"
        field="fromDate"
        value={fromDate}
        rev={rev}
        readOnly={readOnly}
        validate={(text) => dateError(text, text <= toDate)}
        aside={
          <PickerAside
            type="date"
            value={fromDate}
            title="Pick the first day"
            readOnly={readOnly}
            max={toDate}
            onPick={(from) => saveDates({ from }, seenOf(fromDate, rev))}
          />
        }
        onSave={(from, seen) => saveDates({ from }, seen)}
      />
      <TextField
        label="Last day"
        field="toDate"
        value={toDate}
        rev={rev}
        readOnly={readOnly}
        validate={(text) => dateError(text, text >= fromDate)}
        aside={
          <PickerAside
            type="date"
            value={toDate}
            title="Pick the last day"
            readOnly={readOnly}
            min={fromDate}
            onPick={(to) => saveDates({ to }, seenOf(toDate, rev))}
          />
        }
        onSave={(to, seen) => saveDates({ to }, seen)}
      />
    </div>
  );
}

function textOf(schedule: Schedule, field: ScheduleField): string {
  const value = schedule[field];
  return typeof value === 'string' ? value : '';
}

function dateError(text: string, inOrder: boolean): string | undefined {
  if (!isCalendarDate(text)) return 'A date is written as 2026-12-31';
  return inOrder ? undefined : 'A schedule cannot end before it begins';
}

function isColour(field: ScheduleField): field is 'Color' | 'TextColor' {
  return field === 'Color' || field === 'TextColor';
}
