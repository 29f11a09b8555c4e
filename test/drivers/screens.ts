import type { Page } from '@playwright/test';
import { expect } from './browser.ts';

/** A screen of the product: an address, and what is done there before it is looked at. */
export interface Screen {
  readonly name: string;
  /** `draft` is the address of a version of the demo city that can be edited. */
  at(draft: string): string;
  before?(page: Page): Promise<void>;
}

const PUBLISHED = '/data/db/velmar/v/1';
const STOP = 'V0133A';
const TRACK = '/schedules/2_20260701/a-b';

const firstRow =
  (grid: string) =>
  (page: Page): Promise<void> =>
    page.getByRole('grid', { name: grid }).locator('[data-row]').first().click();
const press =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.getByRole('button', { name, exact: true }).first().click();

/** Every screen and every large popup, in the order of the frame's navigation. A screen that is built gets its line here. */
export const SCREENS: readonly Screen[] = [
  { name: 'start', at: () => '/data' },
  { name: 'region-wizard', at: () => '/data', before: press('Create region') },
  { name: 'upload', at: () => '/data', before: (page) => page.keyboard.press('Alt+u') },
  { name: 'database', at: () => '/data/db/velmar' },
  { name: 'version', at: (draft) => draft },
  { name: 'version-published', at: () => PUBLISHED },
  { name: 'stops', at: (draft) => `${draft}/stops` },
  { name: 'stop', at: (draft) => `${draft}/stops/${STOP}` },
  { name: 'stop-read-only', at: () => `${PUBLISHED}/stops/${STOP}` },
  { name: 'stops-search', at: () => `${PUBLISHED}/stops?query=central&condition=Or` },
  { name: 'transfers', at: (draft) => `${draft}/stops?list=transfers` },
  { name: 'pathways', at: (draft) => `${draft}/stops?list=pathways` },
  { name: 'validation', at: (draft) => `${draft}/stops?summary=open` },
  { name: 'schedules', at: (draft) => `${draft}/schedules` },
  { name: 'schedule', at: (draft) => `${draft}/schedules/2_20260701` },
  { name: 'schedule-read-only', at: () => `${PUBLISHED}/schedules/2_20260701` },
  { name: 'track-stops', at: (draft) => `${draft}${TRACK}/map` },
  { name: 'sheet', at: (draft) => `${draft}${TRACK}/timetables` },
  { name: 'stringline', at: (draft) => `${draft}${TRACK}/timetables?lines=track` },
  { name: 'times', at: (draft) => `${draft}${TRACK}/times/1` },
  { name: 'departures', at: (draft) => `${draft}${TRACK}/times/1/departures` },
  { name: 'cumulative', at: () => `${PUBLISHED}${TRACK}/times/1/cumulative` },
  { name: 'access', at: (draft) => `${draft}${TRACK}/access/1` },
  { name: 'continuous-access', at: (draft) => `${draft}${TRACK}/continuous-access/1` },
  { name: 'timepoints', at: (draft) => `${draft}${TRACK}/timepoints/1` },
  { name: 'print', at: () => `${PUBLISHED}${TRACK}/print` },
  { name: 'fares', at: (draft) => `${draft}/fares` },
  { name: 'fare', at: (draft) => `${draft}/fares/day` },
  { name: 'translations', at: (draft) => `${draft}/translations` },
  { name: 'translation', at: (draft) => `${draft}/translations`, before: firstRow('Translations') },
  { name: 'translation-sheet', at: (draft) => `${draft}/translations?view=sheet` },
  { name: 'agencies', at: (draft) => `${draft}/agencies` },
  { name: 'agency', at: (draft) => `${draft}/agencies`, before: firstRow('Agencies') },
  { name: 'feeds', at: (draft) => `${draft}/feeds` },
  { name: 'levels', at: (draft) => `${draft}/levels` },
  { name: 'level', at: (draft) => `${draft}/levels/L0` },
  { name: 'vehicle-categories', at: (draft) => `${draft}/vehicle-categories` },
  { name: 'changes', at: () => '/changes/velmar' },
  { name: 'comparer', at: () => '/comparer' },
  { name: 'compared', at: () => '/comparer/velmar/2/1/stops?page=changed' },
  { name: 'tasks', at: () => '/tasks' },
  { name: 'pipelines', at: () => '/pipelines' },
  { name: 'pipeline', at: () => '/pipelines?pipeline=1' },
  { name: 'pipeline-form', at: () => '/pipelines', before: press('Create') },
  { name: 'exports', at: () => '/exports' },
  { name: 'export', at: () => '/exports?export=1' },
  { name: 'export-form', at: () => '/exports?mode=create' },
  { name: 'delivery-locations', at: () => '/exports?dialog=locations' },
  { name: 'log', at: () => '/log' },
  { name: 'palette', at: () => `${PUBLISHED}/stops`, before: (page) => page.keyboard.press('Control+k') },
  { name: 'keys', at: () => `${PUBLISHED}/stops`, before: (page) => page.keyboard.press('Shift+?') },
  { name: 'not-found', at: () => '/data/db/velmar/v/999999' },
];

/** Everything loaded and drawn: nothing busy on the page, nothing fading in any more, and the map at rest. */
export async function atRest(page: Page): Promise<void> {
  await pageAtRest(page);
  // the map comes after the first screen: where there is room for one, it has to be there before it can be at rest
  await page.waitForFunction(() => {
    const room = document.querySelector('section[aria-label="Map"]');
    return room === null || room.clientWidth === 0 || globalThis.__map !== undefined;
  });
  await page.evaluate(() => globalThis.__map?.idle());
}

/** As `atRest`, for those who look at the page alone: the picture on the map may still be drawn. */
export async function pageAtRest(page: Page): Promise<void> {
  // before the product is there nothing is busy
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    // what fades in begins to a frame or two after it is there
    for (let still = 0; still < 3; still++) {
      await new Promise(requestAnimationFrame);
      const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
      if (passing.length > 0) still = 0;
      await Promise.allSettled(passing.map(({ finished }) => finished));
    }
  });
}
