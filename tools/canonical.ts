/**
 * `npm run canonical`: the notices of the canonical GTFS validator with what answers each here, tried on two crafted feeds: one on which it
 * fires, and its nearest neighbour on which it is silent. Ends with 1 where one does not. `--write` prints the table of the documentation anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CANONICAL_NOTICES, CANONICAL_SOURCE } from '../server/validation/canonical/notices.ts';
import { tryNotices } from '../test/builders/canonicalCases.ts';
import { removeFeeds } from '../test/builders/gtfsZip.ts';
import { answersOf, noticesTable, rulesTable } from './canonical/table.ts';

if (process.argv.includes('--write')) {
  const docs = join(import.meta.dirname, '../docs');
  writeFileSync(join(docs, 'canonical-notices.tsv'), noticesTable());
  writeFileSync(join(docs, 'validation-rules.tsv'), rulesTable(readFileSync(join(docs, 'validation-rules.tsv'), 'utf8')));
}
let broken = 0;
try {
  for (const { notice, fires, silent } of await tryNotices()) {
    const answered = notice.none === undefined;
    const right = fires === true && silent === true;
    if (answered && !right) broken++;
    const said = answered ? `${fires === true ? 'fires' : 'DOES NOT FIRE'}, ${silent === true ? 'silent' : 'NOT SILENT'}` : '';
    console.log(`${notice.code.padEnd(65)}${notice.severity.padEnd(9)}${answered ? answersOf(notice).padEnd(40) + said : notice.none}`);
  }
} finally {
  removeFeeds();
}
const answered = CANONICAL_NOTICES.filter(({ none }) => none === undefined).length;
console.log(
  `\n${CANONICAL_NOTICES.length} notices of ${CANONICAL_SOURCE}: ${answered} have a counterpart, ${CANONICAL_NOTICES.length - answered} a reason why not; ${broken} broken`,
);
process.exitCode = broken > 0 ? 1 : 0;
