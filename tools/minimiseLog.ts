/**
 * `npm run minimise -- FILE.dmplog --expect TEXT [--out NAME]`: cuts a problem report to the fewest acts that still show the text, among the
 * errors or where the replay differs, and writes it with a test as test/logs/cut/NAME. Exit code 1 where the whole report does not show it, or a
 * log that was cut cannot; 2 when the file or the command cannot be read.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { encodeReport } from '../src/kernel/dmplog.ts';
import type { SessionLog } from '../src/kernel/kernel.ts';
import { reportOf } from '../src/kernel/reportLog.ts';
import { definitions } from '../src/machines/definitions.ts';
import { cutLog, showsField, showsText, type WrongField } from './minimiseLog/cutLog.ts';
import { readReport } from './readReport.ts';

process.exit(run());

function run(): number {
  const told = args();
  const [file, ...others] = told?.positionals ?? [];
  const text = told?.values.expect ?? '';
  return file === undefined || others.length > 0 || text === '' ? usage() : minimise(file, text, told?.values.out);
}

/** What the command line says; undefined where it has options that there are not. */
function args(): { readonly values: { expect?: string; out?: string }; readonly positionals: readonly string[] } | undefined {
  try {
    return parseArgs({ allowPositionals: true, options: { expect: { type: 'string' }, out: { type: 'string' } } });
  } catch {
    return undefined;
  }
}

function minimise(path: string, text: string, out = basename(path, '.dmplog')): number {
  const report = readReport(path);
  if (report === undefined) return 2;
  if (!showsText(report, text)) {
    console.error(`A replay of this report shows nothing that holds “${text}”.`);
    return 1;
  }
  const { log, replays, field } = cutLog(report, text);
  const kept: SessionLog = { header: log.header, records: log.records, bodies: log.bodies, ...(log.checkpoint && { checkpoint: log.checkpoint }) };
  // a log that was cut was made nowhere: it does not say whether it reproduced there
  const { source: _, ...cut } = reportOf(kept, [], definitions);
  if (!(field ? showsField(cut, field) : showsText(cut, text))) {
    console.error(
      `A log that is cut does not show “${text}” any more: records have other numbers and ids there. Hand over the whole report, or name another field.`,
    );
    return 1;
  }
  const name = out.replaceAll(/[^\w.-]+/g, '-');
  const folder = join(import.meta.dirname, '../test/logs/cut');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.dmplog`), encodeReport(cut));
  const test = join(folder, `${name}.test.ts`);
  writeFileSync(test, testText(name, text, field));
  execFileSync(join(import.meta.dirname, '../node_modules/.bin/oxfmt'), [test], { stdio: 'ignore', shell: process.platform === 'win32' });
  console.log(`${report.records.length} records cut to ${log.records.length} in ${replays} replays: test/logs/cut/${name}.dmplog`);
  for (const { type, id, root } of log.records) if (id === root) console.log(`  ${type}`);
  console.log(`test/logs/cut/${name}.test.ts is red until the fault is mended.`);
  return 0;
}

/** The field that differs is compared with its wrong value: the right one is known for the whole report alone. */
function testText(name: string, text: string, field: WrongField | undefined): string {
  const [shows, of] = field ? ['showsField', field] : ['showsText', text];
  return `import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeDmplog } from '../../../src/kernel/dmplog.ts';
import { LOG_SCHEMA } from '../../../src/machines/definitions.ts';
import { ${shows} } from '../../../tools/minimiseLog/cutLog.ts';

test(${JSON.stringify(`${name}: ${text}`)}, () => {
  const report = decodeDmplog(readFileSync(join(import.meta.dirname, ${JSON.stringify(`${name}.dmplog`)}), 'utf8'), LOG_SCHEMA);
  if (!report.ok) throw new Error(report.message);
  expect(${shows}(report, ${JSON.stringify(of)})).toBe(false);
});
`;
}

function usage(): number {
  console.error('Say which report and what it shows: npm run minimise -- FILE.dmplog --expect "Stop cannot be removed"');
  return 2;
}
