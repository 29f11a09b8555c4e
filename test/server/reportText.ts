/** A problem report of two records, as a browser writes it. The replay would not take its hash. */
export function reportText({ note, page, padding = 0 }: { readonly note?: string; readonly page?: string; readonly padding?: number }): string {
  const header = {
    session: 's',
    schema: 1,
    build: '0.1.0 (ab12cd3)',
    startedAt: '2026-11-29T10:00:00.000Z',
    locale: 'de',
    role: 'viewer',
    page,
  };
  const lines = [
    { dmplog: 2, masked: true, header, note },
    { record: { seq: 0, payload: 'x'.repeat(padding) } },
    { record: { seq: 1 } },
    { end: 3, hash: 'h' },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
