import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

/** Each file breaks one rule; what lint must say about it. */
const VIOLATIONS: Readonly<Record<string, { readonly code: string; readonly says: RegExp }>> = {
  'src/domain/seesScreen.ts': {
    code: "import { screen } from '../ui/stops/screen.tsx';\nexport const seen = screen;\n",
    says: /src\/domain may not import src\/ui/,
  },
  'src/kernel/knowsTransit.ts': {
    code: "import { stop } from '../domain/stop.ts';\nexport const known = stop;\n",
    says: /src\/kernel may not import src\/domain\. It may import nothing of ours/,
  },
  'src/ui/stops/calls.tsx': {
    code: "import { route } from '../../contract/route.ts';\nexport const call = route;\n",
    says: /src\/ui may not import src\/contract/,
  },
  'src/ui/stops/performs.tsx': {
    code: "import { send } from '../../effects/http.ts';\nexport const act = send;\n",
    says: /src\/ui may not import src\/effects/,
  },
  'src/ui/stops/drawsItself.tsx': {
    code: "import { layer } from '../../map/layers/stops.ts';\nexport const drawn = layer;\n",
    says: /src\/ui may import only types from src\/map/,
  },
  'src/projections/dispatches.ts': {
    code: "import { kernel } from '../kernel/kernel.ts';\nexport const k = kernel;\n",
    says: /src\/projections may import only types from src\/kernel/,
  },
  'src/commands/performs.ts': {
    code: "export const late = () => import('../effects/http.ts');\n",
    says: /src\/commands may not import src\/effects/,
  },
  'src/effects/passesOn.ts': { code: "export { screen } from '../ui/stops/screen.tsx';\n", says: /src\/effects may not import src\/ui/ },
  'src/main2.tsx': { code: "import { app } from '../server/app.ts';\nexport const all = app;\n", says: /The client never imports the server/ },
  'src/effects/seesServer.ts': {
    code: "import { app } from '../../server/app.ts';\nexport const all = app;\n",
    says: /src\/effects may not import server/,
  },
  'server/seesKernel.ts': {
    code: "import { kernel } from '../src/kernel/kernel.ts';\nexport const k = kernel;\n",
    says: /server may not import src\/kernel/,
  },
  'server/reachesTests.ts': {
    code: "import { plan } from '../test/plan.ts';\nexport const p = plan;\n",
    says: /server may not import test\/plan\.ts/,
  },
  'src/domain/readsFiles.ts': {
    code: "import { readFileSync } from 'node:fs';\nexport const text = readFileSync('a', 'utf8');\n",
    says: /src\/domain may not use node; it belongs to server\/auth, server\/store/,
  },
  'src/ui/stops/ownMap.tsx': {
    code: "import { Map as Chart } from 'maplibre-gl';\nexport const chart = Chart;\n",
    says: /src\/ui may not use maplibre-gl; it belongs to src\/map/,
  },
  'src/domain/mails.ts': {
    code: "import { createTransport } from 'nodemailer';\nexport const transport = createTransport;\n",
    says: /src\/domain may not use nodemailer; it belongs to server\/mail/,
  },
  'src/ui/stops/bringsItsOwn.tsx': {
    code: "import { chunk } from 'lodash';\nexport const parts = chunk;\n",
    says: /src\/ui may not use lodash; no room lists it/,
  },
  'server/store/asksRoutes.ts': {
    code: "import { answer } from '../routes/answer.ts';\nexport const a = answer;\n",
    says: /server\/store may not import server\/routes/,
  },
  'server/services/startsJobs.ts': {
    code: "import { jobs } from '../jobs/jobs.ts';\nexport const j = jobs;\n",
    says: /server\/services may import only types from server\/jobs/,
  },
  'server/routes/asksTheDatabase.ts': {
    code: "import { sql } from 'kysely';\nexport const s = sql;\n",
    says: /server\/routes may not use kysely; it belongs to server\/store/,
  },
  'server/live/asksServices.ts': {
    code: "import { stops } from '../services/stops.ts';\nexport const s = stops;\n",
    says: /server\/live may not import server\/services/,
  },
  'src/domain/now.ts': { code: 'export const now = (): number => Date.now();\n', says: /No Date\.now in src\/domain: take the time from the record/ },
  'src/projections/today.ts': { code: 'export const today = (): Date => new Date();\n', says: /No new Date\(\) in src\/projections/ },
  'src/commands/chance.ts': { code: 'export const chance = (): number => Math.random();\n', says: /No Math\.random in src\/commands/ },
  'src/machines/waits.ts': {
    code: 'export const wait = (act: () => void): number => setTimeout(act, 1);\n',
    says: /No setTimeout in src\/machines: time passes through tick records/,
  },
  'src/contract/asks.ts': {
    code: "export const ask = (): Promise<Response> => fetch('/x');\n",
    says: /No fetch in src\/contract: describe the call/,
  },
  'src/kernel/invents.ts': {
    code: 'export const id = (): string => crypto.randomUUID();\n',
    says: /No crypto in src\/kernel: take ids from the record/,
  },
  'src/kernel/hidden.ts': { code: 'export const id = (): string => globalThis.crypto.randomUUID();\n', says: /No globalThis\.crypto in src\/kernel/ },
  'src/ui/stops/remembers.tsx': {
    code: "export const keep = (): void => localStorage.setItem('a', 'b');\n",
    says: /No localStorage in src\/ui: dispatch a command/,
  },
  'server/readsClock.ts': {
    code: 'export const now = Date.now;\n',
    says: /No Date\.now in the server: take timeNow of server\/surroundings\.ts/,
  },
  'server/store/today.ts': { code: 'export const today = (): Date => new Date();\n', says: /No new Date\(\) in the server: take timeNow/ },
  'server/store/measures.ts': { code: 'export const at = (): number => performance.now();\n', says: /No performance in the server: take elapsed/ },
  'server/jobs/worker.ts': {
    code: 'export const wait = (act: () => void): unknown => setTimeout(act, 1);\n',
    says: /No setTimeout in the server: take setTimeout of server\/surroundings\.ts/,
  },
  'server/jobs/hidden.ts': {
    code: 'export const wait = (act: () => void): unknown => globalThis.setInterval(act, 1);\n',
    says: /No globalThis\.setInterval in the server/,
  },
  'server/live/pauses.ts': {
    code: "import { setTimeout as rest } from 'node:timers/promises';\nexport const wait = (): Promise<void> => rest(1);\n",
    says: /No setTimeout of node:timers\/promises in the server: take pause/,
  },
  'server/live/givesUp.ts': {
    code: 'export const late = (): AbortSignal => AbortSignal.timeout(1);\n',
    says: /No AbortSignal\.timeout in the server: take timeUp/,
  },
  'server/auth/invents.ts': {
    code: "import { createHash, randomUUID } from 'node:crypto';\nexport const id = (): unknown[] => [createHash, randomUUID()];\n",
    says: /No randomUUID of node:crypto in the server: take randomUUID/,
  },
  'server/auth/inventsAll.ts': {
    code: "import crypto from 'node:crypto';\nexport const id = (): Buffer => crypto.randomBytes(4);\n",
    says: /No node:crypto as a whole in the server: take randomBytes/,
  },
  'server/auth/passesOn.ts': { code: "export { randomBytes } from 'node:crypto';\n", says: /No randomBytes of node:crypto in the server/ },
  'server/feed/chance.ts': { code: 'export const chance = (): number => Math.random();\n', says: /No Math\.random in the server: take randomBytes/ },
  'server/feed/webChance.ts': {
    code: 'export const id = (): string => globalThis.crypto.randomUUID();\n',
    says: /No globalThis\.crypto\.randomUUID in the server: take randomUUID/,
  },
  'src/domain/circleB.ts': { code: "import { a } from './circleA.ts';\nexport const b = (): number => a();\n", says: /Dependency cycle/ },
  'src/domain/circleA.ts': { code: "import { b } from './circleB.ts';\nexport const a = (): number => b();\n", says: /Dependency cycle/ },
  'src/domain/long.ts': {
    code: Array.from({ length: 501 }, (_, line) => `export const n${line} = ${line};\n`).join(''),
    says: /too many lines \(501\)/,
  },
  'src/domain/anything.ts': { code: 'export const loose = (value: any): void => void value;\n', says: /Unexpected `any`/ },
  'server/forgets.ts': {
    code: 'const later = async (): Promise<void> => {};\nexport function go(): void {\n  later();\n}\n',
    says: /Promises must be awaited/,
  },
};

