import { Checkbox, Group, Loader, Paper, UnstyledButton } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconPencil, IconSearch, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { showPlace } from '../../commands/search/mapSearch.ts';
import {
  applyDetours,
  askDetours,
  chooseDetours,
  chooseWorks,
  closeDetour,
  redrawDetour,
  showDetour,
  takeBackDetour,
} from '../../commands/tracks/detourSteps.ts';
import { trackKey } from '../../domain/edits/documentEdit.ts';
import type { Detour, DetourAnswer } from '../../domain/detours.ts';
import { decodeShape } from '../../domain/shapes.ts';
import { LONGEST_WORKS, type WorksText, worksError } from '../../domain/works.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { DateInput } from '../parts/DateInput.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './map.module.css';
import { texts } from './texts.ts';

/** As near as one has to be to see a way round. MapLibre's number. */
const WAY_ZOOM = 15;

/** A closed stretch and the tracks that go round it, while a detour is made. */
export function DetourPanel(): ReactNode {
  const dispatch = useDispatch();
  const state = useWorkflow('detour', (snapshot) => String(snapshot.value));
  const found = useWorkflow('detour', (snapshot): DetourAnswer | null => snapshot.context.found);
  const messages = useWorkflow('detour', (snapshot): readonly string[] => snapshot.context.messages);
  if (state === 'closed') return null;
  const cancel = <WhyButton label={texts.cancel} icon={IconX} compact shortcut="Escape" onClick={() => dispatch(closeDetour({}))} />;
  return (
    <Paper shadow="xs" withBorder className={classes['detourPanel']} role="region" aria-label={texts.detour}>
      {state === 'finding' && (
        <span className={classes['notesHead']} role="status">
          <Loader size="xs" /> {texts.lookingForWays} {cancel}
        </span>
      )}
      {state === 'drawing' && <Drawing cancel={cancel} isUnused={found !== null} />}
      {(state === 'choosing' || state === 'saving') && found && <Choosing found={found} cancel={cancel} saving={state === 'saving'} />}
      {messages.length > 0 && (
        <div role="alert" className={classes['notice']}>
          {messages.join(' ')}
        </div>
      )}
    </Paper>
  );
}

function Drawing({ cancel, isUnused }: { readonly cancel: ReactNode; readonly isUnused: boolean }): ReactNode {
  const dispatch = useDispatch();
  const count = useWorkflow('detour', (snapshot): number => snapshot.context.points.length);
  return (
    <>
      <span>{texts.detourDraw}</span>
      {isUnused && (
        <div role="alert" className={classes['notice']}>
          {texts.noTrackUses}
        </div>
      )}
      <div className={classes['detourButtons']}>
        <WhyButton
          label={texts.findTracks}
          icon={IconSearch}
          variant="filled"
          compact
          shortcut="Enter"
          why={count < 2 ? texts.drawTwoPoints : undefined}
          onClick={() => dispatch(askDetours({}))}
        />
        <WhyButton
          label={texts.removeLastPoint}
          icon={IconArrowBackUp}
          iconOnly
          compact
          why={count === 0 ? texts.noPointYet : undefined}
          onClick={() => dispatch(takeBackDetour({}))}
        />
        {cancel}
      </div>
    </>
  );
}

