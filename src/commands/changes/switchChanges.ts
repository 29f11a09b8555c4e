/** What is done with changes: switched, undone, deleted, attached, commented, rebased. */
import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import {
  addComment as addCall,
  attachTrack as attachCall,
  deleteChanges as deleteCall,
  rebaseCorrections as rebaseCall,
  toggleChanges as toggleCall,
  undoChangesets as undoCall,
} from '../../contract/changes.ts';
import { request } from '../../contract/route.ts';
import { Attachment, type SwitchResult } from '../../domain/changes.ts';
import { VersionId, VersionName } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { changeLogAt, usableFilter } from '../../projections/changeLog.ts';
import { reviewKey } from '../../projections/review.ts';
import type { AppState } from '../../projections/state.ts';
import { IDLE } from '../../projections/state.ts';
import { undoScopeOf } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { catchUp } from '../notifications/loadEdits.ts';
import { tellDone } from '../versions/longActs.ts';
import { loadChangesets, loadChangesOfSet, loadComments } from './loadChanges.ts';
import { reviewLoad } from './loadReview.ts';
import { defineStep } from '../defineStep.ts';

const Ids = z.array(z.int().positive());
const Chosen = z.object({ versionId: VersionId, changeIds: Ids, setIds: Ids });
const lane = (p: { versionId: number }): string => `version/${p.versionId}/changes`;
const undoScope = (p: { versionId: number }): string => undoScopeOf(p.versionId);

/** Switches changes off or on in a draft. */
export const toggleChanges = defineCommand('changes.toggle', {
  payload: Chosen.extend({ active: z.boolean(), restore: Ids.optional() }),
  samples: () => [
    { versionId: 1, changeIds: [], setIds: [7], active: false },
    { versionId: 1, changeIds: [7], setIds: [], active: true, restore: [7, 8] },
  ],
  label: ({ changeIds, setIds, active }) => `Switch ${active ? 'on' : 'off'} ${countWords(changeIds, setIds)}`,
  lane,
  policy: 'queue',
  write: true,
  call: ({ versionId, changeIds, setIds, active, restore }) =>
    request(toggleCall, {
      body: { DbVersionId: versionId, ChangeIds: changeIds, SetIds: setIds, Active: active, ...(restore && { Restore: restore }) },
    }),
  reply: toggleCall.reply,
  answered: (base, { active }, reply) => foldResult(base, reply, active ? 'switched on' : 'switched off'),
  next: (p, _reply, view): readonly CommandInput[] => [...presentLoads(view), ...documentsAgain(view, p)],
  inverse: ({ versionId, active, restore }, { Switched }): CommandInput | undefined =>
    restore ? deleteChanges({ versionId, changeIds: [...restore] }) : switchedBack(versionId, Switched, !active),
  undoScope,
  keep: 'all',
  keepReply: 'all',
});

/** Takes sets back in a draft. */
export const undoChangesets = defineCommand('changes.undoSets', {
  payload: Chosen.pick({ versionId: true, setIds: true }),
  samples: () => [{ versionId: 1, setIds: [7] }],
  label: ({ setIds }) => `Undo ${countWords([], setIds)}`,
  lane,
  policy: 'queue',
  write: true,
  call: ({ versionId, setIds }) => request(undoCall, { body: { DbVersionId: versionId, SetIds: setIds } }),
  reply: undoCall.reply,
  answered: (base, _p, reply) => foldResult(base, reply, 'switched off'),
  next: (p, _reply, view): readonly CommandInput[] => [...presentLoads(view), ...documentsAgain(view, p)],
  inverse: ({ versionId }, { Switched }): CommandInput | undefined => switchedBack(versionId, Switched, true),
  undoScope,
  keep: 'all',
  keepReply: 'all',
});

/** Deletes changes: undone in the draft and left out of later rebases. One call for each set. */
export const deleteChanges = defineCommand('changes.delete', {
  payload: z.object({ versionId: VersionId, changeIds: Ids, setId: z.int().positive().optional() }),
  samples: () => [{ versionId: 1, changeIds: [], setId: 7 }],
  label: ({ changeIds, setId }) => `Delete ${countWords(changeIds, setId === undefined ? [] : [setId])}`,
  lane,
  policy: 'queue',
  write: true,
  call: ({ versionId, changeIds, setId }) =>
    request(deleteCall, { body: { DbVersionId: versionId, changeIds, ...(setId === undefined ? {} : { setId }) } }),
  reply: deleteCall.reply,
  answered: (base, _p, { Switched }) =>
    tellDone(base, 'changes-deleted', `${Switched.length} ${Switched.length === 1 ? 'change' : 'changes'} deleted`),
  next: (p, _reply, view): readonly CommandInput[] => [...presentLoads(view), ...documentsAgain(view, p)],
  inverse: ({ versionId }, { Switched, TakenBack = [] }): CommandInput =>
    toggleChanges({ versionId, changeIds: TakenBack, setIds: [], active: true, restore: Switched }),
  undoScope,
  keep: 'all',
  keepReply: 'all',
});

