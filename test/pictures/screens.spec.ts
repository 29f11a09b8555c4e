import { axeFindings } from '../drivers/axe.ts';
import { expect, test, visit } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { atRest, SCREENS } from '../drivers/screens.ts';
import type { Page } from '@playwright/test';
import type { Language } from '../../src/domain/settings.ts';
import { askForProbe } from '../e2e/editing.ts';

const [LARGE, MIDDLE, TABLET, PHONE] = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];

/** Folder by folder: a size, and colours; forced colours are those of a high-contrast theme of the system. */
const SERIES: readonly (readonly [folder: string, colours: 'light' | 'dark', more: object, language?: Language])[] = [
  ...[LARGE, MIDDLE, TABLET, PHONE].flatMap((viewport) =>
    (['light', 'dark'] as const).map((colours) => [`${viewport.width}x${viewport.height}-${colours}`, colours, { viewport }] as const),
  ),
  // German, and pseudo-locales: longer with accents, and right to left. `npm run pictures -- -g pseudo` takes these alone.
  ['1280x720-german', 'light', { viewport: MIDDLE }, 'de'],
  ['1280x720-pseudo-longer', 'light', { viewport: MIDDLE }, 'en-XA'],
  ['1280x720-pseudo-right-to-left', 'light', { viewport: MIDDLE }, 'ar-XB'],
  ['1280x720-forced-colours', 'dark', { viewport: MIDDLE, contextOptions: { forcedColors: 'active' } }],
];

for (const [folder, colours, more, language] of SERIES) {
  test.describe(folder, () => {
    test.use({ colorScheme: colours, ...more });

    test(`pictures of every screen, ${folder}, and axe finds nothing`, async ({ page }) => {
      await askForProbe(page);
      const draft = await haveFreshVersion(page, { colorScheme: colours, ...(language && { language }) });
      await page.goto('/data');
      const findings: string[] = [];
      for (const { name, at, before } of SCREENS) {
        // what is done on a screen first finds its buttons by their English names
        if (language && before) continue;
        await visit(page, at(draft));
        await atRest(page);
        await before?.(page);
        await atRest(page);
        await page.screenshot({ path: `pictures/${folder}/${name}.png` });
        for (const finding of await axeFindings(page)) findings.push(`${name}: ${finding}`);
        for (const text of await cutTexts(page)) findings.push(`${name}: cut: ${text}`);
        await page.keyboard.press('Escape');
      }
      expect(findings).toEqual([]);
    });
  });
}

/** Texts of buttons and headings that do not fit in their place. What a list or a title with a tooltip cuts with an ellipsis is data. */
function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, button *, a, h1, h2, h3, label, legend')]
      .filter((part) => [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== ''))
      .filter((part) => part.closest('[role=grid]') === null || part.closest('button') !== null)
      .filter((part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible')
      .filter((part) => !(part.closest('[title]')?.getAttribute('title') ?? '').includes(part.textContent ?? ''))
      .map((part) => part.textContent ?? ''),
  );
}
