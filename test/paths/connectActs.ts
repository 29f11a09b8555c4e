/** What creating a transfer and drawing pathways are in acts of the user. */
import { endPathway, pickPathwayNode, startPathway } from '../../src/commands/pathways/drawPathwaySteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import { cancelTransfer, pickTransferStop, startTransfer, submitTransfer } from '../../src/commands/transfers/createTransferSteps.ts';
import { versionChanged } from '../../src/commands/notifications/versionChanged.ts';
import type { CreateTransferEvent } from '../../src/machines/createTransferMachine.ts';
import type { DrawPathwayEvent } from '../../src/machines/drawPathwayMachine.ts';
import { acting, type FakeScreen } from './fakeParts.ts';

let rev = 1000;

export const createTransferActs = acting<CreateTransferEvent>((screen) => {
  const { kernel } = screen;
  return {
    START: (event) => {
      open(screen, event.versionId);
      kernel.dispatch(startTransfer({ versionId: event.versionId, stopId: event.stopId }));
    },
    PICK: ({ stopId, transferId }) => pickTransferStop({ stopId, transferId }),
    SUBMIT: ({ duration, transferType }) => submitTransfer({ type: transferType, duration }),
    CANCEL: () => cancelTransfer({}),
    LEAVE: () => openPlace({ path: '/data/db/demo/v/2/stops', search: '' }),
    GONE: ({ stopId }) => removeStop(screen, stopId),
    DONE: () => screen.answer('transfer.create', () => ({ Rev: ++rev, NoChange: true })),
    FAILED: ({ messages }) => screen.fail('transfer.create', { status: 409, messages, url: '/', method: 'POST' }),
  };
});

export const drawPathwayActs = acting<DrawPathwayEvent>((screen) => {
  const { kernel } = screen;
  return {
    START: (event) => {
      open(screen, event.versionId);
      kernel.dispatch(startPathway({ versionId: event.versionId, stopId: event.stopId }));
    },
    PICK: ({ at, nodeId, pathwayId, stopId }) => pickPathwayNode({ stopId, at, nodeId, pathwayId }),
    END: () => endPathway({}),
    LEAVE: () => openPlace({ path: '/data/db/demo/v/2/stops', search: '' }),
    GONE: ({ stopId }) => removeStop(screen, stopId),
    DONE: () => screen.answer('pathway.create', () => ({ Rev: ++rev, NoChange: true })),
    FAILED: () => screen.fail('pathway.create', { status: 409, messages: ['No'], url: '/', method: 'POST' }),
  };
});

function open(screen: FakeScreen, versionId: number): void {
  screen.kernel.dispatch(openPlace({ path: `/data/db/demo/v/${versionId}/stops`, search: '' }));
}

/** A colleague removes a stop. Paths may begin at it again: what the server would say of that is theirs to say. */
function removeStop(screen: FakeScreen, stopId: string): void {
  const Edits = [{ Kind: 'Stop', Id: stopId, Rev: ++rev, Fields: [], Doc: null }];
  screen.kernel.receive(versionChanged({ VersionId: 1, Rev: rev, CommandId: null, Author: 'anna.smit@demo.example', Edits }));
}
