import { IconArrowBackUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { addFileRow, editAddedRow, editFileRow, removeFileRow, restoreFileRow } from '../../commands/records/fileRowEdits.ts';
import { loadKeptRows } from '../../commands/records/loadKeptFiles.ts';
import { type EditedRow, editedRows, editedValues, editsOfFile } from '../../domain/keptTable.ts';
import { type FileRow, fileRowId } from '../../domain/model/fileRow.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { KeptRows } from '../../projections/records.ts';
import { TextField } from '../parts/Field.tsx';
import { useSeenRev } from '../parts/useSeenRev.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './KeptFiles.module.css';
import { texts } from './texts.ts';

interface KeptTableProps {
  readonly versionId: number;
  readonly name: string;
  readonly rows: KeptRows;
  /** Of all kept files. */
  readonly edits: readonly FileRow[];
  readonly isEditable: boolean;
}

/** Rows of a kept file with their edits. Where it can be edited each row has its fields under a button. */
export function KeptTable({ versionId, name, rows, edits, isEditable }: KeptTableProps): ReactNode {
  const dispatch = useDispatch();
  const [opened, setOpened] = useState<string | null>(null);
  const { Columns: columns, Rows: source, Total: total, From: from = 0 } = rows;
  const { byRow, added } = editsOfFile(name, edits);
  const isLast = from + source.length >= total;
  const shown: readonly EditedRow[] = [
    ...editedRows(columns, source, from, byRow),
    ...(isLast ? added.map((edit): EditedRow => ({ row: undefined, edit, values: editedValues(columns, [], edit) })) : []),
  ];
  const page = (to: number): void => {
    dispatch(loadKeptRows({ versionId, name, from: Math.max(0, to) }));
  };
  return (
    <>
      <table className={classes['table']} aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{texts.row}</th>
            {isEditable && <th scope="col">{texts.rowActions}</th>}
            {columns.map((column, place) => (
              // a file may have two columns of one name
              <th key={place} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => {
            const id = one.row === undefined ? (one.edit?.Id ?? '') : fileRowId(name, one.row);
            return (
              <Row
                key={id}
                {...{ versionId, name, columns, id, isEditable }}
                of={one}
                before={one.row === undefined ? undefined : source[one.row - from - 1]}
                isOpen={opened === id}
                onOpen={() => setOpened(opened === id ? null : id)}
              />
            );
          })}
        </tbody>
      </table>
      {total > source.length && (
        <p className={classes['pages']}>
          {texts.rowsFromTo({ from: from + 1, to: from + source.length, total })}
          {from > 0 && <WhyButton label={texts.rowsBefore} compact onClick={() => page(from - PAGE)} />}
          {!isLast && <WhyButton label={texts.rowsAfter} compact onClick={() => page(from + PAGE)} />}
        </p>
      )}
      {isEditable && isLast && (
        <WhyButton label={texts.addRow} icon={IconPlus} compact onClick={() => dispatch(addFileRow({ versionId, file: name, values: {} }))} />
      )}
    </>
  );
}

/** Rows of one answer of the server. */
const PAGE = 500;

interface RowProps {
  readonly versionId: number;
  readonly name: string;
  readonly columns: readonly string[];
  readonly id: string;
  readonly of: EditedRow;
  /** The fields in the source; undefined for an added row. */
  readonly before: readonly string[] | undefined;
  readonly isEditable: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function Row({ versionId, name, columns, id, of: { row, edit, values }, before, isEditable, isOpen, onOpen }: RowProps): ReactNode {
  const dispatch = useDispatch();
  const rev = useSeenRev(versionId, 'FileRow', id);
  const fields = useId();
  const isRemoved = edit?.IsRemoved === true;
  const title = row === undefined ? texts.addedRow : texts.rowNumber({ row });
  return (
    <>
      <tr data-removed={isRemoved ? '' : undefined}>
        <th scope="row">{row ?? texts.newRow}</th>
        {isEditable && (
          <td className={classes['actions']}>
            {!isRemoved && <WhyButton label={texts.changeRow({ row: title })} icon={IconPencil} iconOnly active={isOpen} onClick={onOpen} />}
            {edit !== undefined && row !== undefined && (
              <WhyButton
                label={texts.restoreRow({ row: title })}
                icon={IconArrowBackUp}
                iconOnly
                onClick={() => dispatch(restoreFileRow({ versionId, rowId: id, rev }))}
              />
            )}
            {!isRemoved && (
              <WhyButton
                label={texts.removeRow({ row: title })}
                icon={IconTrash}
                iconOnly
                onClick={() =>
                  dispatch(row === undefined ? restoreFileRow({ versionId, rowId: id, rev }) : removeFileRow({ versionId, file: name, row, rev }))
                }
              />
            )}
          </td>
        )}
        {columns.map((_, place) => (
          <td key={place} {...changed(values[place] ?? '', before?.[place] ?? '', before !== undefined)}>
            {values[place] ?? ''}
          </td>
        ))}
      </tr>
      {isEditable && isOpen && !isRemoved && (
        <tr>
          <td colSpan={columns.length + 2} id={fields}>
            <div className={classes['fields']} role="group" aria-label={title}>
              {columns.map((column, place) => (
                <TextField
                  key={place}
                  label={column}
                  of={id}
                  field={`Values.${column}`}
                  value={values[place] ?? ''}
                  rev={rev}
                  validate={(typed) => (typed.trim().length > LONGEST ? texts.fieldTooLong({ most: LONGEST }) : undefined)}
                  onSave={(to, from) => {
                    const change = { versionId, values: { [column]: to.trim() }, rev: from.rev };
                    return dispatch(row === undefined ? editAddedRow({ ...change, rowId: id }) : editFileRow({ ...change, file: name, row }));
                  }}
                />
              ))}
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

/** Characters of a field. */
const LONGEST = 2000;

/** Marks a cell that differs from the source, and says what the source has. */
function changed(value: string, before: string, hasSource: boolean): { readonly 'data-changed'?: string; readonly title?: string } {
  return hasSource && value !== before ? { 'data-changed': '', title: texts.sourceHas({ value: before === '' ? '—' : before }) } : {};
}
