import { SegmentedControl } from '@mantine/core';
import { IconArrowBackUp, IconFileUpload } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { LogRecord } from '../../kernel/record.ts';
import type { Breakpoint } from '../../projections/breakpoints.ts';
import { type CallAddress, networkOf } from '../../projections/networkOfLog.ts';
import { actRows, actsOf, recordRole, spanOfAct } from '../../projections/recordRole.ts';
import { isKey, writesText } from '../parts/keys.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { BreakpointsPane, hitText } from './BreakpointsPane.tsx';
import { Filmstrip } from './Filmstrip.tsx';
import { NetworkLane } from './NetworkLane.tsx';
import { RecordInspector } from './RecordInspector.tsx';
import { RecordList } from './RecordList.tsx';
import { laterText, recordNames, recordTime } from './recordLine.ts';
import { ReplayBar, STEP_KEYS, type Steps } from './ReplayBar.tsx';
import { Divergences, OtherBuildLine, verdictSentences } from './ReplayLines.tsx';
import type { OpenedReport } from './ReplayPage.tsx';
import { StateDiffPane } from './StateDiffPane.tsx';
import { Timeline } from './Timeline.tsx';
import { usePlayer } from './usePlayer.ts';
import classes from './replay.module.css';
import { texts } from './texts.ts';

/** Which records the list shows, and what stands beside it. */
type Shown = 'all' | 'acts' | 'errors';
type Aside = 'record' | 'difference' | 'breakpoints';

/** What the desk needs to know of the product. */
export interface Product {
  /** Types of the commands that the page issues by itself. */
  readonly automatic: ReadonlySet<string>;
  readonly addressOf: (call: string) => CallAddress | undefined;
  /** The screens of which pictures are taken: without the map, of which one is enough for a page. */
  readonly pictured: ReactNode;
}

