/** The task that writes the timetables of a version as a book: HTML, and PDF where the machine has a Chromium. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskCommand } from '../../src/domain/pipelines.ts';
import { openObjects } from '../../server/objects/openObjects.ts';
import { findBrowser } from '../drivers/findBrowser.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { runOneTask } from './runOneTask.ts';
import { smallFeed } from './smallFeed.ts';

const browser = findBrowser();

let product: TestProduct;
let input: number;
beforeAll(async () => {
  product = await startTestProduct(browser === undefined ? {} : { CHROMIUM_PATH: browser });
  await product.app.jobs.start();
  input = await product.version(smallFeed());
});
afterAll(() => product.close());

async function book(command: TaskCommand, of = product, version = input): Promise<{ message: string | null; key: string; text: Buffer }> {
  const { run, log } = await runOneTask(of, 'export-timetable-book', { type: 3, input: version, command });
  const key = / has it as (\S+)$/.exec(log.find((line) => line.startsWith('Wrote')) ?? '')?.[1] ?? '';
  const chunks: Buffer[] = [];
  if (key !== '') for await (const chunk of await openObjects(of.dataDir, undefined).get(key)) chunks.push(Buffer.from(chunk as Uint8Array));
  return { message: run.last_result.message, key, text: Buffer.concat(chunks) };
}

describe('a timetable book', () => {
  it('has the chosen line alone, in HTML for the paper', async () => {
    const { key, text } = await book({ file_name: 'summer', format: 'html', lines: ['Line 1'], paper: 'a5' });
    expect(key).toMatch(/^exports\/\d+\/summer\.html\.[0-9a-f]{64}$/);
    const html = text.toString('utf8');
    expect(html).toContain('@page{size:A5;');
    expect(html.match(/<section class="line /g)).toHaveLength(1);
    expect(html).toContain('Stop a');
    expect(html).not.toContain('Line 2');
  });

  it('names a line that the version does not have', async () => {
    expect((await book({ format: 'html', lines: ['Line 1', '99'] })).message).toBe('There is no line 99 in this version.');
  });

  it.skipIf(browser === undefined)('is printed as PDF', async () => {
    const { key, text, message } = await book({ format: 'pdf' });
    expect(message).toBeNull();
    expect(key).toMatch(/^exports\/\d+\/test\.pdf\.[0-9a-f]{64}$/);
    expect(text.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(text.length).toBeGreaterThan(2000);
  });
});

describe('a server that cannot print', () => {
  it('says so, and what to do', async () => {
    const other = await startTestProduct();
    try {
      await other.app.jobs.start();
      const version = await other.version(smallFeed());
      expect((await book({ format: 'pdf' }, other, version)).message).toBe(
        'This server has no Chromium to print PDF files with (setting CHROMIUM_PATH). Choose HTML, and print it with a browser.',
      );
    } finally {
      await other.close();
    }
  });

  it('says what its Chromium answered', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dmp-chromium-'));
    const broken = join(folder, 'chromium');
    await writeFile(broken, '#!/bin/sh\necho "no fonts here" >&2\nexit 3\n', { mode: 0o755 });
    const other = await startTestProduct({ CHROMIUM_PATH: broken });
    try {
      await other.app.jobs.start();
      const version = await other.version(smallFeed());
      const { message, key } = await book({ format: 'pdf' }, other, version);
      expect([message, key]).toEqual([
        `The Chromium at ${broken} could not print the book: no fonts here. Choose HTML, and print it with a browser.`,
        '',
      ]);
    } finally {
      await other.close();
      await rm(folder, { recursive: true });
    }
  });
});
