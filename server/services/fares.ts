import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/fares.ts';
import type { Engine } from '../store/engine.ts';
import { readEntity } from '../store/entities.ts';
import { readFareRows } from '../store/fares.ts';
import { readSource } from '../store/versions.ts';
import { noVersion } from './editing.ts';
import { Refusal } from './refusal.ts';

/** Every fare of a version in short, as JSON text of the whole answer. */
export async function listFares(engine: Engine, versionId: number): Promise<Buffer> {
  if (!(await readSource(engine.db, versionId))) throw noVersion(versionId);
  return Buffer.concat([Buffer.from('{"Fares":['), await readFareRows(engine, versionId), Buffer.from(']}')]);
}

/** One fare with its conditions and rule rows. */
export async function readFare(engine: Engine, versionId: number, fareId: string): Promise<ReplyOf<typeof contract.readFare>> {
  if (!(await readSource(engine.db, versionId))) throw noVersion(versionId);
  const fare = await readEntity(engine.db, versionId, 'Fare', fareId);
  if (!fare) throw new Refusal(404, 'not_found', `There is no fare ${fareId}.`);
  return { Fare: fare.doc, Rev: fare.rev };
}
