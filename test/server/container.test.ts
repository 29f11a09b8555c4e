/** Docker is not asked: the steps of the last stage are carried out in an empty folder, and what they leave is started and asked as it says. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { SETTINGS } from '../../server/settings.ts';
import { freePort } from '../drivers/ports.ts';

const root = join(import.meta.dirname, '../..');
const text = (name: string): string => readFileSync(join(root, name), 'utf8');
/** Instructions of the Dockerfile, by stage. */
const stages = text('Dockerfile')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .reduce<{ what: string; of: string }[][]>((all, line) => {
    const [what = '', ...rest] = line.trim().split(/\s+/);
    if (what === 'FROM') all.push([]);
    all.at(-1)?.push({ what, of: rest.join(' ') });
    return all;
  }, []);
const last = stages.at(-1) ?? [];
const of = (what: string): string[] => last.filter((one) => one.what === what).map((one) => one.of);
const Command = z.array(z.string()).min(1);

const folder = mkdtempSync(join(tmpdir(), 'dmp-container-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the image runs as another account than root, on a pinned base, and says whether it is well', () => {
  expect(stages.map(([from]) => from?.of)).toEqual(['node:22-bookworm-slim AS build', 'node:22-bookworm-slim AS packages', 'node:22-bookworm-slim']);
  expect([of('USER'), of('VOLUME'), of('EXPOSE')]).toEqual([['node'], ['/data'], ['4180']]);
  expect(of('HEALTHCHECK')[0]).toContain('/readyz');
});

it('what the last stage copies starts with production packages alone, and answers the health check', async () => {
  const app = join(folder, 'app');
  mkdirSync(join(app, 'node_modules'), { recursive: true });
  for (const line of of('COPY')) {
    const words = line.split(' ').filter((word) => !word.startsWith('--'));
    const to = words.at(-1) ?? '';
    for (const source of words.slice(0, -1)) {
      if (source.endsWith('node_modules')) continue;
      const name = source.replace(/^\/app\//, '');
      expect(existsSync(join(root, name)), name).toBe(true);
      cpSync(join(root, name), join(app, to.endsWith('/') ? join(to, name.split('/').pop() ?? '') : to), { recursive: true });
    }
  }
  const { packages } = z
    .object({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) })
    .parse(JSON.parse(text('package-lock.json')));
  for (const [path, { dev }] of Object.entries(packages)) {
    const name = /^node_modules\/((@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    if (name === undefined || dev === true || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(app, path)), { recursive: true });
    symlinkSync(join(root, path), join(app, path));
  }
  const settings = Object.fromEntries((of('ENV')[0] ?? '').split(' ').map((pair) => pair.split('=') as [string, string]));
  const port = await freePort();
  const env = { PATH: process.env['PATH'], ...settings, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: join(folder, 'data'), DEMO_DATA: 'no' };
  const [program = '', ...args] = Command.parse(JSON.parse(of('CMD')[0] ?? ''));
  const server = spawn(program, args, { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const out of [server.stdout, server.stderr]) out.on('data', (part: Buffer) => (said += part.toString()));
  try {
    const [, check = ''] = / CMD (.*)$/.exec(of('HEALTHCHECK')[0] ?? '') ?? [];
    const [asks = '', ...how] = Command.parse(JSON.parse(check));
    let code = -1;
    for (let tries = 0; code !== 0 && tries < 60 && server.exitCode === null; tries++) {
      await pause(500);
      code = await new Promise<number>((done) => spawn(asks, how, { env }).on('close', (ended) => done(ended ?? -1)));
    }
    expect(code, said).toBe(0);
  } finally {
    const ended = new Promise((done) => server.once('close', done));
    server.kill();
    await ended;
  }
}, 120_000);

it('the services of compose.yaml fit together: settings that exist, volumes that are declared, servers that write to /data alone', () => {
  const Service = z.looseObject({
    environment: z.record(z.string(), z.string()).optional(),
    volumes: z.array(z.string()).default([]),
    depends_on: z.record(z.string(), z.unknown()).default({}),
    read_only: z.boolean().optional(),
    healthcheck: z.unknown().optional(),
    command: z.array(z.string()).optional(),
  });
  const { services, volumes } = z
    .looseObject({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.unknown()) })
    .parse(parse(text('compose.yaml'), { merge: true }));
  expect(Object.keys(services)).toEqual(['proxy', 'api1', 'api2', 'worker', 'postgres', 'minio', 'bucket']);
  const known = new Set(Object.values(SETTINGS).flatMap((area) => Object.keys(area)));
  for (const name of ['api1', 'api2', 'worker']) {
    expect(services[name]?.read_only).toBe(true);
    expect(Object.keys(services[name]?.environment ?? {}).filter((setting) => !known.has(setting))).toEqual([]);
  }
  for (const { volumes: used, depends_on: needs } of Object.values(services)) {
    for (const volume of used) {
      const [source = ''] = volume.split(':');
      expect(source.startsWith('./') ? existsSync(join(root, source)) : Object.hasOwn(volumes, source), source).toBe(true);
    }
    expect(Object.keys(needs).filter((other) => !Object.hasOwn(services, other))).toEqual([]);
  }
  expect(services['worker']?.command?.at(-1)).toBe('jobs/workerCommand');
});

it('the unit of systemd runs what npm start runs', () => {
  const { scripts } = z.object({ scripts: z.object({ start: z.string() }) }).parse(JSON.parse(text('package.json')));
  expect(text('deploy/dmp.service')).toContain(`ExecStart=/usr/bin/${scripts.start}\n`);
});
