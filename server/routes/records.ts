import * as contract from '../../src/contract/records.ts';
import { keptFileRows, keptFilesOf } from '../services/keptFileRows.ts';
import { listRecords, usesOf } from '../services/records.ts';
import { ReadyJson, registerRead, type RouteContext } from './register.ts';

/** Serves the calls that read the smaller kinds and what refers to documents. */
export function registerRecords(context: RouteContext): void {
  const { engine } = context;
  registerRead(context, contract.listRecords, async ({ params }) => new ReadyJson(await listRecords(engine, params.versionId, params.kind)));
  registerRead(context, contract.listSheetRows, async ({ params }) => new ReadyJson(await listRecords(engine, params.versionId, params.kind)));
  registerRead(context, contract.listKeptFiles, ({ params }) => keptFilesOf(engine, params.versionId));
  registerRead(context, contract.readKeptFile, ({ params, query }) => keptFileRows(engine, params.versionId, query.name, query.from));
  registerRead(context, contract.readUses, ({ params, body }) => usesOf(engine, params.versionId, body.Kind, body.Ids));
}
