import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { cloneFare } from '../../commands/fares/fareEdits.ts';
import { cancelFareCondition } from '../../commands/fares/fareConditionSteps.ts';
import { loadFare } from '../../commands/fares/loadFare.ts';
import { fareDescription, type FareDetails } from '../../domain/fareDetails.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { byId } from '../../projections/byId.ts';
import { heldDocument } from '../../projections/documents.ts';
import { farePrice } from '../../projections/fareWords.ts';
import { editRefusal } from '../../projections/rights.ts';
import { EntityFindings } from '../exclusions/EntityFindings.tsx';
import { useView } from '../parts/appState.ts';
import { Details, DetailsBody } from '../parts/Details.tsx';
import { Empty } from '../parts/Empty.tsx';
import { ItemButton } from '../parts/ItemButton.tsx';
import { OtherColumns } from '../parts/OtherColumns.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { MarkedForm } from '../validation/MarkedForm.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { FareConditionEditor } from './FareConditionEditor.tsx';
import { FareConditions } from './FareConditions.tsx';
import { FareFields } from './FareFields.tsx';
import { FarePlaces } from './FarePlaces.tsx';
import { texts } from './texts.ts';

/** All about one fare: what it costs, when it is valid, its conditions, and where it holds. */
export function FareDetailsPanel({ fareId, onClose }: { fareId: string; onClose: () => void }): ReactNode {
  const dispatch = useDispatch();
  const { versionId = 0 } = usePlace();
  const editing = useWorkflow('fareCondition', (snapshot) => snapshot.value !== 'closed' && snapshot.context.fareId === fareId);
  const fare = useView((view) => byId(view.versions[versionId]?.fareDetails, fareId)?.value?.Fare);
  return (
    <Details
      of={fareId}
      kind="fare"
      title={fare ? fareDescription(fare) : fareId}
      subtitle={fare && farePrice(fare)}
      onClose={() => (editing ? void dispatch(cancelFareCondition({})) : onClose())}
      actions={fare && !editing ? <FareActions versionId={versionId} fareId={fareId} /> : undefined}
    >
      <FareBody versionId={versionId} fareId={fareId} editing={editing} />
    </Details>
  );
}

function FareActions({ versionId, fareId }: { versionId: number; fareId: string }): ReactNode {
  const dispatch = useDispatch();
  const refusal = useView(editRefusal);
  const copyId = useView((view) => freeCopyId(view.versions[versionId]?.fares.value ?? [], fareId));
  return (
    <>
      <WhyButton label={texts.cloneFare} icon={IconCopy} why={refusal} onClick={() => dispatch(cloneFare({ versionId, fareId, newId: copyId }))} />
      <ItemButton of="fare" act="remove" />
    </>
  );
}

function FareBody({ versionId, fareId, editing }: { versionId: number; fareId: string; editing: boolean }): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => byId(view.versions[versionId]?.fareDetails, fareId));
  const removed = useView((view) => heldDocument(view, versionId, 'Fare', fareId)?.doc === null);
  const ready = useView((view) => view.session.account !== null && view.versions[versionId] !== undefined);
  const missing = ready && !removed && load === undefined;
  // a clone that was undone and made again while one looked at it has nothing loaded, and no address changed
  useEffect(() => {
    if (missing) dispatch(loadFare({ versionId, fareId }));
  }, [missing, dispatch, versionId, fareId]);
  if (removed) return <Empty title={texts.removedTitle} hint={texts.removedHint} />;
  return (
    <LoadStates load={load} what={texts.fare} retry={loadFare({ versionId, fareId })} skeleton={10}>
      {(details) => (editing ? <FareConditionEditor fare={details.Fare} /> : <Filled versionId={versionId} details={details} />)}
    </LoadStates>
  );
}

function Filled({ versionId, details: { Fare: fare, Rev: rev } }: { versionId: number; details: FareDetails }): ReactNode {
  const refusal = useView(editRefusal);
  const readOnly = refusal !== undefined;
  return (
    <DetailsBody
      collapseEmpty={readOnly}
      notice={<EntityFindings versionId={versionId} entity="Fare" entityId={fare.Id} />}
      fields={
        <MarkedForm of={{ versionId, entity: 'Fare', entityId: fare.Id }}>
          <FareFields versionId={versionId} fare={fare} rev={rev} readOnly={readOnly} />
        </MarkedForm>
      }
      relations={
        <>
          <MarkedForm of={{ versionId, entity: 'Fare', entityId: fare.Id }}>
            <FareConditions versionId={versionId} fare={fare} readOnly={readOnly} />
          </MarkedForm>
          <FarePlaces versionId={versionId} fare={fare} readOnly={readOnly} />
          <OtherColumns versionId={versionId} kind="Fare" id={fare.Id} doc={fare} rev={rev} readOnly={readOnly} />
        </>
      }
    />
  );
}

/** An id for a copy that no fare of the list has: `day-2`, `day-3` ... */
function freeCopyId(all: readonly { readonly Id: string }[], id: string): string {
  const ids = new Set(all.map(({ Id }) => Id));
  for (let n = 2; ; n++) if (!ids.has(`${id}-${n}`)) return `${id}-${n}`;
}
