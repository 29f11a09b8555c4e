import * as contract from '../../src/contract/agencies.ts';
import { listAgencies } from '../services/agencies.ts';
import { registerRead, type Ground } from './register.ts';

/** Serves the call that reads agencies. */
export function registerAgencies(ground: Ground): void {
  registerRead(ground, contract.listAgencies, ({ params, query }) => listAgencies(ground.engine, params.versionId, query.limit));
}
