/** Comma-separated values (RFC 4180): quotes, line breaks within quotes, a byte-order mark; semicolons and tabs are taken too. */

/** The rows of a text. The separator is the one that the first line has most of. Throws on a quote that is not closed. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const body = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(body);
  const rows: string[][] = [];
  const ends = new RegExp(`[${separator}\r\n]`, 'g');
  let row: string[] = [];
  let at = 0;
  const endRow = (): void => {
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  while (at <= body.length) {
    let value: string;
    if (body[at] === '"') {
      const parts: string[] = [];
      for (;;) {
        const end = body.indexOf('"', at + 1);
        if (end < 0) throw new Error(`A quote in line ${body.slice(0, at).split('\n').length} is not closed`);
        parts.push(body.slice(at + 1, end));
        at = end + 1;
        if (body[at] !== '"') break;
      }
      value = parts.join('"');
    } else {
      ends.lastIndex = at;
      value = body.slice(at, ends.exec(body)?.index ?? body.length);
      at += value.length;
    }
    row.push(value);
    if (body[at] === separator) {
      at += 1;
      continue;
    }
    if (body[at] === '\r' && body[at + 1] === '\n') at += 1;
    at += 1;
    endRow();
    if (at >= body.length) break;
  }
  return rows;
}

/** Rows as a text, with line ends as spreadsheets write them. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => row.map((value) => (/["\r\n,;\t]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(','))
    .join('\r\n')
    .concat('\r\n');
}

/** The cells of a text from the clipboard: tabs and line breaks, quoted where a cell holds them. */
export function clipboardCells(text: string): readonly (readonly string[])[] {
  const body = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  if (!/(^|[\t\n])"/.test(body)) return body.split('\n').map((line) => line.split('\t'));
  try {
    return parseCsv(body);
  } catch {
    return body.split('\n').map((line) => line.split('\t'));
  }
}

function separatorOf(text: string): ',' | ';' | '\t' {
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  const count = (sign: string): number => line.split(sign).length;
  if (count('\t') > count(',') && count('\t') >= count(';')) return '\t';
  return count(';') > count(',') ? ';' : ',';
}
