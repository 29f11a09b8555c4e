import type { ReactNode } from 'react';
import { dataPath } from '../../domain/locations.ts';
import { snapshotOf } from '../../domain/snapshots.ts';
import type { Version } from '../../domain/versions.ts';
import type { AppState } from '../../projections/state.ts';
import { isReadable, presentPlace, versionOf } from '../../projections/versions.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { useMissingShownHere } from '../parts/useShownHere.ts';
import { UnreadableVersion } from './UnreadableVersion.tsx';
import { texts } from './texts.ts';
import { byId } from '../../projections/byId.ts';

/** Shows the pages of a version, unless there is no such version in that database, or its data cannot be read now. */
export function VersionGuard({ databaseId, versionId, children }: { databaseId: string; versionId: number; children: ReactNode }): ReactNode {
  const missing = useView((view) => isMissing(view, databaseId, versionId));
  const unreadable = useView((view) => unreadablePage(view, versionId));
  if (unreadable) return <UnreadableVersion version={unreadable} page />;
  if (!missing) return children;
  return <MissingVersion databaseId={databaseId} versionId={versionId} />;
}

const NO_MESSAGES: readonly string[] = [];

function MissingVersion({ databaseId, versionId }: { databaseId: string; versionId: number }): ReactNode {
  useMissingShownHere(useView((view) => view.versions[versionId]?.counts.messages) ?? NO_MESSAGES);
  return (
    <Empty heading={1} title={texts.unknownVersion({ versionId: versionWords(versionId), databaseId })} hint={texts.unknownVersionHint}>
      <Link to={dataPath({ databaseId })}>{texts.toVersions}</Link>
      <Link to="/data">{texts.toTheDatabases}</Link>
    </Empty>
  );
}

/** `5`, or `5 as of change 120`. */
function versionWords(versionId: number): string {
  const snapshot = snapshotOf(versionId);
  return snapshot ? texts.snapshotName({ versionId: snapshot.versionId, rev: snapshot.rev }) : String(versionId);
}

/** The version, where a page of it is requested that cannot be read; its own page says so itself. */
function unreadablePage(view: AppState, versionId: number): Version | undefined {
  const version = versionOf(view, versionId);
  return presentPlace(view).page !== undefined && version && !isReadable(version) ? version : undefined;
}

/** Known to be missing: all that could hold it has been read, and does not. */
function isMissing(view: AppState, databaseId: string, versionId: number): boolean {
  const version = versionOf(view, versionId);
  const rev = snapshotOf(versionId)?.rev ?? 0;
  if (version) return version.DatabaseId !== databaseId || (rev > 0 && view.versions[versionId]?.counts.status === 'failed');
  const list = byId(view.versionLists, databaseId);
  const settled = list?.status === 'succeeded' || list?.status === 'failed';
  return settled && view.versions[versionId]?.counts.status === 'failed';
}
