import { z } from 'zod';
import { readUses } from '../../contract/records.ts';
import { request } from '../../contract/route.ts';
import { isEntityKind } from '../../domain/entities.ts';
import { kindWord } from '../../domain/references.ts';
import { VersionId } from '../../domain/versions.ts';
import { usesKey } from '../../projections/records.ts';
import { IDLE } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads what refers to some documents of a kind. */
export const loadUses = defineLoad('record.loadUses', {
  payload: z.object({ versionId: VersionId, kind: z.string().refine(isEntityKind), ids: z.array(z.string()).min(1).max(1000) }),
  samples: () => [{ versionId: 1, kind: 'Agency' as const, ids: ['A1'] }],
  label: ({ kind, ids }) => `Load what refers to ${kindWord(kind)} ${ids.slice(0, 3).join(', ')}`,
  lane: ({ versionId, kind, ids }) => `${versionId}/${usesKey(kind, ids)}`,
  slot: (state, { versionId, kind, ids }) => {
    const version = state.versions[versionId];
    return version && (version.records.uses[usesKey(kind, ids)] ??= { ...IDLE, messages: [] });
  },
  call: ({ versionId, kind, ids }) => request(readUses, { params: { versionId }, body: { Kind: kind, Ids: ids } }),
  reply: readUses.reply,
  value: (reply) => reply.Uses,
});
