import { UnstyledButton } from '@mantine/core';
import { IconWalk } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { JourneyFound, JourneyRide, JourneysFound, RideLine } from '../../domain/journeys/wire.ts';
import { LONGEST_ACCESS } from '../../domain/journeys/walking.ts';
import { formatServiceTime } from '../../domain/time.ts';
import type { CommandInput } from '../../kernel/command.ts';
import type { JourneyQuestion } from '../../projections/journeys.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { useQuery } from '../parts/query.ts';
import { usePathTo } from '../parts/usePlace.ts';
import { ScheduleBadge } from '../schedules/ScheduleBadge.tsx';
import { texts } from './texts.ts';
import classes from './journeys.module.css';

/** Seconds of departures that the server looks at. */
const SPAN = 5400;

interface AnswerProps<P extends JourneyQuestion['part']> {
  readonly versionId: number;
  readonly question: Extract<JourneyQuestion, { part: P }>;
  readonly retry: CommandInput;
}

/** Journeys in the order in which they leave; the chosen one with its steps. */
export function JourneysAnswer({ versionId, question, retry }: AnswerProps<'journeys'>): ReactNode {
  const load = useView((view) => {
    const kept = view.versions[versionId]?.journeyAnswers?.journeys;
    return kept?.question === JSON.stringify(question) ? kept.load : undefined;
  });
  return (
    <LoadStates load={load} what={texts.journeysWord} retry={retry}>
      {(found) => <Found found={found} from={question.time} />}
    </LoadStates>
  );
}

function Found({ found: { Journeys, Later, Far }, from }: { found: JourneysFound; from: number }): ReactNode {
  const [chosen, setChosen] = useQuery('journey');
  const shown = Journeys.length > 0 ? Journeys : Later ? [Later] : [];
  const open = Number(chosen === '' ? '0' : chosen);
  return (
    <div className={classes['answer']}>
      {Journeys.length === 0 && (
        <Empty
          title={texts.none({ from: formatServiceTime(from), until: formatServiceTime(from + SPAN) })}
          hint={Far ? texts.far({ place: Far === 'from' ? texts.from : texts.to, metres: LONGEST_ACCESS }) : Later ? texts.next : texts.noneEver}
        />
      )}
      <ol className={classes['list']} aria-label={texts.list}>
        {shown.map((journey, at) => (
          <li key={`${journey.Leaves} ${journey.Arrives} ${journey.Rides.length}`}>
            <UnstyledButton className={classes['row']} aria-expanded={at === open} onClick={() => setChosen(at === open ? 'none' : String(at))}>
              <span className="dmp-number">{texts.leavesArrives({ leaves: clock(journey.Leaves), arrives: clock(journey.Arrives) })}</span>
              <span className={classes['duration']}>{texts.duration({ minutes: Math.round((journey.Arrives - journey.Leaves) / 60) })}</span>
              <span>{journey.Rides.length === 0 ? texts.onFoot : texts.changes({ count: journey.Rides.length - 1 })}</span>
              <span className={classes['lines']}>
                {journey.Rides.map(({ Line, Departs }) => (
                  <ScheduleBadge key={Departs} name={Line.Name} color={Line.Color} textColor={Line.TextColor} />
                ))}
              </span>
            </UnstyledButton>
            {at === open && <Steps journey={journey} />}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Steps({ journey: { Leaves, Rides, LastWalk } }: { journey: JourneyFound }): ReactNode {
  return (
    <ol className={classes['steps']} aria-label={texts.stepsOf({ leaves: clock(Leaves) })}>
      {Rides.map((ride) => (
        <li key={ride.Departs}>
          {ride.Walk > 60 && (
            <div className={classes['walk']}>
              <IconWalk size={14} aria-hidden /> {texts.walkTo({ minutes: minutesOf(ride.Walk), stop: ride.Board.Name })}
            </div>
          )}
          <RideSteps ride={ride} />
        </li>
      ))}
      {(LastWalk > 0 || Rides.length === 0) && (
        <li className={classes['walk']}>
          <IconWalk size={14} aria-hidden /> {texts.walk({ minutes: minutesOf(LastWalk) })}
        </li>
      )}
    </ol>
  );
}

function RideSteps({ ride: { Line, Towards, Board, Departs, Alight, Arrives, Between, TripId } }: { ride: JourneyRide }): ReactNode {
  return (
    <dl className={classes['ride']} title={TripId}>
      <dt className="dmp-number">{clock(Departs)}</dt>
      <dd>
        <strong>{Board.Name}</strong>
      </dd>
      <dt>
        <LineLink line={Line} />
      </dt>
      <dd className={classes['quiet']}>
        {texts.lineTowards({ stop: Towards })}
        {Between.length > 0 && <span title={Between.map(({ Name }) => Name).join(', ')}> · {texts.between({ count: Between.length })}</span>}
      </dd>
      <dt className="dmp-number">{clock(Arrives)}</dt>
      <dd>
        <strong>{Alight.Name}</strong>
      </dd>
    </dl>
  );
}

/** The badge of a line, which leads to the track that the trip is of. */
export function LineLink({ line: { ScheduleId, TrackId, Name, Color, TextColor } }: { line: RideLine }): ReactNode {
  const pathTo = usePathTo();
  return (
    <Link to={pathTo({ page: 'schedules', itemId: ScheduleId, trackId: TrackId })} aria-label={texts.openSheet({ name: Name })}>
      <ScheduleBadge name={Name} color={Color} textColor={TextColor} />
    </Link>
  );
}

/** Whole minutes, rounded up: nobody shall miss a bus for a rounded walk. */
function minutesOf(seconds: number): number {
  return Math.ceil(seconds / 60);
}

/** A time to the minute, which riders read; timetables in seconds are rounded down. */
export function clock(seconds: number): string {
  return formatServiceTime(Math.floor(seconds / 60) * 60);
}
