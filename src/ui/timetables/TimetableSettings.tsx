import { Button, Group, Stack, Textarea } from '@mantine/core';
import { IconCopy, IconPlus, IconTextPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import {
  cloneTimetable,
  createTimetable,
  deleteTimetable,
  editDepartures,
  editTimetableDays,
  editTimetableField,
} from '../../commands/timetables/timetableEdits.ts';
import type { TimetableField } from '../../domain/edits/timetables.ts';
import { entityId } from '../../domain/entities.ts';
import { departuresFaults, departuresOfText, textOfDepartures } from '../../domain/timetableSheet/departuresText.ts';
import type { Timetable } from '../../domain/model/timetable.ts';
import type { Track } from '../../domain/model/track.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import { departureCount } from '../../projections/trackTimetable.ts';
import { newTimetableQuestion, timetableDays, timetableQuestion, writtenDepartures } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { SelectField, TextField } from '../parts/Field.tsx';
import { OtherColumns } from '../parts/OtherColumns.tsx';
import { Modal } from '../parts/Modal.tsx';
import { Question } from '../parts/Question.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useSubmit } from '../parts/useSubmit.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { useSeenRev } from '../parts/useSeenRev.ts';
import type { SeenValue } from '../parts/useTypedText.ts';
import { useAsking, useTyped } from '../parts/useTyped.ts';
import { BIKES, WHEELCHAIR } from './departureFields.ts';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import { DaysChips } from './DaysChips.tsx';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

/** Days and values of a timetable, and what can be done with it. */
export function TimetableSettings({ timetable }: { timetable: Timetable }): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const why = useView(editRefusal);
  const [asking, setAsking] = useAsking(timetableQuestion);
  const of = { versionId, scheduleId: timetable.ScheduleId, trackId: timetable.TrackId, number: timetable.Number };
  const rev = useSeenRev(versionId, 'Timetable', entityId('Timetable', timetable));
  const save = (field: TimetableField, value: string | number | null, from: SeenValue): string =>
    dispatch(editTimetableField({ ...of, field, value, rev: from.rev }));
  const close = (): void => setAsking();
  return (
    <div className={classes['settings']}>
      <Group gap="xs">
        <DaysChips value={timetable.Days} disabled={why !== undefined} onChange={(days) => dispatch(editTimetableDays({ ...of, days }))} />
        <span className={classes['spacer']} />
        <WhyButton label={texts.writeDepartures} icon={IconTextPlus} compact why={why} onClick={() => setAsking('departures')} />
        <WhyButton label={texts.clone} icon={IconCopy} compact why={why} onClick={() => setAsking('clone')} />
        <WhyButton label={texts.delete} icon={IconTrash} compact why={why} onClick={() => setAsking('delete')} />
      </Group>
      <div className={classes['fields']}>
        <TextField
          of={`timetable ${timetable.Number}`}
          label={texts.block}
          field="BlockId"
          value={timetable.BlockId ?? ''}
          rev={rev}
          readOnly={why !== undefined}
          onSave={(to, from) => save('BlockId', to.trim() || null, from)}
        />
        <TextField
          of={`timetable ${timetable.Number}`}
          label={texts.shortName}
          field="TripShortName"
          value={timetable.TripShortName ?? ''}
          rev={rev}
          readOnly={why !== undefined}
          onSave={(to, from) => save('TripShortName', to.trim() || null, from)}
        />
        <SelectField
          of={`timetable ${timetable.Number}`}
          label={texts.wheelchair}
          field="WheelchairAccessibility"
          value={String(timetable.WheelchairAccessibility ?? '')}
          rev={rev}
          readOnly={why !== undefined}
          options={WHEELCHAIR}
          onSave={(to, from) => save('WheelchairAccessibility', to === '' ? null : Number(to), from)}
        />
        <SelectField
          of={`timetable ${timetable.Number}`}
          label={texts.bicycles}
          field="BikesAllowed"
          value={String(timetable.BikesAllowed ?? '')}
          rev={rev}
          readOnly={why !== undefined}
          options={BIKES}
          onSave={(to, from) => save('BikesAllowed', to === '' ? null : Number(to), from)}
        />
      </div>
      <OtherColumns
        versionId={versionId}
        kind="Timetable"
        id={entityId('Timetable', timetable)}
        doc={timetable}
        rev={rev}
        readOnly={why !== undefined}
      />
      {asking === 'departures' && (
        <WriteDepartures
          timetable={timetable}
          rev={rev}
          onSave={(text, from) => dispatch(editDepartures({ ...of, departuresEncoded: text, rev: from }))}
          onClose={close}
        />
      )}
      {asking === 'clone' && (
        <AskDays
          title={texts.cloneTimetableNumber({ number: timetable.Number })}
          confirm={texts.clone}
          days={timetable.Days}
          onSave={(days) => dispatch(cloneTimetable({ ...of, days }))}
          onClose={close}
        />
      )}
      {asking === 'delete' && (
        <Question
          title={texts.deleteTimetable}
          yes={texts.delete}
          onClose={close}
          onYes={() => {
            dispatch(deleteTimetable(of));
            close();
          }}
        >
          {texts.deleteTitle({ number: timetable.Number, timetable: departureCount(timetable) })}
        </Question>
      )}
    </div>
  );
}

