import { Tooltip } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { selectStops } from '../../commands/stops/stopSelectionSteps.ts';
import { loadStops } from '../../commands/stops/loadStops.ts';
import { STOP_TYPES, stopTypeLabel } from '../../domain/stops.ts';
import { listed } from '../../projections/onMap.ts';
import type { AppState } from '../../projections/state.ts';
import { foundStops } from '../../projections/searchFound.ts';
import { tagSearchOf } from '../../projections/searchQuery.ts';
import { type StopEntry, stopList } from '../../projections/stopList.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { selectedStops } from '../../projections/stopSelection.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { ItemButton } from '../parts/ItemButton.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { type Column, ListTitle, VirtualList } from '../parts/VirtualList.tsx';
import { type SearchChoices } from '../search/searchOptions.ts';
import { TagSearch } from '../search/TagSearch.tsx';
import { UnplacedNotice } from '../search/UnplacedNotice.tsx';
import { SpreadsheetButton } from '../spreadsheets/SpreadsheetButton.tsx';
import { MergeStops } from './MergeStops.tsx';
import { StopsBulk } from './StopsBulk.tsx';
import { StopTools } from './StopTools.tsx';
import { StopDetailsPanel } from './StopDetailsPanel.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import classes from './stops.module.css';
import { listedLinks } from '../../projections/overlays.ts';
import { LinksPage } from './LinksPage.tsx';
import { texts } from './texts.ts';
import { ownValue } from '../../projections/byId.ts';
import { said } from '../language/language.ts';

/** Stops of a version, or, where the address asks for them, its transfers or pathways. */
export function StopsPage(): ReactNode {
  const search = useView((view) => view.location.search);
  const listed = useMemo(() => listedLinks(search), [search]);
  return listed ? <LinksPage {...listed} /> : <StopList />;
}

/** The stops of a version: a list that is searched by the address, and the details of the chosen one. */
function StopList(): ReactNode {
  const { versionId = 0, itemId } = usePlace();
  const pathTo = usePathTo();
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.versions[versionId]?.stops);
  const agencies = useStopAgencies(versionId);

  const table = load?.value ?? null;
  const asked = useMemo(() => tagSearchOf('stops', search), [search]);
  const all = useMemo(() => (table ? stopList(table) : []), [table]);
  const rows = useMemo(() => foundStops(all, asked, agencies.ofStop), [all, asked, agencies.ofStop]);
  const dispatch = useDispatch();
  const chosen = useView(selectedStops);
  const columns = useMemo(() => stopColumns(agencies.names), [agencies.names]);
  const selection = useMemo(
    () => ({
      selected: new Set(chosen),
      onSelect: (ids: ReadonlySet<string>) => void dispatch(selectStops({ versionId, stopIds: [...ids] })),
      boxLabel: ({ row: { Id, Name } }: StopEntry) => texts.selectName({ name: Name || Id, id: Name ? ` (${Id})` : '' }),
    }),
    [chosen, dispatch, versionId],
  );

  const list = pathTo({ page: 'stops' });
  return (
    <>
      <section className={classes['listPane']} aria-label={texts.stops}>
        <header className={classes['bar']}>
          <ListTitle title={texts.stops} count={rows.length} total={table ? all.length : undefined} />
          <TagSearch list="stops" label={texts.searchStops} placeholder={texts.filterPlaceholder} choices={agencies.choices} />
          <ItemButton of="stop" act="create" iconOnly />
          <SpreadsheetButton
            versionId={versionId}
            kind="Stop"
            ids={chosen.length > 0 ? chosen : rows.length < all.length ? rows.map(idOf) : undefined}
          />
          <StopTools versionId={versionId} />
        </header>
        {chosen.length > 0 && <StopsBulk versionId={versionId} selected={chosen} listed={rows.map(idOf)} />}
        {rows !== all && rows.some(({ row }) => row.Coordinate === null) && <UnplacedNotice kind="stops" />}
        <LoadStates
          load={load}
          what={texts.stopsWord}
          retry={loadStops({ versionId })}
          skeleton={14}
          isEmpty={(stops) => stops.size === 0}
          empty={<Empty title={texts.noStopsYet} hint={texts.emptyHint} />}
        >
          {() => (
            <VirtualList
              label={texts.stops}
              rows={rows}
              all={all}
              columns={columns}
              idOf={idOf}
              textOf={nameOf}
              selected={itemId}
              selection={selection}
              onMap={({ row }) => listed('stops', row.Id)}
              onChoose={(entry) => open(pathTo({ page: 'stops', itemId: entry.row.Id }), search)}
              empty={<Empty title={texts.noStopMatches} hint={texts.noMatchTagHint} />}
            />
          )}
        </LoadStates>
      </section>
      <MergeStops />
      {itemId !== undefined && <StopDetailsPanel stopId={itemId} onClose={() => open(list, search)} />}
    </>
  );
}

