import * as contract from '../../src/contract/serviceDay.ts';
import { serviceDaysOf } from '../services/serviceDay.ts';
import { ReadyJson, registerRead, type RouteContext } from './register.ts';

/** Serves the calls about the service of a version. */
export function registerServiceDay(context: RouteContext): void {
  const readDay = serviceDaysOf(context.engine);
  registerRead(context, contract.readServiceDay, async ({ params }) => new ReadyJson(await readDay(params.versionId, params.date)));
}