/** Makes a timetable on some days, with the running times of the one in view. */
export function NewTimetable({ track, like }: { track: Track; like: number | undefined }): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const why = useView(editRefusal);
  const [asking, setAsking] = useAsking(newTimetableQuestion);
  return (
    <>
      <WhyButton label={texts.createTimetable} icon={IconPlus} iconOnly why={why} onClick={() => setAsking('create')} />
      {asking && (
        <AskDays
          title={texts.createTimetable}
          confirm={texts.create}
          days={31}
          onSave={(days) =>
            dispatch(createTimetable({ versionId, scheduleId: track.ScheduleId, trackId: track.Id, days, ...(like === undefined ? {} : { like }) }))
          }
          onClose={() => setAsking()}
        />
      )}
    </>
  );
}

function AskDays({
  title,
  confirm,
  days,
  onSave,
  onClose,
}: {
  title: string;
  confirm: string;
  days: number;
  onSave: (days: number) => string;
  onClose: () => void;
}): ReactNode {
  const [{ days: chosen }, type] = useTyped(timetableDays, { days });
  const attempt = useSubmit(onClose);
  return (
    <Modal opened onClose={onClose} title={title} size="md">
      <Stack gap="sm">
        <DaysChips value={chosen} disabled={false} onChange={(next) => type({ days: next })} />
        <NotSaved message={attempt.message} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
          <StillWaiting on={attempt.isWaiting} />
          <Button
            data-autofocus
            disabled={chosen === 0}
            loading={attempt.isWaiting}
            onClick={() => {
              attempt.send(onSave(chosen));
            }}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The departures as text: quick to read, quick to write. */
function WriteDepartures({
  timetable,
  rev,
  onSave,
  onClose,
}: {
  timetable: Timetable;
  rev: number;
  onSave: (text: string, from: number) => string;
  onClose: () => void;
}): ReactNode {
  const [from] = useState(rev);
  const [{ text }, type] = useTyped(writtenDepartures, () => ({ text: textOfDepartures(timetable.Departures) }));
  const { departures } = departuresOfText(text);
  const faults = departuresFaults(text, timetable.Departures.length);
  const attempt = useSubmit(onClose);
  return (
    <Modal opened onClose={onClose} title={texts.departuresOfTimetableNumber({ number: timetable.Number })} size="lg">
      <Stack gap="sm">
        <Textarea
          data-autofocus
          label={texts.departures}
          description={texts.timesBetweenSpaces805Or8}
          autosize
          minRows={5}
          maxRows={16}
          value={text}
          error={
            faults.length > 0 &&
            [...faults.slice(0, 5), ...(faults.length > 5 ? [texts.andFaultsMoreWord({ faults: faults.length - 5 })] : [])].join('; ')
          }
          onChange={(event) => type({ text: event.currentTarget.value })}
        />
        <NotSaved message={attempt.message} />
        <Group justify="flex-end" gap="xs">
          <span role="status">{texts.countOfDepartures({ departures: departures.length })}</span>
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
          <StillWaiting on={attempt.isWaiting} />
          <Button
            disabled={faults.length > 0}
            loading={attempt.isWaiting}
            onClick={() => {
              attempt.send(onSave(text, from));
            }}
          >
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
