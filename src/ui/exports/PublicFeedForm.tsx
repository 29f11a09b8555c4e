import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { IconWorldUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { createPublicFeed, publishRelease, updatePublicFeed } from '../../commands/exports/publicFeeds.ts';
import { listPublicFeeds } from '../../commands/exports/publicFeedSteps.ts';
import { withoutField } from '../../domain/errors.ts';
import { timeOfDay } from '../../domain/exports.ts';
import { DEFAULT_GATE, GateSettings, ID_KINDS, type IdKind } from '../../domain/releaseGate.ts';
import { LICENSES, PublicFeedDetails, type PublicFeed, slugOf, SwitchTime } from '../../domain/publicFeeds.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { PublishingContext } from '../../machines/publishingMachine.ts';
import { publicFeed } from '../../projections/typedForms.ts';
import { DateInput } from '../parts/DateInput.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './exports.module.css';
import { idKindWords } from './gateWords.ts';
import { texts } from './texts.ts';

const GATE_FIELDS = { trip: 'gateTrip', stop: 'gateStop', route: 'gateRoute', agency: 'gateAgency' } as const satisfies Record<IdKind, string>;

interface PublicFeedFormProps {
  readonly feeds: readonly PublicFeed[];
  /** The zip that is published; null where the details of `feed` are changed. */
  readonly file: PublishingContext['file'];
  readonly feed: PublicFeed | undefined;
  readonly busy: boolean;
  readonly messages: readonly string[];
}

/** Publishes a zip on a feed, or on a new one; or changes what people say of a feed. */
export function PublicFeedForm({ feeds, file, feed, busy, messages }: PublicFeedFormProps): ReactNode {
  const dispatch = useDispatch();
  const own = feeds.filter(({ databaseId, readOnly }) => databaseId === file?.databaseId && !readOnly);
  const gate = feed?.gate ?? DEFAULT_GATE;
  const [typed, type] = useTyped(publicFeed, () => ({
    feed: own.find(({ withdrawn }) => withdrawn === null)?.id ?? 0,
    slug: feed?.slug ?? slugOf(file?.databaseId ?? ''),
    license: feed?.license ?? '',
    contact: feed?.contact ?? '',
    later: false,
    date: '',
    time: '03:00',
    notes: '',
    gateTrip: gate.ids.includes('trip'),
    gateStop: gate.ids.includes('stop'),
    gateRoute: gate.ids.includes('route'),
    gateAgency: gate.ids.includes('agency'),
    gateErrors: gate.errors === null ? '' : String(gate.errors),
    gateDays: String(gate.days),
    tried: false,
  }));
  useShownHere(messages, createPublicFeed, publishRelease, updatePublicFeed);
  const { slug, license, contact, later, date, time, notes, tried } = typed;
  const chosen = own.find(({ id }) => id === typed.feed);
  const settings = GateSettings.safeParse({
    ids: ID_KINDS.filter((kind) => typed[GATE_FIELDS[kind]]),
    errors: typed.gateErrors.trim() === '' ? null : Number(typed.gateErrors),
    days: Number(typed.gateDays),
  });
  const details = PublicFeedDetails.safeParse({ slug, license, contact, gate: settings.data });
  const at = later ? SwitchTime.safeParse(`${date}T${timeOfDay(time) ?? ''}`) : ({ success: true, data: null } as const);
  const faults: Record<string, string> = {};
  if (tried && chosen === undefined) for (const { path, message } of details.error?.issues ?? []) faults[String(path[0])] ??= message;
  const submit = (): void => {
    type({ tried: true });
    if (busy || (!settings.success && chosen === undefined)) return;
    if (file === null) {
      if (feed !== undefined && details.success) dispatch(updatePublicFeed({ id: feed.id, rev: feed.rev, ...details.data }));
      return;
    }
    if (!at.success) return;
    if (chosen !== undefined)
      dispatch(publishRelease({ id: chosen.id, rev: chosen.rev, taskRunId: file.taskRunId, at: at.data, notes: notes.trim() }));
    else if (details.success) dispatch(createPublicFeed({ ...details.data, taskRunId: file.taskRunId, at: at.data, notes: notes.trim() }));
  };
  return (
    <>
      <div className={classes['form']}>
        {file !== null && own.length > 0 && (
          <Select
            label={texts.publicFeed}
            data={[...own.map(({ id, slug: name }) => ({ value: String(id), label: name })), { value: '0', label: texts.newFeed }]}
            value={String(chosen?.id ?? 0)}
            allowDeselect={false}
            onChange={(next) => type({ feed: Number(next ?? 0) })}
          />
        )}
        {(file === null || chosen === undefined) && (
          <>
            <TextInput
              label={texts.feedAddress}
              description={file === null ? texts.feedAddressHint : texts.newFeedAddressHint}
              value={slug}
              error={faults['slug']}
              data-autofocus
              onChange={(event) => type({ slug: event.currentTarget.value })}
            />
            <div className={classes['two']}>
              <Select
                label={texts.license}
                data={[{ value: '', label: texts.notStated }, ...LICENSES.map((one) => ({ value: one, label: one }))]}
                value={license}
                allowDeselect={false}
                error={faults['license']}
                onChange={(next) => type({ license: next ?? '' })}
              />
              <TextInput
                label={texts.feedContact}
                value={contact}
                error={faults['contact']}
                onChange={(event) => type({ contact: event.currentTarget.value })}
              />
            </div>
            <fieldset className={classes['gate']}>
              <legend>{texts.gateTitle}</legend>
              <p className={classes['quiet']}>{texts.gateHint}</p>
              <div className={classes['gateIds']} role="group" aria-label={texts.gateIds}>
                <span>{texts.gateIds}</span>
                {ID_KINDS.map((kind) => (
                  <Checkbox
                    key={kind}
                    label={idKindWords(kind)}
                    checked={typed[GATE_FIELDS[kind]]}
                    onChange={(event) => type({ [GATE_FIELDS[kind]]: event.currentTarget.checked })}
                  />
                ))}
              </div>
              <div className={classes['two']}>
                <TextInput
                  label={texts.gateErrors}
                  description={texts.gateErrorsHint}
                  inputMode="numeric"
                  value={typed.gateErrors}
                  error={tried && !settings.success ? texts.gateErrorsFormat : undefined}
                  onChange={(event) => type({ gateErrors: event.currentTarget.value })}
                />
                <Select
                  label={texts.gateDays}
                  description={texts.gateDaysHint}
                  data={[
                    { value: '7', label: texts.gateWeek },
                    { value: '30', label: texts.gateMonth },
                    { value: '0', label: texts.gateNoDays },
                  ]}
                  value={typed.gateDays}
                  allowDeselect={false}
                  onChange={(next) => type({ gateDays: next ?? '7' })}
                />
              </div>
            </fieldset>
          </>
        )}
        {file !== null && (
          <>
            <Select
              label={texts.when}
              data={[
                { value: 'now', label: texts.atOnce },
                { value: 'later', label: texts.atASetTime },
              ]}
              value={later ? 'later' : 'now'}
              allowDeselect={false}
              onChange={(next) => type({ later: next === 'later' })}
            />
            {later && (
              <div className={classes['two']}>
                <DateInput
                  label={texts.switchDate}
                  value={date}
                  error={tried && !at.success ? texts.switchTimeFormat : undefined}
                  onChange={(next) => type({ date: next })}
                />
                <TextInput
                  label={texts.switchTime}
                  description={chosen?.timezone ?? texts.timeOfTheRegion}
                  value={time}
                  onChange={(event) => type({ time: event.currentTarget.value })}
                />
              </div>
            )}
            <Textarea
              label={texts.riderNotes}
              description={texts.riderNotesHint}
              autosize
              minRows={3}
              maxRows={10}
              maxLength={20_000}
              value={notes}
              onChange={(event) => type({ notes: event.currentTarget.value })}
            />
            <p className={classes['quiet']}>{texts.publishHint}</p>
          </>
        )}
        {messages.length > 0 && <NotSaved message={messages.map(withoutField).join(' ')} />}
      </div>
      <div className={classes['footer']}>
        <WhyButton label={texts.cancel} onClick={() => dispatch(listPublicFeeds({}))} />
        <WhyButton
          label={file === null ? texts.save : texts.publish}
          {...(file === null ? {} : { icon: IconWorldUpload })}
          variant="filled"
          loading={busy}
          onClick={submit}
        />
      </div>
    </>
  );
}
