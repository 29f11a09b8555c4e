/** The smaller kinds of a version, and what refers to documents. */
import { z } from 'zod';
import { isEntityKind } from '../domain/entities.ts';
import { FileRow } from '../domain/model/fileRow.ts';
import { RECORD_KINDS, type RecordKind } from '../domain/model/records.ts';
import { SHEET_KINDS } from '../domain/spreadsheet/sheetFields.ts';
import { defineRoute } from './route.ts';
import { EditedRevs, VersionParams } from './versions.ts';

const BASE = '/storage/ui/db/version/:versionId';

/** A smaller kind by name. */
export const RecordKindName = z.enum(Object.keys(RECORD_KINDS) as [RecordKind, ...RecordKind[]]);

export const listRecords = defineRoute({
  name: 'listRecords',
  summary: 'Every record of one of the smaller kinds: feed information, levels, attributions, vehicle extensions, ticketing.',
  method: 'GET',
  path: `${BASE}/records/:kind`,
  params: VersionParams.extend({ kind: RecordKindName }),
  reply: z.object({ Records: z.array(z.looseObject({ Id: z.string() })), Revs: EditedRevs }),
  access: 'read',
});

export const listSheetRows = defineRoute({
  name: 'listSheetRows',
  summary: 'Every document of one of the kinds whose lists are written to workbooks: stops, schedules, agencies, day types, fares.',
  method: 'GET',
  path: `${BASE}/rows/:kind`,
  params: VersionParams.extend({ kind: z.enum(SHEET_KINDS) }),
  reply: z.object({ Records: z.array(z.looseObject({ Id: z.string() })), Revs: EditedRevs }),
  access: 'read',
});

const Kind = z.string().refine(isEntityKind, 'There is no such kind');

export const readUses = defineRoute({
  name: 'readUses',
  summary: 'What refers to documents of a kind by id: the first 100 of each, and how many in all. What nothing refers to is left out.',
  method: 'POST',
  path: `${BASE}/uses`,
  params: VersionParams,
  body: z.object({ Kind, Ids: z.array(z.string()).min(1).max(1000) }),
  reply: z.object({
    Uses: z.array(z.object({ Id: z.string(), Count: z.int().min(1), By: z.array(z.object({ Kind, Id: z.string(), Name: z.string() })) })),
  }),
  access: 'read',
});

/** Rows of a kept file that are shown. */
const KEPT_ROWS = 500;

export const listKeptFiles = defineRoute({
  name: 'listKeptFiles',
  summary: 'Files of the imported feed that are kept as they are, and rows that no document holds: the export writes them again.',
  method: 'GET',
  path: `${BASE}/files`,
  params: VersionParams,
  reply: z.object({
    Files: z.array(z.object({ Name: z.string(), File: z.string(), Size: z.int().min(0), RowsAlone: z.boolean() })),
    /** Edits of rows of these files, with their revisions. */
    Edits: z.array(FileRow).optional(),
    Revs: EditedRevs,
  }),
  access: 'read',
});

export const readKeptFile = defineRoute({
  name: 'readKeptFile',
  summary: `${KEPT_ROWS} rows of a kept file as the source has them, by its Name, from a row on (0 is the first); lines of text without columns where it is no table.`,
  method: 'GET',
  path: `${BASE}/files/rows`,
  params: VersionParams,
  query: z.object({ name: z.string().min(1).max(500), from: z.coerce.number().int().min(0).optional() }),
  reply: z.object({
    Columns: z.array(z.string()),
    Rows: z.array(z.array(z.string())).max(KEPT_ROWS),
    Total: z.int().min(0),
    From: z.int().min(0).optional(),
  }),
  access: 'read',
});
