import type { z } from 'zod';
import { daysOf } from '../../../src/domain/date.ts';
import { ENTITY_SCHEMAS, entityId, type Entity } from '../../../src/domain/entities.ts';
import type {
  replaceTexts as replaceTemplate,
  setFields as setTemplate,
  shiftDates as shiftTemplate,
} from '../../../src/domain/taskTemplates/transforms.ts';
import { TaskFailed } from '../../taskFailed.ts';
import { compiledPattern } from '../../textPatterns.ts';
import { addDays } from './selection.ts';
import { counted, writeAll, type Transform } from './transform.ts';
import { kindOf } from '../../../src/domain/model/catalogue.ts';

/** Moves all calendars by some days. */
export const shiftDates: Transform<z.infer<typeof shiftTemplate.parameters>> = async (context) => {
  const { days } = context.values;
  const move = (date: string): string => addDays(date, days);
  const moveText = (text: string): string => {
    const plain = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
    if (daysOf(plain) === undefined) return text;
    return plain === text ? move(plain) : move(plain).replaceAll('-', '');
  };
  const counts = await writeAll(context, {
    Feed: (feed) => ({
      ...feed,
      ...(feed.StartDate === undefined ? {} : { StartDate: moveText(feed.StartDate) }),
      ...(feed.EndDate === undefined ? {} : { EndDate: moveText(feed.EndDate) }),
    }),
    Schedule: ({ Calendar, ...schedule }) => ({
      ...schedule,
      Calendar: {
        fromDate: move(Calendar.fromDate),
        toDate: move(Calendar.toDate),
        Exceptions: Calendar.Exceptions.map((exception) => ({ ...exception, Date: move(exception.Date) })),
      },
    }),
    Fare: (fare) => ({
      ...fare,
      ...(fare.ValidFromDate === undefined ? {} : { ValidFromDate: move(fare.ValidFromDate) }),
      ...(fare.ValidToDate === undefined ? {} : { ValidToDate: move(fare.ValidToDate) }),
    }),
  });
  context.log.info(`Moved ${counted(counts.get('Schedule')?.changed ?? 0, 'schedule')} by ${counted(days, 'day')}`);
  if (days % 7 !== 0) context.log.warn('The days are no whole weeks: exceptions fall on other days of the week than before');
};

/** Sets fields of documents to the values of a table: a column for the id, and one for each field. */
export const setFields: Transform<z.infer<typeof setTemplate.parameters>> = async (context) => {
  const { kind, table } = context.values;
  const { columns, rows } = parseTable(table);
  const [, ...fields] = columns;
  const schema = ENTITY_SCHEMAS[kind];
  for (const name of fields) {
    if (!Object.hasOwn(schema.shape, name) || NEVER_SET.has(name))
      throw new TaskFailed(
        `A ${kindOf(kind).words[0]} has no field ${name} that a table can set. The first column is its id, the others are names of fields.`,
      );
  }
  const wanted = new Map(rows.map((row) => [row.cells[0] ?? '', row]));
  const refused = context.log.group('Rows that could not be used');
  let changed = 0;
  const change = (doc: Entity): Entity => {
    const id = entityId(kind, doc);
    const row = wanted.get(id);
    if (row === undefined) return doc;
    wanted.delete(id);
    const values = Object.fromEntries(fields.map((name, i) => [name, valueOf(row.cells[i + 1] ?? '')]));
    const kept = Object.entries({ ...doc, ...values }).filter(([, value]) => value !== undefined);
    const read = schema.safeParse(Object.fromEntries(kept));
    if (!read.success) {
      const [issue] = read.error.issues;
      context.log.warn(`line ${row.line}: ${id}: ${String(issue?.path[0] ?? '')}: ${issue?.message ?? 'not usable'}`, refused);
      return doc;
    }
    changed++;
    return read.data;
  };
  await writeAll(context, { [kind]: change });
  for (const [id, { line }] of wanted) context.log.warn(`line ${line}: there is no ${kindOf(kind).words[0]} ${id}`, refused);
  context.log.info(`Set ${fields.join(', ')} of ${counted(changed, ...kindOf(kind).words)}`);
};

