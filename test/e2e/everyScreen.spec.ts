/** Every screen of the product in small windows: nothing that one works with is cut off or covered, and axe finds nothing. */
import { axeFindings } from '../drivers/axe.ts';
import { expect, test, visit } from '../drivers/browser.ts';
import { unusableControls } from '../drivers/cutOff.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { pageAtRest, SCREENS } from '../drivers/screens.ts';
import { askForProbe } from './editing.ts';

/** A small screen, and 1440x900 at a zoom of 200 %: the page has half the room then. */
const SMALL = { width: 1024, height: 768 };
const ZOOMED = { width: 720, height: 450 };

test.use({ viewport: SMALL });

test('every control of every screen can be reached at 1024x768 and at 200 % zoom, and axe finds nothing [E001 E004 E005 H002 R002]', async ({
  page,
}, info) => {
  test.setTimeout(480_000);
  await askForProbe(page);
  const draft = await haveFreshVersion(page);
  await page.goto('/data');
  const faults: string[] = [];
  for (const { name, at, before } of SCREENS) {
    await visit(page, at(draft));
    await pageAtRest(page);
    if (before) {
      await before(page);
      await pageAtRest(page);
    }
    const found = [...(await unusableControls(page)), ...(await axeFindings(page))];
    if (found.length > 0) await page.screenshot({ path: info.outputPath(`${name}.png`) });
    await page.setViewportSize(ZOOMED);
    const zoomed = await unusableControls(page);
    if (zoomed.length > 0) await page.screenshot({ path: info.outputPath(`${name}-zoomed.png`) });
    await page.setViewportSize(SMALL);
    faults.push(...found.map((fault) => `${name}: ${fault}`), ...zoomed.map((fault) => `${name} at 200 %: ${fault}`));
    await page.keyboard.press('Escape');
  }
  expect(faults).toEqual([]);
});
