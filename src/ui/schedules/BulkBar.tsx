import { Button, Group, NativeSelect, Select, Stack, TextInput } from '@mantine/core';
import { IconCalendar, IconCopy, IconEdit, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { editInterval } from '../../commands/calendars/calendarEdits.ts';
import { editScheduleField } from '../../commands/schedules/scheduleEdits.ts';
import { askCloneSchedule, askDeleteSchedules } from '../../commands/schedules/scheduleFormSteps.ts';
import { isCalendarDate } from '../../domain/date.ts';
import { type ScheduleField, scheduleFieldError } from '../../domain/edits/schedules.ts';
import type { ScheduleRow } from '../../domain/scheduleDetails.ts';
import { VEHICLE_TYPES, vehicleTypeLabel } from '../../domain/vehicleTypes.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import { datesOfSchedules, fieldOfSchedules, schedulesQuestion } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { Modal } from '../parts/Modal.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useSubmit } from '../parts/useSubmit.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { useAsking, useTyped } from '../parts/useTyped.ts';
import classes from './schedules.module.css';

interface BulkBarProps {
  readonly versionId: number;
  readonly chosen: readonly ScheduleRow[];
  readonly allCount: number;
  readonly onAll: () => void;
  readonly onNone: () => void;
}

/** What can be done with the selected schedules, all of them in one command. */
export function BulkBar({ versionId, chosen, allCount, onAll, onNone }: BulkBarProps): ReactNode {
  const dispatch = useDispatch();
  const why = useView(editRefusal);
  const [asking, setAsking] = useAsking(schedulesQuestion);
  const scheduleIds = chosen.map(({ Id }) => Id);
  const count = `${chosen.length.toLocaleString('en-GB')} selected`;
  return (
    <div className={classes['bulk']} role="toolbar" aria-label="Selected schedules">
      <span className="dmp-number">{count}</span>
      {chosen.length < allCount && <WhyButton label={`Select all ${allCount.toLocaleString('en-GB')}`} compact variant="subtle" onClick={onAll} />}
      <WhyButton label="Select none" compact variant="subtle" onClick={onNone} />
      <WhyButton label="Change a field" icon={IconEdit} compact why={why} onClick={() => setAsking('field')} />
      <WhyButton label="Change validity" icon={IconCalendar} compact why={why} onClick={() => setAsking('dates')} />
      <WhyButton
        label="Clone"
        icon={IconCopy}
        compact
        why={why ?? (chosen.length === 1 ? undefined : 'One schedule is cloned at a time')}
        onClick={() => dispatch(askCloneSchedule({ versionId, scheduleIds }))}
      />
      <WhyButton
        label="Delete"
        icon={IconTrash}
        compact
        color="red"
        why={why}
        onClick={() => dispatch(askDeleteSchedules({ versionId, scheduleIds }))}
      />
      {asking === 'field' && (
        <FieldModal
          versionId={versionId}
          count={chosen.length}
          onSave={(field, value) => dispatch(editScheduleField({ versionId, scheduleIds, field, value }))}
          onClose={() => setAsking()}
        />
      )}
      {asking === 'dates' && (
        <DatesModal
          first={chosen[0]}
          count={chosen.length}
          onSave={(from, to) => dispatch(editInterval({ versionId, scheduleIds, from, to }))}
          onClose={() => setAsking()}
        />
      )}
    </div>
  );
}

const FIELDS: readonly { readonly value: ScheduleField; readonly label: string }[] = [
  { value: 'ExternalTransportId', label: 'Transport' },
  { value: 'LongName', label: 'Long name' },
  { value: 'AgencyId', label: 'Agency' },
  { value: 'VehicleType', label: 'Type' },
  { value: 'Color', label: 'Colour' },
  { value: 'TextColor', label: 'Text colour' },
  { value: 'Url', label: 'URL' },
];

/** The values of a field that is chosen from a list: one of the agencies, or of the types of vehicles. */
function useOptionsOf(field: ScheduleField, versionId: number): { value: string; label: string }[] | undefined {
  const agencies = useView((view) => view.versions[versionId]?.agencies.value);
  if (field === 'AgencyId') return [{ value: '', label: 'None' }, ...(agencies ?? []).map(({ Id, Name }) => ({ value: Id, label: Name || 'N/A' }))];
  if (field !== 'VehicleType') return undefined;
  return [{ value: '', label: 'N/A' }, ...VEHICLE_TYPES.map((type) => ({ value: String(type), label: vehicleTypeLabel(type) }))];
}

interface FieldModalProps {
  readonly versionId: number;
  readonly count: number;
  readonly onSave: (field: ScheduleField, value: string | number) => string;
  readonly onClose: () => void;
}

function FieldModal({ versionId, count, onSave, onClose }: FieldModalProps): ReactNode {
  const [{ field, text }, type] = useTyped(fieldOfSchedules, { field: 'ExternalTransportId', text: '' });
  const options = useOptionsOf(field, versionId);
  const attempt = useSubmit(onClose);
  const value = field === 'VehicleType' && text !== '' ? Number(text) : text;
  const problem = scheduleFieldError(field, value);
  return (
    <Modal opened onClose={onClose} title={`Change a field of ${countOf(count)}`} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (attempt.isWaiting || problem !== undefined) return;
          attempt.send(onSave(field, value));
        }}
      >
        <Stack gap="sm">
          <Select
            label="Field"
            value={field}
            data={[...FIELDS]}
            onChange={(next) => type({ field: FIELDS.find((one) => one.value === next)?.value ?? field, text: '' })}
          />
          {options ? (
            <NativeSelect label="Value" data={options} value={text} error={problem} onChange={(event) => type({ text: event.currentTarget.value })} />
          ) : (
            <TextInput
              data-autofocus
              label="Value"
              placeholder="Empty takes it away"
              value={text}
              error={problem}
              onChange={(event) => type({ text: event.currentTarget.value })}
            />
          )}
          <NotSaved message={attempt.message} />
          <Buttons disabled={problem !== undefined} onClose={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

function DatesModal({
  first,
  count,
  onSave,
  onClose,
}: {
  first: ScheduleRow | undefined;
  count: number;
  onSave: (from: string, to: string) => string;
  onClose: () => void;
}): ReactNode {
  const [{ from, to }, type] = useTyped(datesOfSchedules, { from: first?.FromDate ?? '', to: first?.ToDate ?? '' });
  const attempt = useSubmit(onClose);
  const problem =
    !isCalendarDate(from) || !isCalendarDate(to)
      ? 'A date is written as 2026-12-31'
      : to < from
        ? 'A schedule cannot end before it begins'
        : undefined;
  return (
    <Modal opened onClose={onClose} title={`Change validity of ${countOf(count)}`} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (attempt.isWaiting || problem !== undefined) return;
          attempt.send(onSave(from, to));
        }}
      >
        <Stack gap="sm">
          <Group grow align="flex-start">
            <TextInput data-autofocus label="First day" value={from} onChange={(event) => type({ from: event.currentTarget.value })} />
            <TextInput label="Last day" value={to} error={problem} onChange={(event) => type({ to: event.currentTarget.value })} />
          </Group>
          <NotSaved message={attempt.message} />
          <Buttons disabled={problem !== undefined} onClose={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

function Buttons({ disabled, onClose }: { disabled: boolean; onClose: () => void }): ReactNode {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      <Button type="submit" disabled={disabled}>
        Save
      </Button>
    </Group>
  );
}

function countOf(count: number): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? 'schedule' : 'schedules'}`;
}