const NEVER_SET = new Set(['Id', 'ScheduleId', 'TrackId', 'Number', 'Extra']);

/** Texts by a table are numbers, switches or texts, as the field takes them; empty: the field goes. */
function valueOf(text: string): string | number | boolean | undefined {
  if (text === '') return undefined;
  if (/^-?\d{1,9}$/.test(text)) return Number(text);
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** Replaces texts in a field, by words or by a pattern whose time is linear in the text. */
export const replaceTexts: Transform<z.infer<typeof replaceTemplate.parameters>> = async (context) => {
  const { kind, field, find, replace, pattern, whole } = context.values;
  const replaced = replacer(find, replace, pattern, whole);
  const schema = ENTITY_SCHEMAS[kind];
  if (!Object.hasOwn(schema.shape, field) || NEVER_SET.has(field))
    throw new TaskFailed(`A ${kindOf(kind).words[0]} has no text ${field} that can be replaced.`);
  const group = context.log.group('Replaced');
  let [changed, logged] = [0, 0];
  const change = (doc: Entity): Entity => {
    const before: unknown = Reflect.get(doc, field);
    if (typeof before !== 'string') return doc;
    const after = replaced(before);
    if (after === before) return doc;
    const read = schema.safeParse({ ...doc, [field]: after });
    if (!read.success) {
      context.log.warn(`${entityId(kind, doc)}: "${before}" would become "${after}", which is not possible`, group);
      return doc;
    }
    changed++;
    if (logged++ < 1000) context.log.info(`${entityId(kind, doc)}: "${before}" became "${after}"`, group);
    return read.data;
  };
  await writeAll(context, { [kind]: change });
  context.log.info(`Replaced ${field} of ${counted(changed, ...kindOf(kind).words)}`);
};

function replacer(find: string, replace: string, pattern: boolean, whole: boolean): (text: string) => string {
  if (!pattern) return (text) => (whole ? (text === find ? replace : text) : text.replaceAll(find, () => replace));
  const compiled = compiledPattern(whole ? `^(?:${find})$` : find);
  if (typeof compiled === 'string') throw new TaskFailed(compiled);
  return (text) => compiled.matcher(text).replaceAll(replace);
}

interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reads a table as a spreadsheet copies it or CSV writes it: commas, semicolons or tabs, quotes where needed. */
export function parseTable(text: string): { columns: readonly string[]; rows: readonly TableRow[] } {
  const head = /^[^\r\n]*/.exec(text.replace(/^\uFEFF/, ''))?.[0] ?? '';
  const separator = ['\t', ';', ','].find((one) => head.includes(one)) ?? ',';
  const rows: TableRow[] = [];
  let [cells, cell, quoted, line, begun]: [string[], string, boolean, number, number] = [[], '', false, 1, 1];
  const endRow = (): void => {
    cells.push(cell.trim());
    cell = '';
    if (cells.some((one) => one !== '')) rows.push({ line: begun, cells });
    cells = [];
    begun = line + 1;
  };
  const source = text.replace(/^\uFEFF/, '');
  for (let i = 0; i < source.length; i++) {
    const letter = source[i] ?? '';
    if (quoted) {
      if (letter === '"' && source[i + 1] === '"') {
        cell += '"';
        i++;
      } else if (letter === '"') quoted = false;
      else cell += letter;
      if (letter === '\n') line++;
    } else if (letter === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
    } else if (letter === separator) {
      cells.push(cell.trim());
      cell = '';
    } else if (letter === '\n') {
      endRow();
      line++;
      begun = line;
    } else if (letter !== '\r') cell += letter;
  }
  endRow();
  const [first, ...rest] = rows;
  if (first === undefined || first.cells.length < 2)
    throw new TaskFailed('The table has no columns: its first line names the id and the fields, with commas between them.');
  return { columns: first.cells, rows: rest };
}
