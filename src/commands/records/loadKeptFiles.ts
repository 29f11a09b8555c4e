import { z } from 'zod';
import { listKeptFiles, readKeptFile } from '../../contract/records.ts';
import { request } from '../../contract/route.ts';
import { VersionId } from '../../domain/versions.ts';
import { idKey } from '../../kernel/table.ts';
import { holdDocuments } from '../../projections/documents.ts';
import { IDLE } from '../../projections/state.ts';
import { defineLoad, defineVersionLoad } from '../defineLoad.ts';

/** Loads the names of the files that a version keeps as files, and the edits of their rows. */
export const loadKeptFiles = defineVersionLoad('record.loadKeptFiles', 'Load the kept files', listKeptFiles, {
  slot: (state, { versionId }) => {
    const version = state.versions[versionId];
    return version && (version.records.files ??= { ...IDLE, messages: [] });
  },
  value: (reply) => reply.Files,
  answered: (base, { versionId }, { Edits = [], Revs = {} }) => {
    holdDocuments(
      base,
      versionId,
      'FileRow',
      Edits.map((doc) => ({ doc, rev: Revs[doc.Id] ?? 0 })),
    );
  },
});

/** Loads rows of a kept file from one on, in place of those that were shown; the first is 0. */
export const loadKeptRows = defineLoad('record.loadKeptRows', {
  payload: z.object({ versionId: VersionId, name: z.string(), from: z.int().min(0).optional() }),
  samples: () => [{ versionId: 1, name: 'booking_rules.txt' }],
  label: ({ name }) => `Load rows of ${name}`,
  lane: ({ versionId, name }) => `${versionId}/${name}`,
  slot: (state, { versionId, name }) => {
    const version = state.versions[versionId];
    if (!version) return undefined;
    const rows = (version.records.fileRows ??= {});
    return (rows[idKey(name)] ??= { ...IDLE, messages: [] });
  },
  call: ({ versionId, name, from }) => request(readKeptFile, { params: { versionId }, query: { name, ...(from === undefined ? {} : { from }) } }),
  reply: readKeptFile.reply,
  value: (reply) => reply,
});
