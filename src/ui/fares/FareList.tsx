import { type ReactNode, useEffect, useMemo } from 'react';
import { openFareCheck } from '../../commands/fares/fareCheckSteps.ts';
import { loadFare } from '../../commands/fares/loadFare.ts';
import { loadFares } from '../../commands/fares/loadFares.ts';
import { type FareDetails, fareDescription, type FareRow } from '../../domain/fareDetails.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { byId } from '../../projections/byId.ts';
import { filterFares } from '../../projections/fareList.ts';
import { fareDates, farePrice } from '../../projections/fareWords.ts';
import { listed } from '../../projections/onMap.ts';
import type { Load } from '../../projections/state.ts';
import { useView } from '../parts/appState.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { DeleteModeBar, useDeleteMode } from '../parts/DeleteMode.tsx';
import { Empty } from '../parts/Empty.tsx';
import { ItemButton } from '../parts/ItemButton.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { usePointed } from '../parts/pointed.tsx';
import { useQuery } from '../parts/query.ts';
import { SearchBox } from '../parts/SearchBox.tsx';
import { type Column, ListTitle, VirtualList } from '../parts/VirtualList.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { useShownHere } from '../parts/useShownHere.ts';
import { shownDays } from '../parts/shownDays.ts';
import { SpreadsheetButton } from '../spreadsheets/SpreadsheetButton.tsx';
import classes from './fares.module.css';
import { texts } from './texts.ts';

const NONE: readonly FareRow[] = [];

/** The fares of a version, searched by the address. */
export function FareList(): ReactNode {
  const { versionId = 0, itemId } = usePlace();
  const mode = useDeleteMode('fares');
  const search = useView((view) => view.location.search);
  const pathTo = usePathTo();
  const open = useOpenPlace();
  const [text, setText] = useQuery('Text');
  const load = useView((view) => view.versions[versionId]?.fares);
  const all = load?.value ?? NONE;
  const rows = useMemo(() => filterFares(all, text), [all, text]);
  const columns = useMemo(() => COLUMNS.filter(({ key }) => !OPTIONAL.has(key) || all.some((fare) => OPTIONAL.get(key)?.(fare))), [all]);
  return (
    <section className={classes['page']} aria-label={texts.faresTitle}>
      <PointedRules versionId={versionId} rows={rows} />
      <header className={classes['bar']}>
        <ListTitle title={texts.faresTitle} count={rows.length} total={load?.value ? all.length : undefined} />
        <SearchBox value={text} onSearch={(typed) => setText(typed.trim())} label={texts.searchFares} placeholder={texts.descriptionIdOrGroup} />
        {!mode.on && <ActionButton of={openFareCheck} iconOnly />}
        {!mode.on && <ItemButton of="fare" act="create" iconOnly />}
        {!mode.on && <SpreadsheetButton versionId={versionId} kind="Fare" ids={rows.length < all.length ? rows.map(idOf) : undefined} />}
        <DeleteModeBar mode={mode} ids={rows.map(idOf)} />
      </header>
      <LoadStates
        load={load}
        what={texts.fares}
        retry={loadFares({ versionId })}
        skeleton={14}
        isEmpty={(list) => list.length === 0}
        empty={<Empty title={texts.noFares} hint={texts.emptyHint} />}
      >
        {() => (
          <VirtualList
            label={texts.faresTitle}
            rows={rows}
            all={all}
            columns={columns}
            idOf={idOf}
            textOf={fareDescription}
            selected={itemId}
            onMap={({ Id }) => listed('fares', Id)}
            selection={mode.selection(fareDescription)}
            onChoose={(fare) => open(pathTo({ page: 'fares', itemId: fare.Id }), search)}
            empty={<Empty title={texts.noFareMatches} hint={texts.noMatchHint} />}
          />
        )}
      </LoadStates>
    </section>
  );
}

const NO_MESSAGES: readonly string[] = [];

