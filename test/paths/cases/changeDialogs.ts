/** The dialogs of the change log: comments, attaching to a track, rebasing corrections. */
import type { AttachTrackEvent } from '../../../src/machines/attachTrackMachine.ts';
import type { RebaseEvent } from '../../../src/machines/rebaseMachine.ts';
import type { CommentChangesEvent } from '../../../src/machines/commentChangesMachine.ts';
import type { DeleteChangesEvent } from '../../../src/machines/deleteChangesMachine.ts';
import type { ReviewLinksEvent } from '../../../src/machines/reviewLinksMachine.ts';
import type { TakeOverEvent } from '../../../src/machines/takeOverMachine.ts';
import type { ReviewEvent } from '../../../src/machines/reviewMachine.ts';

export const commentChanges: readonly CommentChangesEvent[] = [
  { type: 'OPEN', databaseId: 'demo' },
  { type: 'OPEN', databaseId: 'other' },
  { type: 'SEND', message: ' Please check ', changeIds: [7, 8] },
  { type: 'SEND', message: 'Please check', changeIds: [] },
  { type: 'SEND', message: ' ', changeIds: [7] },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['No'] },
  { type: 'CLOSE' },
];

export const attachTrack: readonly AttachTrackEvent[] = [
  { type: 'OPEN', versionId: 1, changeIds: [7] },
  { type: 'OPEN', versionId: 1, changeIds: [] },
  { type: 'SUBMIT', scheduleId: 'L1', trackId: 'a-b' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['This track is of another schedule'] },
  { type: 'CLOSE' },
];

/** The corrections of 1 are rebased onto 3; of 1 and 2 an answer comes that nobody waits for. */
export const rebase: readonly RebaseEvent[] = [
  { type: 'OPEN', databaseId: 'demo' },
  { type: 'CHOOSE', from: 1 },
  { type: 'CHOOSE', onto: 3 },
  { type: 'CHOOSE', onto: 1 },
  { type: 'TRY' },
  { type: 'TRIED', from: 1, onto: 3, fitting: 2 },
  { type: 'TRIED', from: 1, onto: 3, fitting: 0 },
  { type: 'TRIED', from: 1, onto: 2, fitting: 5 },
  { type: 'MAKE', name: ' Summer, corrected ' },
  { type: 'MAKE', name: ' ' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['This version is archived'] },
  { type: 'CLOSE' },
];

const COMPARED = { type: 'COMPARED', from: 3, fromRev: 4, rev: 2, differs: true, more: false } as const;

/** The second comparison finds nothing, the third more than it lists; of version 2 an answer comes that nobody waits for. */
export const takeOver: readonly TakeOverEvent[] = [
  { type: 'OPEN', versionId: 1 },
  { type: 'CHOOSE', from: 3 },
  { type: 'COMPARE' },
  { ...COMPARED, conflicts: [{ Kind: 'Stop', Id: 'S1', Path: 'Name' }] },
  { ...COMPARED, differs: false, conflicts: [] },
  { ...COMPARED, more: true, conflicts: [{ Kind: 'Stop', Id: 'S1', Path: 'Name' }] },
  { ...COMPARED, from: 2, conflicts: [] },
  { type: 'DECIDE', key: 'Stop|S1|Name', side: 'theirs' },
  { type: 'DECIDE', key: 'Stop|S9|Name', side: 'theirs' },
  { type: 'DECIDE_ALL', side: 'ours' },
  { type: 'TAKE', name: 'v 3' },
  { type: 'DONE' },
  { type: 'MOVED', messages: ['“v 3” has changed since the comparison. Look at the new one and decide again.'] },
  { type: 'FAILED', messages: ['No'] },
  { type: 'CLOSE' },
  { type: 'LEAVE' },
];

export const deleteChanges: readonly DeleteChangesEvent[] = [
  { type: 'ASK', versionId: 1, setIds: [7, 8] },
  { type: 'ASK', versionId: 1, setIds: [] },
  { type: 'CONFIRM' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['This version is archived'] },
  { type: 'CLOSE' },
];

/** Nobody is asked by the second request, and the last comment says nothing. */
export const review: readonly ReviewEvent[] = [
  { type: 'OPEN', versionId: 1, form: 'ask' },
  { type: 'OPEN', versionId: 1, form: 'approve' },
  { type: 'OPEN', versionId: 1, form: 'comment' },
  { type: 'SEND', message: ' Please look ', reviewers: ['tom@x.org'], rev: 3 },
  { type: 'SEND', message: '', reviewers: [], rev: 3 },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['This draft was edited since you looked at it. Look at the changes again'] },
  { type: 'CLOSE' },
  { type: 'LEAVE' },
];

/** The second link is for nobody, and the third works too long. */
export const reviewLinks: readonly ReviewLinksEvent[] = [
  { type: 'OPEN', versionId: 1 },
  { type: 'SEND', Label: ' Town hall ', Days: 14, Comments: true, Hash: '0'.repeat(64) },
  { type: 'SEND', Label: ' ', Days: 14, Comments: true, Hash: '0'.repeat(64) },
  { type: 'SEND', Label: 'Town hall', Days: 91, Comments: true, Hash: '0'.repeat(64) },
  { type: 'COPIED' },
  { type: 'ANOTHER' },
  { type: 'ASK', linkId: 1 },
  { type: 'REVOKE' },
  { type: 'KEEP' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['This version cannot be read now'] },
  { type: 'CLOSE' },
  { type: 'LEAVE' },
];
