import { expect, LONG, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';

const BASE = '/data/db/velmar/v/1/schedules';

test('schedules are listed by name as people count, searched, and opened [E034, E035, E347]', async ({ page }) => {
  await signIn(page, 'viewer', BASE, WITHOUT_MAP);
  const rows = page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]');
  await rows.first().waitFor();
  const names = await rows.locator('[role=gridcell]:nth-child(2)').allInnerTexts();
  expect(names.slice(0, 6)).toEqual(['1', '2', '3', '4', '10', '11']);

  await page.getByRole('combobox', { name: 'Search schedules' }).fill('circle');
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/\?draft-query=circle$/);
  await page.getByRole('combobox', { name: 'Search schedules' }).press('Escape');
  await rows.nth(1).click();
  await expect(page).toHaveURL(/\/schedules\/2_\d{8}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a track shows its stops in order and the pages of its timetables with their days [E036, E038, E039]', async ({ page }) => {
  await signIn(page, 'viewer', BASE, WITHOUT_MAP);
  await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').nth(1).click();
  await page.getByRole('region', { name: 'Tracks' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/a-b\/map$/);
  const stops = page.getByRole('grid', { name: /^Stops of track/ }).locator('[data-row]');
  await expect(stops.first().getByRole('gridcell').first()).toHaveText('1');

  await page.getByRole('link', { name: 'Times', exact: true }).click();
  await expect(page).toHaveURL(/\/a-b\/times$/);
  const timetable = page.getByRole('navigation', { name: 'Timetables' }).getByRole('combobox', { name: 'Timetable' });
  await timetable.fill('Sat');
  await page
    .getByRole('option', { name: /· Sat · / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/times\/\d+$/);
  await page.getByRole('link', { name: 'Cumulative times' }).click();
  await expect(page).toHaveURL(/\/times\/\d+\/cumulative$/);
  await page.reload();
  await expect(timetable).toHaveValue(/· Sat · /);
  for (const [name, path] of [
    ['Access', 'access'],
    ['Continuous access', 'continuous-access'],
    ['Timetables', 'timetables'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Pages of the track' }).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/${path}$`));
  }
});

test('a schedule tells its calendar with the days that differ, and what runs on a date', LONG, async ({ page }) => {
  await signIn(page, 'viewer', BASE, WITHOUT_MAP);
  await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').nth(1).click();
  await page.getByRole('button', { name: /^Exceptions/ }).click();
  await expect(page.getByText(/^\d{4}-12-25$/).first()).toBeVisible();
  await expect(page.getByText('Runs as on Sun').first()).toBeVisible();

  const calendar = page.getByRole('region', { name: 'Calendar' });
  await calendar.getByLabel('What runs on').fill('2026-12-25');
  await expect(calendar.getByRole('status')).toContainText('departures run on 2026-12-25');
  await calendar.getByRole('status').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/a-b\/timetables\?days=64$/);
  await expect(page.getByRole('toolbar', { name: 'Timetable' }).getByRole('button', { name: 'Sun', exact: true })).toBeVisible();
});

test('a schedule names its agency and leads to it', LONG, async ({ page }) => {
  await signIn(page, 'viewer', BASE, WITHOUT_MAP);
  await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').first().click();
  await page.getByRole('link', { name: 'Velmar Transport' }).click();
  await expect(page).toHaveURL(/\/agencies\/[^/]+$/);
  await expect(page.getByRole('heading', { name: 'Velmar Transport' })).toBeVisible();
});

test('ids that are none are said to be none', LONG, async ({ page }) => {
  await signIn(page, 'viewer', `${BASE}/nowhere`, WITHOUT_MAP);
  await expect(page.getByText(/could not be loaded|no such schedule/i)).toBeVisible();
});