/** What the rooms are for: none of it may be held against anybody. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/kernel/kernel.ts': 'export interface Kernel {\n  readonly seq: number;\n}\nexport const kernel: Kernel = { seq: 0 };\n',
  'src/kernel/react.tsx': 'export const useView = (): number => 1;\n',
  'src/domain/stop.ts':
    "export interface Stop {\n  readonly location: string;\n}\nexport const stop: Stop = { location: 'a' };\nexport const place = (of: Stop): string => of.location;\nexport const on = (at: number): Date => new Date(at);\n",
  'src/contract/route.ts': "import { stop } from '../domain/stop.ts';\nexport const route = stop;\n",
  'src/commands/stops/moveStop.ts':
    "import { route } from '../../contract/route.ts';\nimport { kernel } from '../../kernel/kernel.ts';\nexport const moveStop = [route, kernel];\n",
  'src/projections/rows.ts': "import type { Kernel } from '../kernel/kernel.ts';\nexport const rows = (kernel: Kernel): number => kernel.seq;\n",
  'src/effects/http.ts': "export const send = (): Promise<Response> => fetch('/x');\n",
  'src/map/layers/stops.ts': 'export const layer = 1;\n',
  'src/map/MapView.tsx': 'export const MapView = 1;\n',
  'src/ui/map/layers/panel.tsx': 'export const panel = 1;\n',
  'src/ui/stops/screen.tsx':
    "import { useView } from '../../kernel/react.tsx';\nimport type { Kernel } from '../../kernel/kernel.ts';\nimport { MapView } from '../../map/MapView.tsx';\nimport { panel } from '../map/layers/panel.tsx';\nimport { rows } from '../../projections/rows.ts';\nexport const screen = (kernel: Kernel): number[] => [useView(), MapView, panel, rows(kernel)];\n",
  'src/domain/stop.test.ts':
    "import { readFileSync } from 'node:fs';\nimport { expect, test } from 'vitest';\nimport { screen } from '../ui/stops/screen.tsx';\ntest('reads', () => {\n  expect([readFileSync, screen, Date.now()]).toHaveLength(3);\n});\n",
  'server/app.ts':
    "import { readFileSync } from 'node:fs';\nimport { route } from '../src/contract/route.ts';\nexport const app = (): unknown => [route, readFileSync];\n",
  'server/store/stops.ts': "import { sql } from 'kysely';\nexport const stops = sql;\n",
  'server/surroundings.ts':
    "import { randomUUID as uuidOfNode } from 'node:crypto';\nexport const timeNow = (): number => Date.now();\nexport const setTimeout = (run: () => void): NodeJS.Timeout => globalThis.setTimeout(run, 1);\nexport const randomUUID = (): string => uuidOfNode();\n",
  'server/live/waits.ts':
    "import { createHash } from 'node:crypto';\nimport type { Socket } from 'node:net';\nimport { setTimeout, timeNow } from '../surroundings.ts';\nexport type Timer = ReturnType<typeof setTimeout>;\nexport const waits = (socket: Socket): unknown => [socket.setTimeout(0), setTimeout(() => {}), new Date(timeNow()), Date.UTC(2026, 1), createHash];\n",
  'server/live/waits.test.ts':
    "import { expect, test } from 'vitest';\nimport { waits } from './waits.ts';\ntest('waits', () => {\n  setTimeout(() => expect([waits, Date.now()]).toHaveLength(2), 1);\n});\n",
  'server/services/stops.ts': "import { stops as stored } from '../store/stops.ts';\nexport const stops = stored;\n",
  'server/routes/answer.ts': "import { stops } from '../services/stops.ts';\nexport const answer = stops;\n",
  'server/jobs/jobs.ts': "import { stops } from '../services/stops.ts';\nexport const jobs = stops;\n",
  'test/plan.ts': "import { app } from '../server/app.ts';\nexport const plan = app;\n",
};

const root = join(import.meta.dirname, '../..');

test('no file holds the marks of a merge that was left half done', () => {
  const marks = /^(<{7} |>{7} |={7}$)/m;
  const files = ['src', 'server', 'test', 'tools', 'docs', 'changes'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|tsx|mjs|css|md|json|tsv)$/.test(file))
      .map((file) => join(folder, file)),
  );
  expect(files.length).toBeGreaterThan(1500);
  expect(files.filter((file) => marks.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  expect(marks.test('a\n<<<<<<< HEAD\n')).toBe(true);
});

describe('lint guards the rooms of the house', () => {
  let folder: string;
  let before: Lint;
  let after: Lint;

  beforeAll(async () => {
    // A checkout in small: the real configuration, in a folder where nobody works.
    folder = mkdtempSync(join(tmpdir(), 'dmp-lint-'));
    for (const name of ['.oxlintrc.json', 'tools/lint', 'tsconfig.base.json', 'package.json'])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    write(folder, {
      'tsconfig.json':
        '{ "extends": "./tsconfig.base.json", "compilerOptions": { "composite": false, "lib": ["ES2023", "DOM"], "types": ["node"] }, "include": ["src", "server", "test"] }',
    });
    write(folder, ALLOWED);
    before = await lint(folder);
    write(folder, Object.fromEntries(Object.entries(VIOLATIONS).map(([file, { code }]) => [file, code])));
    after = await lint(folder);
  }, 180_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('what the rooms are for passes', () => {
    expect(before).toEqual({ passed: true, findings: new Map() });
  });

  test('the check fails once something is planted', () => {
    expect(after.passed).toBe(false);
  });

  test.each(Object.entries(VIOLATIONS))('%s is refused', (file, { says }) => {
    expect(after.findings.get(file)).toMatch(says);
  });
});

const Report = z.object({ diagnostics: z.array(z.object({ message: z.string(), filename: z.string() })) });

interface Lint {
  readonly passed: boolean;
  /** What it says, by file. */
  readonly findings: ReadonlyMap<string, string>;
}

function lint(folder: string): Promise<Lint> {
  return new Promise((done, fail) => {
    execFile(
      join(root, 'node_modules/.bin/oxlint'),
      ['--type-aware', '--format', 'json'],
      { cwd: folder, maxBuffer: 16_000_000 },
      (error, stdout, stderr) => {
        try {
          const findings = new Map<string, string>();
          for (const { filename, message } of Report.parse(JSON.parse(stdout)).diagnostics)
            findings.set(filename, `${findings.get(filename) ?? ''}${message}\n`);
          done({ passed: error === null, findings });
        } catch (cause) {
          fail(new Error(`Lint did not report: ${stdout}${stderr}`, { cause }));
        }
      },
    );
  });
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}
