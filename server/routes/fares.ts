import * as contract from '../../src/contract/fares.ts';
import * as service from '../services/fares.ts';
import { ReadyJson, registerRead, type Ground } from './register.ts';

/** Serves the calls that read fares. */
export function registerFares(ground: Ground): void {
  const { engine } = ground;
  registerRead(ground, contract.listFares, async ({ params }) => new ReadyJson(await service.listFares(engine, params.versionId)));
  registerRead(ground, contract.readFare, ({ params }) => service.readFare(engine, params.versionId, params.fareId));
}
