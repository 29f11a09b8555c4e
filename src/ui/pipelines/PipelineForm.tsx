import { Alert, Checkbox, Select, TagsInput, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconDeviceFloppy } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { undoSteps } from '../../commands/changes/undoRedo.ts';
import { builtIn } from '../../commands/changes/undoRedo.ts';
import {
  cancelPipelineForm,
  changePipelineForm,
  PIPELINE_SCOPE,
  pipelineDraft,
  submitPipelineForm,
} from '../../commands/pipelines/pipelineFormSteps.ts';
import { createPipeline, updatePipeline } from '../../commands/pipelines/pipelineEdits.ts';
import { WEEKDAYS } from '../../domain/days.ts';
import { type PipelineForm as Form, pipelineFaults, pipelineInputOf, timeOfDay } from '../../domain/pipelineForm.ts';
import { nextDue } from '../../domain/pipelineTimes.ts';
import type { FieldError } from '../../domain/regions.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { PipelineFormContext } from '../../machines/pipelineFormMachine.ts';
import { useKernelState, useView } from '../parts/appState.ts';
import { useShownHere } from '../parts/useShownHere.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import list from '../parts/listWithFields.module.css';
import { useNow } from '../tasks/useNow.ts';
import { FormTasks } from './FormTasks.tsx';
import classes from './pipelines.module.css';
import { texts } from './texts.ts';

/** Says a change of the form; changes of one field in a row are undone together. */
export type Change = (changes: Parameters<typeof changePipelineForm>[0]) => void;

/** Making or changing a pipeline: nothing is sent before Save, and every step can be undone. */
export function PipelineForm({ form }: { form: Form }): ReactNode {
  const dispatch = useDispatch();
  const tried = useWorkflow('pipelineForm', (snapshot): boolean => (snapshot.context as PipelineFormContext).tried);
  const refusals = useWorkflow('pipelineForm', (snapshot): readonly FieldError[] => (snapshot.context as PipelineFormContext).errors);
  const messages = useWorkflow('pipelineForm', (snapshot): readonly string[] => (snapshot.context as PipelineFormContext).messages);
  useShownHere(messages, createPipeline, updatePipeline);
  const saving = useWorkflow('pipelineForm', (snapshot) => snapshot.value === 'saving');
  // leaving a field ends its gesture
  const visits = useRef(0);
  const faults = tried ? [...pipelineFaults(pipelineInputOf(form)), ...refusals] : [];
  const change: Change = (changes) =>
    void dispatch(changePipelineForm(changes), { gesture: `pipeline ${Object.keys(changes).join()} ${visits.current}` });
  const faultOf = (field: string): string | undefined => faults.find(({ Field }) => Field === field)?.Message;
  const others = faults.filter(({ Field }) => !/^(name|db_id|tags|schedule|tasks\[\d+\])/.test(Field) && Field !== 'tasks');
  return (
    <section className={list['listPane']} aria-label={texts.pipelineForm} onBlurCapture={() => void visits.current++}>
      <header className={list['bar']}>
        <h1 className={list['name']}>
          {form.id === null ? texts.newPipeline : form.name === '' ? texts.editPipelineId({ id: form.id }) : texts.editName({ name: form.name })}
        </h1>
        <UndoButtons />
        <WhyButton label={texts.cancel} why={saving ? texts.saving : undefined} onClick={() => dispatch(cancelPipelineForm({}))} />
        <WhyButton
          label={form.id === null ? texts.create : texts.save}
          icon={IconDeviceFloppy}
          variant="filled"
          loading={saving}
          onClick={() => dispatch(submitPipelineForm({}))}
        />
      </header>
      <div className={classes['formBody']}>
        {(messages.length > 0 || others.length > 0) && (
          <Alert color="red" role="alert" title={texts.saveFailed}>
            {[...messages, ...others.map(({ Field, Message }) => `${Field}: ${Message}`)].join('. ')}
          </Alert>
        )}
        {faults.length > 0 && messages.length === 0 && others.length === 0 && (
          <Alert color="red" role="alert" p="xs">
            {texts.formFaults({ faults: faults.length })}
          </Alert>
        )}
        <Details form={form} change={change} faultOf={faultOf} />
        <Scheduler form={form} change={change} faultOf={faultOf} />
        <FormTasks tasks={form.tasks} faults={faults} visit={visits} />
      </div>
    </section>
  );
}

function UndoButtons(): ReactNode {
  const dispatch = useDispatch();
  const undo = useKernelState((state) => undoSteps(state, PIPELINE_SCOPE).undo?.label);
  const redo = useKernelState((state) => undoSteps(state, PIPELINE_SCOPE).redo?.label);
  const scope = PIPELINE_SCOPE;
  return (
    <>
      <WhyButton
        label={undo === undefined ? texts.undo : texts.undoUndo({ undo })}
        icon={IconArrowBackUp}
        iconOnly
        shortcut="Ctrl+KeyZ"
        why={undo === undefined ? texts.nothingToUndo : undefined}
        onClick={() => dispatch(builtIn.undoLast({ scope }))}
      />
      <WhyButton
        label={redo === undefined ? texts.redo : texts.redoRedo({ redo })}
        icon={IconArrowForwardUp}
        iconOnly
        shortcut="Ctrl+Shift+KeyZ"
        why={redo === undefined ? texts.nothingToRedo : undefined}
        onClick={() => dispatch(builtIn.redoLast({ scope }))}
      />
    </>
  );
}

