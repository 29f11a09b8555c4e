/** Turns live messages into facts of the kernel. */
import { deliveryLocationsChanged, exportChanged } from './commands/exports/exportChanged.ts';
import { publicFeedsChanged } from './commands/exports/publicFeeds.ts';
import { changeReceived } from './commands/notifications/changeReceived.ts';
import { changesTold } from './commands/notifications/changesTold.ts';
import { findingsChanged } from './commands/notifications/findingsChanged.ts';
import { liveStatusChanged } from './commands/notifications/liveStatusChanged.ts';
import { newsReceived } from './commands/notifications/newsReceived.ts';
import { regionChanged } from './commands/notifications/regionChanged.ts';
import { reviewChanged } from './commands/notifications/reviewChanged.ts';
import { versionChanged } from './commands/notifications/versionChanged.ts';
import { versionFailed } from './commands/notifications/versionFailed.ts';
import { versionListed } from './commands/notifications/versionListed.ts';
import { versionRemoved } from './commands/notifications/versionRemoved.ts';
import { pipelineChanged } from './commands/pipelines/pipelineChanged.ts';
import { vehiclesMoved } from './commands/realtime/vehiclesMoved.ts';
import { runChanged, taskProgressed } from './commands/tasks/runChanged.ts';
import { uploadProgress } from './commands/upload/uploadProgress.ts';
import { isBehind } from './projections/syncPosition.ts';
import type { LiveEvent } from './effects/live.ts';
import type { Kernel } from './kernel/kernel.ts';
import type { AppState } from './projections/state.ts';

/** Records what a live message tells; those of our own edits are known already from their answers. */
export function hear(kernel: Kernel<AppState>, event: LiveEvent): void {
  switch (event.type) {
    case 'live.statusChanged':
      return void kernel.receive(liveStatusChanged(event.payload));
    case 'live.versionListed':
      return void kernel.receive(versionListed(event.payload));
    case 'live.versionRemoved':
      return void kernel.receive(versionRemoved(event.payload));
    case 'live.regionChanged':
      return void kernel.receive(regionChanged(event.payload));
    case 'live.versionFailed':
      return void kernel.receive(versionFailed(event.payload));
    case 'live.versionChanged': {
      const { VersionId, Rev, CommandId, Edits } = event.payload;
      const own = isOwn(kernel, CommandId);
      if (!own) kernel.receive(versionChanged(event.payload));
      // what an earlier run of the session has made may be lost here, as on a full disk: then it is loaded
      return void kernel.receive(changeReceived({ VersionId, Rev, whole: own ? isKnown(kernel, CommandId) : Edits !== null }));
    }
    // Said every few seconds: only what is news becomes a record.
    case 'live.versionAt': {
      const { VersionId, Rev } = event.payload;
      if (isBehind(kernel.snapshot().view, VersionId, Rev)) kernel.receive(changeReceived({ VersionId, Rev, whole: false }));
      return undefined;
    }
    case 'live.runChanged':
      return void kernel.receive(runChanged(event.payload));
    case 'live.taskProgressed':
      return void kernel.receive(taskProgressed(event.payload));
    case 'live.pipelineChanged':
      return void kernel.receive(pipelineChanged(event.payload));
    case 'live.vehiclesMoved':
      return void kernel.receive(vehiclesMoved(event.payload));
    case 'live.exportChanged':
      return void kernel.receive(exportChanged(event.payload));
    case 'live.publicFeedsChanged':
      return void kernel.receive(publicFeedsChanged(event.payload));
    case 'live.deliveryLocationsChanged':
      return void kernel.receive(deliveryLocationsChanged(event.payload));
    case 'live.changesTold':
      return void kernel.receive(changesTold(event.payload));
    case 'live.reviewChanged':
      return void kernel.receive(reviewChanged(event.payload));
    case 'live.uploadProgress':
      return void kernel.receive(uploadProgress(event.payload));
    case 'live.newsTold':
      return void kernel.receive(newsReceived(event.payload));
    case 'live.findingsChanged':
      kernel.receive(findingsChanged(event.payload));
  }
}

/** Whether a command was made in this tab, or taken up by it from a closed one. */
function isOwn(kernel: Kernel<AppState>, commandId: string | null): boolean {
  return commandId !== null && (commandId.startsWith(`${kernel.header.session}:`) || isKnown(kernel, commandId));
}

/** Whether a command is of this run, or among those that wait or can be undone. */
function isKnown(kernel: Kernel<AppState>, commandId: string | null): boolean {
  if (commandId?.startsWith(kernel.ownIds) === true) return true;
  const { history, pending } = kernel.snapshot();
  return [...pending, ...Object.values(history).flatMap(({ undo, redo }) => [...undo, ...redo])].some(({ id, key = id }) => key === commandId);
}
