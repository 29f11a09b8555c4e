/** Versions: their life, uploads, what validation sets aside. */
import type { ExcludingEvent } from '../../../src/machines/excludingMachine.ts';
import type { FixCasesEvent } from '../../../src/machines/fixCasesMachine.ts';
import type { SessionNoteEvent } from '../../../src/machines/sessionNoteMachine.ts';
import type { UploadEvent } from '../../../src/machines/uploadMachine.ts';
import type { VersionLifecycleEvent } from '../../../src/machines/versionLifecycleMachine.ts';

/** Version 1 is a draft, 3 is finished, 4 was published before another one. */
export const versionLifecycle: readonly VersionLifecycleEvent[] = [
  { type: 'ASK', act: 'clone', databaseId: 'demo', versionId: 1 },
  { type: 'ASK', act: 'deleteDraft', databaseId: 'demo', versionId: 1 },
  { type: 'ASK', act: 'publish', databaseId: 'demo', versionId: 3 },
  { type: 'ASK', act: 'makeCurrent', databaseId: 'demo', versionId: 4 },
  { type: 'ASK', act: 'archive', databaseId: 'demo', versionId: 3 },
  { type: 'ASK', act: 'finishEdit', databaseId: 'demo', versionId: 1 },
  { type: 'CONFIRM' },
  { type: 'NAME', name: ' Summer ' },
  { type: 'NAME', name: ' ' },
  { type: 'NAME', name: 'x'.repeat(129) },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
  { type: 'REFUSE', message: 'This version is still being saved' },
];

export const upload: readonly UploadEvent[] = [
  { type: 'OPEN', databaseId: null },
  { type: 'OPEN', databaseId: 'demo' },
  { type: 'CHOOSE_DATABASE', databaseId: 'demo' },
  { type: 'NAME', versionName: 'Summer' },
  { type: 'NAME', versionName: ' ' },
  { type: 'DROP', fileId: 'f1', files: [{ name: 'summer.json', size: 1200 }] },
  { type: 'DROP', fileId: 'f2', files: [{ name: 'summer.csv', size: 1200 }] },
  { type: 'SUBMIT' },
  { type: 'HIDE' },
  { type: 'CANCEL' },
  { type: 'CANCELLED' },
  { type: 'UPLOADED', versionId: 9 },
  { type: 'FAILED', messages: ['Stops[17].Coordinate.Lat: is missing'], errorId: 'e1' },
  { type: 'TRY_AGAIN' },
  { type: 'CLOSE' },
  { type: 'VISITED' },
  { type: 'RELOADED' },
];

export const excluding: readonly ExcludingEvent[] = [
  { type: 'ENTER', versionId: 1, ruleId: 203 },
  { type: 'ENTER', versionId: 1, ruleId: 204 },
  { type: 'SELECT', entity: 'Stop', ids: ['S1', 'S2'], selected: true },
  { type: 'SELECT', entity: 'Stop', ids: ['S1', 'S2'], selected: false },
  { type: 'CONFIRM', removed: false },
  { type: 'CONFIRM', removed: true },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['No'] },
  { type: 'LEAVE' },
];

export const sessionNote: readonly SessionNoteEvent[] = [
  { type: 'OPEN', versionId: 1, sessionId: 4, note: 'Old' },
  { type: 'SAVE', note: 'New' },
  { type: 'SAVE', note: 'Old' },
  { type: 'SAVE', note: 'x'.repeat(129) },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['Failed to save note', 'No'] },
  { type: 'CLOSE' },
];

export const fixCases: readonly FixCasesEvent[] = [
  { type: 'OPEN', versionId: 1, ruleId: 203, fresh: false },
  { type: 'TOGGLE', id: 'V0020A' },
  { type: 'FIX', documents: [{ kind: 'Stop', id: 'V0133A' }] },
  { type: 'FIX', documents: [] },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['This version is archived'] },
  { type: 'CLOSE' },
];
