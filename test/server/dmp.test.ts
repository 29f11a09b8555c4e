import { mkdtempSync, readFileSync, rmSync, writeFileSync, copyFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApiToken } from '../../src/contract/apiTokens.ts';
import * as exportCalls from '../../src/contract/exports.ts';
import { makePipeline } from '../../src/contract/pipelines.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import type { TokenScope } from '../../src/domain/apiTokens.ts';
import type { ExportInput } from '../../src/domain/exports.ts';
import { dmp } from '../../server/dmp/dmp.ts';
import { aFeed } from '../builders/gtfsZip.ts';
import { startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
let server: string;
let folder: string;
beforeAll(async () => {
  product = await startTestProduct({ PUBLIC_FEEDS_URL: 'https://data.example' }, { checks: true });
  await product.store.createDatabase({ Id: 'city', Name: 'City', RegionKey: 'testland' });
  const drop = { name: 'Drop unused', original_name: 'Drop unused', s3_url: 'builtin:drop-unused', task_type: 2, command: {}, notes: '' } as const;
  await product.call(makePipeline, {
    body: { name: 'Nightly', db_id: 'city', tags: [], schedule: null, tasks: [{ ...drop, input_version_id: 1 }] },
  });
  server = await product.app.listen({ port: 0, host: '127.0.0.1' });
  await product.app.jobs.start();
  folder = mkdtempSync(join(tmpdir(), 'dmp-command-'));
  const stops = 'stop_id,stop_name,stop_lat,stop_lon\nA,Alpha,48.00,9.00\nB,Beta changed,48.00,9.01\nC,Gamma,48.00,9.02\n';
  writeFileSync(join(folder, 'rename.json'), '{"stopId":"A","field":"name","value":"Alpha Square"}');
  copyFileSync(await aFeed().write(), join(folder, 'feed.zip'));
  copyFileSync(await aFeed().with('stops.txt', stops).write(), join(folder, 'changed.zip'));
}, 120_000);
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true });
});

async function tokenWith(...scopes: TokenScope[]): Promise<string> {
  return createApiToken.reply.required().parse((await product.call(createApiToken, { body: { label: 'dmp', scopes, days: 1 } })).body).token;
}

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

async function run(args: readonly string[], token: string): Promise<Ended> {
  const out = new Array<string>();
  const error = new Array<string>();
  const env = { DMP_SERVER: server, DMP_TOKEN: token };
  const code = await dmp(args, env, { out: (text) => void out.push(text), error: (text) => void error.push(text) });
  return { code, out: out.join('\n'), error: error.join('\n') };
}

