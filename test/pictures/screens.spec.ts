import type { Page } from '@playwright/test';
import { seriousFindings } from '../drivers/axe.ts';
import { expect, test, visit } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { askForProbe } from '../e2e/editing.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
] as const;
const COLOURS = ['light', 'dark'] as const;

/** What is pictured: an address, and what is done there before the picture. `draft` is the address of a version that can be edited. */
interface Screen {
  readonly name: string;
  at(draft: string): string;
  before?(page: Page): Promise<void>;
}

const PUBLISHED = '/data/db/velmar/v/1';
const STOP = 'V0133A';

const SCREENS: readonly Screen[] = [
  { name: 'start', at: () => '/data' },
  { name: 'database', at: () => '/data/db/velmar' },
  { name: 'version', at: (draft) => draft },
  { name: 'version-published', at: () => PUBLISHED },
  { name: 'stops', at: (draft) => `${draft}/stops` },
  { name: 'stop', at: (draft) => `${draft}/stops/${STOP}` },
  { name: 'stop-read-only', at: () => `${PUBLISHED}/stops/${STOP}` },
  { name: 'schedules', at: () => `${PUBLISHED}/schedules` },
  {
    name: 'schedule',
    at: () => `${PUBLISHED}/schedules`,
    before: async (page) => {
      await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').first().click();
      await page.waitForURL(/\/schedules\/./);
    },
  },
  { name: 'fares', at: () => `${PUBLISHED}/fares` },
  {
    name: 'fare',
    at: () => `${PUBLISHED}/fares`,
    before: async (page) => {
      await page.getByRole('grid', { name: 'Fares' }).locator('[data-row]').first().click();
      await page.waitForURL(/\/fares\/./);
    },
  },
  {
    name: 'translation',
    at: () => `${PUBLISHED}/translations`,
    before: (page) => page.getByRole('grid', { name: 'Translations' }).locator('[data-row]').first().click(),
  },
  {
    name: 'agency',
    at: () => `${PUBLISHED}/agencies`,
    before: (page) => page.getByRole('grid', { name: 'Agencies' }).locator('[data-row]').first().click(),
  },
  { name: 'palette', at: () => `${PUBLISHED}/stops`, before: (page) => page.keyboard.press('Control+k') },
  { name: 'keys', at: () => `${PUBLISHED}/stops`, before: (page) => page.keyboard.press('?') },
  { name: 'not-found', at: () => '/data/db/velmar/v/999999' },
];

for (const colours of COLOURS) {
  for (const size of SIZES) {
    const folder = `${size.width}x${size.height}-${colours}`;
    test.describe(folder, () => {
      test.use({ viewport: size, colorScheme: colours });

      test(`pictures of every screen, ${folder}, and axe finds nothing serious`, async ({ page }) => {
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
          for (const finding of await seriousFindings(page)) findings.push(`${name}: ${finding}`);
          await page.keyboard.press('Escape');
        }
        expect(findings).toEqual([]);
      });
    });
  }
}

/** Everything loaded and drawn: nothing busy on the page, the map at rest. */
async function atRest(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => globalThis.__map?.idle());
}
