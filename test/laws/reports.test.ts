/** What a report verifies: it reproduces as it is, and nothing in it can be another without being noticed. */
import { describe, expect, test } from 'vitest';
import { loadAccount } from '../../src/commands/account/loadAccount.ts';
import { checkpointOf } from '../../src/kernel/checkpoint.ts';
import type { AnyCommand } from '../../src/kernel/command.ts';
import { decodeDmplog, encodeDmplog, encodeReport } from '../../src/kernel/dmplog.ts';
import { contentHash } from '../../src/kernel/hash.ts';
import { replay } from '../../src/kernel/replay.ts';
import type { Report } from '../../src/kernel/reportLog.ts';
import { verdictOf } from '../../src/kernel/verdict.ts';
import { definitions } from '../../src/machines/definitions.ts';
import type { AppState } from '../../src/projections/state.ts';
import { recordStopEdits } from '../logs/stopEditsSession.ts';
import { chanceOf } from './chance.ts';
import { corruptions } from './corruptions.ts';
import { editWorld } from './editWorld.ts';
import { answerAll, preparedKernel } from './world.ts';
import { liveSession } from './session.ts';

const SESSIONS = 6;
const reports = Array.from({ length: SESSIONS }, (_, i) => reportOfSession(i + 1));

/** A session on the model server, as a report that was sent and opened again; every other one begins at a checkpoint. */
function reportOfSession(seed: number): Report {
  const { kernel, log, checkpoints } = liveSession(editWorld, seed, 60);
  const [checkpoint] = checkpoints;
  const kept = seed % 2 === 0 && checkpoint ? { ...log, checkpoint, records: log.records.filter((record) => record.seq >= checkpoint.seq) } : log;
  return opened(encodeDmplog(kept, kernel.snapshot().errors, definitions, kernel.snapshot()));
}

function opened(text: string): Report {
  const report = decodeDmplog(text, 1);
  if (!report.ok) throw new Error(report.message);
  return report;
}

describe('a report', () => {
  test('reproduces, and every record, state and call of it was compared', () => {
    for (const report of reports) {
      const { divergences, compared } = replay(report, definitions);
      expect(divergences).toEqual([]);
      expect(compared.known).toEqual([]);
      expect(report.source).toEqual([]);
      expect(compared.records).toBe(report.records.length);
      expect(compared.states).toBe(report.records.length);
      expect(compared.calls).toBe(report.records.filter(({ type, payload }) => type.endsWith('.sent') && 'call' in Object(payload)).length);
      expect(compared.bodies).toBe([...report.bodies].length);
    }
  });

  test.each(Object.entries(corruptions))('in which something else stands is noticed: %s', (_kind, corrupt) => {
    let tried = 0;
    for (let seed = 1; seed <= 40 && tried < 10; seed++) {
      const report = reports[seed % SESSIONS];
      const spoiled = report && corrupt(report, chanceOf(seed));
      if (!spoiled) continue;
      tried += 1;
      expect(noticed(spoiled), `seed ${seed}`).not.toEqual([]);
      // also with the seal of the file rewritten
      if (seed % 3 !== 0) continue;
      const again = decodeDmplog(encodeReport(spoiled), 1);
      if (again.ok) expect(noticed(again), `seed ${seed}, as a file`).not.toEqual([]);
    }
    expect(tried).toBeGreaterThanOrEqual(10);
  });
});

/** The product with one command that is declared otherwise. */
function changed(type: string, change: (definition: AnyCommand<AppState>['definition']) => Partial<AnyCommand<AppState>['definition']>) {
  return {
    ...definitions,
    commands: definitions.commands.map((command) =>
      command.type === type
        ? ({ ...command, definition: { ...command.definition, ...change(command.definition) } } as AnyCommand<AppState>)
        : command,
    ),
  };
}

describe('a build that does something else than the one that recorded', () => {
  const text = recordStopEdits();
  const first = (of: typeof definitions) => replay(opened(text), of).divergences.find(({ problem }) => problem === 'state');
  const recordAt = (seq: number) => opened(text).records.find((record) => record.seq === seq)?.type;

  test('is named with the record and the field: a preview that rounds a coordinate', () => {
    const rounding = changed('stop.move', ({ preview }) => ({
      preview: (view, payload) => {
        const { coordinate, ...rest } = payload as { coordinate: { Lat: number; Lng: number } };
        preview?.(view, { ...rest, coordinate: { ...coordinate, Lat: Math.round(coordinate.Lat * 100) / 100 } });
      },
    }));
    const found = first(rounding);
    expect(recordAt(found?.seq ?? -1)).toBe('stop.move');
    expect(found?.text).toMatch(/^Another state after stop\.move: view › versions › 1 › .*S1 › .*Coordinate › Lat/);
  });

  test('is named with the record and the field: an answer whose revision is not taken', () => {
    const forgetful = changed('stop.editField', ({ answered }) => ({
      answered: (base, payload, reply, known) => answered?.(base, payload, { ...(reply as object), Rev: 1 }, known),
    }));
    const found = first(forgetful);
    expect(recordAt(found?.seq ?? -1)).toBe('stop.editField.answered');
    expect(found?.text).toMatch(/S2 › .*[rR]ev/);
  });

  test('is named with the field of what waits for its answer: another label', () => {
    const found = first(changed('stop.editField', () => ({ label: () => 'Another label' })));
    expect(recordAt(found?.seq ?? -1)).toBe('stop.editField');
    expect(found?.text).toMatch(/^Another state after stop\.editField: (.*, )?pending › \d+ › label/);
  });

  test('is seen in the calls it makes', () => {
    const other = changed('stop.editField', ({ call }) => ({
      call: (payload, base, seen) => {
        const made = call?.(payload, base, seen) ?? { call: '', input: null };
        return { ...made, ifMatch: 99 };
      },
    }));
    expect(replay(opened(text), other).divergences.map(({ text: said }) => said)).toContain('Another call would have been made: stop.editField');
  });
});

