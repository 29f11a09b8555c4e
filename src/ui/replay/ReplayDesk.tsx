import { Badge, Code, SegmentedControl } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconFileUpload,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { OtherBuild } from '../../domain/build.ts';
import type { Definitions } from '../../kernel/command.ts';
import type { LogRecord } from '../../kernel/record.ts';
import type { Verdict } from '../../kernel/verdict.ts';
import type { AppState } from '../../projections/state.ts';
import { isKey, writesText } from '../parts/keys.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { RecordInspector } from './RecordInspector.tsx';
import { RecordList } from './RecordList.tsx';
import { recordNames, recordRole, recordTime } from './recordLine.ts';
import type { OpenedReport } from './ReplayPage.tsx';
import { Timeline } from './Timeline.tsx';
import classes from './replay.module.css';
import { texts } from './texts.ts';

/** Which records the list shows. */
type Shown = 'all' | 'acts' | 'errors';

/** The desk of a replay: timeline, steps, the records and what the present one holds. */
export function ReplayDesk({
  opened,
  definitions,
  onClose,
}: {
  opened: OpenedReport & { readonly name: string };
  definitions: Definitions<AppState>;
  onClose: () => void;
}): ReactNode {
  const { replayer, report, verdict, other, name } = opened;
  const position = useSyncExternalStore(replayer.subscribe, () => replayer.position);
  const [shown, setShown] = useState<Shown>('all');
  const { records, length, divergences } = replayer;
  const byId = useMemo(() => new Map(records.map((record) => [record.id, record])), [records]);
  const places = useMemo(() => new Map(records.map((record, place) => [record.id, place])), [records]);
  const nameOf = useMemo(() => recordNames(definitions, (id) => byId.get(id)), [definitions, byId]);
  const listed = useMemo(() => records.filter((record) => isShown(record, shown)), [records, shown]);
  const errors = useMemo(() => records.flatMap((record, place) => (recordRole(record) === 'error' ? [place + 1] : [])), [records]);
  const diverging = useMemo(() => new Map(divergences.map((divergence) => [divergence.seq, divergence])), [divergences]);
  const present = records[position - 1];
  const first = records[0]?.seq ?? 0;

  const goTo = (record: LogRecord): void => replayer.seek((places.get(record.id) ?? 0) + 1);
  const act = (from: number, step: 1 | -1): number => {
    let at = from + step;
    while (at > 0 && at < length && recordRole(records[at - 1] ?? NO_RECORD) !== 'act') at += step;
    return at;
  };
  const nextError = replayer.nextError(position);
  const steps = {
    back: () => replayer.seek(position - 1),
    forward: () => replayer.step(),
    actBack: () => replayer.seek(act(position, -1)),
    actForward: () => replayer.seek(act(position, 1)),
    error: () => nextError !== undefined && replayer.seek(nextError),
    first: () => replayer.seek(0),
    last: () => replayer.seek(length),
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (writesText(event.target) || (event.target instanceof HTMLInputElement && event.target.type !== 'range')) return;
      const found = KEYS.find(([key]) => isKey(key, event));
      // the list has its own arrows, Home and End
      if (!found || (event.target instanceof HTMLElement && event.target.role === 'grid' && ['Home', 'End'].includes(event.code))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      steps[found[1]]();
    };
    // before the screens' own keys: an arrow steps here and does nothing there
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  });

  return (
    <section className={classes['desk']} aria-label={texts.replay}>
      <header className={classes['bar']}>
        <WhyButton
          label={texts.firstRecord}
          icon={IconPlayerTrackPrev}
          iconOnly
          shortcut="Home"
          why={position === 0 ? texts.thisIsTheBegin : undefined}
          onClick={steps.first}
        />
        <WhyButton
          label={texts.stepBack}
          icon={IconChevronLeft}
          iconOnly
          shortcut="ArrowLeft"
          why={position === 0 ? texts.thisIsTheBegin : undefined}
          onClick={steps.back}
        />
        <WhyButton
          label={texts.stepForward}
          icon={IconChevronRight}
          iconOnly
          shortcut="ArrowRight"
          why={position === length ? texts.thisIsTheEnd : undefined}
          onClick={steps.forward}
        />
        <WhyButton
          label={texts.lastRecord}
          icon={IconPlayerTrackNext}
          iconOnly
          shortcut="End"
          why={position === length ? texts.thisIsTheEnd : undefined}
          onClick={steps.last}
        />
        <WhyButton
          label={texts.nextError}
          icon={IconAlertTriangle}
          shortcut="KeyE"
          why={nextError === undefined ? texts.noErrorFollows : undefined}
          onClick={steps.error}
        />
        <Timeline
          length={length}
          position={position}
          errors={errors}
          divergences={divergences.map(({ seq }) => seq - first + 1)}
          valueText={texts.recordPositionOfCount({
            position,
            count: length,
            name: present ? `, ${recordTime(present.at)}, ${nameOf(present, replayer.snapshot().view) || present.type}` : '',
          })}
          onSeek={(to) => replayer.seek(to)}
        />
        <span className={`dmp-number ${classes['place']}`}>{`${position.toLocaleString('en-GB')} / ${length.toLocaleString('en-GB')}`}</span>
        <Divergences count={divergences.length} onShow={() => replayer.seek((divergences[0]?.seq ?? first) - first + 1)} />
        <WhyButton label={texts.openAnotherReport} icon={IconFileUpload} iconOnly onClick={onClose} />
      </header>
      {report.note !== undefined && (
        <p className={classes['said']}>
          <strong>{texts.theUserSays}</strong> {report.note}
        </p>
      )}
      {other && <OtherBuildLine other={other} />}
      <p className={classes['verdict']} data-testid="verdict">
        {verdictSentences(verdict).join(' ')}
      </p>
      <div className={classes['panes']}>
        <div className={classes['records']}>
          <div className={classes['filter']}>
            <SegmentedControl
              size="xs"
              aria-label={texts.recordsShown}
              value={shown}
              onChange={(value) => setShown(value === 'acts' || value === 'errors' ? value : 'all')}
              data={[
                { value: 'all', label: texts.all },
                { value: 'acts', label: texts.acts },
                { value: 'errors', label: texts.errorsErrors({ errors: errors.length }) },
              ]}
            />
            <span className={classes['session']} title={texts.sessionSession({ session: report.header.session })}>
              {[
                name,
                report.header.role,
                texts.buildOfTheProduct({ build: report.header.build }),
                report.header.startedAt.slice(0, 16).replace('T', ' '),
              ].join(' · ')}
            </span>
          </div>
          <RecordList
            records={listed}
            present={present}
            nameOf={(record) => nameOf(record, replayer.snapshot().view)}
            diverging={diverging}
            onChoose={goTo}
          />
        </div>
        <RecordInspector
          record={present}
          bodies={report.bodies}
          chain={present ? replayer.causeChain(present.id) : []}
          divergence={present && diverging.get(present.seq)}
          masked={report.masked}
          nameOf={(record) => nameOf(record, replayer.snapshot().view)}
          onChoose={goTo}
        />
      </div>
    </section>
  );
}

