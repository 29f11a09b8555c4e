import * as contract from '../../src/contract/agencies.ts';
import { listAgencies, readAgencyOptions } from '../services/agencies.ts';
import { registerRead, type RouteContext } from './register.ts';

/** Serves the calls that read agencies. */
export function registerAgencies(context: RouteContext): void {
  registerRead(context, contract.readAgencyOptions, ({ params }) => readAgencyOptions(context.engine, params.versionId));
  registerRead(context, contract.listAgencies, ({ params, query }) => listAgencies(context.engine, params.versionId, query.limit));
}
