import * as contract from '../../src/contract/agencies.ts';
import { listAgencies, readAgencyOptions } from '../services/agencies.ts';
import { registerRead, type Ground } from './register.ts';

/** Serves the calls that read agencies. */
export function registerAgencies(ground: Ground): void {
  registerRead(ground, contract.readAgencyOptions, ({ params }) => readAgencyOptions(ground.engine, params.versionId));
  registerRead(ground, contract.listAgencies, ({ params, query }) => listAgencies(ground.engine, params.versionId, query.limit));
}
