import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverFile } from '../../server/jobs/deliveries/deliver.ts';
import { SftpSite } from './deliverySites.ts';

const SIZE = 300_000;
let dataDir: string;
let sftp: SftpSite;
const troubles: string[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'dmp-sftp-'));
  writeFileSync(join(dataDir, 'outgoing.zip'), Buffer.alloc(SIZE, 'PK'));
  sftp = await SftpSite.start();
});
afterAll(async () => {
  await sftp.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(() => {
  troubles.length = 0;
  sftp.files.clear();
  sftp.files.set('in/a.zip', Buffer.from('of yesterday'));
  sftp.refusesRename = () => false;
  sftp.cutsAt = undefined;
});

/** Delivers a file as `a.zip` into a folder of the server. */
function deliver({ path = 'in', password = 'secret', hostKey = sftp.hostKey, port = sftp.port } = {}, silence = 5000): Promise<void> {
  return deliverFile(
    { addresses: { allowed: ['127.0.0.1'] }, secrets: undefined as never, dataDir, warn: () => undefined },
    { kind: 'sftp', host: '127.0.0.1', port, username: 'dmp', path, hostKey },
    { password },
    { path: join(dataDir, 'outgoing.zip'), name: 'a.zip', size: SIZE, sha256: 'x' },
    { signal: new AbortController().signal, onProgress: () => undefined, onTrouble: (message) => void troubles.push(message) },
    { silence, pauses: [20] },
  );
}

const kept = (): unknown => [...sftp.files].map(([name, bytes]) => [name, bytes.length === SIZE ? 'new' : String(bytes)]);

describe('deliveries by SFTP', () => {
  it('are tried again where the server hangs up before it showed its key', async () => {
    sftp.cutsAt = 'CONNECT';
    await deliver();
    expect(troubles).toEqual([`127.0.0.1:${sftp.port} hung up before it showed its key. Trying again in 0 s.`]);
    expect(kept()).toEqual([['in/a.zip', 'new']]);
  });

  it('are given up where the server says nothing', async () => {
    const hanging = await SftpSite.start({ hangs: true });
    await expect(deliver(hanging, 400)).rejects.toThrow('127.0.0.1 has sent nothing for 0 seconds.');
    expect(troubles).toEqual(['127.0.0.1 has sent nothing for 0 seconds. Trying again in 0 s.']);
    await hanging.close();
  });

  it.each([
    ['OPEN', 'take the file'],
    ['WRITE', 'take the file'],
    ['RENAME', 'let the file be renamed to in/a.zip'],
  ] as const)('are tried again where the connection breaks off at %s', async (at, what) => {
    sftp.cutsAt = at;
    await deliver();
    expect(troubles).toEqual([`127.0.0.1 did not ${what}: the connection was lost. Trying again in 0 s.`]);
    expect(kept()).toEqual([['in/a.zip', 'new']]);
  });

  it('are tried again where the connection breaks off between two renames, and leave nothing aside', async () => {
    let asideThen = false;
    sftp.refusesRename = (from) => {
      if (from !== 'in/a.zip.part' || troubles.length > 0) return false;
      asideThen = sftp.files.has('in/a.zip.part.old');
      sftp.cutsAt = 'RENAME';
      return sftp.cut('RENAME');
    };
    await deliver();
    expect(asideThen).toBe(true);
    expect(troubles).toEqual([
      '127.0.0.1 did not let the file be renamed to in/a.zip, and the file of before lies there as in/a.zip.part.old: the connection was lost. Trying again in 0 s.',
    ]);
    expect(kept()).toEqual([['in/a.zip', 'new']]);
  });

  it('leave the old file in place where the server refuses to rename the new one, and are not tried again', async () => {
    sftp.refusesRename = (from) => from === 'in/a.zip.part';
    await expect(deliver()).rejects.toThrow(
      /^127\.0\.0\.1 did not let the file be renamed to in\/a\.zip: .*From: in\/a\.zip\.part To: in\/a\.zip\.$/,
    );
    expect(troubles).toEqual([]);
    expect(kept()).toEqual(
      expect.arrayContaining([
        ['in/a.zip', 'of yesterday'],
        ['in/a.zip.part', 'new'],
      ]),
    );
    expect(sftp.files.size).toBe(2);
    sftp.refusesRename = () => false;
    await deliver();
    expect(kept()).toEqual([['in/a.zip', 'new']]);
  });

  it.each([
    ['a missing folder', { path: 'missing' }, '127.0.0.1 did not take the file: '],
    ['a wrong password', { password: 'wrong' }, '127.0.0.1 does not let dmp in: '],
    ['another host key', { hostKey: 'SHA256:other' }, '127.0.0.1 shows another key than the one entered: '],
  ])('are not tried again after %s', async (_what, changes, message) => {
    await expect(deliver(changes)).rejects.toThrow(message);
    expect(troubles).toEqual([]);
    expect(kept()).toEqual([['in/a.zip', 'of yesterday']]);
  });
});
