import { type ReactNode, useMemo } from 'react';
import { REACH_BANDS } from '../../domain/journeys/bands.ts';
import type { ReachedStop } from '../../domain/journeys/wire.ts';
import type { CommandInput } from '../../kernel/command.ts';
import type { JourneyQuestion } from '../../projections/journeys.ts';
import { useView } from '../parts/appState.ts';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { usePathTo } from '../parts/usePlace.ts';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { texts } from './texts.ts';
import classes from './journeys.module.css';

interface ReachProps {
  readonly versionId: number;
  readonly question: Extract<JourneyQuestion, { part: 'reach' }>;
  readonly retry: CommandInput;
}

/** The stops that people get to, the nearest in time first. The map shows the bands. */
export function ReachAnswer({ versionId, question, retry }: ReachProps): ReactNode {
  const load = useView((view) => {
    const kept = view.versions[versionId]?.journeyAnswers?.reach;
    return kept?.question === JSON.stringify(question) ? kept.load : undefined;
  });
  return (
    <LoadStates load={load} what={texts.reachWord} retry={retry}>
      {(stops) => <Reached stops={stops} minutes={question.minutes} />}
    </LoadStates>
  );
}

function Reached({ stops, minutes }: { stops: readonly ReachedStop[]; minutes: number }): ReactNode {
  const pathTo = usePathTo();
  const open = useOpenPlace();
  const rows = useMemo(() => stops.toSorted((a, b) => a.Seconds - b.Seconds || a.Name.localeCompare(b.Name, 'en')), [stops]);
  const columns = useMemo(
    (): readonly Column<ReachedStop>[] => [
      {
        key: 'stop',
        title: texts.stop,
        width: 'minmax(140px, 1fr)',
        value: ({ Name }) => Name,
        render: ({ Name, StopId }) => <span title={StopId}>{Name}</span>,
      },
      {
        key: 'after',
        title: texts.after,
        width: '110px',
        align: 'right',
        value: ({ Seconds }) => Seconds,
        render: ({ Seconds }) => (
          <span className="dmp-number">
            <span
              className={classes['swatch']}
              style={{ background: REACH_BANDS.find((band) => Seconds <= band.minutes * 60)?.colour }}
              aria-hidden
            />
            {texts.duration({ minutes: Math.ceil(Seconds / 60) })}
          </span>
        ),
      },
    ],
    [],
  );
  return (
    <section className={classes['answer']} aria-label={texts.bands}>
      <strong role="status">{texts.reached({ stops: stops.length, minutes })}</strong>
      <div className={classes['stops']}>
        <VirtualList
          label={texts.bands}
          rows={rows}
          columns={columns}
          idOf={({ StopId }) => StopId}
          textOf={({ Name }) => Name}
          onChoose={({ StopId }) => open(pathTo({ page: 'stops', itemId: StopId }), '')}
        />
      </div>
    </section>
  );
}
