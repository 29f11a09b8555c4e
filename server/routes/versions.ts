import * as contract from '../../src/contract/versions.ts';
import { serviceOverviews } from '../services/serviceOverview.ts';
import type { ValidationPlace } from '../services/validation.ts';
import * as service from '../services/versions.ts';
import { registerRead, registerWrite, type RouteContext } from './register.ts';

/** Serves the calls about versions: lists, one version, what changed since, and the acts of its life. */
export function registerVersions(context: RouteContext, findings: ValidationPlace): void {
  const { db } = context.engine;
  registerRead(context, contract.listVersions, ({ params, query }) => service.listVersions(db, params.databaseId, query));
  registerRead(context, contract.listPublishedVersions, ({ params, query }) =>
    service.listVersions(db, params.databaseId, { ...query, published: true }),
  );
  registerRead(context, contract.readVersion, ({ params, snapshot }) => service.readVersion(db, params.versionId, snapshot));
  const overview = serviceOverviews(context.engine);
  registerRead(context, contract.readServiceOverview, ({ params }) => overview(params.versionId));
  registerRead(context, contract.listEdits, ({ params, query }) => service.listEdits(db, params.versionId, query.since));
  registerWrite(context, contract.beginEdit, ({ params }, write) => service.beginEdit(write, params.databaseId, params.versionId));
  registerWrite(context, contract.finishEdit, ({ params }, write) => service.finishEdit(write, params.databaseId, params.versionId));
  registerWrite(context, contract.cloneVersion, ({ params, body }, write) =>
    service.cloneVersion(write, params.databaseId, params.versionId, body.Name),
  );
  registerWrite(context, contract.deleteDraft, ({ params }, write) => service.deleteDraft(write, params.databaseId, params.versionId));
  registerWrite(context, contract.makeVersionCurrent, ({ params }, write) =>
    service.makeVersionCurrent(write, findings, params.databaseId, params.versionId),
  );
  registerWrite(context, contract.publishVersion, ({ params }, write) =>
    service.publishVersion(write, findings, params.databaseId, params.versionId),
  );
  for (const [route, act] of [
    [contract.storeVersion, service.storeVersion],
    [contract.archiveVersion, service.archiveVersion],
    [contract.unArchiveVersion, service.unArchiveVersion],
  ] as const) {
    registerWrite(context, route, ({ params }, write) => {
      write.afterCommit(() => context.jobs.runVersionJobs());
      return act(write, params.databaseId, params.versionId);
    });
  }
}
