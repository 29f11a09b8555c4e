import { type ReactNode, useMemo } from 'react';
import { loadAgencies } from '../../commands/agencies/loadAgencies.ts';
import type { Agency } from '../../domain/agencies.ts';
import { filterAgencies } from '../../projections/agencyList.ts';
import { queryValues, queryText } from '../../projections/queryText.ts';
import { useView } from '../parts/appState.ts';
import { CopyId } from '../parts/CopyId.tsx';
import { Details, DetailsBody } from '../parts/Details.tsx';
import { Empty } from '../parts/Empty.tsx';
import { ShownField } from '../parts/Field.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { SearchBox } from '../parts/SearchBox.tsx';
import { type Column, ListTitle, VirtualList } from '../parts/VirtualList.tsx';
import { usePathTo, usePlace } from '../stops/usePlace.ts';
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
  const here = { page: 'agencies', ...(itemId === undefined ? {} : { itemId }) };
  return (
    <div className={classes['page']}>
      <section className={classes['listPane']} aria-label="Agencies">
        <header className={classes['bar']}>
          <ListTitle title="Agencies" count={rows.length} total={load?.value ? all.length : undefined} />
          <SearchBox
            value={text}
            onSearch={(typed) => open(pathTo(here), typed.trim() === '' ? '' : queryText([['Name', typed.trim()]]), { replace: true })}
            label="Search agencies"
            placeholder="Name or id"
          />
        </header>
        <LoadStates
          load={load}
          what="agencies"
          retry={loadAgencies({ versionId })}
          isEmpty={(list) => list.length === 0}
          empty={<Empty title="No agencies" hint="This version names no agency." />}
        >
          {() => (
            <VirtualList
              label="Agencies"
              rows={rows}
              all={all}
              columns={COLUMNS}
              idOf={idOf}
              textOf={nameOf}
              selected={itemId}
              onChoose={(agency) => open(pathTo({ page: 'agencies', itemId: agency.Id }), search)}
              empty={<Empty title="No agency matches" hint="Search by a part of a name or an id." />}
            />
          )}
        </LoadStates>
      </section>
      {chosen && <AgencyDetails agency={chosen} onClose={() => open(pathTo({ page: 'agencies' }), search)} />}
      {!chosen && itemId !== undefined && load?.status === 'succeeded' && (
        <Empty title="There is no such agency" hint={`This version has no agency with the id ${itemId}.`} />
      )}
    </div>
  );
}

function AgencyDetails({ agency, onClose }: { agency: Agency; onClose: () => void }): ReactNode {
  return (
    <Details of={agency.Id} kind="agency" title={nameOf(agency)} subtitle={agency.Timezone} onClose={onClose}>
      <DetailsBody
        collapseEmpty
        fields={
          <>
            <ShownField label="Id">
              <CopyId id={agency.Id} what="agency id" />
            </ShownField>
            <ShownField label="Name">{nameOf(agency)}</ShownField>
            <ShownField label="Url">{agency.Url && <Address text={agency.Url} />}</ShownField>
            <ShownField label="Fare url">{agency.FareUrl && <Address text={agency.FareUrl} />}</ShownField>
            <ShownField label="Phone">{agency.Phone}</ShownField>
            <ShownField label="Email">{agency.Email && <a href={`mailto:${agency.Email}`}>{agency.Email}</a>}</ShownField>
            <ShownField label="Timezone">{agency.Timezone}</ShownField>
            <ShownField label="Language">{agency.Language}</ShownField>
          </>
        }
      />
    </Details>
  );
}

/** A link where the text is a web address; anything else a feed may hold stays text. */
function Address({ text }: { text: string }): ReactNode {
  if (!/^https?:\/\//i.test(text)) return text;
  return (
    <a href={text} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  );
}

const COLUMNS: readonly Column<Agency>[] = [
  {
    key: 'name',
    title: 'Name',
    value: nameOf,
    width: 'minmax(130px, 2fr)',
    render: (agency) => <span title={nameOf(agency)}>{nameOf(agency)}</span>,
  },
  { key: 'id', title: 'Id', value: idOf, width: 'minmax(70px, 1fr)', render: (agency) => <span className="dmp-mono">{agency.Id}</span> },
  { key: 'timezone', title: 'Timezone', value: (agency) => agency.Timezone, width: 'minmax(110px, 1fr)', render: (agency) => agency.Timezone ?? '' },
  { key: 'language', title: 'Language', value: (agency) => agency.Language, width: '80px', render: (agency) => agency.Language ?? '' },
];

function idOf(agency: Agency): string {
  return agency.Id;
}

function nameOf(agency: Agency): string {
  return agency.Name || 'N/A';
}
