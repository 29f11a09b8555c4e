import type { ReactNode } from 'react';
import { unArchiveVersion } from '../../commands/versions/unArchiveVersion.ts';
import type { Version } from '../../domain/versions.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { versionPath } from './versionActions.ts';
import { VersionPageWork } from './VersionWork.tsx';

/** In place of a page of a version whose data is in the archive, on the way there, or on the way back. */
export function UnreadableVersion({ version, page = false }: { version: Version; page?: boolean }): ReactNode {
  const { title, hint } = wordsOf(version);
  return (
    <Empty heading={page ? 1 : 2} title={title} hint={hint}>
      {page && version.Archived && <ActionButton of={unArchiveVersion} variant="filled" />}
      {page && <VersionPageWork version={version} />}
      {page && <Link to={versionPath(version)}>To the version</Link>}
    </Empty>
  );
}

function wordsOf({ Version: name, Archived, Saving }: Version): { readonly title: string; readonly hint: string } {
  if (Saving === 'unArchiving')
    return { title: `“${name}” is being brought back from the archive`, hint: 'Its pages open by themselves once it is there.' };
  if (Saving === 'archiving') return { title: `“${name}” is being archived`, hint: 'Its pages cannot be read while its data moves to the archive.' };
  if (Archived)
    return {
      title: `“${name}” is archived`,
      hint: 'Its data is kept in the archive. It can be downloaded from there, or brought back to be read and edited again.',
    };
  return { title: `“${name}” is still being saved`, hint: 'Its pages open by themselves once it is complete.' };
}
