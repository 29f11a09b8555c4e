import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { messageText, signature } from './webhookQueue.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/develop/webhooks.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'dmp-hooks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

it('the function of the documentation accepts a message as it is signed, and nothing else', async () => {
  const file = join(folder, 'example.mjs');
  writeFileSync(file, /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
  const { isGenuine } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    isGenuine: (headers: Record<string, string>, body: string, secret: string) => boolean;
  };
  const now = Math.floor(Date.now() / 1000);
  const headers = signature(SECRET, 'msg_1', now, '{"a":1}');
  expect(isGenuine(headers, '{"a":1}', SECRET)).toBe(true);
  expect(isGenuine(headers, '{"a":2}', SECRET)).toBe(false);
  expect(isGenuine({ ...headers, 'webhook-id': 'msg_2' }, '{"a":1}', SECRET)).toBe(false);
  expect(isGenuine({ ...headers, 'webhook-signature': 'v1,AAAA' }, '{"a":1}', SECRET)).toBe(false);
  expect(isGenuine(headers, '{"a":1}', `whsec_${'A'.repeat(32)}`)).toBe(false);
  expect(isGenuine(signature(SECRET, 'msg_1', now - 301, '{"a":1}'), '{"a":1}', SECRET)).toBe(false);
});

it('a message is the example of the documentation', () => {
  const text = messageText(
    {
      type: 'version.published',
      at: '2026-12-14T02:00:07.120Z',
      data: { region: 'north', database: 'city', version: { id: 17, name: 'Winter' }, by: 'mia.jansen@demo.example' },
      path: '/data/db/city/v/17',
    },
    'https://dmp.example',
  );
  expect(JSON.parse(text)).toEqual(JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? ''));
});
