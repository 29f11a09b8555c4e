import { original } from 'immer';
import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { listVersions } from '../../contract/versions.ts';
import { type Version, VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { IDLE } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';
import { foldEnds } from './longActs.ts';
import { idKey } from '../../kernel/table.ts';

/** Loads the versions of a database: the newest page, and the further ones by themselves after it. */
export const loadVersions = defineLoad('version.loadAll', {
  payload: z.object({ databaseId: z.string() }),
  samples: () => [{ databaseId: 'demo' }],
  label: ({ databaseId }) => `Load versions of ${databaseId}`,
  lane: ({ databaseId }) => databaseId,
  slot: (state, { databaseId }) => (state.versionLists[idKey(databaseId)] ??= { ...IDLE, messages: [] }),
  call: ({ databaseId }) => request(listVersions, { params: { databaseId } }),
  reply: listVersions.reply,
  value: (reply) => reply.Versions,
  answered: (base, { databaseId }, { Versions, More }) => {
    for (const version of Versions) foldEnds(base, version);
    base.versionTails[idKey(databaseId)] = { status: 'idle', value: before(Versions, More), messages: [] };
  },
  next: ({ databaseId }, { Versions, More }): readonly CommandInput[] => furtherPage(databaseId, before(Versions, More)),
});

/** Loads a further page of a version list, and those after it. */
export const loadMoreVersions = defineLoad('version.loadMore', {
  payload: z.object({ databaseId: z.string(), before: VersionId }),
  samples: () => [{ databaseId: 'demo', before: 7 }],
  label: ({ databaseId }) => `Load more versions of ${databaseId}`,
  lane: ({ databaseId }) => databaseId,
  slot: (state, { databaseId }) => state.versionTails[idKey(databaseId)],
  call: ({ databaseId, before: id }) => request(listVersions, { params: { databaseId }, query: { before: id } }),
  reply: listVersions.reply,
  value: ({ Versions, More }) => before(Versions, More),
  answered: (base, { databaseId }, { Versions }) => {
    const list = base.versionLists[idKey(databaseId)]?.value;
    if (!list) return;
    // not through the draft: it would make a proxy for each of thousands of versions
    const known = new Set((original(list) ?? list).map((version) => version.Id));
    list.push(...Versions.filter((version) => !known.has(version.Id)));
  },
  next: ({ databaseId, before: id }, { Versions, More }): readonly CommandInput[] => {
    const further = before(Versions, More);
    // a page that does not lead on would be asked for without end
    return further !== null && further < id ? furtherPage(databaseId, further) : [];
  },
});

/** The id that the next page ends before; null where there is none. */
function before(versions: readonly Version[], more: boolean): number | null {
  return (more && versions.at(-1)?.Id) || null;
}

function furtherPage(databaseId: string, id: number | null): readonly CommandInput[] {
  return id === null ? [] : [loadMoreVersions({ databaseId, before: id })];
}
