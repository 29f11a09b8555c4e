/** Acts that continue after their answer, until a live message tells their end. */
import type { Draft } from 'immer';
import type { Version } from '../../domain/versions.ts';
import type { AppState } from '../../projections/state.ts';
import { beginAct, endAct } from '../../projections/versionLife.ts';
import { putVersion } from '../../projections/versions.ts';
import { idKey } from '../../kernel/table.ts';

/** Tells for two seconds that something is done. */
export function tellDone(base: Draft<AppState>, id: string, text: string): void {
  base.notices = [...base.notices.filter((notice) => notice.id !== id), { id, kind: 'done', text }];
}

/** The acts that continue after their answer. */
export type LongAct = 'archive' | 'unArchive' | 'store';

/**
 * Folds the answer of an act that continues after it. A live message that was quicker than the answer (one that came by a
 * repeated call) has reported the end already: the answer is older then.
 */
export function foldLongAct(
  base: Draft<AppState>,
  { databaseId, versionId }: { readonly databaseId: string; readonly versionId: number },
  act: LongAct,
  answered: Version,
): void {
  const known = base.versionLists[idKey(databaseId)]?.value?.find((one) => one.Id === versionId);
  const over = known !== undefined && isOver(act, known);
  if (!over) putVersion(base, answered);
  if (over || isOver(act, answered)) endAct(base, versionId, act);
  else beginAct(base, versionId, act);
}

/** Ends the long acts of this screen that a version shows as done, and says so. */
export function foldEnds(base: Draft<AppState>, version: Version): void {
  for (const act of LONG_ACTS) {
    if (!base.versionWork.some((running) => running.versionId === version.Id && running.act === act) || !isOver(act, version)) continue;
    endAct(base, version.Id, act);
    tellDone(base, `${act}-${version.Id}`, `“${version.Version}” is ${ENDED[act]}`);
  }
}

const LONG_ACTS: readonly LongAct[] = ['archive', 'unArchive', 'store'];
const ENDED: Readonly<Record<LongAct, string>> = { archive: 'archived', unArchive: 'back from the archive', store: 'stored' };

function isOver(act: LongAct, version: Version): boolean {
  if (act === 'store') return version.Stored;
  return version.Completed && version.Archived === (act === 'archive');
}
