import * as contract from '../../src/contract/fares.ts';
import { compatibility } from '../../src/domain/fareConditions.ts';
import { checkFares } from '../services/fareChecks.ts';
import * as service from '../services/fares.ts';
import { ReadyJson, registerRead, type Ground } from './register.ts';

/** Serves the calls that read fares, and those that only reckon. */
export function registerFares(ground: Ground): void {
  const { engine } = ground;
  registerRead(ground, contract.listFares, async ({ params }) => new ReadyJson(await service.listFares(engine, params.versionId)));
  registerRead(ground, contract.readFare, ({ params }) => service.readFare(engine, params.versionId, params.fareId));
  registerRead(ground, contract.checkFares, ({ params, body }) => checkFares(engine, params.versionId, body));
  registerRead(ground, contract.fareCompatibility, ({ body }) => Promise.resolve({ Conditions: [...compatibility(body.Conditions)] }));
}
