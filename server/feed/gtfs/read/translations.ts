/** Reads translations.txt in its present form and in the old one (trans_id, lang, translation) of GTFS-JP. */
import type { Translation } from '../../../../src/domain/model/translation.ts';
import { RowIds } from './linksTable.ts';
import type { FeedNotes } from '../notes.ts';
import type { NamedRows } from './namedRows.ts';
import { columnsOf, readDocument } from '../columns.ts';
import type { RowWriter } from './stopsTable.ts';
import { readTable, type OnBytes, type TableRow } from './table.ts';
import type { FeedFile } from './zip.ts';

/** Those of the present form, and of the old one. */
const COLUMNS = [...columnsOf('Translation').known, 'trans_id', 'lang'];

/** Texts that a translation of the old form can speak of: `table` and `field` with all values they have in the feed. */
export interface TranslatedField {
  readonly table: string;
  readonly field: string;
  readonly values: ReadonlySet<string>;
}

/** Reads translations. `fields` is requested only where the file is of the old form. */
export async function readTranslations(
  file: FeedFile,
  fields: () => readonly TranslatedField[],
  writer: RowWriter,
  named: NamedRows,
  notes: FeedNotes,
  onBytes: OnBytes,
): Promise<readonly string[]> {
  const ids = new RowIds();
  let old: readonly TranslatedField[] | undefined;
  const add = (translation: Omit<Translation, 'Id'>): void => {
    const { CategoryName, FieldName, LanguageName, RecordId, RecordSubId, FieldValue } = translation;
    const key = [CategoryName, FieldName, LanguageName, RecordId ?? '', RecordSubId ?? '', FieldValue ?? ''];
    writer.add('Translation', { Id: ids.ofContent(key), ...translation });
  };
  return readTable(
    file,
    { columns: COLUMNS, required: ['translation'] },
    notes,
    onBytes,
    (row) => (old === undefined ? addPresent(row, add, named) : addOld(row, old, add)),
    (row) => {
      if (!row.has('trans_id')) return;
      old = fields();
      notes.add(
        'info',
        file.name,
        1,
        'old form',
        'Translations of the old form (trans_id) are kept in the present form, by the value they translate',
      );
    },
  );
}

function addPresent(row: TableRow, add: (translation: Omit<Translation, 'Id'>) => void, named: NamedRows): void {
  const [table, name] = [row.text('table_name'), row.text('field_name')];
  if (table === '' || name === '')
    return row.reject('translation of nothing', 'table_name or field_name is blank', table === '' ? 'table_name' : 'field_name');
  const record = ['record_id', 'record_sub_id'].find((column) => row.text(column) !== '');
  if (row.text('field_value') !== '' && record !== undefined)
    row.fault('record beside a value', `${record} is given beside field_value; a translation is of one or the other`, record);
  if (row.text('field_value') === '') named.names(row, 'record_id', table, table === 'stop_times' ? { sequence: row.text('record_sub_id') } : {});
  const translation = readDocument('Translation', row, {});
  if (translation) add(translation);
}

function addOld(row: TableRow, fields: readonly TranslatedField[], add: (translation: Omit<Translation, 'Id'>) => void): void {
  const value = row.text('trans_id');
  const speaking = fields.filter(({ values }) => values.has(value));
  if (speaking.length === 0) return row.reject('translation of nothing', `No name in the feed reads "${value}"`, 'trans_id');
  for (const { table, field: name } of speaking) {
    add({
      CategoryName: table,
      FieldName: name,
      LanguageName: row.text('lang'),
      Translation: row.text('translation'),
      FieldValue: value,
      ...row.extra(),
    });
  }
}
