import * as contract from '../../src/contract/savedSearches.ts';
import * as service from '../services/savedSearches.ts';
import { registerRead, registerWrite, type RouteContext } from './register.ts';

/** Serves the saved searches of regions. */
export function registerSavedSearches(context: RouteContext): void {
  const { db } = context.engine;
  registerRead(context, contract.listSavedSearches, ({ query }, caller) => service.listSavedSearches(db, caller, query.region));
  registerWrite(context, contract.createSavedSearch, ({ query, body }, write) => service.createSavedSearch(write, query.region, body));
  registerWrite(context, contract.deleteSavedSearch, ({ params, query }, write) => service.deleteSavedSearch(write, query.region, params.searchId));
  registerWrite(context, contract.watchSearch, ({ params, query, body }, write) =>
    service.watchSearch(write, query.region, params.searchId, body.Watched),
  );
}
