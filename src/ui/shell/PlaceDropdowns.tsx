import { type ReactNode, useMemo } from 'react';
import { formatMoment } from '../../domain/date.ts';
import { versionState } from '../../domain/versions.ts';
import { dataPath } from '../../domain/locations.ts';
import { presentPlace } from '../../projections/versions.ts';
import { useView } from '../parts/appState.ts';
import { useOpenPlace } from '../parts/Link.tsx';
import { VersionBadge } from '../versions/VersionBadge.tsx';
import { PAGE_TITLES } from '../versions/versionPages.ts';
import { NavDropdown, type NavOption } from './NavDropdown.tsx';
import { EXISTING_PAGES } from './sections.ts';

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
  const options = EXISTING_PAGES.map((one): NavOption => ({ id: one, title: PAGE_TITLES[one] }));
  const chosen = EXISTING_PAGES.find((one) => one === page);
  return (
    <NavDropdown
      label="View"
      options={options}
      chosen={chosen}
      chosenTitle={versionId === undefined ? undefined : 'Overview'}
      why={versionId === undefined ? 'Open a version first' : undefined}
      none="No views"
      onChoose={(id) => databaseId !== undefined && versionId !== undefined && open(dataPath({ databaseId, versionId, page: id }))}
    />
  );
}

function DatabaseDropdown(): ReactNode {
  const open = useOpenPlace();
  const databases = useView((view) => view.databases.value);
  const { databaseId } = useView(presentPlace, samePlaceOf);
  const options = useMemo(
    () => (databases ?? []).map(({ Id, Name, RegionName }): NavOption => ({ id: Id, title: Name || Id, detail: Id, group: RegionName })),
    [databases],
  );
  return (
    <NavDropdown
      label="Database"
      options={options}
      chosen={databaseId}
      chosenTitle={databaseId}
      none="There are no databases you can see"
      onChoose={(id) => open(dataPath({ databaseId: id }))}
    />
  );
}

function VersionDropdown(): ReactNode {
  const open = useOpenPlace();
  const { databaseId, versionId, page } = useView(presentPlace, samePlaceOf);
  const versions = useView((view) => (databaseId === undefined ? undefined : view.versionLists[databaseId]?.value));
  const options = useMemo(
    () =>
      (versions ?? []).map((version): NavOption => {
        return { id: String(version.Id), title: version.Version, detail: formatMoment(version.Date), badge: <VersionBadge version={version} />, words: versionState(version) };
      }),
    [versions],
  );
  return (
    <NavDropdown
      label="Version"
      wide
      options={options}
      chosen={versionId === undefined ? undefined : String(versionId)}
      chosenTitle={versionId === undefined ? undefined : `Version ${versionId}`}
      why={databaseId === undefined ? 'Choose a database first' : undefined}
      none="This database has no versions yet"
      onChoose={(id) => databaseId !== undefined && open(dataPath({ databaseId, versionId: Number(id), ...(page === undefined ? {} : { page }) }))}
    />
  );
}

type Here = ReturnType<typeof presentPlace>;

function samePlaceOf(a: Here, b: Here): boolean {
  return a.databaseId === b.databaseId && a.versionId === b.versionId && a.page === b.page;
}
