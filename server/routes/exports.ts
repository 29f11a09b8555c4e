import * as contract from '../../src/contract/exports.ts';
import type { DeliveryPlace } from '../jobs/deliveries/deliver.ts';
import * as locations from '../services/deliveryLocations.ts';
import * as service from '../services/exports.ts';
import type { OpenedStore } from '../store/openStore.ts';
import { registerRead, registerWrite, type RouteContext } from './register.ts';

/** Serves the calls about exports and their delivery locations. */
export function registerExports(context: RouteContext, store: OpenedStore, place: DeliveryPlace): void {
  const { db } = context.engine;
  const { secrets } = place;
  const wake = (): void => context.jobs.runTasks();
  registerRead(context, contract.listExportRegions, (_call, caller) => service.listExportRegions(db, caller));
  registerRead(context, contract.readExportSummary, (_call, caller) => service.readSummary(db, caller));
  registerRead(context, contract.readExportConfiguration, (_call, caller) => service.readConfiguration(db, caller));
  registerRead(context, contract.listExports, ({ query }, caller) => service.listExports(db, caller, query));
  registerRead(context, contract.listExportAgencies, ({ query }) => service.listAgencies(store, query.databaseId, query.scope));
  registerRead(context, contract.listDeliveryLocations, ({ query }, caller) => locations.listLocations(db, caller, query.region));
  registerWrite(context, contract.createDeliveryLocation, ({ body }, write) => locations.createLocation(write, secrets, body));
  // Not a write: it keeps nothing, and no transaction may wait for another server.
  registerRead(context, contract.testDeliveryLocation, ({ body }, caller) => locations.testLocation(db, caller, place, body));
  registerWrite(context, contract.updateDeliveryLocation, ({ params, body }, write, rev) =>
    locations.updateLocation(write, secrets, params.id, rev, body),
  );
  registerWrite(context, contract.deleteDeliveryLocation, ({ params }, write) => locations.deleteLocation(write, params.id));
  registerRead(context, contract.readExportOfRun, ({ params }, caller) => service.readExportOfRun(db, caller, params.runId));
  registerWrite(context, contract.stopExportRun, ({ params }, write) => {
    write.afterCommit(wake);
    return service.stopExportRun(write, params.runId);
  });
  registerWrite(context, contract.runExport, ({ body }, write) => {
    write.afterCommit(wake);
    return service.runExport(write, body.id);
  });
  registerWrite(context, contract.cloneExport, ({ params }, write) => service.cloneExport(write, params.id));
  registerWrite(context, contract.createExport, ({ body }, write) => service.createExport(write, body));
  registerRead(context, contract.readExport, ({ params }, caller) => service.readExport(db, caller, params.id));
  registerRead(context, contract.listExportHistory, ({ params, query }, caller) => service.listHistory(db, caller, params.id, query));
  registerWrite(context, contract.updateExport, ({ params, body }, write, rev) => service.updateExport(write, params.id, rev, body));
  registerWrite(context, contract.deleteExport, ({ params }, write) => service.deleteExport(write, params.id));
}