function Choosing({ found, cancel, saving }: { readonly found: DetourAnswer; readonly cancel: ReactNode; readonly saving: boolean }): ReactNode {
  const dispatch = useDispatch();
  const taken = useWorkflow('detour', (snapshot): readonly number[] => snapshot.context.taken);
  const shown = useWorkflow('detour', (snapshot): number => snapshot.context.shown);
  const works = useWorkflow('detour', (snapshot): WorksText | undefined => snapshot.context.works);
  const problem = works && worksProblem(works);
  const possible = found.Tracks.flatMap(({ Parts }, i) => (Parts.length > 0 ? [i] : []));
  const choose = (next: readonly number[]): void => void dispatch(chooseDetours({ taken: [...next] }));
  const show = (index: number): void => {
    dispatch(showDetour({ index }));
    const points = decodeShape(found.Tracks[index]?.Parts[0]?.Shape ?? found.Closed);
    const at = points[Math.floor(points.length / 2)];
    if (at) dispatch(showPlace({ at, zoom: WAY_ZOOM }));
  };
  return (
    <>
      <span role="status">{texts.tracksUse({ count: found.Tracks.length })}</span>
      {possible.length > 1 && (
        <Checkbox
          size="xs"
          mt={6}
          label={texts.allTracks}
          checked={taken.length === possible.length}
          indeterminate={taken.length > 0 && taken.length < possible.length}
          onChange={(event) => choose(event.currentTarget.checked ? possible : [])}
        />
      )}
      <ul className={classes['detourList']} aria-label={texts.detour}>
        {found.Tracks.map((one, i) => (
          <li key={trackKey(one.ScheduleId, one.TrackId)} aria-current={i === shown}>
            <Checkbox
              size="xs"
              aria-label={texts.goesRound({ line: lineOf(one, found.Tracks), track: one.TrackName })}
              disabled={one.Parts.length === 0}
              checked={taken.includes(i)}
              onChange={(event) =>
                choose(event.currentTarget.checked ? [...taken, i].toSorted((a, b) => a - b) : taken.filter((other) => other !== i))
              }
            />
            <div>
              <UnstyledButton className={classes['notesLink']} fw={i === shown ? 700 : 500} onClick={() => show(i)}>
                {lineOf(one, found.Tracks)} · {one.TrackName}
              </UnstyledButton>
              <Change of={one} />
            </div>
          </li>
        ))}
      </ul>
      {found.More > 0 && <div className={classes['notice']}>{texts.moreTracksUse({ count: found.More })}</div>}
      <div className={classes['quiet']}>{texts.timesEstimated}</div>
      <Checkbox
        size="xs"
        mt={8}
        label={texts.onlyForWorks}
        checked={works !== undefined}
        onChange={(event) => dispatch(chooseWorks(event.currentTarget.checked ? { works: { from: '', to: '' } } : {}))}
      />
      {works && (
        <>
          <Group grow align="flex-start" gap="xs" mt={4}>
            <DateInput
              size="xs"
              label={texts.worksFrom}
              value={works.from}
              onChange={(from) => dispatch(chooseWorks({ works: { ...works, from } }))}
            />
            <DateInput
              size="xs"
              label={texts.worksTo}
              value={works.to}
              error={works.from !== '' && works.to !== '' && problem}
              onChange={(to) => dispatch(chooseWorks({ works: { ...works, to } }))}
            />
          </Group>
          <div className={classes['quiet']}>{texts.worksClone}</div>
        </>
      )}
      <div className={classes['detourButtons']}>
        <WhyButton
          label={texts.applyDetours({ count: taken.length })}
          icon={IconCheck}
          variant="filled"
          compact
          loading={saving}
          why={taken.length === 0 ? texts.chooseTrack : problem}
          onClick={() => dispatch(applyDetours({}))}
        />
        <WhyButton label={texts.drawAgain} icon={IconPencil} compact onClick={() => dispatch(redrawDetour({}))} />
        {cancel}
      </div>
    </>
  );
}

/** The name of a line; with the id of the schedule where another one of that name is listed, such as that of the next season. */
function lineOf({ LineName, ScheduleId }: Detour, all: readonly Detour[]): string {
  return all.some((other) => other.LineName === LineName && other.ScheduleId !== ScheduleId) ? `${LineName} (${ScheduleId})` : LineName;
}

function worksProblem({ from, to }: WorksText): string | undefined {
  const error = worksError(from, to);
  if (error === undefined) return undefined;
  return { noDate: texts.worksNeedDates, ended: texts.worksEnd, tooLong: texts.worksTooLong({ days: LONGEST_WORKS }) }[error];
}

/** What a way round changes, and why there is none. */
function Change({ of: { Parts, Metres, Seconds, LeftOut, StopNames, Notice } }: { readonly of: Detour }): ReactNode {
  return (
    <>
      {Parts.length > 0 && (
        <div>
          {[texts.detourMetres({ metres: Metres }), Seconds && timeText(Seconds)].filter(Boolean).join(', ')}
          {LeftOut.length > 0 && ` · ${texts.leftOut({ count: LeftOut.length, stops: StopNames.join(', ') })}`}
        </div>
      )}
      {Notice !== undefined && <div className={classes['notice']}>{Notice}</div>}
    </>
  );
}

function timeText({ Least, Most }: { readonly Least: number; readonly Most: number }): string {
  return Least === Most ? texts.detourTime({ least: signed(Least) }) : texts.detourTimes({ least: signed(Least), most: signed(Most) });
}

/** Minutes and seconds with their sign: `+1:30`. */
function signed(seconds: number): string {
  const [sign, size] = [seconds < 0 ? '−' : '+', Math.abs(seconds)];
  return `${sign}${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`;
}
