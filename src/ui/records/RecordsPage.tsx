import { IconListDetails, IconTable } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { openFareCheck } from '../../commands/fares/fareCheckSteps.ts';
import { loadRecords } from '../../commands/records/loadRecords.ts';
import type { Entity } from '../../domain/entities.ts';
import { isFarePage, kindsOfGroup, RECORD_KINDS } from '../../domain/model/records.ts';
import type { AnyRecord, RecordKind } from '../../domain/model/records.ts';
import { fieldValue } from '../../domain/model/fieldValues.ts';
import { useWorkflow } from '../../kernel/react.tsx';
import { queryText, queryValues } from '../../domain/queryText.ts';
import { filterRecords, recordTitle } from '../../projections/records.ts';
import { fareMatrixView, recordToClone } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { FareCheckPanel } from '../fares/FareCheckPanel.tsx';
import { DeleteModeBar, useDeleteMode } from '../parts/DeleteMode.tsx';
import { Empty } from '../parts/Empty.tsx';
import { ItemButton } from '../parts/ItemButton.tsx';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { SearchBox } from '../parts/SearchBox.tsx';
import { useCreateMode } from '../parts/useCreateMode.ts';
import { type Column, ListTitle, VirtualList } from '../parts/VirtualList.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { useTyped } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { FareMatrix } from './FareMatrix.tsx';
import { KeptFiles } from './KeptFiles.tsx';
import { RecordsBulk } from './RecordsBulk.tsx';
import { RecordDetails } from './RecordDetails.tsx';
import { WindowSheets } from './WindowSheets.tsx';
import { type FormOf, RecordForm } from './RecordForm.tsx';
import { RemoveRecords } from './RemoveRecords.tsx';
import { type RecordTexts, useRecordTexts } from './useRecordTexts.ts';
import { texts } from './texts.ts';
import classes from '../parts/listWithFields.module.css';
import { fieldLabel, said } from '../language/language.ts';

const NONE: readonly AnyRecord[] = [];
const NO_IDS: ReadonlySet<string> = new Set();

