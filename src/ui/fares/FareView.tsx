import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { loadFare } from '../../commands/fares/loadFare.ts';
import { fareDescription } from '../../domain/fareDetails.ts';
import type { Fare } from '../../domain/fares.ts';
import { type FareFact, fareConditions, fareFacts, farePrice } from '../../projections/fareWords.ts';
import { useView } from '../parts/appState.ts';
import { CopyId } from '../parts/CopyId.tsx';
import { Link } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { StopName } from '../schedules/StopName.tsx';
import { FoldList } from '../stops/FoldList.tsx';
import { usePathTo, usePlace } from '../stops/usePlace.ts';
import { FarePlaces } from './FarePlaces.tsx';
import classes from './fares.module.css';
import { TransportBadge } from './TransportBadge.tsx';

/** One fare: what it costs, when it is valid, its conditions, and where it holds. */
export function FareView({ fareId }: { fareId: string }): ReactNode {
  const { versionId = 0 } = usePlace();
  const pathTo = usePathTo();
  const load = useView((view) => view.versions[versionId]?.fareDetails[fareId]);
  const fare = load?.value?.Fare;
  return (
    <article className={classes['page']} aria-label={`Fare ${fareId}`}>
      <header className={classes['bar']}>
        <Link to={pathTo({ page: 'fares' })} className={classes['back']} aria-label="All fares" title="All fares">
          <IconArrowLeft size={16} aria-hidden />
        </Link>
        {fare && (
          <>
            <h1 className={classes['name']} title={fareDescription(fare)}>
              {fareDescription(fare)}
            </h1>
            <span className={`dmp-number ${classes['price']}`}>{farePrice(fare)}</span>
          </>
        )}
      </header>
      <LoadStates load={load} what="fare" retry={loadFare({ versionId, fareId })}>
        {({ Fare: loaded }) => (
          <div className={classes['body']}>
            <div className={classes['facts']}>
              <Facts title="Fare" facts={fareFacts(loaded)}>
                <div className={classes['fact']}>
                  <dt>Id</dt>
                  <dd>
                    <CopyId id={loaded.Id} what="fare id" />
                  </dd>
                </div>
              </Facts>
              <Facts title="Conditions" facts={fareConditions(loaded)} />
            </div>
            <Lists fare={loaded} />
            <FarePlaces rules={loaded.Rules} />
          </div>
        )}
      </LoadStates>
    </article>
  );
}

function Facts({ title, facts, children }: { title: string; facts: readonly FareFact[]; children?: ReactNode }): ReactNode {
  return (
    <section aria-label={title}>
      <h2 className={classes['sectionTitle']}>{title}</h2>
      <dl className={classes['factList']}>
        {children}
        {facts.map(({ name, text }) => (
          <div key={name} className={classes['fact']}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Conditions that are lists: between which stops, and after which earlier rides. */
function Lists({ fare }: { fare: Fare }): ReactNode {
  const { BetweenStops = [], ValidAfterFareGroups = [], ValidAfterStops = [], ValidAfterTransports = [] } = fare;
  return (
    <div className={classes['lists']}>
      <FoldList title="Between stops" items={BetweenStops} idOf={(pair) => JSON.stringify(pair)}>
        {({ FromStop, ToStop }) => (
          <span className={classes['pair']}>
            {FromStop === null ? <Any /> : <StopName stopId={FromStop} />}
            <span aria-label="to">→</span>
            {ToStop === null ? <Any /> : <StopName stopId={ToStop} />}
          </span>
        )}
      </FoldList>
      <FoldList title="Valid after fare groups" items={ValidAfterFareGroups} idOf={String}>
        {(group) => group}
      </FoldList>
      <FoldList title="Valid after stops" items={ValidAfterStops} idOf={String}>
        {(stopId) => <StopName stopId={stopId} />}
      </FoldList>
      <FoldList title="Valid after transports" items={ValidAfterTransports} idOf={String}>
        {(transport) => <TransportBadge id={transport} />}
      </FoldList>
    </div>
  );
}

function Any(): ReactNode {
  return <span className={classes['quiet']}>any</span>;
}
