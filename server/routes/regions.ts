import * as contract from '../../src/contract/regions.ts';
import * as service from '../services/regions.ts';
import { registerRead, type Ground } from './register.ts';

/** Serves the calls about regions and databases. */
export function registerRegions(ground: Ground): void {
  const { db } = ground.engine;
  registerRead(ground, contract.listRegions, (_call, { account }) => service.listRegions(db, account));
  registerRead(ground, contract.listAccessibleRegions, () => service.listAccessibleRegions(db));
  registerRead(ground, contract.readBounds, ({ params }) => service.readBounds(db, params.region));
  registerRead(ground, contract.listDatabases, (_call, { account }) => service.listDatabases(db, account));
}
