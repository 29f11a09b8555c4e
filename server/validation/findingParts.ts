/** The results of a full check in the parts that are stored. Pure. */
import { createHash } from 'node:crypto';
import type { Results } from './engine.ts';
import type { Checked } from './messages.ts';

/** The cases of every rule that has any. Of a rule with very many the first are kept; all are counted. */
export function findingParts(results: Results): Checked['parts'] {
  const parts: { rule: number; body: string }[] = [];
  for (const [rule, subjects] of results) {
    let total = 0;
    for (const { count } of subjects.values()) total += count;
    let room = total > LARGEST ? KEPT : Infinity;
    let rows: string[] = [];
    for (const [subject, { count, cases }] of [...subjects].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const kept = room >= cases.length ? cases : cases.slice(0, Math.max(0, room));
      room -= kept.length;
      rows.push(JSON.stringify([shortSubject(subject), count, kept]));
      if (rows.length < SUBJECTS_OF_PART) continue;
      parts.push({ rule, body: `[${rows.join(',')}]` });
      rows = [];
    }
    if (rows.length > 0) parts.push({ rule, body: `[${rows.join(',')}]` });
  }
  return parts;
}

/** Of a rule with more cases than this, only the first `KEPT` are kept. */
const LARGEST = 100_000;
const KEPT = 10_000;
const SUBJECTS_OF_PART = 5000;

/** Subjects are in an index of the database, which takes no long ones. */
export function shortSubject(subject: string): string {
  return subject.length <= LONGEST_SUBJECT ? subject : `#${createHash('sha256').update(subject).digest('base64url')}`;
}

const LONGEST_SUBJECT = 300;