const TYPES = Object.values(STOP_TYPES).map((type) => ({
  value: String(type),
  get label() {
    return said(stopTypeLabel(type));
  },
}));

interface StopAgencies {
  readonly ofStop: Readonly<Record<string, readonly string[]>>;
  readonly names: (stopId: string) => string;
  readonly choices: SearchChoices;
}

const NONE: Readonly<Record<string, readonly string[]>> = {};

function useStopAgencies(versionId: number): StopAgencies {
  const ofStop = useView((view: AppState) => view.versions[versionId]?.stopAgencies.value ?? NONE);
  const agencies = useView((view: AppState) => view.versions[versionId]?.agencies.value ?? null);
  return useMemo(() => {
    const names = new Map((agencies ?? []).map(({ Id, Name }) => [Id, Name || 'N/A']));
    return {
      ofStop,
      names: (stopId) => (ownValue(ofStop, stopId) ?? []).map((id) => names.get(id) ?? id).join(', '),
      choices: { Type: TYPES, AgencyIds: [...names].map(([value, label]) => ({ value, label })) },
    };
  }, [ofStop, agencies]);
}

function stopColumns(agenciesOf: (stopId: string) => string): readonly Column<StopEntry>[] {
  return [
    {
      key: 'name',
      title: texts.name,
      value: ({ row }) => row.Name,
      width: 'minmax(110px, 1.9fr)',
      render: ({ row }) => (
        <>
          {row.Coordinate === null && (
            <Tooltip label={texts.unplaced}>
              <IconMapPinOff size={14} className={classes['unplaced']} role="img" aria-label={texts.notOnTheMap} />
            </Tooltip>
          )}
          <span title={row.Name}>{row.Name || <span className={classes['quiet']}>{texts.noName}</span>}</span>
        </>
      ),
    },
    {
      key: 'type',
      title: texts.type,
      value: ({ row }) => said(stopTypeLabel(row.Type)),
      width: 'minmax(92px, 0.9fr)',
      render: ({ row }) => said(stopTypeLabel(row.Type)),
    },
    {
      key: 'id',
      title: texts.id,
      value: ({ row }) => row.Id,
      width: 'minmax(92px, 1fr)',
      render: ({ row }) => (
        <span className="dmp-mono" title={row.Id}>
          {row.Id}
        </span>
      ),
    },
    {
      key: 'code',
      title: texts.code,
      value: ({ row }) => row.StopCode,
      echoes: 'id',
      width: 'minmax(52px, 0.5fr)',
      render: ({ row }) => row.StopCode ?? '',
    },
    { key: 'zone', title: texts.zone, value: ({ row }) => row.ZoneId, width: 'minmax(44px, 0.4fr)', render: ({ row }) => row.ZoneId ?? '' },
    {
      key: 'agencies',
      title: texts.agencies,
      value: ({ row }) => agenciesOf(row.Id),
      width: 'minmax(66px, 1fr)',
      render: ({ row }) => <span title={agenciesOf(row.Id)}>{agenciesOf(row.Id)}</span>,
    },
  ];
}

function idOf(entry: StopEntry): string {
  return entry.row.Id;
}

function nameOf(entry: StopEntry): string {
  return entry.row.Name;
}
