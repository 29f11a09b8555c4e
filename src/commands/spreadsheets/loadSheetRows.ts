import { z } from 'zod';
import { listSheetRows } from '../../contract/records.ts';
import { request } from '../../contract/route.ts';
import type { Entity } from '../../domain/entities.ts';
import { SHEET_KINDS } from '../../domain/spreadsheet/sheetFields.ts';
import { VersionId } from '../../domain/versions.ts';
import { foldHeldRows, holdDocuments } from '../../projections/documents.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads whole documents of a kind, for the workbook of its list. */
export const loadSheetRows = defineLoad('spreadsheet.loadRows', {
  payload: z.object({ versionId: VersionId, kind: z.enum(SHEET_KINDS) }),
  samples: () => [{ versionId: 1, kind: 'Agency' as const }],
  label: ({ kind }) => `Load all of ${kind}`,
  lane: ({ versionId, kind }) => `${versionId}/${kind}`,
  slot: (state, { versionId, kind }) => {
    const version = state.versions[versionId];
    if (!version) return undefined;
    const loads = (version.sheetRows ??= {});
    return (loads[kind] ??= { status: 'idle', value: null, messages: [] });
  },
  call: ({ versionId, kind }) => request(listSheetRows, { params: { versionId, kind } }),
  reply: listSheetRows.reply,
  value: (reply) => reply.Records.map(({ Id }) => Id),
  answered: (base, { versionId, kind }, reply) => {
    // they were checked when they were written
    const docs = reply.Records as unknown as Entity<typeof kind>[];
    holdDocuments(
      base,
      versionId,
      kind,
      docs.map((doc) => ({ doc, rev: Object.hasOwn(reply.Revs ?? {}, doc.Id) ? (reply.Revs?.[doc.Id] ?? 0) : 0 })),
    );
    foldHeldRows(base, versionId, kind);
  },
});
