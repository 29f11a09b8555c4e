import { Badge, Button, Group, Tooltip } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { loadMoreVersions, loadVersions } from '../../commands/versions/loadVersions.ts';
import { formatMoment } from '../../domain/date.ts';
import { READ_ONLY, type Version, versionState } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { rightsIn } from '../../projections/rights.ts';
import { authorOf, databaseOf, originOf } from '../../projections/versions.ts';
import { openUpload } from '../../commands/upload/openUpload.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Page } from '../parts/Page.tsx';
import { useQuery } from '../parts/query.ts';
import { SearchBox } from '../parts/SearchBox.tsx';
import { type Column, ListTitle, VirtualList } from '../parts/VirtualList.tsx';
import { PageDrop } from '../upload/PageDrop.tsx';
import { versionPath } from '../versions/versionActions.ts';
import { VersionActMenu } from '../versions/VersionActMenu.tsx';
import { stateWords, VersionBadge } from '../versions/VersionBadge.tsx';
import { VersionRowWork } from '../versions/VersionActs.tsx';
import classes from './DatabasePage.module.css';
import { texts } from './texts.ts';
import { byId } from '../../projections/byId.ts';

/** A database without a version: the list of its versions. */
export function DatabasePage({ databaseId }: { databaseId: string }): ReactNode {
  const load = useView((view) => byId(view.versionLists, databaseId));
  const database = useView((view) => databaseOf(view, databaseId));
  const known = useView((view) => view.databases.status === 'succeeded');
  const readOnly = useView((view) => rightsIn(view, databaseId).readOnly);
  const open = useOpenPlace();
  const [search, setSearch] = useQuery('search');
  const versions = load?.value;
  const rows = useMemo(() => found(versions ?? [], search), [versions, search]);
  if (known && !database) {
    return (
      <Empty heading={1} title={texts.unknownDatabase({ databaseId })} hint={texts.unknownDatabaseHint}>
        <Link to="/data">{texts.toTheDatabases}</Link>
      </Empty>
    );
  }
  const name = database?.Name || databaseId;
  return (
    <Page
      fill
      crumbs={<Link to="/data">{database?.RegionName ?? texts.databases}</Link>}
      title={
        <>
          {versions ? (
            <ListTitle title={texts.versionsOfName({ name })} count={rows.length} total={versions.length} />
          ) : (
            <h1>{texts.versionsOfName({ name })}</h1>
          )}
          {database && readOnly && (
            <Tooltip label={READ_ONLY}>
              <Badge style={{ flex: 'none' }} size="sm" radius="sm" variant="default" tt="none" fw={500}>
                {texts.readOnly}
              </Badge>
            </Tooltip>
          )}
        </>
      }
      actions={<ActionButton of={openUpload} />}
      tools={<SearchBox value={search} onSearch={setSearch} label={texts.searchVersions} />}
    >
      {database && !readOnly && <PageDrop databaseId={databaseId} name={name} />}
      <LoadStates
        load={load}
        what={texts.versions}
        retry={loadVersions({ databaseId })}
        isEmpty={(list) => list.length === 0}
        empty={<NoVersions readOnly={readOnly} />}
      >
        {() => (
          <>
            {/* the menu of the row in focus, by the keys that open a menu anywhere */}
            <div className={classes['list']} onKeyDown={openRowMenu}>
              <VirtualList
                label={texts.versionsOfName({ name })}
                rows={rows}
                all={versions ?? []}
                columns={COLUMNS}
                idOf={idOf}
                textOf={nameOf}
                rowHeight={34}
                onChoose={(version) => open(versionPath(version))}
                empty={<Empty title={texts.noVersionFound} hint={texts.noMatchingVersion({ search })} />}
              />
            </div>
            <OlderVersions databaseId={databaseId} />
          </>
        )}
      </LoadStates>
    </Page>
  );
}

/** An empty database: the ways to get a feed in. */
function NoVersions({ readOnly }: { readonly readOnly: boolean }): ReactNode {
  if (readOnly) return <Empty title={texts.noVersionsYet} hint={texts.noVersionsHint} />;
  return (
    <Empty title={texts.noVersionsYet} hint={texts.emptyDatabaseHint}>
      <Group gap={8} mt={6} justify="center">
        <ActionButton of={openUpload} variant="filled" />
        <Link to="/tasks?dialog=run&template=import-url">{texts.importFromUrl}</Link>
      </Group>
    </Empty>
  );
}

