/** Which versions a draft can take over from: those that were made from one version with it, and the others of its database. */
import type { Version } from '../domain/versions.ts';
import type { Load } from './state.ts';
import { isReadable, originOf } from './versions.ts';

/** A version with where it comes from, in words, where it is a draft. */
interface Branch {
  readonly version: Version;
  readonly origin: string | undefined;
}

/** The readable versions of the database of a version, itself left out: `beside` came of the same version as far as the list says. */
export function branchesOf(
  lists: readonly Load<readonly Version[]>[],
  versionId: number,
): { readonly beside: readonly Branch[]; readonly others: readonly Branch[] } {
  const list = lists.map(({ value }) => value ?? []).find((versions) => versions.some(({ Id }) => Id === versionId)) ?? [];
  const rootOf = (id: number, depth = 0): number => {
    const parent = list.find(({ Id }) => Id === id)?.ParentId;
    return parent == null || depth > list.length ? id : rootOf(parent, depth + 1);
  };
  const root = rootOf(versionId);
  const branches = list
    .filter((version) => version.Id !== versionId && isReadable(version))
    .map((version) => ({ version, origin: originOf(list, version), isBeside: rootOf(version.Id) === root }));
  return { beside: branches.filter(({ isBeside }) => isBeside), others: branches.filter(({ isBeside }) => !isBeside) };
}
