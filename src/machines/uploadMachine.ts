/**
 * Uploading a feed file or a GTFS zip as a new version. While it is sent it can be hidden; it continues, and comes back when opened.
 *
 *   closed --OPEN--> form --SUBMIT--> uploading --UPLOADED--> successful --CLOSE--> closed
 *                     ^                   |-----FAILED------> failed --TRY_AGAIN--> form
 *                     |---CANCELLED--- cancelling <--CANCEL---|
 *
 * A reload loses the file itself (the browser gives it to one page only), never what was chosen and typed.
 */
import { placeOf } from '../domain/locations.ts';
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { appStarted } from '../commands/shell/appStarted.ts';
import { announceUpload } from '../commands/upload/announceUpload.ts';
import { cancelUpload } from '../commands/upload/cancelUpload.ts';
import { openUpload } from '../commands/upload/openUpload.ts';
import {
  chooseUploadDatabase,
  chooseUploadFile,
  closeUpload,
  hideUpload,
  nameUploadVersion,
  retryUpload,
  submitUpload,
} from '../commands/upload/uploadSteps.ts';
import { uploadVersion } from '../commands/upload/uploadVersion.ts';
import { DEFAULT_VERSION_NAME, type NamedFile, refusalOfFiles, type UploadImport, versionNameError } from '../domain/uploads.ts';
import { clearErrors } from '../kernel/builtIn.ts';
import { answerOf, type CommandInput, failureOf, payloadOf, refusalOf } from '../kernel/command.ts';
import type { LogRecord } from '../kernel/record.ts';
import { presentPlace } from '../projections/versions.ts';

/** What was chosen and typed, and what came of it. */
export interface UploadContext {
  /** Whether it is visible; false while it continues in the background, and until its result was looked at. */
  readonly shown: boolean;
  readonly databaseId: string | null;
  readonly versionName: string;
  readonly file: (NamedFile & { readonly fileId: string }) | null;
  /** The page was reloaded since: the name of the file is still known, its bytes are not. */
  readonly fileLost: boolean;
  /** Why what was dropped last cannot be uploaded. */
  readonly rejection: string | null;
  /** What the server said when it failed. */
  readonly messages: readonly string[];
  /** The new version. */
  readonly versionId: number | null;
  /** How a GTFS feed was imported; undefined for a feed file. */
  readonly imported: UploadImport | undefined;
}

export type UploadEvent =
  | { readonly type: 'OPEN'; readonly databaseId: string | null }
  | { readonly type: 'CHOOSE_DATABASE'; readonly databaseId: string }
  | { readonly type: 'NAME'; readonly versionName: string }
  | { readonly type: 'DROP'; readonly fileId: string; readonly files: readonly NamedFile[] }
  | { readonly type: 'SUBMIT' }
  | { readonly type: 'HIDE' }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'CANCELLED' }
  | { readonly type: 'UPLOADED'; readonly versionId: number; readonly imported?: UploadImport | undefined }
  | { readonly type: 'FAILED'; readonly messages: readonly string[]; readonly errorId: string }
  | { readonly type: 'TRY_AGAIN' }
  | { readonly type: 'CLOSE' }
  | { readonly type: 'VISITED' }
  | { readonly type: 'RELOADED' };

const NOTHING: UploadContext = {
  shown: false,
  databaseId: null,
  versionName: DEFAULT_VERSION_NAME,
  file: null,
  fileLost: false,
  rejection: null,
  messages: [],
  versionId: null,
  imported: undefined,
};

const machineOf = setup({
  types: { context: {} as UploadContext, events: {} as UploadEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    show: assign({ shown: true }),
    hide: assign({ shown: false }),
    loseFile: assign(({ context }) => ({ fileLost: context.file !== null })),
    keepVersion: assign(({ event }) => (event.type === 'UPLOADED' ? { versionId: event.versionId, imported: event.imported } : {})),
    keepMessages: assign(({ event }) => (event.type === 'FAILED' ? { messages: event.messages } : {})),
  },
  guards: {
    isOneFeedFile: ({ context, event }) => event.type === 'DROP' && context.databaseId !== null && refusalOfFiles(event.files) === undefined,
    hasDatabase: ({ context }) => context.databaseId !== null,
    isComplete: ({ context }) =>
      context.databaseId !== null && context.file !== null && !context.fileLost && versionNameError(context.versionName) === undefined,
    isShown: ({ context }) => context.shown,
  },
});

/** What the server's error is shown by from now on: the screen of the upload, not the error popup too. */
const takeError = {
  type: 'dispatch',
  params: ({ event }: { event: UploadEvent }) => clearErrors(event.type === 'FAILED' ? { id: event.errorId } : {}),
} as const;

const announce = (outcome: 'done' | 'failed') =>
  ({
    type: 'dispatch',
    params: ({ context: { file } }: { context: UploadContext }) =>
      announceUpload({ outcome, fileId: file?.fileId ?? '', fileName: file?.name ?? '' }),
  }) as const;

