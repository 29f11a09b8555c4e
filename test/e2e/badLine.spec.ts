/** Live messages of the real hub that come late, never, or in another order: nobody's edit is missed. */
import type { Page, WebSocketRoute } from '@playwright/test';
import { expect, LONG, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { colleagueEdits } from '../drivers/colleague.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { saved, stopPopup, stopRows } from './editing.ts';

const STOP = 'V0133A';

/** The line from the hub to a page: what it says of edits is passed on, dropped, or held until it is released. */
interface BadLine {
  edits: 'passed' | 'dropped' | 'kept';
  readonly kept: string[];
  dropped: number;
  /** Passes on what was kept, the last first. */
  letGoBackwards(): void;
}

async function badLine(page: Page): Promise<BadLine> {
  let hub: WebSocketRoute | undefined;
  const line: BadLine = {
    edits: 'passed',
    kept: [],
    dropped: 0,
    letGoBackwards() {
      this.edits = 'passed';
      for (const message of this.kept.splice(0).toReversed()) hub?.send(message);
    },
  };
  await page.routeWebSocket(/\/live\b/, (socket) => {
    hub = socket;
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      const text = message.toString();
      if (line.edits === 'passed' || !text.includes('"versionChanged"')) return socket.send(message);
      if (line.edits === 'kept') return void line.kept.push(text);
      line.dropped += 1;
    });
  });
  return line;
}

const field = (page: Page, label: string) => stopPopup(page).getByLabel(label, { exact: true });

test('edits of a colleague are all seen, whatever the line does with what the hub says of them', LONG, async ({ page, product }) => {
  const line = await badLine(page);
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  const versionId = Number(base.split('/').at(-1));
  await page.goto(`${base}/stops/${STOP}`);
  await expect(field(page, 'Zone id')).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  // Never told (a name that stays the first of the list); the next edit, one's own of another stop, shows that something is missing.
  const first = stopRows(page).first();
  const other = /V\d{4}[A-Z]/.exec(await first.innerText())?.[0] ?? '';
  expect(other).not.toBe(STOP);
  line.edits = 'dropped';
  await colleagueEdits(product.url, versionId, other, 'name', '0 told to nobody');
  await expect.poll(() => line.dropped).toBe(1);
  line.edits = 'passed';
  await field(page, 'Zone id').fill('mine');
  await field(page, 'Zone id').press('Enter');
  await saved(page);
  await expect(stopRows(page).filter({ hasText: other })).toContainText('0 told to nobody');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  // Told the last first: the last edit counts.
  line.edits = 'kept';
  for (const zone of ['one', 'two', 'three']) await colleagueEdits(product.url, versionId, STOP, 'zoneId', zone);
  await expect.poll(() => line.kept.length).toBe(3);
  line.letGoBackwards();
  await expect(field(page, 'Zone id')).toHaveValue('three');
  await field(page, 'Code').fill('C1');
  await field(page, 'Code').press('Enter');
  await saved(page);
  await expect(field(page, 'Zone id')).toHaveValue('three');
  await expect(page.getByTestId('errors')).toHaveCount(0);
});