/** Attaches changes to a track and applies them there; with `back`, takes that back. */
export const attachTrack = defineCommand('changes.attach', {
  payload: z.object({ versionId: VersionId, changeIds: Ids, scheduleId: z.string(), trackId: z.string(), back: Attachment.optional() }),
  samples: () => [
    { versionId: 1, changeIds: [7], scheduleId: '1001', trackId: 'a-b' },
    { versionId: 1, changeIds: [7], scheduleId: '1001', trackId: 'a-b', back: { Rev: 3, Before: [] } },
  ],
  label: ({ trackId, back }) => `${back ? 'Detach from' : 'Attach to'} track ${trackId}`,
  lane,
  policy: 'queue',
  write: true,
  call: ({ versionId, changeIds, scheduleId, trackId, back }) =>
    request(attachCall, {
      body: { DbVersionId: versionId, ChangeIds: changeIds, ScheduleId: scheduleId, TrackId: trackId, ...(back && { Back: back }) },
    }),
  reply: attachCall.reply,
  answered: (base, { back }, reply) => foldResult(base, reply, back ? 'detached' : 'attached'),
  next: (p, _reply, view): readonly CommandInput[] => [...presentLoads(view), ...documentsAgain(view, p)],
  inverse: ({ back: _taken, ...p }, { Back }): CommandInput => attachTrack({ ...p, ...(Back && { back: Back }) }),
  undoScope,
  keep: 'all',
  keepReply: 'all',
});

/** Comments on changes. */
export const commentOnChanges = defineCommand('changes.comment', {
  payload: z.object({ message: z.string().trim().min(1), changeIds: Ids.min(1) }),
  samples: () => [{ message: 'Please check', changeIds: [7] }],
  label: () => 'Comment on changes',
  lane: () => 'comments',
  policy: 'queue',
  write: true,
  call: ({ message, changeIds }) => request(addCall, { body: { Message: message, Changes: changeIds } }),
  reply: addCall.reply,
  answered: (base) => tellDone(base, 'commented', 'Comment added'),
  next: (_p, _reply, view): readonly CommandInput[] => presentLoads(view),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Carries the corrections of a version on to another one, into a new draft. */
export const rebaseCorrections = defineCommand('changes.rebase', {
  payload: z.object({ versionId: VersionId, onto: VersionId, name: VersionName }),
  samples: () => [{ versionId: 1, onto: 3, name: 'Summer, corrected' }],
  label: () => 'Carry the corrections on',
  lane: () => 'rebase',
  policy: 'queue',
  write: true,
  call: ({ versionId, onto, name }) => request(rebaseCall, { params: { versionId }, body: { Onto: onto, Name: name } }),
  reply: rebaseCall.reply,
  answered: (base, _p, { Applied, KeptBack, Version }) =>
    tellDone(base, `rebased-${Version.Id}`, `Draft “${Version.Version}” has ${Applied} corrections; ${KeptBack} did not fit`),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Takes away what the last switch could not do, a dry run, or what tracks were suggested. */
export const clearChangeNotes = defineStep('changes.clearNotes', 'Close', {
  apply: (base) => {
    base.changes.conflicts = [];
    base.changes.rebase = castDraft(IDLE);
    base.changes.tracks = castDraft(IDLE);
  },
});

/** The loads that show the change log, or a review and its comments, as they are now; nothing elsewhere. */
export function presentLoads(view: AppState): readonly CommandInput[] {
  const [review, load] = [reviewKey(view), reviewLoad(view)];
  if (review && load) return [load, loadComments({ databaseId: review.databaseId })];
  const at = changeLogAt(view.location);
  if (at?.databaseId === undefined) return [];
  return [
    loadChangesets({ databaseId: at.databaseId, filter: { ...usableFilter(at.filter) } }),
    ...(at.open === undefined ? [] : [loadChangesOfSet({ setId: at.open })]),
    loadComments({ databaseId: at.databaseId }),
  ];
}

/** What is loaded of the version catches up with what the act has changed in it. */
export function documentsAgain(view: AppState, { versionId }: { readonly versionId: number }): readonly CommandInput[] {
  const loaded = view.versions[versionId];
  return loaded ? [catchUp(view, versionId, loaded.rev)] : [];
}

function foldResult(base: Draft<AppState>, { Switched, Conflicts }: SwitchResult, how: string): void {
  base.changes.conflicts = castDraft(Conflicts);
  if (Conflicts.length === 0) tellDone(base, 'changes-switched', `${Switched.length} ${Switched.length === 1 ? 'change' : 'changes'} ${how}`);
}

/** Switches the other way what was switched; nothing to undo where nothing was. */
function switchedBack(versionId: number, changeIds: readonly number[], active: boolean): CommandInput | undefined {
  return changeIds.length === 0 ? undefined : toggleChanges({ versionId, changeIds: [...changeIds], setIds: [], active });
}

function countWords(changeIds: readonly number[], setIds: readonly number[]): string {
  const some = (n: number, what: string): string[] => (n === 0 ? [] : [`${n} ${what}${n === 1 ? '' : 's'}`]);
  return [...some(setIds.length, 'change set'), ...some(changeIds.length, 'change')].join(' and ') || 'nothing';
}
