import type { ReactNode } from 'react';
import type { BrokenConnections } from '../../domain/journeys/wire.ts';
import type { CommandInput } from '../../kernel/command.ts';
import type { JourneyQuestion } from '../../projections/journeys.ts';
import { useView } from '../parts/appState.ts';
import { LoadStates } from '../parts/LoadStates.tsx';
import { clock, LineLink } from './JourneysAnswer.tsx';
import { texts } from './texts.ts';
import classes from './journeys.module.css';

interface BrokenProps {
  readonly versionId: number;
  readonly question: Extract<JourneyQuestion, { part: 'broken' }>;
  readonly retry: CommandInput;
}

/** Connections that are there no more: the trip that people come by, what it met, and what it meets now. */
export function BrokenAnswer({ versionId, question, retry }: BrokenProps): ReactNode {
  const load = useView((view) => {
    const kept = view.versions[versionId]?.journeyAnswers?.broken;
    return kept?.question === JSON.stringify(question) ? kept.load : undefined;
  });
  return (
    <LoadStates load={load} what={texts.connectionsWord} retry={retry}>
      {(found) => <Broken found={found} />}
    </LoadStates>
  );
}

function Broken({ found: { Broken: all, All, Tracks } }: { found: BrokenConnections }): ReactNode {
  return (
    <section className={classes['answer']} aria-label={texts.brokenList}>
      <strong role="status">{Tracks === 0 ? texts.noEdits : texts.brokenCount({ count: All, tracks: Tracks })}</strong>
      {all.length < All && <span> {texts.brokenShown({ shown: all.length })}</span>}
      {all.length > 0 && (
        <div className={classes['tableFrame']}>
          <table className={classes['table']}>
            <thead>
              <tr>
                <th>{texts.comes}</th>
                <th>{texts.at}</th>
                <th>{texts.missed}</th>
                <th>{texts.now}</th>
              </tr>
            </thead>
            <tbody>
              {all.map(({ Line, TripId, Towards, Arrived, Arrives, At, OntoLine, OntoTowards, Onto, Departed, Now }) => (
                <tr key={`${Line.ScheduleId} ${TripId ?? ''} ${Arrived} ${At.StopId} ${OntoLine.ScheduleId} ${OntoTowards} ${Departed}`}>
                  <td title={TripId}>
                    <LineLink line={Line} /> {texts.missedAt({ time: clock(Arrives ?? Arrived), stop: Towards })}
                    {Arrives !== undefined && clock(Arrives) !== clock(Arrived) && (
                      <span className={classes['quiet']}> {texts.was({ time: clock(Arrived) })}</span>
                    )}
                  </td>
                  <td title={At.StopId}>{At.StopId === Onto.StopId ? At.Name : `${At.Name} · ${Onto.Name}`}</td>
                  <td>
                    <LineLink line={OntoLine} /> {texts.missedAt({ time: clock(Departed), stop: OntoTowards })}
                  </td>
                  <td>{Now === undefined ? texts.noneLater : texts.waits({ time: clock(Now), minutes: Math.round((Now - Departed) / 60) })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
