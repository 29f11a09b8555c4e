/** The notices of the canonical validator as the table of the documentation. */
import { CANONICAL_NOTICES, CANONICAL_SOURCE, type CanonicalNotice } from '../../server/validation/canonical/notices.ts';

const HEADER = ['notice', 'severity', 'rules', 'reading', 'reason'].join('\t');

/** Rules that answer a notice, in the order of their codes. */
export function rulesOf({ rules, rulesAsRemarks }: CanonicalNotice): number[] {
  return [...rules.map((one) => (typeof one === 'number' ? one : one[0])), ...rulesAsRemarks].toSorted((a, b) => a - b);
}

/** What answers a notice, for people. */
export function answersOf(notice: CanonicalNotice): string {
  const rules = rulesOf(notice);
  return [rules.length > 0 ? `rule ${rules.join(', ')}` : '', notice.reading.length > 0 ? 'reading' : ''].filter(Boolean).join('; ');
}

/** The table of all notices, with their source in its last column name. */
export function noticesTable(): string {
  const rows = CANONICAL_NOTICES.map((notice) =>
    [notice.code, notice.severity, rulesOf(notice).join(' '), notice.reading.length > 0 ? 'yes' : 'no', notice.none ?? notice.differs ?? ''].join(
      '\t',
    ),
  );
  return [`${HEADER} (notices of ${CANONICAL_SOURCE})`, ...rows, ''].join('\n');
}

/** Notices that a rule answers. */
export function noticesOfRule(code: number): string[] {
  return CANONICAL_NOTICES.filter((notice) => rulesOf(notice).includes(code)).map((notice) => notice.code);
}

/** The table of rules with its column `canonical` recreated. */
export function rulesTable(text: string): string {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  const known = lines[0]?.indexOf('canonical') ?? -1;
  const column = known >= 0 ? known : (lines[0]?.length ?? 1) - 1;
  const made = lines.map((cells, i) =>
    cells.toSpliced(column, known >= 0 ? 1 : 0, i === 0 ? 'canonical' : noticesOfRule(Number(cells[0])).join(' ')),
  );
  return made.map((cells) => `${cells.join('\t')}\n`).join('');
}
