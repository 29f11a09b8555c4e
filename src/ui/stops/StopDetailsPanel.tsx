import { ActionIcon, Alert } from '@mantine/core';
import { IconMapPinOff, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { loadStopDetails } from '../../commands/stops/loadStopDetails.ts';
import type { StopDetails } from '../../domain/stopDetails.ts';
import { stopTypeLabel } from '../../domain/stops.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { stopName, stopRow } from '../../projections/stops.ts';
import { directionText } from '../../projections/stopUses.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { PopupFrame } from '../parts/PopupFrame.tsx';
import { StopActions, UNPLACED, useMoveInHand } from './StopActions.tsx';
import { StopFields } from './StopFields.tsx';
import { StopUses } from './StopUses.tsx';
import { usePlace } from './usePlace.ts';
import classes from './stops.module.css';

/** All about one stop, to read and to edit, in the left page. */
export function StopDetailsPanel({ stopId, onClose }: { stopId: string; onClose?: () => void }): ReactNode {
  const { versionId = 0 } = usePlace();
  const { name, subtitle } = useStopTitle(versionId, stopId);
  const details = useView((view) => view.versions[versionId]?.stopDetails[stopId]?.value ?? null);
  return (
    <section className={classes['details']} aria-label={`Stop ${name}`}>
      <header className={classes['detailsHead']}>
        <div className={classes['titles']}>
          <h2 className={classes['name']}>{name}</h2>
          <div className={classes['subtitle']}>{subtitle}</div>
        </div>
        {onClose && (
          <ActionIcon aria-label="Close the stop" onClick={onClose}>
            <IconX size={15} aria-hidden />
          </ActionIcon>
        )}
      </header>
      {details && (
        <div className={classes['detailsActions']}>
          <StopActions versionId={versionId} details={details} />
        </div>
      )}
      <div className={classes['detailsBody']}>
        <StopBody versionId={versionId} stopId={stopId} />
      </div>
    </section>
  );
}

/** All about one stop, as a popup on the map. */
export function StopDetailsPopup({ stopId, onClose }: { stopId: string; onClose: () => void }): ReactNode {
  const { versionId = 0 } = usePlace();
  const { name, subtitle } = useStopTitle(versionId, stopId);
  const details = useView((view) => view.versions[versionId]?.stopDetails[stopId]?.value ?? null);
  return (
    <PopupFrame
      title={name}
      subtitle={subtitle}
      onClose={onClose}
      width={360}
      actions={details ? <StopActions versionId={versionId} details={details} /> : undefined}
    >
      <StopBody versionId={versionId} stopId={stopId} />
    </PopupFrame>
  );
}

function useStopTitle(versionId: number, stopId: string): { name: string; subtitle: string } {
  const name = useView((view) => stopName(view, versionId, stopId));
  const type = useView((view) => stopRow(view, versionId, stopId)?.Type);
  const direction = useView((view) => view.versions[versionId]?.stopDetails[stopId]?.value?.Stop.Direction);
  const parts = [type === undefined ? '' : stopTypeLabel(type), directionText(direction) ?? ''];
  return { name, subtitle: parts.filter((part) => part !== '').join(' · ') };
}

function StopBody({ versionId, stopId }: { versionId: number; stopId: string }): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.versions[versionId]?.stopDetails[stopId]);
  const removed = useView((view) => view.versions[versionId]?.removed[stopId] !== undefined);
  const signedIn = useView((view) => view.session.account !== null && view.versions[versionId] !== undefined);
  const missing = signedIn && !removed && load === undefined;
  // a stop that was removed and brought back while one looked at it has nothing loaded any more, and no address changed
  useEffect(() => {
    if (missing) dispatch(loadStopDetails({ versionId, stopId }));
  }, [missing, dispatch, versionId, stopId]);

  if (removed) return <Empty title="This stop has been removed" hint="It is not in this version any more. If you removed it, Undo brings it back." />;
  if (load?.status === 'succeeded' && load.value === null)
    return <Empty title="There is no such stop" hint={`This version has no stop with the id ${stopId}.`} />;
  return (
    <LoadStates load={load} what="stop" retry={loadStopDetails({ versionId, stopId })} skeleton={10}>
      {(details) => <Filled versionId={versionId} details={details} />}
    </LoadStates>
  );
}

function Filled({ versionId, details }: { versionId: number; details: StopDetails }): ReactNode {
  const { Stop: stop, Rev: rev } = details;
  const moving = useMoveInHand(stop.Id);
  return (
    <>
      {moving && (
        <p className={classes['hint']} role="status">
          Press the stop on the map and drag it. Escape leaves it where it is.
        </p>
      )}
      {stop.Coordinate === null && (
        <Alert color="orange" variant="light" p="xs" mb={8} icon={<IconMapPinOff size={16} aria-hidden />} role="status">
          {UNPLACED}
        </Alert>
      )}
      <StopFields key={stop.Id} versionId={versionId} stop={stop} rev={rev} />
      <StopUses key={`${stop.Id}/uses`} details={details} />
    </>
  );
}
