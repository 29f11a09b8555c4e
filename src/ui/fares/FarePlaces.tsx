import { editRefusal } from '../../projections/rights.ts';
import { useView } from '../parts/appState.ts';
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconX } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { openFareCondition } from '../../commands/fares/fareConditionSteps.ts';
import { editFareRules } from '../../commands/fares/fareEdits.ts';
import type { Fare } from '../../domain/model/fare.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { listed } from '../../projections/onMap.ts';
import { conditionDraft } from '../../projections/fareConditionDraft.ts';
import { type FarePlace, farePlaces } from '../../projections/fareWords.ts';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './fares.module.css';
import { TransportBadge, useTransports } from './TransportBadge.tsx';
import { ZoneBadge } from './ZoneBadge.tsx';
import { texts } from './texts.ts';

/** Where a fare holds: its transports and zones, any row of which is enough. */
export function FarePlaces({ versionId, fare, readOnly }: { versionId: number; fare: Fare; readOnly: boolean }): ReactNode {
  const refusal = useView(editRefusal);
  const dispatch = useDispatch();
  const transports = useTransports();
  const places = useMemo(() => farePlaces(fare.Rules, (id) => transports.get(id)?.name ?? id), [fare.Rules, transports]);
  const columns = useMemo(() => {
    const remove = ({ transport, fromZone, toZone }: FarePlace): void => {
      const gone = fare.Rules.filter(({ Transport, FromZone, ToZone }) => Transport === transport && FromZone === fromZone && ToZone === toZone);
      dispatch(editFareRules({ versionId, fareId: fare.Id, add: [], remove: gone }));
    };
    return readOnly ? COLUMNS : [...COLUMNS, removeColumn(remove)];
  }, [readOnly, dispatch, versionId, fare]);
  const edit = (): unknown =>
    dispatch(openFareCondition({ versionId, fareId: fare.Id, condition: 'Transports', draft: conditionDraft(fare, 'Transports') }));
  return (
    <section className={classes['section']} aria-label={texts.transportsAndZones}>
      <h3 className={classes['sectionTitle']}>
        {texts.transportsAndZones} <span className={`dmp-number ${classes['quiet']}`}>{places.length.toLocaleString('en-GB')}</span>
        <WhyButton label={texts.transports} icon={IconPencil} compact why={refusal} onClick={edit} />
      </h3>
      {places.length === 0 ? (
        <p className={classes['none']}>{texts.unrestricted}</p>
      ) : (
        <>
          {places.length > 1 && <p className={classes['hint']}>{texts.anyIsEnough}</p>}
          <div className={classes['places']} style={{ height: `${Math.min(places.length, 8) * 32 + 32}px` }}>
            <VirtualList
              label={texts.transportsAndZones}
              rows={places}
              columns={columns}
              idOf={idOf}
              onMap={({ fromZone, toZone, containsZones }) =>
                listed('zones', ...[fromZone, toZone, ...containsZones].filter((zone) => zone !== null))
              }
              textOf={(place) => transports.get(place.transport ?? '')?.name ?? place.transport ?? ''}
            />
          </div>
        </>
      )}
    </section>
  );
}

const COLUMNS: readonly Column<FarePlace>[] = [
  {
    key: 'transport',
    get title() {
      return texts.transport;
    },
    width: 'minmax(70px, 1.2fr)',
    render: ({ transport }) => (transport === null ? <ZoneBadge id={null} /> : <TransportBadge id={transport} short />),
  },
  {
    key: 'from',
    get title() {
      return texts.from;
    },
    width: 'minmax(50px, 1fr)',
    render: ({ fromZone }) => <ZoneBadge id={fromZone} />,
  },
  {
    key: 'to',
    get title() {
      return texts.toTitle;
    },
    width: 'minmax(50px, 1fr)',
    render: ({ toZone }) => <ZoneBadge id={toZone} />,
  },
  {
    key: 'contains',
    get title() {
      return texts.contains;
    },
    width: 'minmax(60px, 1fr)',
    render: ({ containsZones }) =>
      containsZones.length === 0 ? <ZoneBadge id={null} /> : <span title={containsZones.join(', ')}>{containsZones.join(', ')}</span>,
  },
];

function removeColumn(remove: (place: FarePlace) => void): Column<FarePlace> {
  return {
    key: 'remove',
    title: texts.remove,
    titleHidden: true,
    width: '40px',
    render: (place) => (
      <ActionIcon size="xs" aria-label={texts.removeRow} title={texts.removeRow} onClick={() => remove(place)}>
        <IconX size={13} aria-hidden />
      </ActionIcon>
    ),
  };
}

function idOf(place: FarePlace): string {
  return place.id;
}
