import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';

/** A file as Playwright's file choosers take it. */
export interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A small feed file that the server accepts; `changes` replace or add members of it. */
export function aFeedFile(changes: Readonly<Record<string, unknown>> = {}): TestFile {
  const feed = {
    FormatVersion: 1,
    Agencies: [{ Id: 'A', Name: 'Harbour Lines', Url: 'https://harbour.example', Timezone: 'Europe/Berlin' }],
    Stops: [
      { Id: 'S1', Name: 'Quay', Type: 0, Coordinate: { Lat: 52.1, Lng: 5.1 }, WheelchairBoarding: 0 },
      { Id: 'S2', Name: 'Lighthouse', Type: 0, Coordinate: { Lat: 52.2, Lng: 5.2 }, WheelchairBoarding: 0 },
    ],
    ...changes,
  };
  return { name: 'summer.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(feed)) };
}

/**
 * The zip of a real agency, `hart_2020`; undefined where the shared feeds are not beside the project. A story that gets none is skipped and
 * says so.
 */
export function aRealFeed(name: string): TestFile | undefined {
  const path = join(import.meta.dirname, '../../../shared/feeds', `${name}.zip`);
  return existsSync(path) ? { name: `${name}.zip`, mimeType: 'application/zip', buffer: readFileSync(path) } : undefined;
}

/** Drags files over something on the page and lets them go there. */
export async function dropFiles(target: Locator, files: readonly TestFile[]): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, text: buffer.toString('latin1') }));
  const dataTransfer = await target.page().evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, text } of all) {
      transfer.items.add(new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], name, { type: mimeType }));
    }
    return transfer;
  }, given);
  for (const event of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer });
}
