import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { askedOf } from '../../commands/journeys/loadJourneys.ts';
import { LONGEST_REACH, LONGEST_WAIT } from '../../domain/journeys/wire.ts';
import { useDispatch } from '../../kernel/react.tsx';
import {
  JOURNEY_PARTS,
  type JourneyFaults,
  type JourneyForm,
  type JourneyPart,
  journeyForm,
  questionOf,
  revisionIn,
} from '../../projections/journeys.ts';
import { latestRevision, NOT_SYNCED } from '../../projections/syncPosition.ts';
import { journeyQuestion } from '../../projections/typedForms.ts';
import { StopPicker } from '../fares/StopPicker.tsx';
import { useView } from '../parts/appState.ts';
import { DateInput } from '../parts/DateInput.tsx';
import { Empty } from '../parts/Empty.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { useTyped } from '../parts/useTyped.ts';
import { BrokenAnswer } from './BrokenAnswer.tsx';
import { JourneysAnswer } from './JourneysAnswer.tsx';
import { ReachAnswer } from './ReachAnswer.tsx';
import { texts } from './texts.ts';
import classes from './journeys.module.css';

/** What riders get of the version: journeys between two places, how far people come, and the connections that edits break. */
export function JourneysPage(): ReactNode {
  const { versionId = 0 } = usePlace();
  const { search } = useView((view) => view.location);
  const today = useView((view) => view.today);
  const revision = useView((view) => latestRevision(view.versions[versionId]?.heard ?? NOT_SYNCED));
  const form = journeyForm(search, today);
  const outcome = questionOf(form, revision);
  return (
    <div className={classes['page']}>
      {/* another address is another form */}
      <QuestionForm key={search} form={form} revision={revision} />
      {'question' in outcome ? (
        <Answer versionId={versionId} outcome={outcome} />
      ) : (
        <Empty title={texts.hintTitle} hint={form.part === 'reach' ? texts.reachHint : texts.hint} />
      )}
    </div>
  );
}

function Answer({
  versionId,
  outcome: { question },
}: {
  versionId: number;
  outcome: Extract<ReturnType<typeof questionOf>, { question: unknown }>;
}): ReactNode {
  const dispatch = useDispatch();
  const kept = useView((view) => view.versions[versionId]?.journeyAnswers?.[question.part]);
  const isAnswered = kept?.question === JSON.stringify(question);
  const isOpen = isAnswered ? kept.load.status === 'idle' : true;
  const key = JSON.stringify(question);
  useEffect(() => {
    // an edit of others makes a question of its own where it counts the last edits
    if (isOpen) dispatch(askedOf(versionId, question));
    // oxlint-disable-next-line exhaustive-deps -- the key says all of the question
  }, [isOpen, key, versionId, dispatch]);
  const retry = askedOf(versionId, question);
  if (question.part === 'journeys') return <JourneysAnswer versionId={versionId} question={question} retry={retry} />;
  if (question.part === 'reach') return <ReachAnswer versionId={versionId} question={question} retry={retry} />;
  return <BrokenAnswer versionId={versionId} question={question} retry={retry} />;
}

const PART_TEXTS: Readonly<Record<JourneyPart, () => string>> = {
  journeys: () => texts.journeys,
  reach: () => texts.reach,
  broken: () => texts.broken,
};

const SINCE = [1, 5, 20];

/** What is asked; it goes into the address when it is complete. */
export function QuestionForm({ form, revision }: { form: JourneyForm; revision: number }): ReactNode {
  const { path } = useView((view) => view.location);
  const open = useOpenPlace();
  const { part, ...begun } = form;
  const [{ asked, ...fields }, change] = useTyped(journeyQuestion, { ...begun, asked: false });
  const typed: JourneyForm = { part, ...fields };
  const outcome = questionOf(typed, revision);
  const faults: JourneyFaults = asked && 'faults' in outcome ? outcome.faults : {};
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if ('question' in outcome) open(path, queryOf(typed));
    else change({ asked: true });
  };
  const most = part === 'reach' ? LONGEST_REACH : LONGEST_WAIT;
  return (
    <form className={classes['form']} onSubmit={submit} noValidate aria-label={texts.title}>
      <div className={classes['head']}>
        <h1 className={classes['title']}>{texts.title}</h1>
        <SegmentedControl
          size="xs"
          aria-label={texts.part}
          value={part}
          data={JOURNEY_PARTS.map((one) => ({ value: one, label: PART_TEXTS[one]() }))}
          onChange={(next) => {
            const other = JOURNEY_PARTS.find((one) => one === next) ?? part;
            // minutes mean something else in each part
            const { minutes } = journeyForm(`?part=${other}`, form.date);
            open(path, queryOf({ ...typed, part: other, minutes }));
          }}
        />
      </div>
      <div className={classes['fields']}>
        {part !== 'broken' && (
          <div className={classes['stop']}>
            <StopPicker
              label={texts.from}
              placeholder={texts.stopOrPlace}
              value={typed.from}
              places
              error={faults.from && texts.chooseStop}
              onChange={(from) => change({ from })}
            />
          </div>
        )}
        {part === 'journeys' && (
          <div className={classes['stop']}>
            <StopPicker
              label={texts.to}
              placeholder={texts.stopOrPlace}
              value={typed.to}
              places
              error={faults.to && texts.chooseStop}
              onChange={(to) => change({ to })}
            />
          </div>
        )}
        <DateInput label={texts.date} w={140} value={typed.date} error={faults.date && texts.dateFormat} onChange={(date) => change({ date })} />
        {part !== 'broken' && (
          <TextInput
            label={texts.time}
            w={90}
            value={typed.time}
            error={faults.time && texts.timeFormat}
            onChange={(event) => change({ time: event.currentTarget.value })}
          />
        )}
        {part !== 'journeys' && (
          <TextInput
            label={part === 'reach' ? texts.minutes : texts.within}
            w={120}
            inputMode="numeric"
            value={typed.minutes}
            error={faults.minutes && texts.minutesFormat({ most })}
            onChange={(event) => change({ minutes: event.currentTarget.value })}
          />
        )}
        {part === 'broken' && (
          <NativeSelect
            label={texts.since}
            size="xs"
            value={typed.since}
            data={[
              { value: 'all', label: texts.allEdits },
              ...(revisionIn(form.since) === undefined ? [] : [{ value: form.since, label: texts.editsSinceOpened }]),
              ...SINCE.map((count) => ({
                value: String(count),
                label: count === 1 ? texts.lastEdit : texts.lastEdits({ count }),
              })),
            ]}
            onChange={(event) => change({ since: event.currentTarget.value })}
          />
        )}
        <Button type="submit" size="xs">
          {texts.search}
        </Button>
      </div>
    </form>
  );
}

function queryOf({ part, from, to, date, time, minutes, since }: JourneyForm): string {
  const query = new URLSearchParams({ part, date });
  const set = (name: string, value: string, isUsed: boolean): void => {
    if (isUsed && value !== '') query.set(name, value);
  };
  set('from', from, true);
  set('to', to, true);
  set('time', time, true);
  set('minutes', minutes, part !== 'journeys');
  set('since', since, part === 'broken' && since !== 'all');
  return `?${query.toString()}`;
}
