import { z } from 'zod';
import { listRecords, RecordKindName } from '../../contract/records.ts';
import { request } from '../../contract/route.ts';
import type { Entity } from '../../domain/entities.ts';
import { RECORD_KINDS } from '../../domain/model/records.ts';
import type { AnyRecord } from '../../domain/model/records.ts';
import { VersionId } from '../../domain/versions.ts';
import { foldHeldRows, holdEdited } from '../../projections/documents.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads every record of one of the smaller kinds. */
export const loadRecords = defineLoad('record.loadAll', {
  payload: z.object({ versionId: VersionId, kind: RecordKindName }),
  samples: () => [
    { versionId: 1, kind: 'Level' as const },
    { versionId: 1, kind: 'VehicleCoupling' as const },
  ],
  label: ({ kind }) => `Load ${RECORD_KINDS[kind].many}`,
  lane: ({ versionId, kind }) => `${versionId}/${kind}`,
  slot: (state, { versionId, kind }) => {
    const lists = state.versions[versionId]?.records.lists;
    return lists && (lists[kind] ??= { status: 'idle', value: null, messages: [] });
  },
  call: ({ versionId, kind }) => request(listRecords, { params: { versionId, kind } }),
  reply: listRecords.reply,
  // they were checked when they were written
  value: (reply) => reply.Records as unknown as AnyRecord[],
  answered: (base, { versionId, kind }, reply) => {
    holdEdited(base, versionId, kind, reply.Records as unknown as Entity<typeof kind>[], reply.Revs);
    foldHeldRows(base, versionId, kind);
  },
});
