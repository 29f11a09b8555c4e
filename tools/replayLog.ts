/**
 * `npm run replay -- FILE.dmplog`: replays a problem report and says `reproduces`, or where the replay first differs from
 * what was recorded. Where another build recorded it, that is said first. Exit code 0 when it reproduces, 1 when it does not, 2 when the file cannot be read.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { recordedBuilds } from '../src/commands/shell/recordedBuilds.ts';
import { type Build, otherBuild } from '../src/domain/build.ts';
import { replay } from '../src/kernel/replay.ts';
import { verdictOf } from '../src/kernel/verdict.ts';
import { definitions } from '../src/machines/definitions.ts';
import { commitOf } from './commit.mjs';
import { readReport } from './readReport.ts';

/** What the record of a failed call tells. */
const Failed = z.object({ error: z.object({ messages: z.array(z.string()) }) });

const [file] = process.argv.slice(2);
process.exit(file === undefined ? usage() : replayFile(file));

function replayFile(path: string): number {
  const report = readReport(path);
  if (report === undefined) return 2;
  sayOtherBuild(recordedBuilds(report), path);
  const { divergences, unfinished, kernelState, compared } = replay(report, definitions);
  const { header, records, note } = report;
  console.log(`Session of ${header.startedAt}, build ${header.build}, role ${header.role}: ${records.length} records`);
  if (header.browser !== undefined) console.log(`  ${header.browser}`);
  if (note !== undefined) console.log(`  The user says: ${note}`);
  for (const { type, seq, payload } of records) {
    const failure = Failed.safeParse(payload);
    if (type.endsWith('.failed') && failure.success)
      console.log(`  failed at record ${seq}: ${type.slice(0, -7)}: ${failure.data.error.messages.join(' ')}`);
  }
  for (const error of kernelState.errors) console.log(`  shown as wrong: ${error.label || error.type}: ${error.messages.join(' ')}`);
  if (unfinished > 0) console.log(`  ${unfinished} ${unfinished === 1 ? 'record was' : 'records were'} still to come when the report was made`);

  const verdict = verdictOf(report, compared);
  console.log(`  ${verdict.compared}`);
  for (const sentence of verdict.notCompared) console.log(`  Not compared: ${sentence}`);
  console.log(`  ${verdict.source}`);

  const [first] = divergences;
  if (!first) {
    console.log('reproduces');
    return 0;
  }
  const record = records.find((one) => one.seq === first.seq);
  console.log(`differs first at record ${first.seq}${record ? ` (${record.type})` : ''}: ${first.text}`);
  if (divergences.length > 1) console.log(`  and at ${divergences.length - 1} more`);
  return 1;
}

/** The builds that recorded and the one that replays, where they differ or are not known, and how to replay with the one that recorded. */
function sayOtherBuild(recorded: readonly string[], path: string): void {
  const other = otherBuild(recorded, thisBuild());
  if (other === undefined) return;
  if (other.known) console.log(`Recorded by ${other.recorded}, replayed by ${other.here}: differences may come from that.`);
  else
    console.log(
      `The report does not know the commit that recorded it (${other.recorded}); replayed by ${other.here}: differences may come from that.`,
    );
  if (other.checkout !== null) console.log(`  To replay it with its own build: ${other.checkout} && npm ci && npm run replay -- ${path}`);
}

/** The sources that this runs from. */
function thisBuild(): Build {
  const root = dirname(dirname(process.argv[1] ?? ''));
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return { version, commit: commitOf(root), date: null };
}

function usage(): number {
  console.error('Say which report: npm run replay -- FILE.dmplog');
  return 2;
}
