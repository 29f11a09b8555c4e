import type { ReactNode } from 'react';
import { editOtherColumn } from '../../commands/records/recordEdits.ts';
import type { Extra } from '../../domain/extra.ts';
import type { EntityKind, KeptColumn } from '../../domain/model/kind.ts';
import { columnProblem, type OtherColumn, otherColumns } from '../../domain/otherColumns.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { fieldHelp, fieldLabel, said } from '../language/language.ts';
import { SelectField, TextField } from './Field.tsx';
import { Fold } from './FoldList.tsx';
import type { SeenValue, TypedOnto } from './useTypedText.ts';
import { texts } from './texts.ts';
import classes from './Details.module.css';

interface OtherColumnsProps {
  readonly versionId: number;
  readonly kind: EntityKind;
  /** Id of the document, with its parents where it has some. */
  readonly id: string;
  readonly doc: { readonly Extra?: Extra | undefined };
  readonly rev: TypedOnto;
  readonly readOnly: boolean;
}

/** The GTFS columns of a document that have no field of their own, folded: known ones to fill in, and those that only this feed has. */
export function OtherColumns({ versionId, kind, id, doc, rev, readOnly }: OtherColumnsProps): ReactNode {
  const dispatch = useDispatch();
  const all = otherColumns(kind, doc);
  const given = all.filter(({ value }) => value !== '');
  const shown = readOnly ? given : all;
  if (shown.length === 0) return null;
  return (
    <Fold title={texts.otherColumns} count={given.length === 0 ? texts.none : String(given.length)}>
      {(part) => (
        <div id={part} className={classes['fields']}>
          {shown.map((one) => (
            <ColumnField
              key={one.column}
              kind={kind}
              of={one}
              rev={rev}
              readOnly={readOnly || one.known?.refersTo !== undefined}
              problem={(value) => columnProblem(kind, doc, one.column, value)}
              onSave={(value, from) => dispatch(editOtherColumn({ versionId, kind, id, column: one.column, value, rev: from.rev }))}
            />
          ))}
        </div>
      )}
    </Fold>
  );
}

interface ColumnFieldProps {
  readonly kind: EntityKind;
  readonly of: OtherColumn;
  readonly rev: TypedOnto;
  readonly readOnly: boolean;
  readonly problem: (value: string) => string | undefined;
  readonly onSave: (value: string, from: SeenValue) => string | undefined;
}

function ColumnField({ kind, of: { column, value, known }, rev, readOnly, problem, onSave }: ColumnFieldProps): ReactNode {
  const named = known && { key: column, ...known };
  const shared = {
    label: named ? fieldLabel(kind, named) : column,
    field: `Extra.${column}`,
    hint: named ? `${fieldHelp(kind, named)} (${column})` : texts.columnOfThisFeed,
    rev,
    readOnly,
  };
  const choices = known && choicesOf(known);
  if (choices)
    return (
      <SelectField
        {...shared}
        value={value === '' ? NONE : value}
        shown={readOnly ? (choices.find((one) => one.value === value)?.label ?? value) : undefined}
        options={[{ value: NONE, label: '—' }, ...choices]}
        onSave={(to, from) => onSave(to === NONE ? '' : to, from)}
      />
    );
  return (
    <TextField
      {...shared}
      value={value}
      validate={(typed) => {
        const message = problem(typed.trim());
        return message === undefined ? undefined : said(message);
      }}
      onSave={(to, from) => onSave(to.trim(), from)}
    />
  );
}

/** A choice takes no empty value. */
const NONE = 'none:';

function choicesOf({ holds, shown = String }: KeptColumn): readonly { readonly value: string; readonly label: string }[] | undefined {
  return typeof holds === 'object' ? holds.oneOf?.map((value) => ({ value: String(value), label: said(shown(value)) })) : undefined;
}
