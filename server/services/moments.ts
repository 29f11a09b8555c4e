/** Looking back: calls that read a version read it as of a revision where its id says so. */
import { LOOKING_BACK, momentOf, type Moment } from '../../src/domain/moments.ts';
import { openMoment } from '../store/momentVersions.ts';
import type { Db } from '../store/tables.ts';
import { readVersion } from '../store/versions.ts';
import { noVersion, readable } from './editing.ts';
import { Refusal } from '../refusal.ts';

/** The parameters of an address with the hidden version that shows what they name, where that is a version as it was. */
export async function shownVersions<Params>(db: Db, params: Params): Promise<Params> {
  const moment = momentIn(params);
  return moment === undefined ? params : { ...params, versionId: await shownVersion(db, moment) };
}

/** The moment that the version of an address names; undefined for a version as it is now. */
export function momentIn(params: unknown): Moment | undefined {
  const id: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'versionId') : undefined;
  return typeof id === 'number' ? momentOf(id) : undefined;
}

/** Refuses (409) a write into a version as it was. */
export function requirePresent(params: unknown, body: unknown): void {
  const ids = [params, body].map((part: unknown): unknown =>
    typeof part === 'object' && part !== null ? (Reflect.get(part, 'versionId') ?? Reflect.get(part, 'DbVersionId')) : undefined,
  );
  if (ids.some((id) => typeof id === 'number' && momentOf(id))) throw new Refusal(409, 'looking_back', LOOKING_BACK);
}

async function shownVersion(db: Db, { versionId, rev }: Moment): Promise<number> {
  const version = await readVersion(db, versionId);
  if (!version) throw noVersion(versionId);
  await readable(db, versionId);
  if (rev > version.Rev) throw new Refusal(404, 'not_found', `Version ${versionId} has no revision ${rev}: its last is ${version.Rev}.`);
  return openMoment(db, versionId, rev);
}
