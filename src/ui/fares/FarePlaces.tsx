import { type ReactNode, useMemo } from 'react';
import type { FareRule } from '../../domain/fares.ts';
import { farePlaces, type FarePlace } from '../../projections/fareWords.ts';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import classes from './fares.module.css';
import { TransportBadge, useTransports } from './TransportBadge.tsx';

/** Where a fare holds: its transports and zones, any row of which is enough. */
export function FarePlaces({ rules }: { rules: readonly FareRule[] }): ReactNode {
  const transports = useTransports();
  const places = useMemo(() => farePlaces(rules, (id) => transports.get(id)?.name ?? id), [rules, transports]);
  return (
    <section className={classes['places']} aria-label="Transports and zones">
      <h2 className={classes['sectionTitle']}>
        Transports and zones <span className={`dmp-number ${classes['quiet']}`}>{places.length.toLocaleString('en-GB')}</span>
        {places.length > 1 && <span className={classes['hint']}>Any one of these is enough</span>}
      </h2>
      {places.length === 0 ? (
        <p className={classes['everywhere']}>This fare holds on every transport and between all zones.</p>
      ) : (
        <VirtualList
          label="Transports and zones"
          rows={places}
          columns={COLUMNS}
          idOf={idOf}
          textOf={(place) => transports.get(place.transport ?? '')?.name ?? place.transport ?? ''}
        />
      )}
    </section>
  );
}

const COLUMNS: readonly Column<FarePlace>[] = [
  {
    key: 'transport',
    title: 'Transport',
    width: 'minmax(120px, 2fr)',
    render: ({ transport }) => (transport === null ? <Any /> : <TransportBadge id={transport} />),
  },
  { key: 'from', title: 'From zone', width: 'minmax(70px, 1fr)', render: ({ fromZone }) => <Zone id={fromZone} /> },
  { key: 'to', title: 'To zone', width: 'minmax(70px, 1fr)', render: ({ toZone }) => <Zone id={toZone} /> },
  {
    key: 'contains',
    title: 'Contains zones',
    width: 'minmax(110px, 1.4fr)',
    render: ({ containsZones }) => (containsZones.length === 0 ? <Any /> : <span title={containsZones.join(', ')}>{containsZones.join(', ')}</span>),
  },
];

function Zone({ id }: { id: string | null }): ReactNode {
  return id === null ? <Any /> : <span title={id}>{id}</span>;
}

function Any(): ReactNode {
  return <span className={classes['quiet']}>any</span>;
}

function idOf(place: FarePlace): string {
  return place.id;
}