export const uploadMachine = machineOf.createMachine({
  id: 'upload',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: { OPEN: { target: 'form', actions: assign(({ event }) => ({ shown: true, databaseId: event.databaseId })) } },
    },
    form: {
      on: {
        CHOOSE_DATABASE: { actions: assign(({ event }) => ({ databaseId: event.databaseId })) },
        NAME: { actions: assign(({ event }) => ({ versionName: event.versionName })) },
        DROP: [
          {
            guard: 'isOneFeedFile',
            actions: assign(({ event: { fileId, files } }) => ({
              file: files[0] ? { fileId, ...files[0] } : null,
              fileLost: false,
              rejection: null,
            })),
          },
          // What was chosen before goes: the area must not show one file as refused and send another.
          { guard: 'hasDatabase', actions: assign(({ event }) => ({ file: null, fileLost: false, rejection: refusalOfFiles(event.files) ?? null })) },
        ],
        SUBMIT: {
          guard: 'isComplete',
          target: 'uploading',
          actions: {
            type: 'dispatch',
            params: ({ context: { databaseId, versionName, file } }) =>
              uploadVersion({
                databaseId: databaseId ?? '',
                versionName: versionName.trim(),
                fileId: file?.fileId ?? '',
                fileName: file?.name ?? '',
                size: file?.size ?? 0,
              }),
          },
        },
        CLOSE: 'closed',
        RELOADED: { actions: 'loseFile' },
      },
    },
    uploading: {
      on: {
        OPEN: { actions: 'show' },
        HIDE: { actions: 'hide' },
        CANCEL: { guard: 'isShown', target: 'cancelling' },
        UPLOADED: [
          { guard: 'isShown', target: 'successful', actions: 'keepVersion' },
          { target: 'successful', actions: ['keepVersion', announce('done')] },
        ],
        FAILED: [
          { guard: 'isShown', target: 'failed', actions: ['keepMessages', takeError] },
          { target: 'failed', actions: ['keepMessages', takeError, announce('failed')] },
        ],
        RELOADED: { actions: 'loseFile' },
      },
    },
    // It may have been too late: then there is a new version. A reload forgets that it was to be broken off.
    cancelling: {
      on: {
        CANCELLED: 'form',
        UPLOADED: { target: 'successful', actions: 'keepVersion' },
        RELOADED: { target: 'uploading', actions: 'loseFile' },
      },
    },
    failed: {
      on: {
        OPEN: { actions: 'show' },
        TRY_AGAIN: { guard: 'isShown', target: 'form', actions: assign({ messages: [] }) },
        CLOSE: { guard: 'isShown', target: 'closed' },
        RELOADED: { actions: 'loseFile' },
      },
    },
    successful: {
      on: { OPEN: { actions: 'show' }, CLOSE: { guard: 'isShown', target: 'closed' }, VISITED: 'closed' },
    },
  },
});

/** Which records the machine hears. */
export const uploadWorkflow = defineWorkflow({
  id: 'upload',
  machine: uploadMachine,
  route: (record, view, { snapshot }): UploadEvent | undefined => {
    const step = stepOf(record);
    if (step) return step;
    const reply = answerOf(uploadVersion, record);
    if (reply) return 'Cancelled' in reply ? { type: 'CANCELLED' } : { type: 'UPLOADED', versionId: reply.DbVersionId, imported: reply.Import };
    const messages = failureOf(uploadVersion, record)?.messages ?? refusalOf(uploadVersion, record)?.message;
    if (messages !== undefined) return { type: 'FAILED', messages: [messages].flat(), errorId: record.id };
    if (record.type === appStarted.type) return { type: 'RELOADED' };
    const { versionId, imported } = snapshot.context as UploadContext;
    const moved = record.type === 'location.open' || record.type === 'location.changed';
    if (!moved || versionId === null) return undefined;
    const place = placeOf(view.location.path);
    const isLog = place.section === 'log' && place.taskRunId !== undefined && place.taskRunId === imported?.TaskRunId;
    return isLog || presentPlace(view).versionId === versionId ? { type: 'VISITED' } : undefined;
  },
});

function stepOf(record: LogRecord): UploadEvent | undefined {
  const open = payloadOf(openUpload, record);
  if (open) return { type: 'OPEN', ...open };
  const database = payloadOf(chooseUploadDatabase, record);
  if (database) return { type: 'CHOOSE_DATABASE', ...database };
  const name = payloadOf(nameUploadVersion, record);
  if (name) return { type: 'NAME', ...name };
  const drop = payloadOf(chooseUploadFile, record);
  if (drop) return { type: 'DROP', ...drop };
  const type = WITHOUT_DATA[record.type];
  return type && { type };
}

const WITHOUT_DATA: Readonly<Record<string, 'SUBMIT' | 'HIDE' | 'CANCEL' | 'TRY_AGAIN' | 'CLOSE' | undefined>> = {
  [submitUpload.type]: 'SUBMIT',
  [hideUpload.type]: 'HIDE',
  [cancelUpload.type]: 'CANCEL',
  [retryUpload.type]: 'TRY_AGAIN',
  [closeUpload.type]: 'CLOSE',
};
