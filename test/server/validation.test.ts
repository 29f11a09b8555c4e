import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { editStopField } from './stopCalls.ts';
import {
  deleteIgnored,
  editSessionNote,
  ignoreRule,
  readEntityFindings,
  readIgnoreSummary,
  readRuleDocumentation,
  readValidationRule,
  readValidationSummary,
  unignoreRule,
} from '../../src/contract/validation.ts';
import { beginEdit, finishEdit, listEdits } from '../../src/contract/versions.ts';
import { aFeed, removeFeeds } from '../builders/gtfsZip.ts';
import { aNetwork } from '../builders/network.ts';
import { startChecking, type CheckingWorker } from '../../server/validation/thread.ts';
import type { ToThread } from '../../server/validation/messages.ts';
import { startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
let base: number;

beforeAll(async () => {
  product = await startTestProduct({}, { checks: true });
  base = await product.version(
    aNetwork().withStops(4).withStop('N', { Name: '' }).withStop('U', { Name: 'Double  Space' }).withLine('1', ['S1', 'S2', 'S3', 'S4', 'N']).build(),
  );
});
afterAll(() => product.close());

interface Summary {
  readonly Rev: number;
  readonly ValidatedRev: number | null;
  readonly Checking: boolean;
  readonly Groups: readonly {
    GroupName: string;
    Errors: number;
    Warnings: number;
    ValidationsByRule: readonly { RuleId: number; AllCasesCount: number; NewCasesCount: number }[];
  }[];
}

const summary = async (versionId: number): Promise<Summary> =>
  (await product.call(readValidationSummary, { params: { versionId } })).body as unknown as Summary;

/** Waits until a version is checked up to its revision. */
async function checked(versionId: number): Promise<Summary> {
  for (let i = 0; i < 200; i++) {
    const now = await summary(versionId);
    if (now.ValidatedRev === now.Rev && !now.Checking) return now;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('The version was not checked within 10 seconds');
}

const casesOf = (now: Summary, rule: number): number =>
  now.Groups.flatMap((group) => group.ValidationsByRule).find(({ RuleId }) => RuleId === rule)?.AllCasesCount ?? 0;

describe('validation of a version', () => {
  it('is made when it is first asked for, by group and by rule [E012 E217 E218]', async () => {
    const now = await checked(base);
    expect(now.Groups.map(({ GroupName }) => GroupName)).toEqual([
      'Schedules',
      'Fares',
      'Pathways',
      'Stops',
      'Transfers',
      'Agencies',
      'Translations',
    ]);
    expect(casesOf(now, 202)).toBe(1);
    const cases = await product.call(readValidationRule, { params: { versionId: base, ruleId: 202 } });
    expect(cases.body).toMatchObject({
      Total: 1,
      Cases: [{ Id: 'N', Field: 'Name', Text: 'This regular stop has no name', Ignored: false, New: false }],
    });
  });

  it('follows an edit, and says what the edit cured', async () => {
    const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } });
    const draft: number = begun.body['EditableDbVersionId'] ?? 0;
    // what is known of the version it was made of holds for it at once
    expect(casesOf(await summary(draft), 202)).toBe(1);
    await product.call(
      editStopField,
      { params: { versionId: draft, field: 'name' }, body: { stopId: 'N', value: 'Named  now' } },
      { ifMatch: 0, key: 'naming' },
    );
    const now = await checked(draft);
    expect([casesOf(now, 202), casesOf(now, 203)]).toEqual([0, 2]);
    expect(now.Groups.flatMap((group) => group.ValidationsByRule).find(({ RuleId }) => RuleId === 203)?.NewCasesCount).toBe(1);
    expect(product.told.filter(({ target }) => target === 'findingsChanged').at(-1)).toMatchObject({
      message: { VersionId: draft, Rev: 1, Effects: [{ Rev: 1, CommandId: 'naming', Errors: -1, Warnings: 1 }] },
    });
    // who was not connected live at that moment learns it with the edit
    const { body: missed } = await product.call(listEdits, { params: { versionId: draft }, query: { since: 0 } });
    expect(missed['Changes']).toMatchObject([{ Rev: 1, CommandId: 'naming', Effect: { Errors: -1, Warnings: 1 } }]);
    expect(casesOf(await checked(base), 202)).toBe(1);
  });

  it('documents its rules, and answers 404 for one that is not there [E219 E326 H277]', async () => {
    const known = await product.call(readRuleDocumentation, { params: { ruleId: 202 } });
    expect(known.body).toMatchObject({ RuleName: 'STOP_NAME_MISSING' });
    expect(known.text).toContain('Passengers and journey planners know a stop by its name.');
    expect((await product.call(readRuleDocumentation, { params: { ruleId: 999 } })).status).toBe(404);
  });
});

