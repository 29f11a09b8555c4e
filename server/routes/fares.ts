import * as contract from '../../src/contract/fares.ts';
import { compatibility } from '../../src/domain/fareConditions.ts';
import { checkFares } from '../services/fareChecks.ts';
import * as service from '../services/fares.ts';
import { ReadyJson, registerRead, type RouteContext } from './register.ts';

/** Serves the calls that read fares, and those that only reckon. */
export function registerFares(context: RouteContext): void {
  const { engine } = context;
  registerRead(context, contract.listFares, async ({ params }) => new ReadyJson(await service.listFares(engine, params.versionId)));
  registerRead(context, contract.readFare, ({ params }) => service.readFare(engine, params.versionId, params.fareId));
  registerRead(context, contract.checkFares, ({ params, body }) => checkFares(engine, params.versionId, body));
  registerRead(context, contract.fareCompatibility, ({ body }) => Promise.resolve({ Conditions: [...compatibility(body.Conditions)] }));
}
