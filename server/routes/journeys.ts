import * as contract from '../../src/contract/journeys.ts';
import { Journeys } from '../services/journeys.ts';
import { registerRead, type RouteContext } from './register.ts';

/** Serves the calls that search journeys. */
export function registerJourneys(context: RouteContext): void {
  const journeys = new Journeys(context.engine);
  registerRead(context, contract.findJourneys, ({ params, query }) => journeys.find(params.versionId, query));
  registerRead(context, contract.findReach, ({ params, query }) => journeys.reach(params.versionId, query));
  registerRead(context, contract.findBrokenConnections, ({ params, query }) => journeys.broken(params.versionId, query));
}
