import { produce } from 'immer';
import { Observable, Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { chanceOf } from '../../test/laws/chance.ts';
import { difference, overlaps, patched, touchedBy } from './diff.ts';
import { deepFrozen } from './freeze.ts';
import { contentHash, stateHash } from './hash.ts';
import { createLanes } from './lanes.ts';
import { hideSecrets, masked, revealSecrets } from './redact.ts';
import { emptyTable, getRow, putRow, removeRow, rows, tableOf, idKey, idOfKey } from './table.ts';

describe('a table of many rows', () => {
  test('finds, adds, replaces and takes out rows, also inside a draft', () => {
    const table = tableOf(
      [
        { id: 'a', n: 1 },
        { id: 'b', n: 2 },
      ],
      (r) => r.id,
    );
    const next = produce(table, (draft) => {
      putRow(draft, 'c', { id: 'c', n: 3 });
      putRow(draft, 'a', { id: 'a', n: 10 });
      removeRow(draft, 'b');
      const row = getRow(draft, 'a');
      if (row) row.n += 1;
    });
    expect([...rows(next)].map((r) => r.id).toSorted()).toEqual(['a', 'c']);
    expect(next.size).toBe(2);
    expect(getRow(next, 'a')).toEqual({ id: 'a', n: 11 });
    expect(getRow(next, 'b')).toBeUndefined();
    expect(getRow(table, 'a')?.n).toBe(1);
  });

  test('is not misled by names that every object has', () => {
    expect(getRow(emptyTable<number>(), 'constructor')).toBeUndefined();
    expect(removeRow({ size: 0, buckets: [] }, 'toString')).toBe(false);
  });

  test('holds a row under any id, also after JSON and under immer', () => {
    const parts = ['__proto__', 'constructor', 'hasOwnProperty', '?', '%', '%3F', '|', ' ', '', '/', '1', 'ü', '\0'];
    const ids = [...new Set([...parts, ...parts.flatMap((a) => parts.map((b) => a + b))])];
    const made = produce(emptyTable<{ id: string }>(), (draft) => {
      for (const id of ids) putRow(draft, id, { id });
    });
    const table = JSON.parse(JSON.stringify(made)) as typeof made;
    expect(table.size).toBe(ids.length);
    expect(ids.filter((id) => getRow(table, id)?.id !== id || idOfKey(idKey(id)) !== id)).toEqual([]);
    expect([...rows(table)].map((row) => row.id).toSorted()).toEqual(ids.toSorted());
    const emptied = produce(table, (draft) => {
      for (const id of ids) removeRow(draft, id);
    });
    expect([emptied.size, [...rows(emptied)]]).toEqual([0, []]);
  });

  test('spreads numeric ids over its buckets, so that one write copies little', () => {
    const table = tableOf(
      Array.from({ length: 20_000 }, (_, i) => ({ id: i })),
      (r) => r.id,
    );
    const sizes = table.buckets.map((b) => Object.keys(b).length);
    expect(Math.max(...sizes)).toBeLessThan(200);
    expect(table.size).toBe(20_000);
  });
});

describe('hashes', () => {
  test('are equal for equal values, whatever the order of keys and whatever is undefined', () => {
    expect(stateHash({ a: 1, b: [1, 'x', null], c: undefined })).toBe(stateHash(JSON.parse('{"b":[1,"x",null],"a":1}')));
  });

  test('tell small differences apart', () => {
    const values = [
      0,
      1,
      -1,
      0.5,
      '',
      '0',
      'a',
      'b',
      true,
      false,
      null,
      [],
      [0],
      [[0]],
      {},
      { a: 0 },
      { b: 0 },
      { a: 1 },
      [1, 2],
      [2, 1],
      { a: { b: 1 } },
      { b: { a: 1 } },
    ];
    expect(new Set(values.map(stateHash)).size).toBe(values.length);
    const many = Array.from({ length: 20_000 }, (_, i) => stateHash({ id: i, swap: [i, i + 1] }));
    expect(new Set(many).size).toBe(many.length);
    expect(contentHash('a')).not.toBe(contentHash('b'));
  });

  test('of a changed copy are new, of the frozen parts they share are not computed again', () => {
    const before = deepFrozen({ big: Array.from({ length: 100 }, (_, i) => ({ i })), x: 1 });
    stateHash(before);
    let read = 0;
    const spied = deepFrozen({
      big: before.big,
      x: 2,
      get later() {
        read += 1;
        return 1;
      },
    });
    expect(stateHash(spied)).not.toBe(stateHash(before));
    stateHash(spied);
    expect(read).toBe(2); // once by the freezing, once by the hashing
  });
});

describe('differences between documents', () => {
  test('lead from one to the other and back, for any two documents', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const chance = chanceOf(seed);
      const any = (depth: number): unknown => {
        const what = chance.below(depth > 2 ? 3 : 5);
        if (what < 3) return [1, 'a', null][what];
        if (what === 3) return Array.from({ length: chance.below(4) }, () => any(depth + 1));
        return Object.fromEntries(Array.from({ length: chance.below(4) }, () => [`k${chance.below(4)}`, any(depth + 1)]));
      };
      const [before, after] = [any(0), any(0)];
      const { forth, back } = difference(before, after);
      expect(patched(before, forth), `seed ${seed}`).toEqual(after);
      expect(patched(after, back), `seed ${seed}`).toEqual(before);
    }
  });

  test('are small: a point put into a long line is one patch', () => {
    const line = deepFrozen({ points: Array.from({ length: 2000 }, (_, i) => ({ i })) });
    const longer = produce(line, (draft) => void draft.points.splice(1000, 0, { i: -1 }));
    const { forth, back } = difference(line, longer);
    expect(forth).toEqual([{ path: ['points'], splice: [1000, 0, [{ i: -1 }]] }]);
    expect(touchedBy(back)).toEqual(['points']);
    expect(patched(longer, back)).toEqual(line);
  });

  test('of fields: one lies within the other, or they are apart', () => {
    expect([overlaps('stop/17', 'stop/17/Name'), overlaps('stop/1', 'stop/17'), overlaps('', 'x'), overlaps('a', 'a')]).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });
});