function failureIn(details: Readonly<Record<string, Load<FareDetails>>> = {}): readonly string[] | undefined {
  return Object.values(details).find(({ status }) => status === 'failed')?.messages;
}

/** Milliseconds that the pointer rests on a fare before its rules are read: a list is crossed without asking for each. */
const REST = 300;

/** The list only counts the rules of a fare: those of the one that is pointed at are read, so that the map can show its zones and lines. */
function PointedRules({ versionId, rows }: { versionId: number; rows: readonly FareRow[] }): ReactNode {
  const dispatch = useDispatch();
  const pointed = usePointed();
  const [fareId] = pointed?.kind === 'fares' ? pointed.ids : [];
  const known = useView((view) => fareId === undefined || byId(view.versions[versionId]?.fareDetails, fareId) !== undefined);
  // load errors are shown in the details of the fare
  useShownHere(useView((view) => failureIn(view.versions[versionId]?.fareDetails)) ?? NO_MESSAGES, loadFare);
  const asked = !known && rows.some(({ Id, RuleCount }) => Id === fareId && RuleCount > 0) ? fareId : undefined;
  useEffect(() => {
    if (asked === undefined) return undefined;
    const timer = setTimeout(() => dispatch(loadFare({ versionId, fareId: asked })), REST);
    return () => clearTimeout(timer);
  }, [asked, versionId, dispatch]);
  return null;
}

const COLUMNS: readonly Column<FareRow>[] = [
  {
    key: 'description',
    get title() {
      return texts.description;
    },
    value: fareDescription,
    width: 'minmax(130px, 2.4fr)',
    render: (fare) => <Description fare={fare} />,
  },
  {
    key: 'id',
    get title() {
      return texts.id;
    },
    value: idOf,
    width: 'minmax(70px, 1.2fr)',
    render: (fare) => (
      <span className="dmp-mono" title={fare.Id}>
        {fare.Id}
      </span>
    ),
  },
  {
    key: 'price',
    get title() {
      return texts.price;
    },
    value: farePrice,
    width: 'minmax(92px, 0.8fr)',
    align: 'right',
    render: (fare) => (
      <span className="dmp-number" title={farePrice(fare)}>
        {farePrice(fare)}
      </span>
    ),
  },
  {
    key: 'group',
    get title() {
      return texts.fareGroup;
    },
    value: (fare) => fare.FareGroupId,
    width: 'minmax(80px, 1fr)',
    render: (fare) => <span title={fare.FareGroupId}>{fare.FareGroupId ?? ''}</span>,
  },
  {
    key: 'days',
    get title() {
      return texts.days;
    },
    width: '84px',
    render: (fare) => (fare.Days === undefined ? '' : shownDays(fare.Days)),
  },
  {
    key: 'dates',
    get title() {
      return texts.valid;
    },
    value: fareDates,
    width: '162px',
    render: (fare) => <span className="dmp-number">{fareDates(fare) ?? ''}</span>,
  },
  {
    key: 'rules',
    get title() {
      return texts.rules;
    },
    value: (fare) => fare.RuleCount,
    width: '62px',
    align: 'right',
    render: (fare) => fare.RuleCount.toLocaleString('en-GB'),
  },
];

/** Columns that most feeds have nothing to say in: shown where any fare does. */
const OPTIONAL: ReadonlyMap<string, (fare: FareRow) => boolean> = new Map<string, (fare: FareRow) => boolean>([
  ['group', (fare) => fare.FareGroupId !== undefined],
  ['days', (fare) => fare.Days !== undefined],
  ['dates', (fare) => fareDates(fare) !== undefined],
]);

function Description({ fare }: { fare: FareRow }): ReactNode {
  const text = fareDescription(fare);
  return (
    <span title={text} className={fare.Description?.trim() ? undefined : classes['quiet']}>
      {text}
    </span>
  );
}

function idOf(fare: FareRow): string {
  return fare.Id;
}
