/** Tabs that are closed or crash at any moment, by the hundred. */
import { expect, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { editsOf } from '../drivers/editObserver.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { stopPopup } from './editing.ts';

const STOP = 'V0133A';
const ROUNDS = Number(process.env['DMP_TEST_TABS'] ?? 100);

test(`${ROUNDS} tabs closed or crashed while their edits are on their way lose none that the screen accepted`, async ({ page, context, product }) => {
  test.setTimeout(60_000 * ROUNDS);
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  const versionId = Number(base.split('/').at(-1));
  let tab = page;
  for (let round = 1; round <= ROUNDS; round++) {
    await tab.goto(`${base}/stops/${STOP}`);
    const zone = stopPopup(tab).getByLabel('Zone id');
    await expect(zone).toBeVisible();
    const isOffline = round % 3 === 0;
    await context.setOffline(isOffline);
    const value = `round ${round}`;
    for (const text of [`${value} first`, value]) {
      await zone.fill(text);
      await zone.press('Enter');
    }
    const strip = tab.getByRole('contentinfo', { name: 'Status' });
    await expect(strip.getByText(isOffline ? '2 waiting' : /Saving|waiting|All saved/)).toBeVisible();
    await tab.waitForTimeout((round * 37) % 250);
    if (round % 2 === 0) await tab.close();
    else {
      const crashed = tab.waitForEvent('crash');
      // A call to a renderer that crashes is never answered.
      void context.newCDPSession(tab).then((session) => session.send('Page.crash').catch(() => undefined));
      await crashed;
      await tab.close().catch(() => undefined);
    }
    await context.setOffline(false).catch(() => undefined);
    tab = await context.newPage();
    await tab.goto(`${base}/stops/${STOP}`);
    // The value first: before the edits of the closed tab are taken up nothing waits, and all is saved too.
    await expect(stopPopup(tab).getByLabel('Zone id')).toHaveValue(value);
    await expect(tab.getByRole('contentinfo', { name: 'Status' }).getByText('All saved')).toBeVisible();
    expect((await editsOf(product.url, versionId)).Rev, 'each edit is done once').toBe(2 * round);
  }
});
