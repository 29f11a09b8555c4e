import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { readEntityFindings } from '../../contract/validation.ts';
import { ValidationEntity } from '../../domain/validation.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads everything found of one entity; of a schedule with its tracks and timetables. */
export const loadEntityFindings = defineLoad('validation.loadEntity', {
  background: true,
  payload: z.object({ versionId: VersionId, entity: ValidationEntity, entityId: z.string() }),
  samples: () => [{ versionId: 1, entity: 'Stop' as const, entityId: 'S1' }],
  label: ({ entity, entityId }) => `Load what is found of ${entity.toLowerCase()} ${entityId}`,
  lane: ({ versionId, entity, entityId }) => `${versionId}/${entity}/${entityId}`,
  slot: (state, { versionId, entity, entityId }) => {
    const validation = state.versions[versionId]?.validation;
    return validation && (validation.entities[`${entity}/${entityId}`] ??= { status: 'idle', value: null, messages: [] });
  },
  call: ({ versionId, entity, entityId }) => request(readEntityFindings, { params: { versionId, entity, entityId } }),
  reply: readEntityFindings.reply,
  value: (reply) => reply,
});
