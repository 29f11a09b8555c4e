import * as contract from '../../src/contract/versions.ts';
import { serviceOverviews } from '../services/serviceOverview.ts';
import type { ValidationPlace } from '../services/validation.ts';
import * as service from '../services/versions.ts';
import { registerRead, registerWrite, type Ground } from './register.ts';

/** Serves the calls about versions: lists, one version, what changed since, and the acts of its life. */
export function registerVersions(ground: Ground, findings: ValidationPlace): void {
  const { db } = ground.engine;
  registerRead(ground, contract.listVersions, ({ params, query }) => service.listVersions(db, params.databaseId, query));
  registerRead(ground, contract.listPublishedVersions, ({ params, query }) =>
    service.listVersions(db, params.databaseId, { ...query, published: true }),
  );
  registerRead(ground, contract.readVersion, ({ params, moment }) => service.readVersion(db, params.versionId, moment));
  const overview = serviceOverviews(ground.engine);
  registerRead(ground, contract.readServiceOverview, ({ params }) => overview(params.versionId));
  registerRead(ground, contract.listEdits, ({ params, query }) => service.listEdits(db, params.versionId, query.since));
  registerWrite(ground, contract.beginEdit, ({ params }, write) => service.beginEdit(write, params.databaseId, params.versionId));
  registerWrite(ground, contract.finishEdit, ({ params }, write) => service.finishEdit(write, params.databaseId, params.versionId));
  registerWrite(ground, contract.cloneVersion, ({ params, body }, write) =>
    service.cloneVersion(write, params.databaseId, params.versionId, body.Name),
  );
  registerWrite(ground, contract.deleteDraft, ({ params }, write) => service.deleteDraft(write, params.databaseId, params.versionId));
  registerWrite(ground, contract.makeVersionCurrent, ({ params }, write) =>
    service.makeVersionCurrent(write, findings, params.databaseId, params.versionId),
  );
  registerWrite(ground, contract.publishVersion, ({ params }, write) => service.publishVersion(write, findings, params.databaseId, params.versionId));
  for (const [route, act] of [
    [contract.storeVersion, service.storeVersion],
    [contract.archiveVersion, service.archiveVersion],
    [contract.unArchiveVersion, service.unArchiveVersion],
  ] as const) {
    registerWrite(ground, route, ({ params }, write) => {
      write.afterCommit(() => ground.jobs.workOnVersions());
      return act(write, params.databaseId, params.versionId);
    });
  }
}
