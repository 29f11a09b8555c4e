import { Progress } from '@mantine/core';
import { IconCheck, IconPlayerPlay, IconPlayerStop, IconX } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { showPlace } from '../../commands/search/mapSearch.ts';
import { matchShapes } from '../../commands/tracks/shapeEdits.ts';
import {
  applyMatched,
  chooseMatched,
  closeNetworkMatch,
  resumeNetworkMatch,
  showMatched,
  stopNetworkMatch,
} from '../../commands/tracks/matchNetworkSteps.ts';
import type { Bounds } from '../../domain/coordinate.ts';
import { canApply, type MatchedTrack, matchedKey, MOST_LISTED, MOST_MATCHED, type NotMatched } from '../../domain/networkMatch.ts';
import { decodeShape } from '../../domain/shapes.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { MatchNetworkContext } from '../../machines/matchNetworkMachine.ts';
import { documentOf } from '../../projections/documents.ts';
import { editRefusal } from '../../projections/rights.ts';
import type { AppState } from '../../projections/state.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { type Column, ListTitle, VirtualList } from '../parts/VirtualList.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { ScheduleBadge } from './ScheduleBadge.tsx';
import classes from './schedules.module.css';
import { texts } from './texts.ts';

/** As near as one has to be to see which street a shape takes. MapLibre's number. */
const FINDING_ZOOM = 16;

/** A line of the list: all tracks of a schedule, or one of them. */
interface Row {
  readonly id: string;
  /** Its tracks that have a new shape to accept. */
  readonly keys: readonly string[];
  readonly first: MatchedTrack;
  /** Undefined in the row of the schedule. */
  readonly track?: MatchedTrack;
  readonly isApplied: boolean;
}

/** What matching the shapes of the version to the streets has found so far: looked at on the map, accepted by line or all, applied as one edit. */
export function MatchList(): ReactNode {
  const dispatch = useDispatch();
  const context = useWorkflow('matchNetwork', (snapshot): MatchNetworkContext => snapshot.context);
  const state = useWorkflow('matchNetwork', ({ value }) => String(value));
  const { versionId, matched, chosen, stayed, shown, done, total, complete, messages } = context;
  const refused = useView(editRefusal);
  const columns = useMemo(() => columnsOf(), []);
  useShownHere(messages, matchShapes);
  const isApplied = useView(
    (view) => matched.flatMap((track) => (hasShape(view, versionId, track) ? [matchedKey(track)] : [])),
    (a, b) => a.length === b.length && a.every((key, i) => key === b[i]),
  );
  const rows = useMemo(() => rowsOf(matched, new Set(isApplied)), [matched, isApplied]);
  const sound = useMemo(() => rows.flatMap(({ track, keys }) => (track && track.Finding === undefined ? keys : [])), [rows]);
  const selected = useMemo(() => {
    const accepted = new Set(chosen);
    return new Set(rows.flatMap(({ id, keys }) => (keys.length > 0 && keys.every((key) => accepted.has(key)) ? [id] : [])));
  }, [rows, chosen]);
  const choose = (wanted: ReadonlySet<string>): void => {
    for (const on of [true, false]) {
      const changed = rows.filter(({ id }) => wanted.has(id) !== selected.has(id) && wanted.has(id) === on);
      const keys = [...new Set(changed.flatMap((row) => row.keys))];
      if (keys.length > 0) dispatch(chooseMatched({ keys, on }));
    }
  };
  const findings = matched.filter(({ Finding }) => Finding !== undefined).length;
  const left = matched.filter(({ NotMatched: why }) => why !== undefined).length;
  const full = !complete && matched.length >= MOST_LISTED;
  return (
    <section className={classes['page']} aria-label={texts.matchNetwork}>
      <header className={classes['bar']}>
        <ListTitle title={texts.matchNetwork} count={matched.length} total={total === matched.length ? undefined : total} />
        {state === 'matching' && (
          <WhyButton label={texts.stopMatching} icon={IconPlayerStop} compact onClick={() => dispatch(stopNetworkMatch({}))} />
        )}
        {state === 'shown' && !complete && (
          <WhyButton label={texts.goOn} icon={IconPlayerPlay} compact onClick={() => dispatch(resumeNetworkMatch({}))} />
        )}
        <WhyButton
          label={texts.acceptSound({ count: sound.length })}
          hint={texts.acceptSoundHint}
          compact
          why={sound.length === 0 ? texts.nothingToAccept : undefined}
          onClick={() => dispatch(chooseMatched({ keys: sound, on: true }))}
        />
        <WhyButton
          label={texts.applyShapes({ count: chosen.length })}
          icon={IconCheck}
          variant="filled"
          compact
          loading={state === 'saving'}
          why={refused ?? (chosen.length === 0 ? texts.nothingAccepted : state === 'matching' ? texts.stopFirst : undefined)}
          onClick={() => dispatch(applyMatched({}))}
        />
        <WhyButton label={texts.closeMatch} icon={IconX} iconOnly compact onClick={() => dispatch(closeNetworkMatch({}))} />
      </header>
      <div className={classes['match']} role="status" aria-label={texts.matchProgress}>
        {state === 'matching' && <Progress value={total === 0 ? 0 : (100 * done) / total} size="xs" aria-label={texts.matchProgress} />}
        <span>{texts.matchSummary({ done, total, findings, left })}</span>
        {full && <span>{texts.matchFull({ most: MOST_LISTED })}</span>}
        {chosen.length >= MOST_MATCHED && <span>{texts.acceptedMost({ most: MOST_MATCHED })}</span>}
        {stayed.length > 0 && (
          <span role="alert">{texts.stayedAsTheyAre({ count: stayed.length, tracks: stayed.slice(0, 5).map(decodeURIComponent).join(', ') })}</span>
        )}
        <NotSaved message={messages[0]} />
      </div>
      <VirtualList
        label={texts.matchedTracks}
        rows={rows}
        columns={columns}
        idOf={idOf}
        selected={shown === '' ? undefined : shown}
        selection={{ selected, onSelect: choose, boxLabel }}
        onChoose={({ track, first }) => {
          const of = track ?? first;
          const bounds = boundsOf(of);
          dispatch(showMatched({ key: matchedKey(of), ...(bounds && { bounds }) }));
          if (of.At) dispatch(showPlace({ at: of.At, zoom: FINDING_ZOOM }));
        }}
        empty={state !== 'matching' && <Empty title={texts.nothingMatched} hint={texts.nothingMatchedHint} />}
      />
    </section>
  );
}

