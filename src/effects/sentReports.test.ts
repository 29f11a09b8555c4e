import { expect, test } from 'vitest';
import { readSentReport, sendReport } from './sentReports.ts';

const signIn = { accessToken: () => Promise.resolve('token'), login: () => Promise.resolve() };
const answering = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  signIn,
  fetch: () => Promise.resolve(new Response(JSON.stringify(body), { status, headers })),
});

test('the text of a report goes out packed, with the key that makes a repeat the same report', async () => {
  const calls: Request[] = [];
  const fetch = (url: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    calls.push(new Request(new URL(url instanceof Request ? url.url : url, 'https://dmp.example'), { ...init, duplex: 'half' } as RequestInit));
    return Promise.resolve(Response.json({ Id: 12 }));
  };
  expect(await sendReport({ signIn, fetch }, 'key', 'Zürich')).toEqual({ sent: 12 });
  const [sent] = calls;
  expect([sent?.method, sent?.url, ...['idempotency-key', 'content-encoding'].map((name) => sent?.headers.get(name))]).toEqual([
    'POST',
    'https://dmp.example/storage/ui/reports',
    'key',
    'gzip',
  ]);
  expect(await new Response(sent?.body?.pipeThrough(new DecompressionStream('gzip'))).text()).toBe('Zürich');
});

test.each([
  [413, {}, { failed: 'tooLarge' }],
  [507, {}, { failed: 'diskFull' }],
  [503, {}, { failed: 'offline' }],
  [400, { errors: [{ message: 'No report.' }] }, { failed: 'refused', message: 'No report.' }],
])('an answer of %i is told apart', async (status, body, outcome) => {
  expect(await sendReport(answering(status, body), 'key', 'text')).toEqual(outcome);
});

test('too many reports: the time to wait is in minutes, at least one', async () => {
  expect(await sendReport(answering(429, {}, { 'retry-after': '355' }), 'key', 'text')).toEqual({ failed: 'tooMany', minutes: 6 });
  expect(await sendReport(answering(429, {}, { 'retry-after': '5' }), 'key', 'text')).toEqual({ failed: 'tooMany', minutes: 1 });
});

test('a line that is cut, before the answer or within it, is told as such', async () => {
  const cut = { signIn, fetch: () => Promise.reject(new TypeError('Failed to fetch')) };
  expect(await sendReport(cut, 'key', 'text')).toEqual({ failed: 'offline' });
  const half = { signIn, fetch: () => Promise.resolve(new Response('{"Id":')) };
  expect(await sendReport(half, 'key', 'text')).toEqual({ failed: 'offline' });
});

test('a report that cannot be read says why', async () => {
  const gone = answering(404, { errors: [{ message: 'There is no problem report R-3.' }] });
  await expect(readSentReport(gone, 3)).rejects.toThrow('There is no problem report R-3.');
});