function OtherBuildLine({ other: { recorded, known, here, checkout } }: { other: OtherBuild }): ReactNode {
  return (
    <p className={classes['otherBuild']} role="note">
      <IconAlertTriangle size={13} className={classes['divergence']} aria-hidden />{' '}
      {known ? texts.recordedByAnotherBuild({ recorded, here }) : texts.recordedByUnknownBuild({ recorded, here })}
      {checkout !== null && (
        <>
          {' '}
          {texts.ownBuild} <Code>{checkout}</Code>
        </>
      )}
    </p>
  );
}

function verdictSentences({ compared, notCompared, source }: Verdict): readonly string[] {
  return [compared, ...notCompared.map((sentence) => texts.notComparedSentence({ sentence })), source];
}

function Divergences({ count, onShow }: { count: number; onShow: () => void }): ReactNode {
  if (count === 0) {
    return (
      <Badge
        variant="default"
        tt="none"
        fw={500}
        leftSection={<IconCheck size={13} className={classes['reproduces']} aria-hidden />}
        title={texts.noDivergence}
      >
        {texts.reproduces}
      </Badge>
    );
  }
  return (
    <Badge
      component="button"
      variant="default"
      tt="none"
      fw={500}
      leftSection={<IconAlertTriangle size={13} className={classes['divergence']} aria-hidden />}
      className={classes['diverges']}
      title={texts.firstDivergence}
      onClick={onShow}
    >
      {texts.divergence({ count })}
    </Badge>
  );
}

const KEYS = [
  ['ArrowLeft', 'back'],
  ['ArrowRight', 'forward'],
  ['Shift+ArrowLeft', 'actBack'],
  ['Shift+ArrowRight', 'actForward'],
  ['KeyE', 'error'],
  ['Home', 'first'],
  ['End', 'last'],
] as const;

const NO_RECORD: LogRecord = { seq: 0, id: '', kind: 'event', type: '', v: 1, payload: null, at: 0, root: '', cause: '' };

function isShown(record: LogRecord, shown: Shown): boolean {
  if (shown === 'all') return true;
  return recordRole(record) === (shown === 'acts' ? 'act' : 'error');
}