describe('a draft', () => {
  it('takes over what is held of the version it was made of: nothing is read again', async () => {
    const asked: string[] = [];
    const own = await startTestProduct(
      {},
      {
        checks: true,
        startChecking: (memoryMb) => {
          const worker = startChecking(memoryMb);
          const post = worker.postMessage.bind(worker);
          worker.postMessage = (message: ToThread, moved?: Parameters<CheckingWorker['postMessage']>[1]) => {
            if (message.ask !== 'documents') asked.push(`${message.ask} ${message.version}`);
            post(message, moved);
          };
          return worker;
        },
      },
    );
    const checkedThere = async (versionId: number): Promise<Summary> => {
      for (let i = 0; i < 200; i++) {
        const now = (await own.call(readValidationSummary, { params: { versionId } })).body as unknown as Summary;
        if (now.ValidatedRev === now.Rev && !now.Checking) return now;
        await new Promise((done) => setTimeout(done, 50));
      }
      throw new Error('The version was not checked within 10 seconds');
    };
    try {
      const parent = await own.version(aNetwork().withStops(4).withStop('N', { Name: '' }).withLine('1', ['S1', 'S2', 'S3', 'S4', 'N']).build());
      expect(casesOf(await checkedThere(parent), 202)).toBe(1);
      const begun = await own.call(beginEdit, { params: { databaseId: 'test', versionId: parent } });
      const draft: number = begun.body['EditableDbVersionId'] ?? 0;
      await own.call(
        editStopField,
        { params: { versionId: draft, field: 'name' }, body: { stopId: 'N', value: 'Named' } },
        { ifMatch: 0, key: 'naming' },
      );
      expect(casesOf(await checkedThere(draft), 202)).toBe(0);
      expect(casesOf(await checkedThere(parent), 202)).toBe(1);
      expect(asked).toEqual([`begin ${parent}`, `check ${parent}`, `rename ${parent}`, `edit ${draft}`]);
      // a second draft finds the version taken over: it is read
      const second = await own.call(beginEdit, { params: { databaseId: 'test', versionId: parent } });
      const other: number = second.body['EditableDbVersionId'] ?? 0;
      await own.call(
        editStopField,
        { params: { versionId: other, field: 'name' }, body: { stopId: 'N', value: 'Named too' } },
        { ifMatch: 0, key: 'naming-too' },
      );
      expect(casesOf(await checkedThere(other), 202)).toBe(0);
      expect(asked).toContain(`begin ${other}`);
    } finally {
      await own.close();
    }
  });
});

