import * as contract from '../../src/contract/exports.ts';
import type { DeliveryPlace } from '../jobs/deliveries/deliver.ts';
import * as locations from '../services/deliveryLocations.ts';
import * as service from '../services/exports.ts';
import type { OpenedStore } from '../store/openStore.ts';
import { registerRead, registerWrite, type Ground } from './register.ts';

/** Serves the calls about exports and their delivery locations. */
export function registerExports(ground: Ground, store: OpenedStore, place: DeliveryPlace): void {
  const { db } = ground.engine;
  const { secrets } = place;
  const wake = (): void => ground.jobs.runTasks();
  registerRead(ground, contract.listExportRegions, (_call, caller) => service.listExportRegions(db, caller));
  registerRead(ground, contract.readExportSummary, (_call, caller) => service.readSummary(db, caller));
  registerRead(ground, contract.readExportConfiguration, (_call, caller) => service.readConfiguration(db, caller));
  registerRead(ground, contract.listExports, ({ query }, caller) => service.listExports(db, caller, query));
  registerRead(ground, contract.listExportAgencies, ({ query }) => service.listAgencies(store, query.databaseId, query.scope));
  registerRead(ground, contract.listDeliveryLocations, ({ query }, caller) => locations.listLocations(db, caller, query.region));
  registerWrite(ground, contract.createDeliveryLocation, ({ body }, write) => locations.createLocation(write, secrets, body));
  // Not a write: it keeps nothing, and no transaction may wait for another server.
  registerRead(ground, contract.testDeliveryLocation, ({ body }, caller) => locations.testLocation(db, caller, place, body));
  registerWrite(ground, contract.updateDeliveryLocation, ({ params, body }, write, rev) =>
    locations.updateLocation(write, secrets, params.id, rev, body),
  );
  registerWrite(ground, contract.deleteDeliveryLocation, ({ params }, write) => locations.deleteLocation(write, params.id));
  registerRead(ground, contract.readExportOfRun, ({ params }, caller) => service.readExportOfRun(db, caller, params.runId));
  registerWrite(ground, contract.stopExportRun, ({ params }, write) => {
    write.afterCommit(wake);
    return service.stopExportRun(write, params.runId);
  });
  registerWrite(ground, contract.runExport, ({ body }, write) => {
    write.afterCommit(wake);
    return service.runExport(write, body.id);
  });
  registerWrite(ground, contract.cloneExport, ({ params }, write) => service.cloneExport(write, params.id));
  registerWrite(ground, contract.createExport, ({ body }, write) => service.createExport(write, body));
  registerRead(ground, contract.readExport, ({ params }, caller) => service.readExport(db, caller, params.id));
  registerRead(ground, contract.listExportHistory, ({ params, query }, caller) => service.listHistory(db, caller, params.id, query));
  registerWrite(ground, contract.updateExport, ({ params, body }, write, rev) => service.updateExport(write, params.id, rev, body));
  registerWrite(ground, contract.deleteExport, ({ params }, write) => service.deleteExport(write, params.id));
}