/** The lines of the examples in docs/develop/dmp.md as arguments, with files in the folder of the test. */
function examples(): string[][] {
  const page = readFileSync(join(import.meta.dirname, '../../docs/develop/dmp.md'), 'utf8');
  const block = /```sh\n([^`]*)```/.exec(page)?.[1] ?? '';
  return block
    .trim()
    .split('\n')
    .map((line) => {
      const [name, ...args] = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, plain]) => single ?? double ?? plain ?? '');
      expect(name).toBe('dmp');
      return args.map((arg) => (/\.(zip|gz)$/.test(arg) ? join(folder, arg) : arg.replace(/^@/, `@${folder}/`)));
    });
}

describe('dmp', () => {
  it('does on a server what its page shows', async () => {
    const token = await tokenWith('edit', 'run', 'publish');
    const ended = new Array<Ended>();
    for (const args of examples()) {
      // the draft that the last examples edit
      if (ended.length === 12) await product.call(beginEdit, { params: { databaseId: 'city', versionId: 1 } });
      ended.push(await run(args, token));
    }
    expect(ended.map(({ code, error }) => [code, error])).toEqual([
      [0, ''],
      [0, ''],
      [1, ''],
      [0, ''],
      [1, ''],
      [0, ''],
      [0, ''],
      [0, ''],
      [0, ''],
      [0, ''],
      [0, ''],
      [0, ''],
      [0, ''],
      [0, ''],
      [0, ''],
    ]);
    expect(ended[0]?.out).toBe('Version 1 of city: Winter');
    expect(ended[1]?.out).toBe('Version 2 of city: Spring');
    expect(ended[2]?.out).toMatch(/^Error +1 {2}319 SCHEDULE_EXPIRED\n[^]*^1 error, \d+ warnings?$/m);
    expect(ended[3]?.out).toMatch(/^stops +~1 +\+0 +-0$/m);
    expect(JSON.parse(ended[4]?.out ?? '')).toMatchObject({ a: 1, b: 2, categories: [{ Category: 'stops', Changed: 1, Added: 0, Removed: 0 }] });
    expect(readFileSync(join(folder, 'spring.json.gz')).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
    expect(readFileSync(join(folder, 'spring.zip')).subarray(0, 2).toString()).toBe('PK');
    expect(ended[7]?.out).toMatch(/^Run \d+: Completed\n {2}Completed {7}Drop unused$/);
    expect(ended[8]?.out).toMatch(/^Release \d{4}-\d\d-\d\d of city-bus is served: https:\/\/data\.example\/feeds\/city-bus\/$/);
    expect(ended[9]?.out).toMatch(/^Release \d{4}-\d\d-\d\d-2 of city-bus is served: /);
    expect(JSON.parse(ended[10]?.out ?? '')).toMatchObject({
      feed: 'city-bus',
      release: 1,
      state: 'planned',
      from: '2035-12-14T02:00:00Z',
      reasons: [],
    });
    expect(ended[11]?.out).toMatch(/^stop\.editField +Changes one field of a stop\./m);
    expect(ended[12]?.out).toBe('Rename stop Alpha to Alpha Square\n  Stop A: Name "Alpha" → "Alpha Square"\nNothing was written.');
    expect(ended[13]?.out).toBe('Rename stop Alpha to Alpha Square\n  Stop A: Name "Alpha" → "Alpha Square"\nVersion 4 is at revision 1 now.');
    expect(ended[14]?.out).toBe('Taken back: Rename stop Alpha to Alpha Square\nVersion 4 is at revision 2 now.');
  }, 120_000);

  it('publishes the zip of an export by its name or number, and that of a task', async () => {
    const token = await tokenWith('edit', 'run', 'publish');
    const folderOf = { region: 'testland', name: 'Folder', settings: { kind: 'folder' as const, path: 'out' }, credentials: {} };
    const { id: location } = exportCalls.createDeliveryLocation.reply.parse(
      (await product.call(exportCalls.createDeliveryLocation, { body: folderOf })).body,
    );
    const body: ExportInput = {
      name: 'Weekly feed',
      region: 'testland',
      DbId: 'city',
      scope: 'Database',
      version: 2,
      schedule: { timeOfDay: '' },
      deliveryLocation: { fileName: '{db}.zip', location },
      feedInfo: { url: '', contactUrl: '' },
      agencyMergingRules: [],
    };
    const { id } = exportCalls.createExport.reply.parse((await product.call(exportCalls.createExport, { body })).body);
    const before = await run(['publish', 'weekly', '--export', 'Weekly feed', '--new'], token);
    expect([before.code, before.out]).toEqual([3, '']);
    await product.call(exportCalls.runExport, { body: { id } });
    const last = async () =>
      exportCalls.listExportHistory.reply.parse((await product.call(exportCalls.listExportHistory, { params: { id }, query: {} })).body)
        .exportRuns[0];
    await expect.poll(async () => (await last())?.status, { timeout: 60_000 }).toBe(2);
    const made = await run(['publish', 'weekly', '--export', 'Weekly feed', '--new', '--json'], token);
    expect([made.code, made.error]).toEqual([0, '']);
    expect(JSON.parse(made.out)).toMatchObject({ feed: 'weekly', state: 'served' });
    const again = await run(['publish', 'weekly', '--export', String(id), '--json'], token);
    expect([again.code, JSON.parse(again.out)]).toEqual([0, expect.objectContaining({ feed: 'weekly', state: 'served' })]);
    const task = await run(['publish', 'weekly', '--task', String((await last())?.taskRunId), '--json'], token);
    expect([task.code, JSON.parse(task.out)]).toEqual([0, expect.objectContaining({ feed: 'weekly', state: 'served' })]);
  }, 120_000);

  it('ends with 5 and the reasons where the feed holds a release back', async () => {
    const token = await tokenWith('edit', 'run', 'publish');
    const other = aFeed()
      .with('stops.txt', aFeed().text('stops.txt').replace('B,Beta', 'B2,Beta'))
      .with('stop_times.txt', aFeed().text('stop_times.txt').replaceAll(',B,', ',B2,'));
    copyFileSync(await other.write(), join(folder, 'other.zip'));
    const imported = await run(['import', join(folder, 'other.zip'), '--database', 'city', '--json'], token);
    const { versionId } = z.object({ versionId: z.int() }).parse(JSON.parse(imported.out));
    const held = await run(['publish', 'CITY-bus', '--version', String(versionId)], token);
    expect(held).toEqual({
      code: 5,
      out: expect.stringMatching(/^Release \d+ of city-bus is held back until somebody approves it:\n {2}1 stop id removed$/),
      error: '',
    });
    const back = await run(['publish', 'city-bus', '--release', '1'], token);
    expect([back.code, back.error]).toEqual([0, '']);
    expect(await run(['publish', 'city-bus', '--release', '99'], token)).toMatchObject({
      code: 3,
      error: expect.stringMatching(/^The feed city-bus has no release 99\. It has \d{4}-\d\d-\d\d-2, \d{4}-\d\d-\d\d\.$/),
    });
    expect(await run(['publish', 'city-bus', '--export', 'Weekly'], token)).toEqual({ code: 3, out: '', error: 'There is no export "Weekly".' });
    expect(await run(['publish', 'village', '--task', '1'], token)).toEqual({
      code: 3,
      out: '',
      error: 'There is no public feed village. With --new it is made.',
    });
    expect(await run(['publish', 'city-bus', '--release', '2'], await tokenWith('edit', 'run'))).toEqual({
      code: 3,
      out: '',
      error: 'The API token has no scope for this call (publish).',
    });
  }, 120_000);

  it('reports what the server refuses, and leaves no file behind', async () => {
    const token = await tokenWith('read');
    expect(await run(['import', join(folder, 'feed.zip'), '--database', 'city'], token)).toEqual({
      code: 3,
      out: '',
      error: 'The API token has no scope for this call (edit).',
    });
    const out = join(folder, 'none.json.gz');
    expect(await run(['export', '99', '--out', out], token)).toEqual({ code: 3, out: '', error: 'There is no version 99.' });
    expect([existsSync(out), existsSync(`${out}.part`)]).toEqual([false, false]);
    expect(await run(['run', 'Weekly'], token)).toEqual({ code: 3, out: '', error: 'There is no pipeline "Weekly".' });
    writeFileSync(join(folder, 'odd.zip'), 'no zip');
    const odd = await run(['import', join(folder, 'odd.zip'), '--database', 'city'], await tokenWith('edit'));
    expect([odd.code, odd.error]).toEqual([3, 'A feed file begins with { (byte 0 of the unpacked file)']);
    expect(await run(['validate', '1', '--server', 'http://127.0.0.1:1'], token)).toMatchObject({
      code: 3,
      error: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 cannot be reached: /),
    });
  });

  it('names what is wrong with its arguments, and prints its help', async () => {
    const firstLine = async (args: readonly string[], token = 'dmp_x'): Promise<[number, string | undefined]> => {
      const { code, error } = await run(args, token);
      return [code, error.split('\n')[0]];
    };
    expect(await firstLine(['fly'])).toEqual([2, 'There is no subcommand fly.']);
    expect(await firstLine(['__proto__'])).toEqual([2, 'There is no subcommand __proto__.']);
    expect(await firstLine(['import'])).toEqual([2, 'FILE is missing.']);
    expect(await firstLine(['import', 'a.zip'])).toEqual([2, '--database is missing.']);
    expect(await firstLine(['validate', 'one'])).toEqual([2, 'VERSION is a number: "one" is none.']);
    expect(await firstLine(['diff', '1'])).toEqual([2, 'Give the numbers of two versions.']);
    expect(await firstLine(['export', '1', '--out', 'a.csv'])).toEqual([2, 'The file of --out ends in .zip or .json.gz.']);
    expect(await firstLine(['edit', 'stop.fly', '--version', '1', '--data', '{}'])).toEqual([2, 'There is no edit stop.fly. dmp edits lists them.']);
    expect(await firstLine(['edit', 'stop.move', '--version', '1', '--data', '{'])).toEqual([
      2,
      '--data is a JSON object, such as {"stopId":"A"}, or @ and the name of a file that holds one.',
    ]);
    expect(await firstLine(['edit', 'stop.move', '--version', '1', '--data', '@none.json'])).toEqual([
      2,
      'There is no file none.json that can be read.',
    ]);
    expect(await firstLine(['undo'])).toEqual([2, '--version is missing.']);
    expect(await firstLine(['validate', '1'], '')).toEqual([2, 'Put an API token into the environment variable DMP_TOKEN.']);
    expect(await firstLine(['publish', 'city'])).toEqual([2, 'Say what to publish by one of --version, --export, --task and --release.']);
    expect(await firstLine(['publish', 'city', '--task', '1', '--at', 'noon'])).toEqual([2, '--at: A time is written as 2026-12-14T03:00.']);
    expect(await firstLine(['publish', 'city', '--release', '1', '--new'])).toEqual([
      2,
      'A new feed has no release yet: give --version, --export or --task.',
    ]);
    expect((await firstLine(['validate', '1', '--token', 'dmp_x']))[0]).toBe(2);
    for (const name of ['import', 'export', 'validate', 'diff', 'run', 'publish', 'edits', 'edit', 'undo', 'mcp']) {
      const { code, out } = await run([name, '--help'], '');
      expect([code, out.split(/\s/).slice(0, 3)]).toEqual([0, ['Usage:', 'dmp', name]]);
    }
    expect((await run(['--help'], '')).out).toContain('  validate        list what the rules find in a version');
  });
});