describe('exclusions', () => {
  it('hold in the version and in those made of it, until they are removed [E220 E221 E176]', async () => {
    const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } });
    const draft: number = begun.body['EditableDbVersionId'] ?? 0;
    const ignore = (ids: readonly string[], ruleId = 203) =>
      product.call(ignoreRule, { params: { versionId: draft, ruleId }, body: { IgnoredValidations: ids.map((StopId) => ({ StopId })) } });

    // S1 has no such case: it is left out
    expect((await ignore(['U', 'S1'])).body).toEqual({ Cases: 1, Entities: 1, Entity: 'Stop' });
    expect((await ignore(['U'])).body).toMatchObject({ Cases: 0, Entities: 0 });
    expect((await ignore(['N'], 202)).status).toBe(409);
    const stops = (await summary(draft)).Groups.find(({ GroupName }) => GroupName === 'Stops');
    expect(stops?.ValidationsByRule.find(({ RuleId }) => RuleId === 203)).toMatchObject({
      AllCasesCount: 1,
      IgnoredCasesCount: 1,
      FullyIgnored: true,
      Ignored: true,
      IgnoredBySessionDbVersionId: draft,
    });
    const found = await product.call(readEntityFindings, { params: { versionId: draft, entity: 'Stop', entityId: 'U' } });
    expect(found.body['Findings']).toContainEqual(expect.objectContaining({ RuleId: 203, FullyIgnored: true, IgnoredBySessionDbVersionId: draft }));

    await product.call(finishEdit, { params: { databaseId: 'test', versionId: draft } });
    const next = await product.call(beginEdit, { params: { databaseId: 'test', versionId: draft } });
    const later: number = next.body['EditableDbVersionId'] ?? 0;
    const unignore = () => product.call(unignoreRule, { params: { versionId: later, ruleId: 203 }, body: { IgnoredValidations: [{ StopId: 'U' }] } });
    // it was excluded in the session of another version
    expect((await unignore()).body).toMatchObject({ Cases: 0 });

    const listed = await product.call(readIgnoreSummary, { params: { versionId: later } });
    const [session] = listed.body['Sessions'] as unknown as {
      Id: number;
      Note: string;
      Author: string;
      Finalized: string | null;
      DbVersionId: number;
    }[];
    expect(session).toMatchObject({ Note: '', Author: 'editor@test.example', DbVersionId: draft, RuleTypes: [203] });
    expect(session?.Finalized).not.toBeNull();
    expect(listed.body['Instances']).toEqual([{ RuleType: 203, SessionId: session?.Id, CasesCount: 1, StopId: 'U' }]);

    const note = (Note: string) => product.call(editSessionNote, { params: { versionId: later, sessionId: session?.Id ?? 0 }, body: { Note } });
    expect((await note('x'.repeat(128))).status).toBe(200);
    expect((await note('x'.repeat(129))).text).toContain('Maximum 128 symbols');

    const deleted = await product.call(deleteIgnored, {
      params: { versionId: later },
      body: { Instances: [{ RuleType: 203, SessionId: session?.Id ?? 0, StopId: 'U' }] },
    });
    expect(deleted.body).toEqual({ Deleted: 1 });
    expect((await product.call(readIgnoreSummary, { params: { versionId: later } })).body).toEqual({ Sessions: [], Validations: [], Instances: [] });
  });

  it('of a stop that is gone wait until it is there again, and disturb nothing meanwhile', async () => {
    const feed = aNetwork().withStops(3).withLine('1', ['S1', 'S2', 'S3']);
    const withCase = feed.withStop('GONE', { Name: 'Double  Space' });
    const excluded = async (versionId: number): Promise<object | undefined> =>
      (await checked(versionId)).Groups.flatMap((group) => group.ValidationsByRule).find(({ RuleId }) => RuleId === 203);
    const first = await product.version(withCase.build());
    const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: first } });
    const draft: number = begun.body['EditableDbVersionId'] ?? 0;
    await checked(draft);
    const body = { IgnoredValidations: [{ StopId: 'GONE' }] };
    expect((await product.call(ignoreRule, { params: { versionId: draft, ruleId: 203 }, body })).body).toMatchObject({ Cases: 1 });
    await product.call(finishEdit, { params: { databaseId: 'test', versionId: draft } });

    const without = await product.version(feed.build());
    expect(await excluded(without)).toBeUndefined();
    expect((await product.call(readIgnoreSummary, { params: { versionId: without } })).status).toBe(200);
    const again = await product.version(withCase.build());
    expect(await excluded(again)).toMatchObject({ AllCasesCount: 1, IgnoredCasesCount: 1, FullyIgnored: true });
  });
});

describe('npm run validate', () => {
  afterAll(removeFeeds);
  const validate = (args: readonly string[]) =>
    spawnSync(process.execPath, ['tools/command.mjs', 'validation/validateCommand', ...args], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, DMP_SKIP_BUILD: '1' },
      encoding: 'utf8',
    });

  it('prints the cases of each rule as a table and as JSON, and says what cannot be read', async () => {
    const feed = await aFeed().withRows('stops.txt', 'D,Double  Space,48.002,9.001').write();
    const table = validate([feed, '--cases', '1']);
    expect([table.status, table.stderr]).toEqual([0, '']);
    expect(table.stdout).toMatch(/^Stops {8}203 {2}Warning STOP_NAME_FORMAT +1\n +D: /m);
    const json = validate([feed, '--json']);
    const counts = z
      .object({
        warnings: z.int(),
        rules: z.array(z.object({ code: z.int(), name: z.string(), group: z.string(), level: z.string(), cases: z.int() })),
      })
      .parse(JSON.parse(json.stdout.trim().split('\n').at(-1) ?? ''));
    expect(counts.rules).toContainEqual({ code: 203, name: 'STOP_NAME_FORMAT', group: 'Stops', level: 'Warning', cases: 1 });
    expect(counts.warnings).toBe(counts.rules.reduce((sum, { level, cases }) => sum + (level === 'Warning' ? cases : 0), 0));
    const refused = validate([await aFeed().without('stops.txt').write()]);
    expect([refused.status, refused.stderr]).toMatchObject([1, expect.stringContaining('cannot be read:')]);
    expect(validate([]).status).toBe(2);
  });
});
