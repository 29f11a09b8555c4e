import * as contract from '../../src/contract/versions.ts';
import * as service from '../services/versions.ts';
import { registerRead, registerWrite, type Ground } from './register.ts';

/** Serves the calls about versions: lists, one version, beginning and finishing an edit, and what changed since. */
export function registerVersions(ground: Ground): void {
  const { db } = ground.engine;
  registerRead(ground, contract.listVersions, ({ params, query }) => service.listVersions(db, params.databaseId, query));
  registerRead(ground, contract.listPublishedVersions, ({ params, query }) =>
    service.listVersions(db, params.databaseId, { ...query, published: true }),
  );
  registerRead(ground, contract.readVersion, ({ params }) => service.readVersion(db, params.versionId));
  registerRead(ground, contract.listEdits, ({ params, query }) => service.listEdits(db, params.versionId, query.since));
  registerWrite(ground, contract.beginEdit, ({ params }, write) => service.beginEdit(write, params.databaseId, params.versionId));
  registerWrite(ground, contract.finishEdit, ({ params }, write) => service.finishEdit(write, params.databaseId, params.versionId));
}
