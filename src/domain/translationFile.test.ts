import { expect, test } from 'vitest';
import { clipboardCells, parseCsv } from './csv.ts';
import { readTranslationFile, writeTranslationFile } from './translationFile.ts';
import { filledCells, translationSheet } from './translationSheet.ts';

const texts = [
  { CategoryName: 'stops', FieldName: 'stop_name', Value: 'Harbour, "old"', Count: 2, Records: ['S1', 'S2'] },
  { CategoryName: 'stops', FieldName: 'stop_name', Value: 'Market', Count: 1, Records: ['S3'] },
];
const place = { CategoryName: 'stops', FieldName: 'stop_name' };
const translations = [
  { Id: 'T1', ...place, LanguageName: 'de', Translation: 'Markt', RecordId: 'S3' },
  { Id: 'T2', ...place, LanguageName: 'de', Translation: 'Hafen', RecordId: 'S1' },
  { Id: 'T3', ...place, LanguageName: 'fr', Translation: '', FieldValue: 'Market' },
];

test('a text lacks a translation where none is of its value and not every record has one', () => {
  const sheet = translationSheet(texts, translations, ['de', 'fr']);
  expect(sheet.missing).toEqual([1, 2]);
  expect(sheet.rows.map(({ cells }) => cells.map(({ ids }) => ids))).toEqual([
    [[], []],
    [['T1'], ['T3']],
  ]);
});

test('a cell filled in changes its translation, makes one, or takes it away; what stays the same is left out', () => {
  const { languages, rows } = translationSheet(texts, translations, ['de', 'fr']);
  const [harbour, market] = rows;
  if (!harbour || !market) throw new Error('the sheet has no rows');
  const cells = filledCells(
    languages,
    [
      { row: harbour, language: 1, text: 'Port' },
      { row: market, language: 0, text: '' },
      { row: market, language: 1, text: 'Marché ' },
      { row: harbour, language: 0, text: '' },
    ],
    () => false,
  );
  expect(cells).toEqual([
    { translationId: expect.stringMatching(/^TR-[0-9a-f]{16}$/), text: 'Port', make: { ...place, LanguageName: 'fr', FieldValue: 'Harbour, "old"' } },
    { translationId: 'T1', text: '' },
    { translationId: 'T3', text: 'Marché' },
  ]);
});

test('what is written is read again; wrong columns, unknown texts and open quotes are reported, and nothing is imported', () => {
  const sheet = translationSheet(texts, translations, ['de', 'fr']);
  const file = readTranslationFile(sheet, `\uFEFF${writeTranslationFile(['de', 'fr'], sheet.rows)}`);
  expect(file).toMatchObject({ ok: true, languages: ['de', 'fr'], cells: [{ language: 'de', text: 'Markt' }] });
  expect(readTranslationFile(sheet, 'Category;Field;Text;sv\r\nstops;stop_name;Market;Torget\r\n')).toMatchObject({
    ok: true,
    cells: [{ language: 'sv', text: 'Torget' }],
  });
  expect(readTranslationFile(sheet, 'Name,fr\nMarket,Marché')).toMatchObject({
    ok: false,
    messages: [expect.stringContaining('no column Category, Field, Text')],
  });
  expect(readTranslationFile(sheet, 'Category,Field,Text,Notes!\n')).toMatchObject({
    ok: false,
    messages: ['The column Notes! is no language code.'],
  });
  expect(readTranslationFile(sheet, 'Category,Field,Text,fr\nstops,stop_name,Gone,Parti')).toMatchObject({
    ok: false,
    messages: ['Line 2: this version has no stops stop_name "Gone".'],
  });
  expect(readTranslationFile(sheet, 'Category,Field,Text,fr\n"open')).toMatchObject({ ok: false, messages: ['A quote in line 2 is not closed'] });
});

test('quotes, line breaks and tabs of spreadsheets are read', () => {
  expect(parseCsv('a,"b ""c""\nd",\r\n\r\ne,f,g')).toEqual([
    ['a', 'b "c"\nd', ''],
    ['e', 'f', 'g'],
  ]);
  expect(clipboardCells('a\tb\r\nc\t\r\n')).toEqual([
    ['a', 'b'],
    ['c', ''],
  ]);
});
