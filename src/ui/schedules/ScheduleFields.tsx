import type { ReactNode } from 'react';
import { editInterval } from '../../commands/calendars/calendarEdits.ts';
import { editScheduleField } from '../../commands/schedules/scheduleEdits.ts';
import { hexColour } from '../../domain/colours.ts';
import { isCalendarDate } from '../../domain/date.ts';
import { fieldOf } from '../../domain/model/catalogue.ts';
import { ScheduleField } from '../../domain/edits/schedules.ts';
import type { FieldValue } from '../../domain/model/fieldValues.ts';
import type { Schedule } from '../../domain/model/schedule.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { canEdit } from '../../projections/rights.ts';
import { VEHICLE_TYPES, vehicleTypeLabel } from '../../domain/vehicleTypes.ts';
import { useView } from '../parts/appState.ts';
import { TextField } from '../parts/Field.tsx';
import { OtherColumns } from '../parts/OtherColumns.tsx';
import { KindForm } from '../parts/KindField.tsx';
import { TicketingLinkField } from '../records/TicketingLinkField.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { PickerAside } from '../parts/PickerAside.tsx';
import { seenOf, type SeenValue } from '../parts/useTypedText.ts';
import { useSeenRev } from '../parts/useSeenRev.ts';
import { fieldLabel, inSentence, said } from '../language/language.ts';
import classes from './schedules.module.css';
import { texts } from './texts.ts';

/** The fields of a schedule, each saved by itself. */
export function ScheduleFields({ schedule }: { schedule: Schedule }): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const readOnly = !useView(canEdit);
  const agencies = useView((view) => view.versions[versionId]?.agencies.value ?? null);
  const rev = useSeenRev(versionId, 'Schedule', schedule.Id);
  const scheduleIds = [schedule.Id];
  const { fromDate, toDate } = schedule.Calendar;
  const save = (key: string, value: FieldValue, from: SeenValue): string =>
    dispatch(editScheduleField({ versionId, scheduleIds, field: ScheduleField.parse(key), value, rev: from.rev }));
  const colour = (key: 'Color' | 'TextColor') => ({
    monospace: true,
    aside: (
      <PickerAside
        type="color"
        value={hexColour(schedule[key]) ?? ''}
        title={texts.pickTheFieldWord({ fieldWord: inSentence(wordOf(key)) })}
        readOnly={readOnly}
        onPick={(to) => save(key, to.slice(1).toUpperCase(), seenOf(schedule[key] ?? '', rev))}
      />
    ),
  });
  const saveDates = (dates: { from?: string; to?: string }, seen: SeenValue): string =>
    dispatch(editInterval({ versionId, scheduleIds, from: fromDate, to: toDate, ...dates, rev: seen.rev }));
  return (
    <div className={classes['fields']}>
      <KindForm
        kind="Schedule"
        doc={schedule}
        rev={rev}
        readOnly={readOnly}
        onSave={save}
        fields={{
          Color: colour('Color'),
          TextColor: colour('TextColor'),
          AgencyId: { none: texts.none, options: (agencies ?? []).map(({ Id, Name }) => ({ value: Id, label: Name || 'N/A' })) },
          TicketingDeepLinkId: (
            <TicketingLinkField
              versionId={versionId}
              value={schedule.TicketingDeepLinkId}
              kind="Schedule"
              rev={rev}
              readOnly={readOnly}
              onSave={(to, from) => save('TicketingDeepLinkId', to, from)}
            />
          ),
          VehicleType: { none: 'N/A', options: VEHICLE_TYPES.map((type) => ({ value: String(type), label: said(vehicleTypeLabel(type)) })) },
        }}
      />
      <TextField
        label={texts.firstDay}
        field="fromDate"
        value={fromDate}
        rev={rev}
        readOnly={readOnly}
        validate={(text) => dateError(text, text <= toDate)}
        aside={
          <PickerAside
            type="date"
            value={fromDate}
            title={texts.pickTheFirstDay}
            readOnly={readOnly}
            max={toDate}
            onPick={(from) => saveDates({ from }, seenOf(fromDate, rev))}
          />
        }
        onSave={(from, seen) => saveDates({ from }, seen)}
      />
      <TextField
        label={texts.lastDay}
        field="toDate"
        value={toDate}
        rev={rev}
        readOnly={readOnly}
        validate={(text) => dateError(text, text >= fromDate)}
        aside={
          <PickerAside
            type="date"
            value={toDate}
            title={texts.pickTheLastDay}
            readOnly={readOnly}
            min={fromDate}
            onPick={(to) => saveDates({ to }, seenOf(toDate, rev))}
          />
        }
        onSave={(to, seen) => saveDates({ to }, seen)}
      />
      <OtherColumns versionId={versionId} kind="Schedule" id={schedule.Id} doc={schedule} rev={rev} readOnly={readOnly} />
    </div>
  );
}

function dateError(text: string, inOrder: boolean): string | undefined {
  if (!isCalendarDate(text)) return texts.dateFormat;
  return inOrder ? undefined : texts.endBeforeStart;
}

function wordOf(key: string): string {
  const field = fieldOf('Schedule', key);
  return field ? fieldLabel('Schedule', field) : key;
}
