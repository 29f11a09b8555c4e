import { IconArrowsMove } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cancelStopMove, startStopMove } from '../../commands/stops/moveStopGesture.ts';
import { openStation } from '../../commands/stations/stationSteps.ts';
import { startPathway } from '../../commands/pathways/drawPathwaySteps.ts';
import { startTransfer } from '../../commands/transfers/createTransferSteps.ts';
import type { StopDetails } from '../../domain/stopDetails.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import { isInStation } from '../../projections/stationPlan.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useView } from '../parts/appState.ts';
import { ItemButton } from '../parts/ItemButton.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { texts } from './texts.ts';

/** What can be done with a stop: move it, remove it. */
export function StopActions({ versionId, details }: { versionId: number; details: StopDetails }): ReactNode {
  const dispatch = useDispatch();
  const { Stop: stop } = details;
  const refusal = useView(editRefusal);
  const moving = useMoveInHand(stop.Id);
  const moveWhy = refusal ?? (stop.Coordinate === null ? texts.unplaced : undefined);
  const inStation = useView((view) => isInStation(view, versionId, stop.Id));
  return (
    <>
      <WhyButton
        label={texts.moveStop}
        icon={IconArrowsMove}
        why={moveWhy}
        shortcut={startStopMove.definition.action?.key}
        active={moving}
        hint={moving ? texts.moveHint : texts.thenDrag}
        onClick={() => dispatch(moving ? cancelStopMove({}) : startStopMove({ versionId, stopId: stop.Id }))}
      />
      <ActionButton of={startTransfer} />
      <ActionButton of={startPathway} />
      {inStation && <ActionButton of={openStation} label={texts.levels} />}
      <ItemButton of="stop" act="remove" />
    </>
  );
}

/** Whether the move tool is active for this stop. */
export function useMoveInHand(stopId: string): boolean {
  return useWorkflow('moveStop', (snapshot) => snapshot.value !== 'idle' && snapshot.context.stopId === stopId);
}
