import { axeFindings } from '../drivers/axe.ts';
import { expect, test, visit } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { atRest, SCREENS } from '../drivers/screens.ts';
import { askForProbe } from '../e2e/editing.ts';

const [LARGE, MIDDLE, TABLET, PHONE] = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];

/** Folder by folder: a size, and colours; forced colours are those of a high-contrast theme of the system. */
const SERIES: readonly (readonly [folder: string, colours: 'light' | 'dark', more: object])[] = [
  ...[LARGE, MIDDLE, TABLET, PHONE].flatMap((viewport) =>
    (['light', 'dark'] as const).map((colours) => [`${viewport.width}x${viewport.height}-${colours}`, colours, { viewport }] as const),
  ),
  ['1280x720-forced-colours', 'dark', { viewport: MIDDLE, contextOptions: { forcedColors: 'active' } }],
];

for (const [folder, colours, more] of SERIES) {
  test.describe(folder, () => {
    test.use({ colorScheme: colours, ...more });

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
