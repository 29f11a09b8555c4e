/** Who else changed what: remembered from the live messages, so that a conflict can name the other one. */
import type { Draft } from 'immer';
import type { AppState } from './state.ts';

/** Notes who changed these fields of a version (`stop/S1/Name`). The latest are kept, a few hundred. */
export function noteAuthor(base: Draft<AppState>, versionId: number, fields: readonly string[], author: string): void {
  const version = base.versions[versionId];
  if (!version) return;
  const known = Object.entries(version.changedBy).filter(([field]) => !fields.includes(field));
  version.changedBy = Object.fromEntries([...known, ...fields.map((field) => [field, author] as const)].slice(-MOST));
}

/** Who changed one of these fields last, as far as live messages say. A shorter path covers all fields below it. */
export function authorOf(view: AppState, versionId: number, fields: readonly string[]): string | undefined {
  const within = (path: string, whole: string): boolean => path === whole || path.startsWith(`${whole}/`);
  return Object.entries(view.versions[versionId]?.changedBy ?? {}).findLast(([field]) =>
    fields.some((one) => within(field, one) || within(one, field)),
  )?.[1];
}

const MOST = 300;