test('what came of an act otherwise than a replay has it is named with the act and the field, by the machine that made the report', () => {
  let live = true;
  const wavering = changed('stop.move', ({ preview }) => ({
    preview: (view, payload) => {
      const { coordinate, ...rest } = payload as { coordinate: { Lat: number; Lng: number } };
      preview?.(view, { ...rest, coordinate: { ...coordinate, Lat: coordinate.Lat + (live ? 0.01 : 0) } });
    },
  }));
  const world = { ...editWorld, definitions: wavering };
  const server = world.connect(chanceOf(1));
  const kernel = preparedKernel(world, server);
  const act = kernel.dispatch({ type: 'stop.move', payload: { versionId: 1, stopId: 'S1', coordinate: { Lat: 52.2, Lng: 5.2 } } });
  answerAll(server);
  kernel.dispatch({ type: 'stop.editField', payload: { versionId: 1, stopId: 'S2', field: 'zoneId', value: 'Z7' } });
  answerAll(server);
  live = false;
  const report = opened(encodeDmplog(kernel.log(), [], world.definitions, kernel.snapshot()));
  const moved = report.records.find(({ id }) => id === act);
  expect(report.source?.[0]).toEqual({
    seq: moved?.seq,
    problem: 'state',
    text: expect.stringMatching(/^Another state after stop\.move: .*view › versions › 1 › .*S1 › .*Coordinate › Lat/),
  });
});

describe('people', () => {
  const text = recordStopEdits();

  test('go by other names throughout, and what follows from their names is compared all the same', () => {
    expect(text).not.toMatch(/\bmia\b|demo\.example/i);
    expect(text).toContain('person-1@masked.invalid');
    const report = opened(text);
    expect(report.hidden?.people).toBeGreaterThanOrEqual(2);
    const { divergences, compared, kernelState } = replay(report, definitions);
    expect(divergences).toEqual([]);
    expect(compared.known).toEqual([]);
    expect(kernelState.base.session.account?.email).toBe('person-1@masked.invalid');
  });

  test('are not in the checkpoint of a long session either', () => {
    const { kernel, log } = liveSession(editWorld, 3, 10);
    kernel.dispatch(loadAccount({}));
    const account = { name: 'Mia Jansen', email: 'mia.jansen@demo.example', verified: true, hasAccess: true, permissions: { readOnly: false } };
    const state = checkpointOf({
      ...kernel.snapshot(),
      pending: [],
      base: { ...kernel.snapshot().base, session: { status: 'signedIn', account, message: null } },
    });
    const shown = encodeDmplog({ header: log.header, checkpoint: state, records: [], bodies: [] }, [], definitions);
    expect(shown).not.toMatch(/mia|jansen/i);
    expect(shown).toContain('"name":"Person 1"');
  });
});

test('a log that did not lead to the state of the screen says so, and where', () => {
  const { kernel, log } = liveSession(editWorld, 3, 10);
  const live = kernel.snapshot();
  const other = { ...live, base: { ...live.base, settings: { ...live.base.settings, colorScheme: 'dark' as const } } };
  const report = opened(encodeDmplog(log, live.errors, definitions, other));
  expect(verdictOf(report, replay(report, definitions).compared).source).toBe(
    `Where it was made it did not reproduce, first at record ${live.seq - 1}: The replay ends in another state: base › settings › colorScheme`,
  );
});

test('an answer beside the log that is not what its hash was made of is named', () => {
  const report = opened(recordStopEdits());
  const body = { Stops: [{ Id: 'a' }] };
  const hash = contentHash(JSON.stringify(body));
  const withAnswer = (kept: unknown): Report => ({ ...report, bodies: [...report.bodies, [hash, kept]] });
  expect(replay(withAnswer(body), definitions).divergences).toEqual([]);
  expect(replay(withAnswer({ Stops: [{ Id: 'b' }] }), definitions).divergences.map(({ problem, text }) => [problem, text])).toEqual([
    ['changed', `The answer ${hash} is not what was written when the report was made`],
  ]);
});

test('the verdict says what was compared and what was not', () => {
  const report = opened(recordStopEdits());
  const { records } = report;
  const verdict = verdictOf(report, replay(report, definitions).compared);
  expect(verdict.compared).toMatch(
    new RegExp(
      `^Compared: ${records.length} records, ${records.length} states, \\d+ calls, \\d+ derived records and \\d+ answers? kept beside the log\\.$`,
    ),
  );
  expect(verdict.notCompared).toEqual([]);
  expect(verdict.source).toBe('Where it was made, with nothing blanked out, it reproduced.');
  const { checks: _, ...old } = report;
  expect(verdictOf(old, replay(old, definitions).compared).notCompared).toEqual([
    'The records themselves and the state after each: the report was made by an older build, which did not write them down.',
  ]);
});

function noticed(report: Report): readonly unknown[] {
  try {
    return replay(report, definitions).divergences;
  } catch (thrown) {
    return [thrown];
  }
}
