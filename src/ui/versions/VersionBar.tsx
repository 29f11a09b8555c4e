import type { ReactNode } from 'react';
import { beginEdit } from '../../commands/versions/beginEdit.ts';
import { CONTROL_OF_ACT } from '../../commands/versions/versionActs.ts';
import { dataPath } from '../../domain/locations.ts';
import { snapshotOf } from '../../domain/snapshots.ts';
import { READ_ONLY, refusalOfAct, type Version, versionState } from '../../domain/versions.ts';
import { rightsIn } from '../../projections/rights.ts';
import type { AppState } from '../../projections/state.ts';
import { changesIn, changesLeft, presentVersion, versionOf } from '../../projections/versions.ts';
import { Act as SnapshotAct, SnapshotBar } from '../changes/SnapshotBar.tsx';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { versionPath } from './versionActions.ts';
import { VersionBadge } from './VersionBadge.tsx';
import { VersionRowWork } from './VersionActs.tsx';
import classes from './VersionBar.module.css';
import { texts } from './texts.ts';

/** On every page of a version: the state it is in, what it is a draft of and with how many edits, and the act that one wants next. */
export function VersionBar(): ReactNode {
  const version = useView(presentVersion);
  const changed = useView((view) => version !== undefined && changesIn(view, version.Id) > 0);
  if (!version) return null;
  if (snapshotOf(version.Id)) return <SnapshotBar />;
  return (
    <aside aria-label={texts.versionState} className={classes['bar']} data-editing={version.Editable ? '' : undefined}>
      <VersionBadge version={version} />
      <span className={classes['words']}>{version.Editable ? <DraftWords version={version} /> : <FinishedWords version={version} />}</span>
      {changed && <SnapshotAct of="lookBack" iconOnly />}
      {isIdle(version) ? <Act version={version} /> : <VersionRowWork version={version} />}
    </aside>
  );
}

function Act({ version }: { version: Version }): ReactNode {
  // what was finished is put out next
  if (!version.Editable && version.ParentId !== null && refusalOfAct('publish', version) === undefined)
    return (
      <>
        <ActionButton of={beginEdit} compact />
        <ActionButton of={CONTROL_OF_ACT.publish} label={texts.publish} compact variant="filled" />
      </>
    );
  return <ActionButton of={version.Editable ? CONTROL_OF_ACT.finishEdit : beginEdit} compact variant={version.Editable ? 'filled' : 'default'} />;
}

function DraftWords({ version }: { version: Version }): ReactNode {
  const parent = useView((view) => (version.ParentId === null ? undefined : versionOf(view, version.ParentId)));
  const edits = texts.countOfEdits({ edits: useView((view) => changesLeft(view, version.Id)) });
  return (
    <>
      {version.ParentId === null ? (
        texts.draft
      ) : (
        <>
          {texts.draftOf}
          <Link to={parent ? versionPath(parent) : dataPath({ databaseId: version.DatabaseId, versionId: version.ParentId })}>
            {parent?.Version ?? texts.versionParentId({ parentId: version.ParentId })}
          </Link>
        </>
      )}
      {`, ${edits}`}
      <span className={classes['id']}>{` #${version.Id}`}</span>
    </>
  );
}

function FinishedWords({ version }: { version: Version }): ReactNode {
  const readOnly = useView((view: AppState) => rightsIn(view, version.DatabaseId).readOnly);
  return (
    <>
      {version.Version}
      <span className={classes['id']}>{` #${version.Id}`}</span>
      <span className={classes['quiet']}>{readOnly ? ` · ${READ_ONLY}` : texts.beginEditPart}</span>
    </>
  );
}

/** Nothing is being done with the version as a whole. */
function isIdle(version: Version): boolean {
  return versionState(version) !== 'Saving';
}
