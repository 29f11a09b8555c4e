import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sayRevisions } from './sayRevisions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Says revisions of versions 7 and 8 until the test ends; `asked` are the ids that revisions were asked of. */
function saying(revisionsOf = async (ids: readonly number[]) => ids.map((VersionId) => ({ VersionId, Rev: 3 }))) {
  const [asked, said, watched]: [number[][], string[], number[]] = [[], [], [7, 8]];
  const stop = sayRevisions({
    watched: () => watched,
    revisionsOf: async (ids) => {
      asked.push([...ids]);
      return revisionsOf(ids);
    },
    tell: ({ VersionId, Rev }) => said.push(`${VersionId}@${Rev}`),
  });
  return { asked, said, watched, stop };
}

test('the revisions of watched versions are said every five seconds, a second after they were read', async () => {
  const { asked, said, watched, stop } = saying();
  await vi.advanceTimersByTimeAsync(5500);
  expect([asked, said]).toEqual([[[7, 8]], []]);
  await vi.advanceTimersByTimeAsync(500);
  expect(said).toEqual(['7@3', '8@3']);
  watched.length = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
  stop();
});

test('a database that does not answer is asked again, one that is slow is not asked twice at a time', async () => {
  const answers: (() => void)[] = [];
  let fails = true;
  const { asked, said, stop } = saying((ids) =>
    fails
      ? Promise.reject(new Error('The database is gone'))
      : new Promise((resolve) => answers.push(() => resolve(ids.map((VersionId) => ({ VersionId, Rev: 4 }))))),
  );
  await vi.advanceTimersByTimeAsync(5000);
  fails = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect([asked.length, answers.length, said]).toEqual([2, 1, []]);
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect(said).toEqual(['7@4', '8@4']);
  stop();
});

test('nothing is said after the end', async () => {
  const { said, stop } = saying();
  await vi.advanceTimersByTimeAsync(5500);
  stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(said).toEqual([]);
});
