import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { WorkbookSheet } from '../domain/spreadsheet/cells.ts';
import { dateCell, dateOf } from '../domain/spreadsheet/cells.ts';
import { readWorkbook, writeWorkbook } from './workbookFile.ts';

test('what is written is read again: texts, numbers, times beyond midnight, dates', async () => {
  const sheets: WorkbookSheet[] = [
    {
      name: 'Mon–Fri A',
      rows: [
        ['Stop id', 'T1'],
        ['0042', { seconds: 90_600 }],
        [' a <b> & "c" ', { seconds: 29_001 }],
        [null, { seconds: 86_400 }, 7, true],
      ],
    },
    { name: 'Dates', rows: [[dateCell('2026-12-25'), '=1+1']], heads: { rows: 1, columns: 1 } },
  ];
  const read = await readWorkbook(await writeWorkbook(sheets));
  expect(read.map(({ name }) => name)).toEqual(['Mon–Fri A', 'Dates']);
  const [first, second] = read.map(({ rows }) =>
    rows.map((row) => row.map((cell) => (typeof cell === 'object' && cell ? Math.round(cell.seconds) : cell))),
  );
  expect(first).toEqual([
    ['Stop id', 'T1', null, null],
    ['0042', 90_600, null, null],
    [' a <b> & "c" ', 29_001, null, null],
    [null, 86_400, 7, true],
  ]);
  expect(second?.[0]?.[1]).toBe('=1+1');
  expect(dateOf(read[1]?.rows[0]?.[0])).toBe('2026-12-25');
});

const part = (text: string): Uint8Array => new TextEncoder().encode(text);
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook as other programs write it. */
function workbookOf(sheet: string, styles = ''): Blob {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  return new Blob([
    zipSync({
      '[Content_Types].xml': part('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
      'xl/workbook.xml': part(`<workbook ${main} xmlns:r="${RELATIONS}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`),
      'xl/_rels/workbook.xml.rels': part(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
      ),
      'xl/styles.xml': part(`<styleSheet ${main}><cellXfs><xf numFmtId="0"/><xf numFmtId="20"/></cellXfs>${styles}</styleSheet>`),
      'xl/worksheets/sheet1.xml': part(
        `<worksheet ${main}><sheetData>${sheet}</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells></worksheet>`,
      ),
    }),
  ]);
}

test('formulas are read as their last result, merged heads once', async () => {
  const rows =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Monday</t></is></c><c r="B1"/></row>' +
    '<row r="2"><c r="A2" t="str"><f>CONCATENATE("T",1)</f><v>T1</v></c><c r="B2" s="1"><f>A1+1</f><v>0.33680555555555558</v></c></row>';
  const [sheet] = await readWorkbook(workbookOf(rows));
  expect(sheet?.rows[0]).toEqual(['Monday', null]);
  expect(sheet?.rows[1]?.[0]).toBe('T1');
  expect(sheet?.rows[1]?.[1]).toMatchObject({ seconds: expect.closeTo(29_100, 1) });
});

test('a file that is no workbook is refused', async () => {
  await expect(readWorkbook(new Blob(['stop_id,stop_name\n']))).rejects.toThrow('The file is no workbook. Save it as .xlsx first.');
  await expect(readWorkbook(new Blob([zipSync({ 'stops.txt': part('stop_id\n') })]))).rejects.toThrow('The file is no workbook');
});

test('a workbook that unpacks to more than is read is refused before it is unpacked', async () => {
  const zeros = new Uint8Array(160_000_000);
  await expect(readWorkbook(new Blob([zipSync({ 'xl/worksheets/sheet1.xml': zeros }, { level: 1 })]))).rejects.toThrow(
    'A workbook of 1 parts and 160 MB is larger than 150 MB in 2,000 parts.',
  );
});
