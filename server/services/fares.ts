import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/fares.ts';
import { specifiedFare } from '../../src/domain/specified.ts';
import type { Engine } from '../store/engine.ts';
import { readEntity } from '../store/entities.ts';
import { readFareRows } from '../store/fares.ts';
import { readable } from './editing.ts';
import { Refusal } from '../refusal.ts';

/** Every fare of a version in short, as JSON text of the whole answer. */
export async function listFares(engine: Engine, versionId: number): Promise<Buffer> {
  await readable(engine.db, versionId);
  return Buffer.concat([Buffer.from('{"Fares":['), await readFareRows(engine, versionId), Buffer.from(']}')]);
}

/** One fare with its conditions and rule rows. */
export async function readFare(engine: Engine, versionId: number, fareId: string): Promise<ReplyOf<typeof contract.readFare>> {
  await readable(engine.db, versionId);
  const fare = await readEntity(engine.db, versionId, 'Fare', fareId);
  if (!fare) throw new Refusal(404, 'not_found', `There is no fare ${fareId}.`);
  return { Fare: specifiedFare(fare.doc), Rev: fare.rev };
}
