import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { loadFare } from '../../commands/fares/loadFare.ts';
import { fareDescription } from '../../domain/fareDetails.ts';
import { farePrice } from '../../projections/fareWords.ts';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { usePathTo, usePlace } from '../stops/usePlace.ts';
import { FareFacts } from './FareFacts.tsx';
import { FarePlaces } from './FarePlaces.tsx';
import classes from './fares.module.css';
import { byId } from '../../projections/byId.ts';

/** One fare: what it costs, when it is valid, its conditions, and where it holds. */
export function FareView({ fareId }: { fareId: string }): ReactNode {
  const { versionId = 0 } = usePlace();
  const pathTo = usePathTo();
  const load = useView((view) => byId(view.versions[versionId]?.fareDetails, fareId));
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
            <FareFacts fare={loaded} />
            <FarePlaces rules={loaded.Rules} />
          </div>
        )}
      </LoadStates>
    </article>
  );
}
