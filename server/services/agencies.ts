import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/agencies.ts';
import type { Agency } from '../../src/domain/model/agency.ts';
import { languageOptions, timezoneOptions } from '../../src/domain/agencyOptions.ts';
import type { Engine } from '../store/engine.ts';
import { readAll, readEditedRevs } from '../store/entities.ts';
import { readable } from './editing.ts';

/** The first `limit` agencies of a version in the order of their ids. */
export async function listAgencies(engine: Engine, versionId: number, limit: number): Promise<ReplyOf<typeof contract.listAgencies>> {
  await readable(engine.db, versionId);
  // Revisions first: an edit that is made meanwhile is newer than its reported revision, and is reported again.
  const Revs = await readEditedRevs(engine.db, versionId, 'Agency');
  const agencies: Agency[] = [];
  for await (const agency of readAll(engine, versionId, 'Agency')) {
    if (agencies.length === limit) break;
    agencies.push(agency);
  }
  return { Agencies: agencies, Revs };
}

/** What is offered for an agency's language and timezone. */
export async function readAgencyOptions(engine: Engine, versionId: number): Promise<ReplyOf<typeof contract.readAgencyOptions>> {
  await readable(engine.db, versionId);
  return { Languages: languageOptions(), Timezones: timezoneOptions() };
}
