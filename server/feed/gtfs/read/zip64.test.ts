import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import yazl from 'yazl';
import { aFeed, collectFeed } from '../../../../test/builders/gtfsZip.ts';
import { openFeedZip, ZIP_LIMITS } from './zip.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'dmp-zip64-'))));
afterAll(() => rmSync(folder, { recursive: true }));

test('a zip whose directory is in the format of large zips is read as any other', async () => {
  const zip = new yazl.ZipFile();
  for (const name of ['agency', 'stops', 'routes', 'trips', 'stop_times', 'calendar', 'feed_info'])
    zip.addBuffer(Buffer.from(aFeed().text(`${name}.txt`)), `${name}.txt`, { forceZip64Format: true });
  zip.end({ forceZip64Format: true, comment: '' });
  const path = join(folder, 'small.zip');
  writeFileSync(path, await buffer(zip.outputStream));
  expect((await collectFeed(path)).texts).toEqual((await aFeed().read()).texts);
});

test('a file of 12 GB is read where the limit allows it, and refused where it does not', async () => {
  const path = join(folder, 'large.zip');
  writeStored(path, 'stop_times.txt', 12e9);
  await expect(openFeedZip(path)).rejects.toThrow('The zip unpacks to more than 9,000 MB (UNPACKED_LIMIT_GB); it is not read.');
  const zip = await openFeedZip(path, { ...ZIP_LIMITS, totalBytes: 16e9 });
  const file = zip.files.get('stop_times.txt');
  expect(file?.size).toBe(12e9);
  let first: unknown;
  for await (const chunk of (await file?.open()) ?? []) {
    first = chunk;
    break;
  }
  expect(first).toEqual(Buffer.alloc(Buffer.isBuffer(first) ? first.length : 0));
  zip.close();
});

/** A zip of one stored file of zeros, which take no room on the disk. */
function writeStored(path: string, name: string, size: number): void {
  const local = Buffer.alloc(30 + name.length);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(45, 4);
  local.writeUInt16LE(name.length, 26);
  local.write(name, 30);
  const entry = Buffer.alloc(46 + name.length + 20);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(45, 6);
  entry.writeUInt32LE(0xffffffff, 20);
  entry.writeUInt32LE(0xffffffff, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(20, 30);
  entry.write(name, 46);
  // the sizes, in the extra field of zip64
  const extra = 46 + name.length;
  entry.writeUInt16LE(1, extra);
  entry.writeUInt16LE(16, extra + 2);
  entry.writeBigUInt64LE(BigInt(size), extra + 4);
  entry.writeBigUInt64LE(BigInt(size), extra + 12);
  const start = local.length + size;
  const end = Buffer.alloc(56 + 20 + 22);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  end.writeBigUInt64LE(1n, 24);
  end.writeBigUInt64LE(1n, 32);
  end.writeBigUInt64LE(BigInt(entry.length), 40);
  end.writeBigUInt64LE(BigInt(start), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(start + entry.length), 64);
  end.writeUInt32LE(1, 72);
  end.writeUInt32LE(0x06054b50, 76);
  end.writeUInt16LE(0xffff, 84);
  end.writeUInt16LE(0xffff, 86);
  end.writeUInt32LE(0xffffffff, 88);
  end.writeUInt32LE(0xffffffff, 92);
  const file = openSync(path, 'w');
  writeSync(file, local, 0, local.length, 0);
  writeSync(file, Buffer.concat([entry, end]), 0, entry.length + end.length, start);
  closeSync(file);
}
