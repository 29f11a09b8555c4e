import { type ReactNode, useMemo } from 'react';
import { said } from '../language/language.ts';
import { loadDatabases } from '../../commands/databases/loadDatabases.ts';
import { loadVersions } from '../../commands/versions/loadVersions.ts';
import { formatMoment } from '../../domain/date.ts';
import { dataPath } from '../../domain/locations.ts';
import { storedVersionId } from '../../domain/snapshots.ts';
import { authorOf, originOf, presentPlace } from '../../projections/versions.ts';
import { databasesByRegion } from '../databases/byRegion.ts';
import { useView } from '../parts/appState.ts';
import { useOpenPlace } from '../parts/Link.tsx';
import { stateWords, VersionBadge } from '../versions/VersionBadge.tsx';
import { NavDropdown, type NavOption } from './NavDropdown.tsx';
import { texts } from './texts.ts';
import { OVERVIEW, viewOf, VIEWS } from './views.ts';
import { byId } from '../../projections/byId.ts';

/** View, Database and Version: where one is, and where one can go from there. */
export function PlaceDropdowns(): ReactNode {
  return (
    <>
      <ViewDropdown />
      <DatabaseDropdown />
      <VersionDropdown />
    </>
  );
}

function ViewDropdown(): ReactNode {
  const open = useOpenPlace();
  const { databaseId, versionId, page } = useView(presentPlace, samePlaceOf);
  const options = useMemo(() => VIEWS.map((one) => ({ ...one, title: said(one.title) })), []);
  return (
    <NavDropdown
      label={texts.view}
      options={options}
      chosen={versionId === undefined ? undefined : viewOf(page)}
      why={versionId === undefined ? texts.openAVersionFirst : undefined}
      none={texts.noViews}
      onChoose={(id) =>
        databaseId !== undefined && versionId !== undefined && open(dataPath({ databaseId, versionId, ...(id === OVERVIEW ? {} : { page: id }) }))
      }
    />
  );
}

function DatabaseDropdown(): ReactNode {
  const open = useOpenPlace();
  const load = useView((view) => view.databases);
  const { databaseId } = useView(presentPlace, samePlaceOf);
  const options = useMemo(
    () =>
      databasesByRegion([], load.value ?? []).flatMap(({ name, databases }) =>
        databases.map(({ Id, Name }): NavOption => ({ id: Id, title: Name || Id, detail: Id, group: name })),
      ),
    [load.value],
  );
  return (
    <NavDropdown
      label={texts.database}
      options={options}
      chosen={databaseId}
      chosenTitle={databaseId}
      none={texts.noDatabases}
      load={load}
      retry={loadDatabases({})}
      onChoose={(id) => open(dataPath({ databaseId: id }))}
    />
  );
}

function VersionDropdown(): ReactNode {
  const open = useOpenPlace();
  const { databaseId, versionId, page } = useView(presentPlace, samePlaceOf);
  const load = useView((view) => (databaseId === undefined ? undefined : byId(view.versionLists, databaseId)));
  const versions = load?.value;
  const options = useMemo(
    () =>
      (versions ?? []).map((version): NavOption => {
        return {
          id: String(version.Id),
          title: version.Version,
          mark: version.Editable ? texts.draftId({ id: version.Id }) : `#${version.Id}`,
          detail: [`#${version.Id}`, originOf(versions ?? [], version), authorOf(version), formatMoment(version.Date)].filter(Boolean).join(' · '),
          badge: <VersionBadge version={version} />,
          words: stateWords(version),
        };
      }),
    [versions],
  );
  return (
    <NavDropdown
      label={texts.version}
      wide
      options={options}
      chosen={versionId === undefined ? undefined : String(storedVersionId(versionId))}
      chosenTitle={versionId === undefined ? undefined : texts.versionVersionId({ versionId: storedVersionId(versionId) })}
      why={databaseId === undefined ? texts.chooseADatabaseFirst : undefined}
      none={texts.noVersions}
      load={load}
      retry={databaseId === undefined ? undefined : loadVersions({ databaseId })}
      onChoose={(id) => databaseId !== undefined && open(dataPath({ databaseId, versionId: Number(id), ...(page === undefined ? {} : { page }) }))}
    />
  );
}

type Here = ReturnType<typeof presentPlace>;

function samePlaceOf(a: Here, b: Here): boolean {
  return a.databaseId === b.databaseId && a.versionId === b.versionId && a.page === b.page;
}
