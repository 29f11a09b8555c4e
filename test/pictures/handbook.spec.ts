/** Pictures of the handbook: for each page the screen that it is about. */
import { join } from 'node:path';
import { test, visit } from '../drivers/browser.ts';
import { askForProbe } from '../e2e/editing.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { atRest, SCREENS } from '../drivers/screens.ts';

const FOLDER = join(import.meta.dirname, '../../docs/pictures');

/** By the page of docs/handbook, the screen of `SCREENS`. */
const PICTURES = {
  calendars: 'schedule',
  comparer: 'compared',
  fares: 'fare',
  'first-feed': 'upload',
  history: 'changes',
  keyboard: 'keys',
  lines: 'track-stops',
  pipelines: 'pipeline',
  shapes: 'track-stops',
  stops: 'stop',
  timetables: 'sheet',
  validation: 'validation',
  versions: 'version',
};

test.use({ viewport: { width: 1280, height: 720 }, colorScheme: 'light' });

test('pictures of the handbook', async ({ page }) => {
  await askForProbe(page);
  const draft = await haveFreshVersion(page, { firstSteps: 'seen' });
  await page.goto('/data');
  page.setDefaultTimeout(20_000);
  for (const [handbook, name] of Object.entries(PICTURES)) {
    const screen = SCREENS.find((one) => one.name === name);
    if (!screen) throw new Error(`There is no screen ${name}`);
    await visit(page, screen.at(draft));
    await atRest(page);
    await screen.before?.(page);
    if (handbook === 'calendars') await page.getByRole('region', { name: 'Calendar' }).scrollIntoViewIfNeeded({ timeout: 10_000 });
    if (handbook === 'shapes') await page.keyboard.press('Alt+KeyW');
    await atRest(page);
    await page.screenshot({ path: join(FOLDER, `handbook-${handbook}.png`) });
    await page.keyboard.press('Escape');
  }
});