/** The records of one of the smaller kinds, and one of them. */
export function RecordsPage({ kind }: { kind: RecordKind }): ReactNode {
  const { versionId = 0, itemId } = usePlace();
  const { page, title, one: word, many, hint } = RECORD_KINDS[kind];
  const pathTo = usePathTo();
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.versions[versionId]?.records.lists[kind]);
  const all = load?.value ?? NONE;
  const text = queryValues(search, 'Name')[0] ?? '';
  const fieldTexts = useRecordTexts(versionId);
  const rows = useMemo(() => filterRecords(kind, all, text, fieldTexts.text), [kind, all, text, fieldTexts]);
  const mode = useDeleteMode(page);
  const nameOf = (record: AnyRecord): string => recordTitle(kind, record);
  const selectName = (record: AnyRecord): string => texts.selectRow({ name: nameOf(record) });
  const columns = useMemo(() => columnsOf(kind, fieldTexts), [kind, fieldTexts]);
  const creating = useCreateMode();
  const [{ id: clonedId }, clone] = useTyped(recordToClone, { id: null });
  const [matrix, setMatrix] = useTyped(fareMatrixView, { open: false });
  /** Whether the kind has a table in place of its list. */
  const hasTable = kind === 'FareLegRule' || kind === 'FlexTrip';
  const [marked, setMarked] = useState<{ readonly of: string; readonly ids: ReadonlySet<string> }>({ of: '', ids: NO_IDS });
  const listOf = `${versionId} ${kind}`;
  const selected = marked.of === listOf ? marked.ids : NO_IDS;
  const select = (ids: ReadonlySet<string>): void => setMarked({ of: listOf, ids });
  const chosenRows = useMemo(() => rows.filter(({ Id }) => selected.has(Id)), [rows, selected]);
  const cloned = all.find(({ Id }) => Id === clonedId);
  const form: FormOf | undefined = cloned ? { source: cloned } : creating.isOpen ? { source: undefined } : undefined;
  const closeForm = (): void => (cloned ? clone({ id: null }) : creating.close());
  const chosen = all.find(({ Id }) => Id === itemId);
  const checking = useWorkflow('fareCheck', (snapshot) => snapshot.value !== 'closed') && isFarePage(page);
  const here = { page, ...(itemId === undefined ? {} : { itemId }) };
  return (
    <div className={classes['page']}>
      <section className={classes['listPane']} aria-label={said(title)}>
        <header className={classes['bar']}>
          <ListTitle title={said(title)} count={rows.length} total={load?.value ? all.length : undefined} />
          <SearchBox
            value={text}
            onSearch={(typed) => open(pathTo(here), typed.trim() === '' ? '' : queryText([['Name', typed.trim()]]), { replace: true })}
            label={texts.searchMany({ many: said(many) })}
            placeholder={texts.textOrId}
          />
          {!mode.on && isFarePage(page) && <ActionButton of={openFareCheck} iconOnly />}
          {!mode.on && hasTable && (
            <WhyButton
              label={matrix.open ? texts.showList : kind === 'FlexTrip' ? texts.showWindows : texts.showMatrix}
              icon={matrix.open ? IconListDetails : IconTable}
              compact
              onClick={() => setMatrix({ open: !matrix.open })}
            />
          )}
          {!mode.on && <ItemButton of={kind} act="create" iconOnly />}
          <DeleteModeBar mode={mode} ids={rows.map(idOf)} />
        </header>
        <GroupPages kind={kind} />
        {!mode.on && chosenRows.length > 0 && (
          <RecordsBulk kind={kind} versionId={versionId} chosen={chosenRows} listed={rows} fieldTexts={fieldTexts} onSelect={select} />
        )}
        {matrix.open && kind === 'FareLegRule' ? (
          <FareMatrix versionId={versionId} rules={all as readonly Entity<'FareLegRule'>[]} />
        ) : matrix.open && kind === 'FlexTrip' ? (
          <WindowSheets versionId={versionId} trips={rows as readonly Entity<'FlexTrip'>[]} fieldTexts={fieldTexts} />
        ) : (
          <LoadStates
            load={load}
            what={said(many)}
            retry={loadRecords({ versionId, kind })}
            isEmpty={(list) => list.length === 0}
            empty={
              <Empty title={texts.noMany({ many: said(many) })} hint={said(hint)}>
                <ItemButton of={kind} act="create" />
              </Empty>
            }
          >
            {() => (
              <VirtualList
                label={said(title)}
                rows={rows}
                all={all}
                columns={columns}
                idOf={idOf}
                textOf={nameOf}
                selected={itemId}
                selection={mode.selection(nameOf) ?? (kind === 'Feed' ? undefined : { selected, onSelect: select, boxLabel: selectName })}
                onChoose={(record) => open(pathTo({ page, itemId: record.Id }), search)}
                empty={<Empty title={texts.noWordMatches({ word: said(word) })} hint={texts.searchByAPartOfA} />}
              />
            )}
          </LoadStates>
        )}
        {kind === 'Feed' && <KeptFiles versionId={versionId} />}
      </section>
      <RemoveRecords kind={kind} all={all} />
      {form && <RecordForm kind={kind} versionId={versionId} of={form} fieldTexts={fieldTexts} onClose={closeForm} />}
      {checking && <FareCheckPanel />}
      {chosen && !mode.on && !checking && (
        <RecordDetails
          key={chosen.Id}
          kind={kind}
          versionId={versionId}
          record={chosen}
          fieldTexts={fieldTexts}
          onClone={() => clone({ id: chosen.Id })}
          onClose={() => open(pathTo({ page }), search)}
        />
      )}
      {!chosen && itemId !== undefined && load?.status === 'succeeded' && (
        <Empty title={texts.thereIsNoSuchWord({ word: said(word) })} hint={texts.thisVersionHasNoWordWith({ word: said(word), itemId })} />
      )}
    </div>
  );
}

/** The pages of the group of a kind, such as those of Fares v2. */
function GroupPages({ kind }: { kind: RecordKind }): ReactNode {
  const pathTo = usePathTo();
  const kinds = kindsOfGroup(kind);
  if (kinds.length < 2) return null;
  return (
    <nav className={classes['group']} aria-label={said(RECORD_KINDS[kind].group ?? '')}>
      {kinds.map((one) => (
        <Link key={one} to={pathTo({ page: RECORD_KINDS[one].page })} aria-current={one === kind ? 'page' : undefined}>
          {said(RECORD_KINDS[one].title)}
        </Link>
      ))}
    </nav>
  );
}

function idOf(record: AnyRecord): string {
  return record.Id;
}

function columnsOf(kind: RecordKind, fieldTexts: RecordTexts): readonly Column<AnyRecord>[] {
  const { fields, ids } = RECORD_KINDS[kind];
  const shown = fields.flatMap((field): readonly Column<AnyRecord>[] => {
    if (field.column === undefined) return [];
    const number = field.holds === 'integer' || field.holds === 'number';
    return [
      {
        key: field.key,
        title: fieldLabel(kind, field),
        width: field.column,
        ...(number ? { align: 'right' as const } : {}),
        value: (record) => {
          const value = fieldValue(record, field.key);
          return typeof value === 'number' ? value : fieldTexts.text(field, record);
        },
        render: (record) => {
          const text = fieldTexts.text(field, record);
          return (
            <span title={text} className={number ? 'dmp-number' : undefined}>
              {text}
            </span>
          );
        },
      },
    ];
  });
  const id: Column<AnyRecord> = {
    key: 'id',
    title: texts.id,
    value: idOf,
    width: 'minmax(70px, 0.8fr)',
    render: ({ Id }) => <span className="dmp-mono">{Id}</span>,
  };
  return ids === 'typed' ? [id, ...shown] : shown;
}
