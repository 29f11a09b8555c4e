import { Alert } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { loadStopDetails } from '../../commands/stops/loadStopDetails.ts';
import type { StopDetails } from '../../domain/stopDetails.ts';
import { stopTypeLabel } from '../../domain/stops.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { canEdit } from '../../projections/rights.ts';
import { stopName, stopRow } from '../../projections/stops.ts';
import { directionText } from '../../projections/stopUses.ts';
import { heldDocument } from '../../projections/documents.ts';
import { useView } from '../parts/appState.ts';
import { Details, DetailsBody } from '../parts/Details.tsx';
import { Empty } from '../parts/Empty.tsx';
import { OtherColumns } from '../parts/OtherColumns.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { EntityFindings } from '../exclusions/EntityFindings.tsx';
import { StopActions, useMoveInHand } from './StopActions.tsx';
import { StopFields } from './StopFields.tsx';
import { StopLines } from './StopLines.tsx';
import { StopRelations } from './StopRelations.tsx';
import { MarkedForm } from '../validation/MarkedForm.tsx';
import { usePlace } from '../parts/usePlace.ts';
import classes from './stops.module.css';
import { texts } from './texts.ts';
import { byId } from '../../projections/byId.ts';
import { said } from '../language/language.ts';

/** All about one stop, to read and to edit. */
export function StopDetailsPanel({ stopId, onClose }: { stopId: string; onClose: () => void }): ReactNode {
  const { versionId = 0 } = usePlace();
  const { name, subtitle } = useStopTitle(versionId, stopId);
  const details = useView((view) => byId(view.versions[versionId]?.stopDetails, stopId)?.value ?? null);
  return (
    <Details
      of={stopId}
      kind="stop"
      title={name}
      subtitle={subtitle}
      onClose={onClose}
      actions={details ? <StopActions versionId={versionId} details={details} /> : undefined}
    >
      <StopBody versionId={versionId} stopId={stopId} />
    </Details>
  );
}

function useStopTitle(versionId: number, stopId: string): { name: string; subtitle: string } {
  const name = useView((view) => stopName(view, versionId, stopId));
  const type = useView((view) => stopRow(view, versionId, stopId)?.Type);
  const direction = useView((view) => byId(view.versions[versionId]?.stopDetails, stopId)?.value?.Stop.Direction);
  const parts = [type === undefined ? '' : said(stopTypeLabel(type)), directionText(direction) ?? ''];
  return { name, subtitle: parts.filter((part) => part !== '').join(' · ') };
}

function StopBody({ versionId, stopId }: { versionId: number; stopId: string }): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => byId(view.versions[versionId]?.stopDetails, stopId));
  const removed = useView((view) => heldDocument(view, versionId, 'Stop', stopId)?.doc === null);
  const signedIn = useView((view) => view.session.account !== null && view.versions[versionId] !== undefined);
  const missing = signedIn && !removed && load === undefined;
  // a stop that was removed and brought back while one looked at it has nothing loaded any more, and no address changed
  useEffect(() => {
    if (missing) dispatch(loadStopDetails({ versionId, stopId }));
  }, [missing, dispatch, versionId, stopId]);

  if (removed) return <Empty title={texts.removedTitle} hint={texts.removedHint} />;
  if (load?.status === 'succeeded' && load.value === null) return <Empty title={texts.unknownTitle} hint={texts.unknownHint({ stopId })} />;
  return (
    <LoadStates load={load} what={texts.stop} retry={loadStopDetails({ versionId, stopId })} skeleton={10}>
      {(details) => <Filled key={details.Stop.Id} versionId={versionId} details={details} />}
    </LoadStates>
  );
}

function Filled({ versionId, details }: { versionId: number; details: StopDetails }): ReactNode {
  const { Stop: stop, Rev: rev } = details;
  const moving = useMoveInHand(stop.Id);
  const readOnly = !useView(canEdit);
  return (
    <DetailsBody
      collapseEmpty={readOnly}
      notice={
        <>
          {moving && (
            <p className={classes['hint']} role="status">
              {texts.movingHint}
            </p>
          )}
          <EntityFindings versionId={versionId} entity="Stop" entityId={stop.Id} />
          {stop.Coordinate === null && (
            <Alert color="orange" variant="light" p="xs" mb={8} icon={<IconMapPinOff size={16} aria-hidden />} role="status">
              {texts.unplaced}
            </Alert>
          )}
        </>
      }
      uses={details.Schedules.length > 0 ? <StopLines versionId={versionId} details={details} /> : undefined}
      fields={
        <MarkedForm of={{ versionId, entity: 'Stop', entityId: stop.Id }}>
          <StopFields versionId={versionId} stop={stop} rev={rev} />
        </MarkedForm>
      }
      relations={
        <>
          <OtherColumns versionId={versionId} kind="Stop" id={stop.Id} doc={stop} rev={rev} readOnly={readOnly} />
          <StopRelations details={details} />
        </>
      }
    />
  );
}
