/** What creating a transfer and drawing pathways have in common: both lead from stop to stop, on one version. */
import { loadEdits } from '../commands/notifications/loadEdits.ts';
import { tellStopGone } from '../commands/stops/tellStopGone.ts';
import { versionChanged } from '../commands/notifications/versionChanged.ts';
import type { LogRecord } from '../kernel/record.ts';
import type { AppState } from '../projections/state.ts';
import { stopRow } from '../projections/stops.ts';
import { presentPlace } from '../projections/versions.ts';

/** The version is left, or a stop that was chosen has been removed by somebody else. */
export type ConnectingEnd = { readonly type: 'LEAVE' } | { readonly type: 'GONE'; readonly stopId: string };

interface Connecting {
  readonly versionId: number;
  readonly from: string | null;
  readonly to: string | null;
}

/** Where the tool is taken up. */
export interface ConnectingStart {
  readonly type: 'START';
  readonly versionId: number;
  readonly stopId: string | null;
}

/** The first states of both machines: the tool is taken up at a selected stop, or the first stop is chosen. */
export const CLOSED = {
  entry: 'forget',
  on: {
    START: [
      { guard: 'fromStop', target: 'drawing', actions: 'begin' },
      { target: 'choosingStart', actions: 'begin' },
    ],
  },
} as const;

/** Notes where the tool was taken up. */
export function begin({ event }: { readonly event: { readonly type: string } }): { readonly versionId?: number; readonly from?: string | null } {
  return isStart(event) ? { versionId: event.versionId, from: event.stopId } : {};
}

function isStart(event: { readonly type: string }): event is ConnectingStart {
  return event.type === 'START';
}

/** Guards of both machines: a tool that begins at a selected stop, and the removal of a stop that was chosen. */
export const CONNECTING_GUARDS = {
  fromStop: ({ event }: { readonly event: { readonly type: string; readonly stopId?: string | null } }) =>
    event.type === 'START' && event.stopId !== null,
  isChosen: ({ context, event }: { readonly context: Connecting; readonly event: { readonly type: string; readonly stopId?: string | null } }) =>
    event.type === 'GONE' && (event.stopId === context.from || event.stopId === context.to),
};

/** Ends the drawing: the version was left, or the chosen stop was removed, with a message. */
export const ENDS_WHEN_CHOSEN = {
  LEAVE: 'closed',
  GONE: {
    guard: 'isChosen',
    target: 'closed',
    actions: {
      type: 'dispatch',
      params: ({ event }: { readonly event: Extract<ConnectingEnd, { type: 'GONE' }> }) => tellStopGone({ stopId: event.stopId }),
    },
  },
} as const;

/** What a record that none of the workflow's own is means for it. */
export function endOfConnecting(record: LogRecord, view: AppState, { versionId, from, to }: Connecting): ConnectingEnd | undefined {
  const moved = record.type === 'location.open' || record.type === 'location.changed';
  if (moved && presentPlace(view).versionId !== versionId) return { type: 'LEAVE' };
  const stopId = [from, to].find((id) => id !== null && isRemovedBy(record, view, versionId, id));
  return typeof stopId === 'string' ? { type: 'GONE', stopId } : undefined;
}

/** Whether a record tells that a stop was removed: a live message, or the edits after a gap. */
function isRemovedBy(record: LogRecord, view: AppState, versionId: number, stopId: string): boolean {
  if (record.type === `${loadEdits.type}.answered`) {
    return view.versions[versionId]?.stops.value != null && stopRow(view, versionId, stopId) === undefined;
  }
  if (record.type !== versionChanged.type) return false;
  const { VersionId, Edits } = record.payload as {
    readonly VersionId: number;
    readonly Edits: readonly { readonly Kind: string; readonly Id: string; readonly Doc?: unknown }[] | null;
  };
  return VersionId === versionId && (Edits ?? []).some(({ Kind, Id, Doc }) => Kind === 'Stop' && Id === stopId && Doc === null);
}
