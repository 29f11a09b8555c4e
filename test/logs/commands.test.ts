import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { decodeDmplog, encodeReport } from '../../src/kernel/dmplog.ts';
import { LOG_SCHEMA } from '../../src/machines/definitions.ts';
import { recordStopEdits } from './stopEditsSession.ts';

const ROOT = join(import.meta.dirname, '../..');
const REPORT = join(import.meta.dirname, 'stop-edits.dmplog');
const folder = mkdtempSync(join(tmpdir(), 'dmp-reports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a command of the terminal says, and its exit code. */
function run(tool: string, ...args: readonly string[]): { readonly code: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/run.mjs', `tools/${tool}.ts`, ...args], { cwd: ROOT, encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

test('a file that cannot be read, and a command that cannot be understood, are answered with one line', { timeout: 120_000 }, () => {
  const trace = join(folder, 'some.dmptrace');
  writeFileSync(trace, '{"dmptrace":1}\n');
  const missing = join(folder, 'missing.dmplog');
  const usage = 'Say which report and what it shows: npm run minimise -- FILE.dmplog --expect "Stop cannot be removed"\n';
  expect(run('minimiseLog', missing, '--expect', 'x')).toEqual({ code: 2, said: `${missing} cannot be read: There is no such file.\n` });
  expect(run('minimiseLog', REPORT, '--expect', '')).toEqual({ code: 2, said: usage });
  expect(run('minimiseLog', REPORT, '--wrong')).toEqual({ code: 2, said: usage });
  expect(run('replayLog', trace)).toEqual({ code: 2, said: `${trace}: This file is a trace of several tabs. Open it at /replay.\n` });
});

test('where a cut log would not show the difference any more, that is said and no test is written', { timeout: 120_000 }, () => {
  const report = decodeDmplog(recordStopEdits(), LOG_SCHEMA);
  if (!report.ok) throw new Error(report.message);
  // the only field that differs holds the id of a record, which is another one in a cut log
  const isId = (path: readonly string[]): boolean => path.join('.') === 'pending.0.id';
  const last = report.checks?.findLast(({ changed }) => changed.some(([path]) => isId(path)));
  const checks = report.checks?.map((check) =>
    check === last
      ? { ...check, state: check.state + 1, changed: check.changed.map(([path, hash]) => [path, isId(path) ? hash + 1 : hash] as const) }
      : check,
  );
  expect(last).toBeDefined();
  const file = join(folder, 'another-id.dmplog');
  writeFileSync(file, encodeReport({ ...report, ...(checks && { checks }) }));
  const { code, said } = run('minimiseLog', file, '--expect', 'Another state after', '--out', 'never-written');
  expect(said).toMatch(/^A log that is cut does not show “Another state after” any more: /);
  expect(code).toBe(1);
  expect(existsSync(join(ROOT, 'test/logs/cut/never-written.test.ts'))).toBe(false);
});
