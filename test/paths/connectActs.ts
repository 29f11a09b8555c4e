/** What creating a transfer and drawing pathways are in acts of the user. */
import { endPathway, pickPathwayNode, startPathway } from '../../src/commands/pathways/drawPathwaySteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import { cancelTransfer, pickTransferStop, startTransfer, submitTransfer } from '../../src/commands/transfers/createTransferSteps.ts';
import { versionChanged } from '../../src/commands/notifications/versionChanged.ts';
import type { CreateTransferEvent } from '../../src/machines/createTransferMachine.ts';
import type { DrawPathwayEvent } from '../../src/machines/drawPathwayMachine.ts';
import type { FakeScreen } from './fakeParts.ts';

let rev = 1000;

export function createTransferActs(screen: FakeScreen, event: CreateTransferEvent): void {
  const { kernel } = screen;
  switch (event.type) {
    case 'START':
      open(screen, event.versionId);
      kernel.dispatch(startTransfer({ versionId: event.versionId, stopId: event.stopId }));
      return;
    case 'PICK':
      kernel.dispatch(pickTransferStop({ stopId: event.stopId, transferId: event.transferId }));
      return;
    case 'SUBMIT':
      kernel.dispatch(submitTransfer({ type: event.transferType, duration: event.duration }));
      return;
    case 'CANCEL':
      kernel.dispatch(cancelTransfer({}));
      return;
    case 'LEAVE':
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/2/stops', search: '' }));
      return;
    case 'GONE':
      removeStop(screen, event.stopId);
      return;
    case 'DONE':
      screen.answer('transfer.create', () => ({ Rev: ++rev, NoChange: true }));
      return;
    case 'FAILED':
      screen.fail('transfer.create', { status: 409, messages: event.messages, url: '/', method: 'POST' });
  }
}

export function drawPathwayActs(screen: FakeScreen, event: DrawPathwayEvent): void {
  const { kernel } = screen;
  switch (event.type) {
    case 'START':
      open(screen, event.versionId);
      kernel.dispatch(startPathway({ versionId: event.versionId, stopId: event.stopId }));
      return;
    case 'PICK':
      kernel.dispatch(pickPathwayNode({ stopId: event.stopId, at: event.at, nodeId: event.nodeId, pathwayId: event.pathwayId }));
      return;
    case 'END':
      kernel.dispatch(endPathway({}));
      return;
    case 'LEAVE':
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/2/stops', search: '' }));
      return;
    case 'GONE':
      removeStop(screen, event.stopId);
      return;
    case 'DONE':
      screen.answer('pathway.create', () => ({ Rev: ++rev, NoChange: true }));
      return;
    case 'FAILED':
      screen.fail('pathway.create', { status: 409, messages: ['No'], url: '/', method: 'POST' });
  }
}

function open(screen: FakeScreen, versionId: number): void {
  screen.kernel.dispatch(openPlace({ path: `/data/db/demo/v/${versionId}/stops`, search: '' }));
}

/** A colleague removes a stop. Paths may begin at it again: what the server would say of that is theirs to say. */
function removeStop(screen: FakeScreen, stopId: string): void {
  const Edits = [{ Kind: 'Stop', Id: stopId, Rev: ++rev, Fields: [], Doc: null }];
  screen.kernel.receive(versionChanged({ VersionId: 1, Rev: rev, CommandId: null, Author: 'anna.smit@demo.example', Edits }));
}
