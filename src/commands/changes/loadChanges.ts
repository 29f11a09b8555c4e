/** Loads of the change history: sets, their changes, comments, the history of a document. */
import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import { listChanges, listChangesets, listComments, previewRebase, suggestTracks } from '../../contract/changes.ts';
import { request } from '../../contract/route.ts';
import { VersionId } from '../../domain/versions.ts';
import { filterKey } from '../../projections/changeLog.ts';
import { type AppState, IDLE } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';

const Filter = z.record(z.string(), z.string());
const SetId = z.int().positive();

/** Loads the newest sets of a database that a filter leaves. */
export const loadChangesets = defineLoad('changes.loadSets', {
  payload: z.object({ databaseId: z.string(), filter: Filter }),
  samples: () => [{ databaseId: 'demo', filter: {} }],
  label: ({ databaseId }) => `Load the changes of ${databaseId}`,
  slot: (state, { databaseId, filter }) => (state.changes.filter === filterKey(databaseId, filter) ? state.changes.sets : undefined),
  call: ({ databaseId, filter }) => request(listChangesets, { query: { databaseId, ...filter } }),
  reply: listChangesets.reply,
  value: ({ Sets }) => Sets,
  answered: (base, { databaseId, filter }, { More }) => {
    if (base.changes.filter !== filterKey(databaseId, filter)) return;
    base.changes.more = More;
    base.changes.tail = castDraft(IDLE);
  },
});

/** Loads the next hundred older sets. */
export const loadMoreChangesets = defineLoad('changes.loadMoreSets', {
  payload: z.object({ databaseId: z.string(), filter: Filter, before: SetId }),
  samples: () => [{ databaseId: 'demo', filter: {}, before: 900 }],
  label: () => 'Load older changes',
  slot: (state, { databaseId, filter }) => (state.changes.filter === filterKey(databaseId, filter) ? state.changes.tail : undefined),
  call: ({ databaseId, filter, before }) => request(listChangesets, { query: { databaseId, ...filter, before } }),
  reply: listChangesets.reply,
  value: ({ More }) => More,
  answered: (base, { databaseId, filter, before }, { Sets, More }) => {
    const { changes } = base;
    if (changes.filter !== filterKey(databaseId, filter) || changes.sets.value?.at(-1)?.SetId !== before) return;
    changes.sets.value.push(...Sets);
    changes.more = More;
  },
});

/** Loads the changes of one set (the first hundred). */
export const loadChangesOfSet = defineLoad('changes.loadSet', {
  payload: z.object({ setId: SetId }),
  samples: () => [{ setId: 7 }],
  label: ({ setId }) => `Load the changes of set ${setId}`,
  lane: ({ setId }) => String(setId),
  slot: (state, { setId }) => (state.changes.changes[setId] ??= castDraft({ ...IDLE, messages: [] })),
  call: ({ setId }) => request(listChanges, { query: { setId } }),
  reply: listChanges.reply,
  value: ({ Changes }) => Changes,
});

/** Loads the comments of a database with the changes they speak of. */
export const loadComments = defineLoad('changes.loadComments', {
  payload: z.object({ databaseId: z.string() }),
  samples: () => [{ databaseId: 'demo' }],
  label: ({ databaseId }) => `Load the comments on changes of ${databaseId}`,
  slot: (state, { databaseId }) => (state.changes.commentsOf === databaseId ? state.changes.comments : undefined),
  call: ({ databaseId }) => request(listComments, { query: { databaseId } }),
  reply: listComments.reply,
  value: ({ Comments, Changes }) => ({ Comments, Changes }),
});

/** Loads the history of one document in a version and those it was made from, newest change first. */
export const loadHistory = defineLoad('changes.loadHistory', {
  payload: z.object({ versionId: VersionId, kind: z.string(), id: z.string() }),
  samples: () => [{ versionId: 1, kind: 'Stop', id: 'S1' }],
  label: ({ kind, id }) => `Load the history of ${kind.toLowerCase()} ${id}`,
  slot: (state, { kind, id }) => (showsHistoryOf(state, kind, id) ? state.changes.history : undefined),
  call: ({ versionId, kind, id }) => request(listChanges, { query: { dbVersionId: versionId, kind, entityId: id } }),
  reply: listChanges.reply,
  value: ({ Changes }) => Changes,
  answered: (base, { kind, id }, { More }) => {
    if (showsHistoryOf(base, kind, id)) base.changes.historyMore = More;
  },
});

/** Loads the next hundred older changes of that document. */
export const loadMoreHistory = defineLoad('changes.loadMoreHistory', {
  payload: z.object({ versionId: VersionId, kind: z.string(), id: z.string(), after: z.int().positive() }),
  samples: () => [{ versionId: 1, kind: 'Stop', id: 'S1', after: 900 }],
  label: ({ kind, id }) => `Load older changes of ${kind.toLowerCase()} ${id}`,
  slot: (state, { kind, id }) => (showsHistoryOf(state, kind, id) ? state.changes.historyTail : undefined),
  call: ({ versionId, kind, id, after }) => request(listChanges, { query: { dbVersionId: versionId, kind, entityId: id, after } }),
  reply: listChanges.reply,
  value: ({ More }) => More,
  answered: (base, { kind, id, after }, { Changes, More }) => {
    const { changes } = base;
    if (!showsHistoryOf(base, kind, id) || changes.history.value?.at(-1)?.ChangeId !== after) return;
    changes.history.value.push(...castDraft(Changes));
    changes.historyMore = More;
  },
});

function showsHistoryOf({ changes: { historyOf } }: Draft<AppState>, kind: string, id: string): boolean {
  return historyOf?.kind === kind && historyOf.id === id;
}

/** Loads what would become of the corrections of a version on another one. */
export const loadRebase = defineLoad('changes.previewRebase', {
  payload: z.object({ versionId: VersionId, onto: VersionId }),
  samples: () => [{ versionId: 1, onto: 3 }],
  label: () => 'Try to carry the corrections on',
  slot: (state) => state.changes.rebase,
  call: ({ versionId, onto }) => request(previewRebase, { params: { versionId }, query: { onto } }),
  reply: previewRebase.reply,
  value: (reply) => reply,
});

/** Loads the tracks that a change could be attached to. */
export const loadTrackSuggestions = defineLoad('changes.suggestTracks', {
  payload: z.object({ versionId: VersionId, changeId: z.int().positive() }),
  samples: () => [{ versionId: 1, changeId: 7 }],
  label: () => 'Look for tracks to attach to',
  slot: (state) => state.changes.tracks,
  call: ({ versionId, changeId }) => request(suggestTracks, { query: { dbVersionId: versionId, changeId } }),
  reply: suggestTracks.reply,
  value: ({ Tracks }) => Tracks,
});
