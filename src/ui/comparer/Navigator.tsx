import { type ReactNode, useMemo } from 'react';
import { chooseComparerDatabase, chooseComparerVersion, type NavigatorList, toggleNavigatorList } from '../../commands/comparer/navigatorSteps.ts';
import { loadDatabases } from '../../commands/databases/loadDatabases.ts';
import { loadVersions } from '../../commands/versions/loadVersions.ts';
import { formatMoment } from '../../domain/date.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { openLists } from '../../machines/comparerNavigatorMachine.ts';
import type { Comparison } from '../../projections/comparer.ts';
import { databasesByRegion } from '../databases/byRegion.ts';
import { useView } from '../parts/appState.ts';
import type { NavOption } from '../shell/NavDropdown.tsx';
import { stateWords, VersionBadge } from '../versions/VersionBadge.tsx';
import { PickList } from './PickList.tsx';
import classes from './comparer.module.css';
import { texts } from './texts.ts';

/** The choice of a database, a first and a second version. */
export function Navigator({ at }: { at: Comparison }): ReactNode {
  const dispatch = useDispatch();
  const open = openLists(useWorkflow('comparerNavigator', (snapshot) => String(snapshot.value)));
  const databases = useView((view) => view.databases);
  const versions = useView((view) => (at.databaseId === undefined ? undefined : view.versionLists[at.databaseId]));
  const databaseOptions = useMemo(
    () =>
      databasesByRegion([], databases.value ?? []).flatMap(({ name, databases: members }) =>
        members.map(({ Id, Name }): NavOption => ({ id: Id, title: Name || Id, detail: Id, group: name })),
      ),
    [databases.value],
  );
  const versionOptions = useMemo(
    () =>
      (versions?.value ?? []).map((version): NavOption => ({
        id: String(version.Id),
        title: `${version.Version} #${version.Id}`,
        detail: formatMoment(version.Date),
        badge: <VersionBadge version={version} />,
        words: stateWords(version),
      })),
    [versions?.value],
  );
  const toggle = (list: NavigatorList) => (): void => void dispatch(toggleNavigatorList({ list }));
  const noDatabase = at.databaseId === undefined ? texts.chooseADatabaseFirst : undefined;
  const retryVersions = at.databaseId === undefined ? undefined : loadVersions({ databaseId: at.databaseId });
  return (
    <div className={classes['navigator']}>
      <PickList
        label={texts.database}
        plural="databases"
        options={databaseOptions}
        chosen={at.databaseId}
        open={open.includes('databases')}
        onToggle={toggle('databases')}
        load={databases}
        retry={loadDatabases({})}
        onChoose={(databaseId) => dispatch(chooseComparerDatabase({ databaseId }))}
      />
      {(['first', 'second'] as const).map((side) => (
        <PickList
          key={side}
          label={side === 'first' ? texts.firstVersion : texts.secondVersion}
          plural="versions"
          options={versionOptions}
          chosen={text(side === 'first' ? at.from : at.to)}
          open={open.includes(side) && noDatabase === undefined}
          why={noDatabase}
          onToggle={toggle(side)}
          load={versions}
          retry={retryVersions}
          onChoose={(id) => dispatch(chooseComparerVersion({ side, versionId: Number(id) }))}
        />
      ))}
    </div>
  );
}

function text(id: number | undefined): string | undefined {
  return id === undefined ? undefined : String(id);
}