describe('lanes', () => {
  function run(log: string[], name: string) {
    const end = new Subject<never>();
    const run$ = new Observable<never>((lane) => {
      log.push(`${name} begins`);
      const inner = end.subscribe({ complete: () => (log.push(`${name} ends`), lane.complete()) });
      return () => inner.unsubscribe();
    });
    return { run: run$, end };
  }

  test('queue one after the other, each lane for itself, and leave nothing behind when idle', () => {
    const log: string[] = [];
    const lanes = createLanes();
    const [a, b, c] = [run(log, 'a'), run(log, 'b'), run(log, 'c')];
    lanes.enter({ lane: '1', policy: 'queue', run: a.run });
    lanes.enter({ lane: '1', policy: 'queue', run: b.run });
    lanes.enter({ lane: '2', policy: 'queue', run: c.run });
    expect(lanes.busy).toBe(2);
    a.end.complete();
    c.end.complete();
    b.end.complete();
    expect(log).toEqual(['a begins', 'c begins', 'a ends', 'b begins', 'c ends', 'b ends']);
    expect(lanes.busy).toBe(0);
    const d = run(log, 'd');
    lanes.enter({ lane: '1', policy: 'queue', run: d.run });
    expect(log.at(-1)).toBe('d begins');
  });

  test('once refuses a second, and takes one again when the first has ended', () => {
    const log: string[] = [];
    const lanes = createLanes();
    const [a, b] = [run(log, 'a'), run(log, 'b')];
    expect(lanes.enter({ lane: 'run', policy: 'once', run: a.run })).toBe(true);
    expect(lanes.enter({ lane: 'run', policy: 'once', run: b.run })).toBe(false);
    a.end.complete();
    expect(lanes.enter({ lane: 'run', policy: 'once', run: b.run })).toBe(true);
    lanes.stop();
  });
});

describe('what may be known', () => {
  test('secrets go into the vault and come back from it', () => {
    const vault = new Map<string, unknown>();
    const hidden = hideSecrets({ user: 'ada', keys: [{ pin: 1 }], password: 'p' }, ['password', 'missing', 'keys.*.pin'], 't:1', vault);
    expect(hidden).toEqual({ user: 'ada', keys: [{ pin: { $secret: 't:1/keys.0.pin' } }], password: { $secret: 't:1/password' } });
    expect(revealSecrets(hidden, ['password', 'keys.*.pin'], vault)).toEqual({ user: 'ada', keys: [{ pin: 1 }], password: 'p' });
  });

  test('only what the allow-list names stays readable', () => {
    const value = { id: 's1', rows: [{ id: 1, name: 'x' }], deep: { a: 'b' }, on: true };
    expect(masked(value, ['id', 'rows.*.id', 'deep'])).toEqual({ id: 's1', rows: [{ id: 1, name: '*' }], deep: { a: 'b' }, on: false });
    expect(masked(value, undefined)).toEqual({ id: '*', rows: [{ id: 0, name: '*' }], deep: { a: '*' }, on: false });
    expect(masked(value, 'all')).toBe(value);
  });
});
