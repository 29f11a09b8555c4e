import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderInUse, lockFolder } from './folderLock.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dmp-lock-'));
  path = join(folder, 'in-use.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the lock of a data folder', () => {
  it('is had by one at a time, and free again afterwards', async () => {
    const first = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
    await expect(lockFolder(folder)).rejects.toThrow(`process ${process.pid}`);
    first.release();
    expect(existsSync(path)).toBe(false);
    (await lockFolder(folder)).release();
  });
  it('a lock of a process that is gone is taken over', async () => {
    const lock = await lockFolder(folder);
    const left = JSON.parse(readFileSync(path, 'utf8')) as object;
    lock.release();
    // Numbers of processes end far below this one.
    writeFileSync(path, JSON.stringify({ ...left, id: 'old', pid: 2 ** 30 }));
    (await lockFolder(folder)).release();
  });
  it.runIf(process.platform === 'linux')('a lock whose process number was given to another since is taken over', async () => {
    writeFileSync(path, JSON.stringify({ id: 'old', pid: process.pid, host: hostname(), started: '1' }));
    (await lockFolder(folder)).release();
  });
  it('a lock of another machine that gave no sign of life for long is taken over', async () => {
    writeFileSync(path, JSON.stringify({ id: 'old', pid: 1, host: 'another-machine', started: '1' }));
    const old = new Date(Date.now() - 60_000);
    utimesSync(path, old, old);
    (await lockFolder(folder)).release();
  });
  it('of twenty at once one gets it', async () => {
    writeFileSync(path, JSON.stringify({ id: 'old', pid: 2 ** 30, host: hostname(), started: '' }));
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) if (one.status === 'fulfilled') one.value.release();
  });
  it('releasing does not remove the lock of another process', async () => {
    const first = await lockFolder(folder);
    writeFileSync(path, JSON.stringify({ id: 'somebody else', pid: process.pid, host: hostname(), started: '' }));
    first.release();
    expect(existsSync(path)).toBe(true);
  });
});
