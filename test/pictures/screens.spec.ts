import { axeFindings } from '../drivers/axe.ts';
import { expect, test, visit } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { atRest, SCREENS } from '../drivers/screens.ts';
import { askForProbe } from '../e2e/editing.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
] as const;
const COLOURS = ['light', 'dark'] as const;

for (const colours of COLOURS) {
  for (const size of SIZES) {
    const folder = `${size.width}x${size.height}-${colours}`;
    test.describe(folder, () => {
      test.use({ viewport: size, colorScheme: colours });

      test(`pictures of every screen, ${folder}, and axe finds nothing`, async ({ page }) => {
        await askForProbe(page);
        const draft = await haveFreshVersion(page, { colorScheme: colours });
        await page.goto('/data');
        const findings: string[] = [];
        for (const { name, at, before } of SCREENS) {
          await visit(page, at(draft));
          await atRest(page);
          await before?.(page);
          await atRest(page);
          await page.screenshot({ path: `pictures/${folder}/${name}.png` });
          for (const finding of await axeFindings(page)) findings.push(`${name}: ${finding}`);
          await page.keyboard.press('Escape');
        }
        expect(findings).toEqual([]);
      });
    });
  }
}
