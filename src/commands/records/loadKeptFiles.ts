import { z } from 'zod';
import { listKeptFiles, readKeptFile } from '../../contract/records.ts';
import { request } from '../../contract/route.ts';
import { VersionId } from '../../domain/versions.ts';
import { idKey } from '../../kernel/table.ts';
import { IDLE } from '../../projections/state.ts';
import { defineLoad, defineVersionLoad } from '../defineLoad.ts';

/** Loads the names of the files that a version keeps as they are. */
export const loadKeptFiles = defineVersionLoad('record.loadKeptFiles', 'Load the kept files', listKeptFiles, {
  slot: (state, { versionId }) => {
    const version = state.versions[versionId];
    return version && (version.records.files ??= { ...IDLE, messages: [] });
  },
  value: (reply) => reply.Files,
});

/** Loads the first rows of a kept file. */
export const loadKeptRows = defineLoad('record.loadKeptRows', {
  payload: z.object({ versionId: VersionId, name: z.string() }),
  samples: () => [{ versionId: 1, name: 'booking_rules.txt' }],
  label: ({ name }) => `Load rows of ${name}`,
  lane: ({ versionId, name }) => `${versionId}/${name}`,
  slot: (state, { versionId, name }) => {
    const version = state.versions[versionId];
    if (!version) return undefined;
    const rows = (version.records.fileRows ??= {});
    return (rows[idKey(name)] ??= { ...IDLE, messages: [] });
  },
  call: ({ versionId, name }) => request(readKeptFile, { params: { versionId }, query: { name } }),
  reply: readKeptFile.reply,
  value: (reply) => reply,
});