const COLUMNS: readonly Column<Version>[] = [
  {
    key: 'name',
    get title() {
      return texts.version;
    },
    value: (version) => version.Version,
    width: 'minmax(100px, 2fr)',
    render: (version) => (
      <Link to={versionPath(version)} tabIndex={-1} className={classes['version']} title={version.Version}>
        <span className={classes['line']}>{version.Version}</span>
        <span className={`${classes['line']} ${classes['origin']}`}>
          {`#${version.Id}`}
          {version.Editable && <Origin version={version} />}
          {version.Author !== undefined && <span title={version.Author}>{` · ${authorOf(version)}`}</span>}
        </span>
      </Link>
    ),
  },
  {
    key: 'state',
    get title() {
      return texts.state;
    },
    value: (version) => versionState(version),
    width: 'minmax(96px, 116px)',
    render: (version) => <VersionBadge version={version} />,
  },
  {
    key: 'source',
    get title() {
      return texts.source;
    },
    value: (version) => version.Source,
    width: 'minmax(12px, 0.4fr)',
    render: (version) => version.Source,
  },
  {
    key: 'date',
    get title() {
      return texts.dateUTC;
    },
    value: (version) => version.Date,
    width: 'var(--date)',
    render: (version) => <Moment text={formatMoment(version.Date)} />,
  },
  {
    key: 'act',
    get title() {
      return texts.actions;
    },
    width: 'var(--acts)',
    align: 'right',
    render: (version) => (
      // a button, and what its menu says, is no click on the row
      <span className={classes['acts']} onClick={(event) => event.stopPropagation()}>
        <VersionRowWork version={version} />
        <VersionActMenu version={version} compact />
      </span>
    ),
  },
];

/** Day and time; in a very narrow list the day alone, with the time in the tooltip. */
function Moment({ text }: { text: string }): ReactNode {
  const [day, time] = text.split(' ');
  return (
    <span className="dmp-number" title={text}>
      {day}
      <span className={classes['time']}>{` ${time ?? ''}`}</span>
    </span>
  );
}

/** What a draft was made from: several of one name would look alike. */
function Origin({ version }: { version: Version }): ReactNode {
  const origin = useView((view) => originOf(view.versionLists[version.DatabaseId]?.value ?? [], version));
  return <>{` · ${origin ?? ''}`}</>;
}

/** The end of the list: more is being loaded, or loading failed; nothing once all of it is loaded. */
function OlderVersions({ databaseId }: { databaseId: string }): ReactNode {
  const dispatch = useDispatch();
  const tail = useView((view) => byId(view.versionTails, databaseId));
  if (tail?.value == null) return null;
  const before = tail.value;
  if (tail.status !== 'failed')
    return (
      <div className={classes['older']} role="status">
        {texts.loadingOlderVersions}
      </div>
    );
  return (
    <div className={classes['older']} role="alert">
      <span className={classes['problem']}>{texts.olderVersionsFailed({ messages: tail.messages.join(' ') })}</span>
      <Button variant="default" size="compact-xs" onClick={() => dispatch(loadMoreVersions({ databaseId, before }))}>
        {texts.retry}
      </Button>
    </div>
  );
}

function openRowMenu(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
  const row = event.target instanceof HTMLElement ? event.target.getAttribute('aria-activedescendant') : null;
  const menu = row === null ? null : document.getElementById(row)?.querySelector<HTMLElement>('[data-row-menu]');
  if (!menu) return;
  event.preventDefault();
  menu.click();
}

function idOf(version: Version): string {
  return String(version.Id);
}

function nameOf(version: Version): string {
  return version.Version;
}

function found(versions: readonly Version[], search: string): readonly Version[] {
  const wanted = search.trim().toLocaleLowerCase();
  if (wanted === '') return versions;
  return versions.filter((version) =>
    [
      version.Version,
      `#${version.Id}`,
      version.Source,
      version.Author ?? '',
      authorOf(version),
      versionState(version),
      stateWords(version),
      formatMoment(version.Date),
    ].some((text) => text.toLocaleLowerCase().includes(wanted)),
  );
}