/** The desk of a replay: timeline, steps, the records, the network, and what the present record holds. */
export function ReplayDesk({
  opened,
  product: { automatic, addressOf, pictured },
  back,
  onClose,
}: {
  opened: OpenedReport & { readonly name: string };
  product: Product;
  /** Where the report is a tab of a trace: it leads back there. */
  back: boolean;
  onClose: () => void;
}): ReactNode {
  const { replayer, report, verdict, other, name } = opened;
  const position = useSyncExternalStore(replayer.subscribe, () => replayer.position);
  const [shown, setShown] = useState<Shown>('all');
  const [aside, setAside] = useState<Aside>('record');
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [breakpoints, setBreakpoints] = useState<readonly Breakpoint[]>([]);
  const [pictures, setPictures] = useState(false);
  const player = usePlayer(replayer, position, breakpoints);
  const { records, length, divergences } = replayer;
  const places = useMemo(() => new Map(records.map((record, place) => [record.id, place])), [records]);
  const nameOf = useMemo(() => {
    const byId = new Map(records.map((record) => [record.id, record]));
    return recordNames(replayer.labelOf, (id) => byId.get(id));
  }, [replayer, records]);
  const acts = useMemo(() => actsOf(records, automatic), [records, automatic]);
  const loads = useMemo(() => new Map(acts.map(({ record, loads: own }) => [record?.id, own.length])), [acts]);
  const ofRole = (role: 'act' | 'error'): readonly number[] =>
    records.flatMap((record, place) => (recordRole(record, automatic) === role ? [place] : []));
  // oxlint-disable-next-line react/exhaustive-deps
  const [actPlaces, errors] = useMemo(() => [ofRole('act'), ofRole('error').map((place) => place + 1)], [records, automatic]);
  const listed = useMemo(
    () => (shown === 'all' ? records : shown === 'acts' ? actRows(acts, unfolded) : errors.flatMap((at) => records[at - 1] ?? [])),
    [records, shown, acts, unfolded, errors],
  );
  const network = useMemo(() => networkOf(records, addressOf), [records, addressOf]);
  const shots = useMemo(
    () => actPlaces.flatMap((place, i) => (records[place] ? [{ record: records[place], place: actPlaces[i + 1] ?? length }] : [])),
    [actPlaces, records, length],
  );
  const types = useMemo(() => [...new Set(records.map(({ type }) => type))].toSorted(), [records]);
  const diverging = useMemo(() => new Map(divergences.map((divergence) => [divergence.seq, divergence])), [divergences]);
  const present = records[position - 1];
  const first = records[0]?.seq ?? 0;
  const actIndex = actPlaces.findLastIndex((place) => place < position);
  const presentAct = records[actPlaces[actIndex] ?? -1];
  const nextAct = actPlaces[actIndex + 1];
  // from what an act led to back to the act itself, as from a song to its begin
  const actBefore = actPlaces.findLast((place) => place + 1 < position);
  const nextError = replayer.nextError(position);

  const seek = (to: number): void => {
    player.pause();
    replayer.seek(to);
  };
  const goTo = (record: LogRecord): void => seek((places.get(record.id) ?? 0) + 1);
  const steps: Steps = {
    play: player.toggle,
    back: () => seek(position - 1),
    forward: () => seek(position + 1),
    actBack: () => seek(actBefore === undefined ? 0 : actBefore + 1),
    actForward: () => seek(nextAct === undefined ? length : nextAct + 1),
    error: () => nextError !== undefined && seek(nextError),
    first: () => seek(0),
    last: () => seek(length),
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const found = STEP_KEYS.find(([key]) => isKey(key, event));
      if (!found || belongsTo(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      steps[found[1]]();
    };
    // before the screens' own keys: an arrow steps here and does nothing there
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  });

  const said = player.gap > 0 ? laterText(player.gap) : player.hit ? hitText(player.hit) : undefined;
  return (
    <section className={classes['desk']} data-pictures={pictures ? '' : undefined} aria-label={texts.replay}>
      {/* a click leaves the focus where it is: Space plays after it, and does not press the button again */}
      <header className={classes['bar']} onMouseDown={keepFocus}>
        <ReplayBar
          steps={steps}
          player={player}
          atBegin={position === 0}
          atEnd={position === length}
          hasNextAct={nextAct !== undefined}
          hasActBefore={actBefore !== undefined}
          hasNextError={nextError !== undefined}
          pictures={pictures}
          onPictures={() => setPictures(!pictures)}
        />
        <Timeline
          length={length}
          position={position}
          errors={errors}
          divergences={divergences.map(({ seq }) => seq - first + 1)}
          valueText={texts.recordPositionOfCount({
            position,
            count: length,
            name: present ? `, ${recordTime(present.at)}, ${nameOf(present) || present.type}` : '',
          })}
          onSeek={seek}
        />
        <span className={`dmp-number ${classes['place']}`}>{`${position.toLocaleString('en-GB')} / ${length.toLocaleString('en-GB')}`}</span>
        <Divergences count={divergences.length} onShow={() => seek((divergences[0]?.seq ?? first) - first + 1)} />
        <WhyButton
          label={back ? texts.backToTheTrace : texts.openAnotherReport}
          icon={back ? IconArrowBackUp : IconFileUpload}
          iconOnly
          onClick={onClose}
        />
      </header>
      <p className={classes['playing']} role="status" data-hit={player.hit ? '' : undefined}>
        {said}
      </p>
      {pictures && (
        <Filmstrip replayer={replayer} shots={shots} present={actIndex} screens={pictured} paused={player.playing} nameOf={nameOf} onChoose={goTo} />
      )}
      <div className={classes['facts']}>
        {report.note !== undefined && (
          <p className={classes['said']}>
            <strong>{texts.theUserSays}</strong> {report.note}
          </p>
        )}
        {other && <OtherBuildLine other={other} />}
        <p className={classes['verdict']} data-testid="verdict">
          {verdictSentences(verdict).join(' ')}
        </p>
      </div>
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
            present={shown === 'acts' && present && !listed.includes(present) ? presentAct : present}
            automatic={automatic}
            nameOf={nameOf}
            diverging={diverging}
            loadsOf={shown === 'acts' ? (record) => loads.get(record.id) ?? 0 : NO_LOADS}
            unfolded={unfolded}
            onUnfold={(id) => setUnfolded(unfolded.has(id) ? new Set([...unfolded].filter((one) => one !== id)) : new Set([...unfolded, id]))}
            onChoose={goTo}
          />
        </div>
        <div className={classes['network']}>
          <NetworkLane entries={network} present={present} onChoose={goTo} />
        </div>
        <div className={classes['aside']}>
          <div className={classes['filter']}>
            <SegmentedControl
              size="xs"
              aria-label={texts.beside}
              value={aside}
              onChange={(value) => setAside(value === 'difference' || value === 'breakpoints' ? value : 'record')}
              data={[
                { value: 'record', label: texts.record },
                { value: 'difference', label: texts.difference },
                { value: 'breakpoints', label: texts.breakpointsCount({ count: breakpoints.length }) },
              ]}
            />
          </div>
          {aside === 'record' && (
            <RecordInspector
              record={present}
              automatic={automatic}
              bodies={report.bodies}
              chain={present ? replayer.causeChain(present.id) : []}
              divergence={present && diverging.get(present.seq)}
              masked={report.masked}
              nameOf={nameOf}
              onChoose={goTo}
            />
          )}
          {aside === 'difference' && <StateDiffPane replayer={replayer} position={position} ofAct={spanOfAct(actPlaces, position, length)} />}
          {aside === 'breakpoints' && <BreakpointsPane list={breakpoints} types={types} onChange={setBreakpoints} />}
        </div>
      </div>
    </section>
  );
}

/** Whether a key is for what has the focus: text, a choice, Space on a button; a list has its own Home and End. */
function belongsTo({ target, code }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (writesText(target) || (target instanceof HTMLInputElement && target.type !== 'range')) return true;
  if (code === 'Space') return target.closest('button, a, summary, [role="button"]') !== null;
  return target.role === 'grid' && ['Home', 'End'].includes(code);
}

function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('button')) event.preventDefault();
}

const NO_LOADS = (): number => 0;
