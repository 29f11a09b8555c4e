import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openIdentityStore } from './identityStore.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dmp-identity-'));
  file = join(folder, 'sessions.json');
});
afterEach(() => rm(folder, { recursive: true }));

it('forgets what has run its time', async () => {
  let now = 0;
  const codes = (await openIdentityStore(file, { now: () => now })).adapter('AuthorizationCode');
  await codes.upsert('a', { jti: 'a' }, 60);
  now = 59_999;
  expect(await codes.find('a')).toEqual({ jti: 'a' });
  now = 60_000;
  expect(await codes.find('a')).toBeUndefined();
});

it('holds no more than its limit: the oldest go first, and what is used stays', async () => {
  const sessions = (await openIdentityStore(file, { limit: 3 })).adapter('Session');
  for (const id of ['a', 'b', 'c']) await sessions.upsert(id, { uid: id }, 60);
  await sessions.upsert('a', { uid: 'a' }, 60);
  await sessions.upsert('d', { uid: 'd' }, 60);
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((id) => sessions.findByUid(id)))).toEqual([{ uid: 'a' }, undefined, { uid: 'c' }, { uid: 'd' }]);
});

it('keeps the sessions of people when somebody floods it with sign-ins that are never finished', async () => {
  const store = await openIdentityStore(file, { limit: 10 });
  await store.adapter('Session').upsert('mia', { uid: 'mia', accountId: 'demo-editor' }, 60);
  await store.adapter('RefreshToken').upsert('r', { grantId: 'g', accountId: 'demo-editor' }, 60);
  for (let i = 0; i < 100; i++) await store.adapter('Interaction').upsert(`i${i}`, { uid: `i${i}` }, 60);
  expect([await store.adapter('Session').find('mia'), await store.adapter('RefreshToken').find('r')]).not.toContain(undefined);
  expect(await store.adapter('Interaction').find('i99')).toBeDefined();
});

it('takes back everything of a grant, whatever kind it is', async () => {
  const store = await openIdentityStore(file);
  await store.adapter('RefreshToken').upsert('r', { grantId: 'g' }, 60);
  await store.adapter('AuthorizationCode').upsert('c', { grantId: 'g' }, 60);
  await store.adapter('RefreshToken').upsert('other', { grantId: 'h' }, 60);
  await store.adapter('RefreshToken').revokeByGrantId('g');
  expect(await store.adapter('AuthorizationCode').find('c')).toBeUndefined();
  expect(await store.adapter('RefreshToken').find('r')).toBeUndefined();
  expect(await store.adapter('RefreshToken').find('other')).toBeDefined();
});

it('remembers over a restart, and that a code was used', async () => {
  const before = await openIdentityStore(file);
  await before.adapter('AuthorizationCode').upsert('c', { jti: 'c' }, 60);
  await before.adapter('AuthorizationCode').consume('c');
  await before.flush();
  const after = await openIdentityStore(file);
  expect(await after.adapter('AuthorizationCode').find('c')).toMatchObject({ jti: 'c', consumed: expect.any(Number) });
});

it('starts empty from a file that cannot be read', async () => {
  await writeFile(file, '[["Session:a"');
  const store = await openIdentityStore(file);
  expect(await store.adapter('Session').find('a')).toBeUndefined();
});
