import { expect, it } from 'vitest';
import { changeFollowed, inBatches } from './fanout.ts';

it('sends what comes while a batch is on its way as the next batch, in order', async () => {
  const batches: string[][] = [];
  const ends: (() => void)[] = [];
  const send = inBatches((texts) => {
    batches.push(texts.map(({ payload }) => payload));
    return new Promise<void>((done) => ends.push(done));
  });
  const sent = ['a', 'b', 'c'].map((payload) => send({ channel: 'x', payload }));
  expect(batches).toEqual([['a']]);
  ends[0]?.();
  await sent[0];
  await new Promise((next) => setImmediate(next));
  expect(batches).toEqual([['a'], ['b', 'c']]);
  ends[1]?.();
  await Promise.all(sent);
  const later = send({ channel: 'x', payload: 'd' });
  ends[2]?.();
  await later;
  expect(batches).toEqual([['a'], ['b', 'c'], ['d']]);
});

it('refuses the text that cannot be sent, and no other of its batch', async () => {
  const arrived: string[] = [];
  const send = inBatches(async (texts) => {
    await new Promise((next) => setImmediate(next));
    if (texts.some(({ payload }) => payload === 'bad')) throw new Error('payload string too long');
    arrived.push(...texts.map(({ payload }) => payload));
  });
  const results = await Promise.allSettled(['a', 'b', 'bad', 'c'].map((payload) => send({ channel: 'x', payload })));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(arrived).toEqual(['a', 'b', 'c']);
});

it('says which versions are followed anew and which no longer', () => {
  const followed = new Set([1, 2]);
  expect(changeFollowed(followed, new Set([2, 3]))).toEqual({ begun: [3], ended: [1] });
  expect([...followed]).toEqual([2, 3]);
});
