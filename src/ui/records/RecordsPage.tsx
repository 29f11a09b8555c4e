import { type ReactNode, useMemo } from 'react';
import { loadRecords } from '../../commands/records/loadRecords.ts';
import { RECORD_KINDS } from '../../domain/model/records.ts';
import type { AnyRecord, RecordKind } from '../../domain/model/records.ts';
import { fieldValue } from '../../domain/model/fieldValues.ts';
import { queryText, queryValues } from '../../projections/queryText.ts';
import { filterRecords, recordTitle } from '../../projections/records.ts';
import { recordToClone } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { DeleteModeBar, useDeleteMode } from '../parts/DeleteMode.tsx';
import { Empty } from '../parts/Empty.tsx';
import { ItemButton } from '../parts/ItemButton.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { SearchBox } from '../parts/SearchBox.tsx';
import { useCreateMode } from '../parts/useCreateMode.ts';
import { type Column, ListTitle, VirtualList } from '../parts/VirtualList.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { useTyped } from '../parts/useTyped.ts';
import { RecordDetails } from './RecordDetails.tsx';
import { type FormOf, RecordForm } from './RecordForm.tsx';
import { RemoveRecords } from './RemoveRecords.tsx';
import { type RecordTexts, useRecordTexts } from './useRecordTexts.ts';
import classes from '../parts/listWithFields.module.css';

const NONE: readonly AnyRecord[] = [];

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
  const texts = useRecordTexts(versionId);
  const rows = useMemo(() => filterRecords(kind, all, text, texts.text), [kind, all, text, texts]);
  const mode = useDeleteMode(page);
  const columns = useMemo(() => columnsOf(kind, texts), [kind, texts]);
  const creating = useCreateMode();
  const [{ id: clonedId }, clone] = useTyped(recordToClone, { id: null });
  const cloned = all.find(({ Id }) => Id === clonedId);
  const form: FormOf | undefined = cloned ? { source: cloned } : creating.isOpen ? { source: undefined } : undefined;
  const closeForm = (): void => (cloned ? clone({ id: null }) : creating.close());
  const chosen = all.find(({ Id }) => Id === itemId);
  const here = { page, ...(itemId === undefined ? {} : { itemId }) };
  return (
    <div className={classes['page']}>
      <section className={classes['listPane']} aria-label={title}>
        <header className={classes['bar']}>
          <ListTitle title={title} count={rows.length} total={load?.value ? all.length : undefined} />
          <SearchBox
            value={text}
            onSearch={(typed) => open(pathTo(here), typed.trim() === '' ? '' : queryText([['Name', typed.trim()]]), { replace: true })}
            label={`Search ${many}`}
            placeholder="Text or id"
          />
          {!mode.on && <ItemButton of={kind} act="create" iconOnly />}
          <DeleteModeBar mode={mode} ids={rows.map(idOf)} />
        </header>
        <LoadStates
          load={load}
          what={many}
          retry={loadRecords({ versionId, kind })}
          isEmpty={(list) => list.length === 0}
          empty={
            <Empty title={`No ${many}`} hint={hint}>
              <ItemButton of={kind} act="create" />
            </Empty>
          }
        >
          {() => (
            <VirtualList
              label={title}
              rows={rows}
              all={all}
              columns={columns}
              idOf={idOf}
              textOf={(record) => recordTitle(kind, record)}
              selected={itemId}
              selection={mode.selection((record: AnyRecord) => recordTitle(kind, record))}
              onChoose={(record) => open(pathTo({ page, itemId: record.Id }), search)}
              empty={<Empty title={`No ${word} matches`} hint="Search by a part of a text or an id." />}
            />
          )}
        </LoadStates>
      </section>
      <RemoveRecords kind={kind} all={all} />
      {form && <RecordForm kind={kind} versionId={versionId} of={form} texts={texts} onClose={closeForm} />}
      {chosen && !mode.on && (
        <RecordDetails
          key={chosen.Id}
          kind={kind}
          versionId={versionId}
          record={chosen}
          texts={texts}
          onClone={() => clone({ id: chosen.Id })}
          onClose={() => open(pathTo({ page }), search)}
        />
      )}
      {!chosen && itemId !== undefined && load?.status === 'succeeded' && (
        <Empty title={`There is no such ${word}`} hint={`This version has no ${word} with the id ${itemId}.`} />
      )}
    </div>
  );
}

function idOf(record: AnyRecord): string {
  return record.Id;
}

function columnsOf(kind: RecordKind, texts: RecordTexts): readonly Column<AnyRecord>[] {
  const { fields, ids } = RECORD_KINDS[kind];
  const shown = fields.flatMap((field): readonly Column<AnyRecord>[] => {
    if (field.column === undefined) return [];
    const number = field.holds === 'integer' || field.holds === 'number';
    return [
      {
        key: field.key,
        title: field.label,
        width: field.column,
        ...(number ? { align: 'right' as const } : {}),
        value: (record) => {
          const value = fieldValue(record, field.key);
          return typeof value === 'number' ? value : texts.text(field, record);
        },
        render: (record) => {
          const text = texts.text(field, record);
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
    title: 'Id',
    value: idOf,
    width: 'minmax(70px, 0.8fr)',
    render: ({ Id }) => <span className="dmp-mono">{Id}</span>,
  };
  return ids === 'typed' ? [id, ...shown] : shown;
}
