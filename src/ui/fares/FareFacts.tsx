import { UnstyledButton } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import type { Fare } from '../../domain/fares.ts';
import { type FareFact, fareConditions, fareFacts } from '../../projections/fareWords.ts';
import { CopyId } from '../parts/CopyId.tsx';
import { StopName } from '../schedules/StopName.tsx';
import classes from './fares.module.css';
import { TransportBadge } from './TransportBadge.tsx';

/** Every field of a fare in words, but for its transports and zones. */
export function FareFacts({ fare }: { fare: Fare }): ReactNode {
  const { BetweenStops = [], ValidAfterFareGroups = [], ValidAfterStops = [], ValidAfterTransports = [] } = fare;
  return (
    <div className={classes['facts']}>
      <Group title="Fare">
        <Fact name="Id">
          <CopyId id={fare.Id} what="fare id" />
        </Fact>
        <Words facts={fareFacts(fare)} />
      </Group>
      <Group title="Conditions">
        <Words facts={fareConditions(fare)} />
        <Fact name="Between stops">
          <Some items={BetweenStops}>
            {({ FromStop, ToStop }) => (
              <span className={classes['pair']}>
                <StopOrAny id={FromStop} />
                <span aria-label="to">→</span>
                <StopOrAny id={ToStop} />
              </span>
            )}
          </Some>
        </Fact>
      </Group>
      <Group title="Prior-ride conditions" wide>
        <Fact name="Valid after fare groups">
          <Some items={ValidAfterFareGroups}>{(group) => group}</Some>
        </Fact>
        <Fact name="Valid after stops">
          <Some items={ValidAfterStops}>{(stopId) => <StopName stopId={stopId} />}</Some>
        </Fact>
        <Fact name="Valid after transports">
          <Some items={ValidAfterTransports}>{(transport) => <TransportBadge id={transport} />}</Some>
        </Fact>
      </Group>
    </div>
  );
}

function Group({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }): ReactNode {
  return (
    <section aria-label={title} data-wide={wide ? '' : undefined}>
      <h2 className={classes['sectionTitle']}>{title}</h2>
      <dl className={classes['factList']}>{children}</dl>
    </section>
  );
}

function Words({ facts }: { facts: readonly FareFact[] }): ReactNode {
  return facts.map(({ name, text, hint }) => (
    <Fact key={name} name={name}>
      <span title={hint} data-night={hint === undefined ? undefined : ''}>
        {text}
      </span>
    </Fact>
  ));
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className={classes['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A list in one line: the first few, the rest when asked for. */
function Some<T>({ items, children }: { items: readonly T[]; children: (item: T) => ReactNode }): ReactNode {
  const [all, setAll] = useState(false);
  if (items.length === 0) return '—';
  const rest = items.length - FEW;
  return (
    <span className={classes['some']}>
      {(all ? items : items.slice(0, FEW)).map((item, i) => (
        // nothing moves in a fare that is only read
        <Fragment key={i}>{children(item)}</Fragment>
      ))}
      {!all && rest > 0 && (
        <UnstyledButton className={classes['more']} onClick={() => setAll(true)}>{`and ${rest.toLocaleString('en-GB')} more`}</UnstyledButton>
      )}
    </span>
  );
}

const FEW = 6;

function StopOrAny({ id }: { id: string | null }): ReactNode {
  return id === null ? <span className={classes['quiet']}>any</span> : <StopName stopId={id} />;
}