const columnsOf = (): readonly Column<Row>[] => [
  {
    key: 'line',
    title: texts.matchedLine,
    width: 'minmax(60px, 0.6fr)',
    render: ({ track, first }) => (track ? null : <ScheduleBadge name={first.Line} color={first.Color} />),
  },
  {
    key: 'track',
    title: texts.matchedTrack,
    width: 'minmax(110px, 1.4fr)',
    render: ({ track, keys }) =>
      track ? (
        <span title={`${track.ScheduleId} ${track.TrackId}`}>{track.Name || track.TrackId}</span>
      ) : (
        <strong>{texts.newShapes({ count: keys.length })}</strong>
      ),
  },
  {
    key: 'share',
    title: texts.within15,
    width: '92px',
    align: 'right',
    render: ({ track }) => <span className="dmp-number">{track?.Share === undefined ? '' : `${(track.Share * 100).toFixed(1)} %`}</span>,
  },
  {
    key: 'furthest',
    title: texts.furthest,
    width: '84px',
    align: 'right',
    render: ({ track }) => <span className="dmp-number">{track?.Furthest === undefined ? '' : `${Math.round(track.Furthest)} m`}</span>,
  },
  {
    key: 'finding',
    title: texts.toLookAt,
    width: 'minmax(150px, 1.2fr)',
    render: ({ track, isApplied }) => {
      const text = track ? wordsOf(track, isApplied) : '';
      return <span title={track ? hintOf(track, text) : ''}>{text}</span>;
    },
  },
];

const whyOf = (): Readonly<Record<NotMatched, string>> => ({
  rails: texts.notOnStreets,
  noShape: texts.hasNoShape,
  outside: texts.outsideStreets,
  noStreet: texts.noStreetNear,
  engine: texts.engineFailed,
});

function wordsOf(track: MatchedTrack, isApplied: boolean): string {
  if (isApplied) return texts.shapeApplied;
  if (track.NotMatched !== undefined) return whyOf()[track.NotMatched];
  if (track.Finding === 'againstOneWay') return texts.againstOneWay;
  return track.Finding === 'leavesStreets' ? texts.leavesStreets : '';
}

function hintOf(track: MatchedTrack, text: string): string {
  if (track.NotMatched !== undefined) return [texts.notMatched, `${text}.`, ...(track.Why === undefined ? [] : [track.Why])].join(' ');
  return track.Finding === 'againstOneWay' ? `${text}. ${texts.againstOneWayHint}` : text;
}

/** Whether a track has the new shape by now. */
function hasShape(view: AppState, versionId: number, track: MatchedTrack): boolean {
  return canApply(track) && documentOf(view, versionId, 'Track', matchedKey(track))?.Shape === track.Shape;
}

/** The tracks with a row before those of each schedule. */
function rowsOf(matched: readonly MatchedTrack[], applied: ReadonlySet<string>): Row[] {
  const bySchedule = new Map<string, MatchedTrack[]>();
  for (const track of matched) {
    const of = bySchedule.get(track.ScheduleId);
    if (of) of.push(track);
    else bySchedule.set(track.ScheduleId, [track]);
  }
  return [...bySchedule].flatMap(([scheduleId, tracks]) => {
    const own = tracks.map((track): Row & { readonly first: MatchedTrack } => {
      const key = matchedKey(track);
      const isApplied = applied.has(key);
      return { id: key, keys: canApply(track) && !isApplied ? [key] : [], first: track, track, isApplied };
    });
    const [first] = tracks;
    const keys = own.flatMap((row) => row.keys);
    return first ? [{ id: `line ${scheduleId}`, keys, first, isApplied: false }, ...own] : own;
  });
}

function boundsOf({ Before, Shape }: MatchedTrack): Bounds | undefined {
  const points = [Before, Shape].flatMap((shape) => (shape === undefined ? [] : decodeShape(shape)));
  if (points.length === 0) return undefined;
  const ends = (of: readonly number[]): [number, number] =>
    of.reduce<[number, number]>(([low, high], n) => [Math.min(low, n), Math.max(high, n)], [Infinity, -Infinity]);
  const [south, north] = ends(points.map(({ Lat }) => Lat));
  const [west, east] = ends(points.map(({ Lng }) => Lng));
  return { SouthWest: { Lat: south, Lng: west }, NorthEast: { Lat: north, Lng: east } };
}

function idOf({ id }: Row): string {
  return id;
}

function boxLabel({ first, track }: Row): string {
  return track ? texts.acceptTrack({ track: `${track.ScheduleId} ${track.TrackId}` }) : texts.acceptLine({ line: first.Line });
}
