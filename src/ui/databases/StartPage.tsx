import { Badge, Tooltip } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react';
import { loadDatabases } from '../../commands/databases/loadDatabases.ts';
import { openCreateRegion, openEditRegion } from '../../commands/regions/openRegionWizard.ts';
import { openUpload } from '../../commands/upload/openUpload.ts';
import { dataPath } from '../../domain/locations.ts';
import { READ_ONLY, type Database } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { LINES } from '../parts/focusList.ts';
import { Link } from '../parts/Link.tsx';
import { type ListMove, nextIndex, typeAhead } from '../parts/listMoves.ts';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Page } from '../parts/Page.tsx';
import { useQuery } from '../parts/query.ts';
import { SearchBox } from '../parts/SearchBox.tsx';
import { ListTitle } from '../parts/VirtualList.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { FirstStepsOffer } from '../shell/FirstSteps.tsx';
import { databasesByRegion, type RegionGroup } from './byRegion.ts';
import classes from './StartPage.module.css';
import { texts } from './texts.ts';

/** Where one begins: the databases one may see, under their regions. */
export function StartPage(): ReactNode {
  const load = useView((view) => view.databases);
  const regions = useView((view) => view.regions.value);
  const [search, setSearch] = useQuery('search');
  // not offered to accounts of some regions, or without the role for it; read-only rights say so themselves
  const mayMakeRegions = useView((view) => {
    const permissions = view.session.account?.permissions;
    return permissions?.readOnly === true || permissions?.createRegions !== false;
  });
  const groups = useMemo(() => databasesByRegion(regions ?? [], load.value ?? [], search), [regions, load.value, search]);
  const found = groups.reduce((sum, group) => sum + group.databases.length, 0);
  const total = load.value?.length;
  return (
    <Page
      title={total === undefined ? <h1>{texts.databases}</h1> : <ListTitle title={texts.databases} count={found} total={total} />}
      actions={
        <>
          {mayMakeRegions && <ActionButton of={openCreateRegion} />}
          <ActionButton of={openUpload} />
        </>
      }
      tools={<SearchBox value={search} onSearch={setSearch} label={texts.searchDatabasesAndRegions} />}
    >
      <FirstStepsOffer />
      <LoadStates
        load={load}
        what={texts.databasesWord}
        retry={loadDatabases({})}
        isEmpty={(databases) => databases.length === 0 && groups.length === 0}
        empty={<Empty title={texts.noDatabasesYet} hint={texts.noDatabasesHint} />}
      >
        {() =>
          groups.length === 0 ? (
            <Empty title={texts.noDatabaseFound} hint={texts.noMatchingDatabase({ search })} />
          ) : (
            <Lines>
              {groups.map((group) => (
                <Region key={group.key} group={group} />
              ))}
            </Lines>
          )
        }
      </LoadStates>
    </Page>
  );
}

/** Arrows, Home and End go from database to database over all regions; letters to the next whose name begins so. */
function Lines({ children }: { children: ReactNode }): ReactNode {
  const typed = useRef({ text: '', at: 0 });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const lines = [...event.currentTarget.querySelectorAll('a')];
    const at = lines.findIndex((line) => line === event.target);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const go = (to: number | undefined): void => {
      event.preventDefault();
      if (to !== undefined) lines[to]?.focus();
    };
    const move = MOVES[event.key];
    if (move !== undefined) return go(nextIndex(move, at, lines.length, 1));
    if (!/^[\p{L}\p{N}]$/u.test(event.key)) return;
    const text = (event.timeStamp - typed.current.at < TYPE_AHEAD_PAUSE ? typed.current.text : '') + event.key;
    typed.current = { text, at: event.timeStamp };
    go(typeAhead(lines, ({ textContent }) => textContent, text, at));
  };
  return (
    <div role="presentation" {...{ [LINES]: true }} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}

const MOVES: Readonly<Record<string, ListMove>> = { ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last' };

/** Letters that follow within so many milliseconds belong to one word. */
const TYPE_AHEAD_PAUSE = 700;

function Region({ group: { name, region, databases } }: { group: RegionGroup }): ReactNode {
  const dispatch = useDispatch();
  return (
    <section className={classes['region']} aria-label={name}>
      <div className={classes['name']}>
        <h2>{name}</h2>
        {region && <span className={classes['facts']}>{[region.CountryCode, region.Timezone, region.Currency].filter(Boolean).join(' · ')}</span>}
        {region && (
          <WhyButton
            compact
            iconOnly
            label={texts.settingsOfName({ name })}
            icon={IconSettings}
            onClick={() => dispatch(openEditRegion({ region: region.Key }))}
          />
        )}
      </div>
      {databases.length === 0 ? (
        <p className={classes['none']}>{texts.emptyRegion}</p>
      ) : (
        <ul className={classes['databases']}>
          {databases.map((database) => (
            <DatabaseLine key={database.Id} database={database} />
          ))}
        </ul>
      )}
    </section>
  );
}

function DatabaseLine({ database: { Id, Name, Permissions, Versions, Current } }: { database: Database }): ReactNode {
  return (
    <li>
      <Link to={dataPath({ databaseId: Id })} className={classes['database']}>
        <span className={classes['title']}>{Name || Id}</span>
        {Permissions.ReadOnly && (
          <Tooltip label={READ_ONLY}>
            <Badge size="sm" radius="sm" variant="default" tt="none" fw={500}>
              {texts.readOnly}
            </Badge>
          </Tooltip>
        )}
        <span className={`dmp-number ${classes['facts']} ${classes['counts']}`}>
          {Versions !== undefined && countOfVersions(Versions)}
          {Current != null && texts.currentOf({ date: Current.Date.slice(0, 10) })}
        </span>
        <span className={`dmp-mono ${classes['id']}`}>{Id}</span>
      </Link>
    </li>
  );
}

function countOfVersions(versions: number): string {
  return texts.countOfVersions({ versions });
}
