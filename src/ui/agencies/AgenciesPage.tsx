import { type ReactNode, useMemo } from 'react';
import { loadAgencies } from '../../commands/agencies/loadAgencies.ts';
import { agencyNameOf } from '../../domain/agencies.ts';
import type { Agency } from '../../domain/model/agency.ts';
import { listed } from '../../projections/onMap.ts';
import { filterAgencies } from '../../projections/agencyList.ts';
import { queryValues, queryText } from '../../domain/queryText.ts';
import { useView } from '../parts/appState.ts';
import { DeleteModeBar, useDeleteMode } from '../parts/DeleteMode.tsx';
import { Empty } from '../parts/Empty.tsx';
import { MODE } from '../parts/itemActions.ts';
import { ItemButton } from '../parts/ItemButton.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { withQuery } from '../parts/query.ts';
import { SearchBox } from '../parts/SearchBox.tsx';
import { useCreateMode } from '../parts/useCreateMode.ts';
import { type Column, ListTitle, VirtualList } from '../parts/VirtualList.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { SpreadsheetButton } from '../spreadsheets/SpreadsheetButton.tsx';
import { AgencyDetails } from './AgencyDetails.tsx';
import { CreateAgency } from './CreateAgency.tsx';
import { RemoveAgencies } from './RemoveAgencies.tsx';
import { texts } from './texts.ts';
import classes from '../parts/listWithFields.module.css';

const NONE: readonly Agency[] = [];

/** The agencies of a version, and one of them. */
export function AgenciesPage(): ReactNode {
  const { versionId = 0, itemId } = usePlace();
  const pathTo = usePathTo();
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.versions[versionId]?.agencies);
  const all = load?.value ?? NONE;
  const text = queryValues(search, 'Name')[0] ?? '';
  const rows = useMemo(() => filterAgencies(all, text), [all, text]);
  const chosen = all.find(({ Id }) => Id === itemId);
  const mode = useDeleteMode('agencies');
  const creating = useCreateMode();
  const here = { page: 'agencies', ...(itemId === undefined ? {} : { itemId }) };
  return (
    <div className={classes['page']}>
      <section className={classes['listPane']} aria-label={texts.agencies}>
        <header className={classes['bar']}>
          <ListTitle title={texts.agencies} count={rows.length} total={load?.value ? all.length : undefined} />
          <SearchBox
            value={text}
            onSearch={(typed) => open(pathTo(here), typed.trim() === '' ? '' : queryText([['Name', typed.trim()]]), { replace: true })}
            label={texts.searchAgencies}
            placeholder={texts.nameOrId}
          />
          {!mode.on && <ItemButton of="agency" act="create" iconOnly />}
          {!mode.on && <SpreadsheetButton versionId={versionId} kind="Agency" ids={rows.length < all.length ? rows.map(idOf) : undefined} />}
          <DeleteModeBar mode={mode} ids={rows.map(idOf)} />
        </header>
        <LoadStates
          load={load}
          what={texts.agenciesWord}
          retry={loadAgencies({ versionId })}
          isEmpty={(list) => list.length === 0}
          empty={<Empty title={texts.noAgencies} hint={texts.emptyHint} />}
        >
          {() => (
            <VirtualList
              label={texts.agencies}
              rows={rows}
              all={all}
              columns={COLUMNS}
              idOf={idOf}
              textOf={agencyNameOf}
              selected={itemId}
              onMap={({ Id }) => listed('agencies', Id)}
              selection={mode.selection(agencyNameOf)}
              onChoose={(agency) => open(pathTo({ page: 'agencies', itemId: agency.Id }), search)}
              empty={<Empty title={texts.noAgencyMatches} hint={texts.noMatchHint} />}
            />
          )}
        </LoadStates>
      </section>
      {creating.isOpen && (
        <CreateAgency
          key={versionId}
          versionId={versionId}
          onCreated={(id) => open(pathTo({ page: 'agencies', itemId: id }), withQuery(search, MODE, ''))}
          onClose={creating.close}
        />
      )}
      <RemoveAgencies all={all} />
      {chosen && !mode.on && (
        <AgencyDetails key={chosen.Id} versionId={versionId} agency={chosen} onClose={() => open(pathTo({ page: 'agencies' }), search)} />
      )}
      {!chosen && itemId !== undefined && load?.status === 'succeeded' && <Empty title={texts.unknownTitle} hint={texts.unknownHint({ itemId })} />}
    </div>
  );
}

const COLUMNS: readonly Column<Agency>[] = [
  {
    key: 'name',
    get title() {
      return texts.name;
    },
    value: agencyNameOf,
    width: 'minmax(130px, 2fr)',
    render: (agency) => <span title={agencyNameOf(agency)}>{agencyNameOf(agency)}</span>,
  },
  {
    key: 'id',
    get title() {
      return texts.id;
    },
    value: idOf,
    width: 'minmax(70px, 1fr)',
    render: (agency) => <span className="dmp-mono">{agency.Id}</span>,
  },
  {
    key: 'timezone',
    get title() {
      return texts.timezone;
    },
    value: (agency) => agency.Timezone,
    width: 'minmax(110px, 1fr)',
    render: (agency) => agency.Timezone ?? '',
  },
  {
    key: 'language',
    get title() {
      return texts.language;
    },
    value: (agency) => agency.Language,
    width: '80px',
    render: (agency) => agency.Language ?? '',
  },
];

function idOf(agency: Agency): string {
  return agency.Id;
}
