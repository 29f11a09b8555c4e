/** `npm run roundtrip -- FILE.zip ...`: imports each feed, exports it, and compares both zips by what they mean. */
import { createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { exportGtfs } from '../server/feed/exportFeed.ts';
import { FeedRefused } from '../server/feed/gtfs/refusal.ts';
import { importFeed } from '../server/feed/importFeed.ts';
import { openStore } from '../server/store/openStore.ts';
import { compareRawRows, type RawComparison } from '../test/checks/rawRows.ts';
import { compareFeeds, type FeedComparison, type FeedDifference } from '../test/builders/compareFeeds.ts';

/** Differences that are printed of each file. */
const SHOWN = 3;

const files = process.argv.slice(2);
const missing = files.filter((file) => !existsSync(file));
if (files.length === 0 || missing.length > 0) {
  console.error(files.length === 0 ? 'Say which feeds: npm run roundtrip -- FILE.zip ...' : `There is no ${missing.join(', no ')}.`);
  process.exitCode = 2;
} else process.exitCode = await run();

async function run(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'dmp-roundtrip-'));
  const store = await openStore({ dataDir: join(folder, 'data') });
  let different = 0;
  const refused: string[] = [];
  try {
    for (const [i, file] of files.entries()) {
      const name = basename(file);
      try {
        const out = join(folder, `${i}.zip`);
        const { versionId } = await importFeed({ file, databaseId: 'trip', name: `${i}`, author: 'round trip', store });
        const { warnings } = await exportGtfs(store, versionId, createWriteStream(out));
        const compared = await compareFeeds(file, out);
        report(name, compared);
        const raw = await compareRawRows(file, out);
        reportRows(raw);
        for (const { severity, file: where, reason } of warnings.slice(0, SHOWN)) console.log(`    ${severity} ${where}: ${reason}`);
        if (compared.differences.length + raw.differences.length > 0) different++;
        rmSync(out);
      } catch (error) {
        if (!(error instanceof FeedRefused)) throw error;
        refused.push(name);
        console.log(`${name}: refused. ${error.messages[0] ?? ''}`);
      }
    }
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(
    `\n${files.length - refused.length} of ${files.length} feeds read, ${different} with differences${refused.length > 0 ? `; refused: ${refused.join(', ')}` : ''}`,
  );
  return different === 0 ? 0 : 1;
}

/** The second judge: rows as text, read by another library than the product's. */
function reportRows({ rows, differences, equivalent }: RawComparison): void {
  const same = [...equivalent].map(([rule, count]) => `${rule} ${count.toLocaleString('en')}`).join(', ');
  console.log(
    `  row by row: ${rows.toLocaleString('en')} rows, ${differences.length.toLocaleString('en')} differences${same === '' ? '' : ` (the same by rule: ${same})`}`,
  );
  for (const { file, key, column, was, is } of differences.slice(0, SHOWN * 3)) {
    const short = (text: string | undefined): string => (text === undefined ? 'nothing' : `"${text.slice(0, 160)}"`);
    console.log(`    ${file} ${key} ${column}: ${short(was)} became ${short(is)}`);
  }
}

function report(name: string, { trips, differences, losses }: FeedComparison): void {
  const accepted = [...losses].map(([loss, count]) => `${loss} ${count.toLocaleString('en')}`).join(', ');
  console.log(
    `${name}: ${trips.toLocaleString('en')} trips, ${differences.length.toLocaleString('en')} differences${accepted === '' ? '' : ` (accepted: ${accepted})`}`,
  );
  const byFile = new Map<string, FeedDifference[]>();
  for (const difference of differences) byFile.set(difference.file, [...(byFile.get(difference.file) ?? []), difference]);
  for (const [file, all] of byFile) {
    console.log(`  ${file}: ${all.length.toLocaleString('en')}`);
    for (const { what } of all.slice(0, SHOWN)) console.log(`    ${what.slice(0, 600)}`);
  }
}
