import { z } from 'zod';
import { archiveVersion, beginEdit, deleteDraft, finishEdit, listVersions, publishVersion, readVersion } from '../../src/contract/versions.ts';
import { type CallInput, type ReplyOf, type Route, urlOf } from '../../src/contract/route.ts';
import type { Version } from '../../src/domain/versions.ts';
import { signInByHttp } from './signInByHttp.ts';

/** Somebody else at another screen, who makes and changes versions of one database. */
export interface VersionColleague {
  /** Begins an edit of the current version, or of the newest where none is current; answers the id of the draft. */
  draft(): Promise<number>;
  /** Begins and finishes an edit of the current version; answers the id of the finished one. */
  finished(): Promise<number>;
  /** Finishes an edit and begins another of what came of it; answers the id of the new draft. */
  goOn(versionId: number): Promise<number>;
  publish(versionId: number): Promise<void>;
  archive(versionId: number): Promise<void>;
  remove(versionId: number): Promise<void>;
  /** The version as the server has it. */
  read(versionId: number): Promise<Version>;
}

let calls = 0;

/** Signs a colleague in. */
export async function aColleague(site: string, databaseId: string): Promise<VersionColleague> {
  const { access_token: token } = await signInByHttp(site, 'editor');
  const call = async <R extends Route>(route: R, input: CallInput): Promise<ReplyOf<R>> => {
    calls += 1;
    const answer = await fetch(site + urlOf(route, input), {
      method: route.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(route.method === 'GET'
          ? {}
          : { 'content-type': 'application/json', 'idempotency-key': `colleague:${process.pid}-${Date.now()}-${calls}` }),
      },
      ...(route.method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
    });
    if (!answer.ok) throw new Error(`The colleague's ${route.name} was refused: ${answer.status} ${await answer.text()}`);
    // the schema of that very route has read it
    return z.parse(route.reply, await answer.json()) as ReplyOf<R>;
  };
  const draft = async (): Promise<number> => {
    const { Versions } = await call(listVersions, { params: { databaseId } });
    const source = Versions.find((version) => version.Current) ?? Versions[0];
    if (!source) throw new Error(`${databaseId} has no version`);
    return (await call(beginEdit, { params: { databaseId, versionId: source.Id } })).EditableDbVersionId;
  };
  const act = async (route: Route, versionId: number): Promise<void> => {
    await call(route, { params: { databaseId, versionId } });
  };
  return {
    draft,
    async finished() {
      const versionId = await draft();
      await act(finishEdit, versionId);
      return versionId;
    },
    async goOn(versionId) {
      await act(finishEdit, versionId);
      return (await call(beginEdit, { params: { databaseId, versionId } })).EditableDbVersionId;
    },
    publish: (versionId) => act(publishVersion, versionId),
    archive: (versionId) => act(archiveVersion, versionId),
    remove: (versionId) => act(deleteDraft, versionId),
    read: async (versionId) => (await call(readVersion, { params: { versionId } })).Version,
  };
}