interface PartProps {
  readonly form: Form;
  readonly change: Change;
  readonly faultOf: (field: string) => string | undefined;
}

function Details({ form, change, faultOf }: PartProps): ReactNode {
  const databases = useView((view) => view.databases.value);
  const tags = useView((view) => view.pipelines.tags.value);
  const regions = [...new Set((databases ?? []).map(({ RegionName }) => RegionName))].toSorted((a, b) => a.localeCompare(b));
  const writable = (databases ?? []).filter(({ Id, Permissions }) => !Permissions.ReadOnly || Id === form.db_id);
  return (
    <fieldset className={classes['part']}>
      <legend>{texts.details}</legend>
      <TextInput
        data-autofocus
        data-text="same"
        label={texts.name}
        required
        maxLength={200}
        value={form.name}
        error={faultOf('name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Select
        label={texts.database}
        required
        description={texts.databaseHint}
        data={regions.flatMap((group) => {
          const items = writable
            .filter(({ RegionName }) => RegionName === group)
            .map(({ Id, Name }) => ({ value: Id, label: Name === Id || Name === '' ? Id : `${Id} ${Name}` }));
          return items.length === 0 ? [] : [{ group, items }];
        })}
        value={form.db_id || null}
        searchable
        maxDropdownHeight={260}
        error={faultOf('db_id')}
        onChange={(next) => next !== null && change({ db_id: next })}
      />
      <TagsInput
        label={texts.tags}
        placeholder={form.tags.length === 0 ? texts.tagHint : ''}
        data={(tags ?? []).map(({ tag }) => tag)}
        value={form.tags}
        maxTags={20}
        maxDropdownHeight={260}
        error={faultOf('tags') ?? form.tags.flatMap((_, i) => faultOf(`tags[${i}]`) ?? [])[0]}
        onChange={(next) => change({ tags: next.map((tag) => tag.trim()).filter(Boolean) })}
      />
    </fieldset>
  );
}

function Scheduler({ form, change, faultOf }: PartProps): ReactNode {
  const now = useNow(false);
  const [wrong, setWrong] = useState<string>();
  const region = useView((view) => view.databases.value?.find(({ Id }) => Id === form.db_id)?.RegionKey);
  const timezone = useView((view) => view.regions.value?.find(({ Key }) => Key === region)?.Timezone);
  const { times_of_day, days_of_week } = form;
  const next = timezone === undefined ? undefined : nextDue({ times_of_day, days_of_week }, timezone, now * 1000);
  return (
    <fieldset className={classes['part']}>
      <legend>{texts.scheduler}</legend>
      <TagsInput
        label={texts.timesOfDay}
        description={timezone === undefined ? texts.timesHint : texts.inTimezoneSuchAs330({ timezone })}
        placeholder={times_of_day.length === 0 ? texts.timesPlaceholder : ''}
        value={times_of_day}
        maxTags={48}
        error={wrong === undefined ? faultOf('schedule/times_of_day') : texts.wrongTime({ wrong })}
        onChange={(typed) => {
          setWrong(typed.find((text) => timeOfDay(text) === undefined));
          const times = [...new Set(typed.flatMap((text) => timeOfDay(text) ?? []))].toSorted();
          if (times.join() !== times_of_day.join()) change({ times_of_day: times });
        }}
      />
      <Checkbox.Group
        label={texts.daysOfWeek}
        value={WEEKDAYS.filter((_, i) => days_of_week[i] === '1')}
        error={faultOf('schedule/days_of_week')}
        onChange={(days) => change({ days_of_week: WEEKDAYS.map((day) => (days.includes(day) ? '1' : '0')).join('') })}
      >
        <div className={classes['days']}>
          {WEEKDAYS.map((day) => (
            <Checkbox key={day} value={day} label={day} size="xs" />
          ))}
        </div>
      </Checkbox.Group>
      <p className={classes['quiet']}>
        {next === undefined || timezone === undefined ? texts.noSchedule : texts.nextRunNextTimezone({ next: zonedText(next, timezone), timezone })}
      </p>
    </fieldset>
  );
}

/** `Mon 2026-06-01 03:30` in a time zone; from unix milliseconds. */
function zonedText(moment: number, timeZone: string): string {
  const fields = {
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const;
  const parts = new Map(new Intl.DateTimeFormat('en-GB', { ...fields, timeZone }).formatToParts(moment).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return `${part('weekday')} ${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`;
}

/** The open draft; undefined while no pipeline is made or changed. */
export function usePipelineDraft(): Form | undefined {
  return useKernelState((state) => pipelineDraft.of(state, PIPELINE_SCOPE));
}
