import { PATHWAY_MODE_OPTIONS } from '../../domain/pathways.ts';
import { TRANSFER_TYPE_OPTIONS } from '../../domain/transfers.ts';
import { listed } from '../../projections/onMap.ts';
import { foundLinks } from '../../projections/searchFound.ts';
import { activeTags, tagSearchOf } from '../../projections/searchQuery.ts';
import { TagSearch } from '../search/TagSearch.tsx';
import { UnplacedNotice } from '../search/UnplacedNotice.tsx';
import { Tooltip } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { loadPathways } from '../../commands/pathways/loadPathways.ts';
import { loadTransfers } from '../../commands/transfers/loadTransfers.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { type LinkRow, linkRows } from '../../projections/linkRows.ts';
import { durationText } from '../../projections/stopUses.ts';
import { type LinkList, linkListQuery, type ListedLinks, linkQuery } from '../../projections/overlays.ts';
import type { AppState, Load } from '../../projections/state.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { type Column, ListTitle, VirtualList } from '../parts/VirtualList.tsx';
import { PathwayDetailsPanel } from '../pathways/PathwayDetailsPanel.tsx';
import { TransferDetailsPanel } from '../transfers/TransferDetailsPanel.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { said, saidChoices } from '../language/language.ts';
import classes from './stops.module.css';
import { texts } from './texts.ts';

const WORDS = {
  get transfers() {
    return texts.transfers;
  },
  get pathways() {
    return texts.pathways;
  },
} as const;
/** More than so many chosen at once are a list and no details. */
const MANY = 20;

/** Transfers or pathways of the version in place of its stops, as the address asks for them. */
export function LinksPage({ list, among, ids }: ListedLinks): ReactNode {
  const { versionId = 0 } = usePlace();
  const pathTo = usePathTo();
  const open = useOpenPlace();
  const dispatch = useDispatch();
  const load: Load<{ readonly size: number }> | undefined = useView((view) => view.versions[versionId]?.overlays[list]);
  const version = useView((view) => view.versions[versionId]);
  const ask = list === 'transfers' ? loadTransfers({ versionId }) : loadPathways({ versionId });
  const missing = version !== undefined && load?.status === 'idle';
  useEffect(() => {
    if (missing) dispatch(ask);
    // asked once for each list
    // eslint-disable-next-line react/exhaustive-deps
  }, [missing, list, dispatch]);
  const parts = useView(partsOf(versionId, list), samePair);
  const key = among.join('|');
  // the whole state is only a way to names: rows change with their table, the stops and the ids
  const view = useView(identity);
  // eslint-disable-next-line react/exhaustive-deps
  const rows = useMemo(() => linkRows(view, versionId, list, key === '' ? [] : key.split('|')), [versionId, list, key, parts[0], parts[1]]);
  const search = useView((view) => view.location.search);
  const asked = useMemo(() => tagSearchOf(list, search), [list, search]);
  const found = useMemo(() => foundLinks(rows, list, asked), [rows, list, asked]);
  const here = pathTo({ page: 'stops' });
  const close = (): void => open(here, ids === among ? linkListQuery(list, []) : linkQuery(search, list, undefined));
  return (
    <>
      <section className={classes['listPane']} aria-label={WORDS[list]}>
        <header className={classes['bar']}>
          <ListTitle title={WORDS[list]} count={found.length} total={load?.value?.size} />
          <nav className={classes['lists']} aria-label={texts.lists}>
            <Link to={here}>{texts.stops}</Link>
            <Link to={here + linkListQuery('transfers', [])}>{texts.transfers}</Link>
            <Link to={here + linkListQuery('pathways', [])}>{texts.pathways}</Link>
          </nav>
          <TagSearch list={list} label={texts.searchList({ list: said(list) })} placeholder={texts.idStopOrCategory} choices={CHOICES} />
        </header>
        {list === 'pathways' && activeTags(list, asked).length > 0 && found.some(({ unplaced }) => unplaced) && <UnplacedNotice kind="pathways" />}
        <LoadStates load={load} what={said(list)} retry={ask} skeleton={12}>
          {() => (
            <VirtualList
              label={WORDS[list]}
              rows={found}
              all={rows}
              columns={COLUMNS}
              idOf={(row) => row.id}
              textOf={(row) => row.from}
              selected={ids[0]}
              onMap={({ id }) => listed(list, id)}
              onChoose={(row) => open(here, linkQuery(search, list, row.id))}
              empty={
                <Empty
                  title={rows.length > 0 ? texts.noListMatch({ list: said(list) }) : texts.noListHere({ list: said(list) })}
                  hint={rows.length > 0 ? texts.noMatchHint : texts.noTransfersHint}
                />
              }
            />
          )}
        </LoadStates>
      </section>
      {ids.length > 0 &&
        ids.length <= MANY &&
        (list === 'transfers' ? <TransferDetailsPanel ids={ids} onClose={close} /> : <PathwayDetailsPanel ids={ids} onClose={close} />)}
    </>
  );
}

const CHOICES = {
  get Mode() {
    return saidChoices(PATHWAY_MODE_OPTIONS);
  },
  get Type() {
    return saidChoices(TRANSFER_TYPE_OPTIONS);
  },
};

const COLUMNS: readonly Column<LinkRow>[] = [
  {
    key: 'from',
    get title() {
      return texts.from;
    },
    width: 'minmax(120px, 1fr)',
    value: ({ from }) => from,
    render: ({ from, unplaced }) => (
      <>
        {unplaced && (
          <Tooltip label={texts.linkedStopsInvalid}>
            <IconMapPinOff size={14} className={classes['unplaced']} role="img" aria-label={texts.notOnTheMap} />
          </Tooltip>
        )}
        <span title={from}>{from}</span>
      </>
    ),
  },
  {
    key: 'to',
    get title() {
      return texts.to;
    },
    width: 'minmax(120px, 1fr)',
    value: ({ to }) => to,
    render: ({ to }) => <span title={to}>{to}</span>,
  },
  {
    key: 'kind',
    get title() {
      return texts.type;
    },
    width: 'minmax(80px, 1fr)',
    value: ({ kind }) => kind,
    render: ({ kind }) => <span title={kind}>{kind}</span>,
  },
  {
    key: 'seconds',
    get title() {
      return texts.time;
    },
    width: 'minmax(64px, 1fr)',
    value: ({ seconds }) => seconds,
    render: ({ seconds }) => (seconds === undefined ? '' : durationText(seconds)),
  },
  {
    key: 'metres',
    get title() {
      return texts.length;
    },
    width: '72px',
    align: 'right',
    value: ({ metres }) => metres,
    render: ({ metres }) => (metres === undefined ? '' : `${metres.toLocaleString('en-GB', { maximumFractionDigits: 1 })} m`),
  },
  {
    key: 'levels',
    get title() {
      return texts.levels;
    },
    width: 'minmax(72px, 1fr)',
    value: ({ levels }) => levels,
    render: ({ levels }) => <span title={levels}>{levels}</span>,
  },
  {
    key: 'id',
    get title() {
      return texts.id;
    },
    width: 'minmax(84px, 1fr)',
    value: ({ id }) => id,
    render: ({ id }) => (
      <span className="dmp-mono" title={id}>
        {id}
      </span>
    ),
  },
];

function partsOf(versionId: number, list: LinkList): (view: AppState) => readonly [unknown, unknown] {
  return (view) => [view.versions[versionId]?.overlays[list].value, view.versions[versionId]?.stops.value];
}

function samePair(a: readonly [unknown, unknown], b: readonly [unknown, unknown]): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function identity(view: AppState): AppState {
  return view;
}
