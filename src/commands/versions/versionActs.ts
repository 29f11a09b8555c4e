/** The acts of a version's life, and the command that does each. */
import type { VersionAct } from '../../domain/versions.ts';
import type { AnyCommand, CommandInput } from '../../kernel/command.ts';
import type { AppState, VersionFailure } from '../../projections/state.ts';
import { archiveVersion } from './archiveVersion.ts';
import { beginEdit } from './beginEdit.ts';
import { cloneVersion } from './cloneVersion.ts';
import { deleteDraft } from './deleteDraft.ts';
import { downloadVersion } from './downloadVersion.ts';
import { finishEdit } from './finishEdit.ts';
import { askArchive, askClone, askDeleteDraft, askFinishEdit, askMakeCurrent, askPublish } from './lifecycleSteps.ts';
import { makeVersionCurrent } from './makeVersionCurrent.ts';
import { publishVersion } from './publishVersion.ts';
import { storeVersion } from './storeVersion.ts';
import { unArchiveVersion } from './unArchiveVersion.ts';

/** The command behind the control of each act: the act itself, or the question before it. */
export const CONTROL_OF_ACT: Readonly<Record<VersionAct, AnyCommand<AppState>>> = {
  beginEdit,
  finishEdit: askFinishEdit,
  clone: askClone,
  publish: askPublish,
  makeCurrent: askMakeCurrent,
  store: storeVersion,
  archive: askArchive,
  unArchive: unArchiveVersion,
  download: downloadVersion,
  deleteDraft: askDeleteDraft,
};

/** The same act again, with all that was said to the questions before it. */
export function retryOf({ act, databaseId, versionId, name }: VersionFailure): CommandInput {
  const on = { databaseId, versionId };
  switch (act) {
    case 'clone':
      return cloneVersion({ ...on, name: name ?? '' });
    case 'publish':
      return publishVersion(on);
    case 'makeCurrent':
      return makeVersionCurrent(on);
    case 'deleteDraft':
      return deleteDraft(on);
    case 'beginEdit':
      return beginEdit(on);
    case 'finishEdit':
      return finishEdit(on);
    case 'store':
      return storeVersion(on);
    case 'archive':
      return archiveVersion(on);
    case 'unArchive':
      return unArchiveVersion(on);
    case 'download':
      return downloadVersion(on);
  }
}
