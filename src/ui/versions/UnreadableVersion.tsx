import type { ReactNode } from 'react';
import { unArchiveVersion } from '../../commands/versions/unArchiveVersion.ts';
import type { Version } from '../../domain/versions.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { versionPath } from './versionActions.ts';
import { VersionPageWork } from './VersionActs.tsx';
import { texts } from './texts.ts';

/** In place of a page of a version whose data is in the archive, on the way there, or on the way back. */
export function UnreadableVersion({ version, page = false }: { version: Version; page?: boolean }): ReactNode {
  const { title, hint } = wordsOf(version);
  return (
    <Empty heading={page ? 1 : 2} title={title} hint={hint}>
      {page && version.Archived && <ActionButton of={unArchiveVersion} variant="filled" />}
      {page && <VersionPageWork version={version} />}
      {page && <Link to={versionPath(version)}>{texts.toTheVersion}</Link>}
    </Empty>
  );
}

function wordsOf({ Version: name, Archived, Saving }: Version): { readonly title: string; readonly hint: string } {
  if (Saving === 'unArchiving') return { title: texts.bringingBackTitle({ name }), hint: texts.bringingBackHint };
  if (Saving === 'archiving') return { title: texts.nameIsBeingArchived({ name }), hint: texts.archivingHint };
  if (Archived)
    return {
      title: texts.nameIsArchived({ name }),
      hint: texts.archivedHint,
    };
  return { title: texts.savingTitle({ name }), hint: texts.savingHint };
}
