/**
 * The delete mode of a list: choose several, be asked, remove. What is chosen outlives a search, not the page.
 *
 *   off --START--> choosing --ASK--> asking --CONFIRM--> off
 *   off --ASK_ONE--> asking
 */
import { assign, setup } from 'xstate';
import { removeAgencies } from '../commands/agencies/agencyEdits.ts';
import {
  askDelete,
  askDeleteOne,
  chooseToDelete,
  confirmDelete,
  type DeletePage,
  leaveDeleteMode,
  startDeleteMode,
} from '../commands/changes/deleteModeSteps.ts';
import { removeFares } from '../commands/fares/fareEdits.ts';
import { defineWorkflow } from '../commands/define.ts';
import { removeRecords } from '../commands/records/recordEdits.ts';
import { openPlace } from '../commands/shell/openPlace.ts';
import { removeTranslations } from '../commands/translations/translationEdits.ts';
import { dataPath } from '../domain/locations.ts';
import { recordKindOfPage } from '../domain/model/records.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { presentPlace } from '../projections/versions.ts';

interface DeleteModeContext {
  readonly databaseId: string;
  readonly versionId: number;
  readonly page: DeletePage;
  readonly ids: readonly string[];
  /** Asked from the details of one thing: closing the question leaves no list to choose from. */
  readonly single: boolean;
}

export type DeleteModeEvent =
  | { readonly type: 'START'; readonly databaseId: string; readonly versionId: number; readonly page: DeletePage }
  /** One thing is asked about at once, from its details. */
  | { readonly type: 'ASK_ONE'; readonly databaseId: string; readonly versionId: number; readonly page: DeletePage; readonly ids: readonly string[] }
  | { readonly type: 'CHOOSE'; readonly ids: readonly string[] }
  | { readonly type: 'ASK' }
  | { readonly type: 'CONFIRM'; readonly search: string }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'LEAVE' };

const NOTHING: DeleteModeContext = { databaseId: '', versionId: 0, page: 'agencies', ids: [], single: false };

function removal({ versionId, page, ids }: DeleteModeContext): CommandInput {
  const kind = recordKindOfPage(page);
  if (kind !== undefined) return removeRecords({ versionId, kind, recordIds: [...ids] });
  if (page === 'translations') return removeTranslations({ versionId, translationIds: [...ids] });
  if (page === 'fares') return removeFares({ versionId, fareIds: [...ids] });
  return removeAgencies({ versionId, agencyIds: [...ids] });
}

/** Agencies: the version's data page, as the specification has it; else the list that was chosen from. */
function pathAfter({ databaseId, versionId, page }: DeleteModeContext): string {
  return dataPath({ databaseId, versionId, ...(page === 'agencies' ? {} : { page }) });
}

export const deleteModeMachine = setup({
  types: { context: {} as DeleteModeContext, events: {} as DeleteModeEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
  },
  guards: {
    hasChosen: ({ context }) => context.ids.length > 0,
    isSingle: ({ context }) => context.single,
  },
}).createMachine({
  id: 'deleteMode',
  context: NOTHING,
  initial: 'off',
  states: {
    off: {
      entry: 'forget',
      on: {
        START: {
          target: 'choosing',
          actions: assign(({ event }) => ({ databaseId: event.databaseId, versionId: event.versionId, page: event.page, ids: [], single: false })),
        },
        ASK_ONE: {
          target: 'asking',
          actions: assign(({ event: { databaseId, versionId, page, ids } }) => ({ databaseId, versionId, page, ids, single: true })),
        },
      },
    },
    choosing: {
      on: {
        CHOOSE: { actions: assign(({ event }) => ({ ids: event.ids })) },
        ASK: { guard: 'hasChosen', target: 'asking' },
        CANCEL: 'off',
        LEAVE: 'off',
      },
    },
    asking: {
      on: {
        CONFIRM: {
          target: 'off',
          actions: [
            { type: 'dispatch', params: ({ context }) => removal(context) },
            {
              type: 'dispatch',
              params: ({ context, event }) => openPlace({ path: pathAfter(context), search: event.search }),
            },
          ],
        },
        CANCEL: [{ guard: 'isSingle', target: 'off' }, { target: 'choosing' }],
        LEAVE: 'off',
      },
    },
  },
});

/** Which records the machine hears. */
export const deleteModeWorkflow = defineWorkflow({
  id: 'deleteMode',
  machine: deleteModeMachine,
  route: (record, view, { snapshot }): DeleteModeEvent | undefined => {
    const start = payloadOf(startDeleteMode, record);
    if (start) return { type: 'START', databaseId: presentPlace(view).databaseId ?? '', ...start };
    const one = payloadOf(askDeleteOne, record);
    if (one) return { type: 'ASK_ONE', databaseId: presentPlace(view).databaseId ?? '', versionId: one.versionId, page: one.page, ids: [one.id] };
    const chosen = payloadOf(chooseToDelete, record);
    if (chosen) return { type: 'CHOOSE', ...chosen };
    if (record.type === askDelete.type) return { type: 'ASK' };
    if (record.type === confirmDelete.type) return { type: 'CONFIRM', search: view.location.search };
    if (record.type === leaveDeleteMode.type) return { type: 'CANCEL' };
    if (record.type !== 'location.open' && record.type !== 'location.changed') return undefined;
    const { versionId, page } = presentPlace(view);
    const { context } = snapshot;
    return versionId === context.versionId && page === context.page ? undefined : { type: 'LEAVE' };
  },
});
