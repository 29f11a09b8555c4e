/** What riders get of an edit: the connection that it breaks is named; journeys are found, and running times are taken from the street. */
import type { Locator, Page } from '@playwright/test';
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { saved } from './editing.ts';

/** Opens the second schedule, and answers its address. */
async function openSchedule(page: Page, base: string): Promise<string> {
  await page.goto(`${base}/schedules`);
  await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').nth(1).click();
  await expect(page.getByRole('region', { name: 'Tracks' }).getByRole('link').first()).toBeVisible();
  return new URL(page.url()).pathname;
}

/** A day on which the timetables of working days run. */
function nextWednesday(): string {
  const today = new Date();
  return new Date(today.getTime() + ((10 - today.getUTCDay()) % 7 || 7) * 86_400_000).toISOString().slice(0, 10);
}

/** Opens the sheet of the schedule's first track. */
async function openSheet(page: Page): Promise<Locator> {
  await page.getByRole('region', { name: 'Tracks' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Timetables' }).click();
  const grid = page.getByRole('grid', { name: /^Timetable of track/ });
  await expect(grid.getByRole('gridcell').first()).toBeVisible();
  return grid;
}

/** Answers what two weeks of vehicle positions tell of the next schedule that is read: every segment half a minute slower than planned. */
async function answerDriven(page: Page): Promise<void> {
  // the simulated vehicles have driven for seconds
  const read = page.waitForResponse(
    (response) => /\/schedules\/[^/]+$/.test(new URL(response.url()).pathname) && response.request().method() === 'GET',
  );
  await page.route('**/driven-times?*', async (route) => {
    const { Tracks } = (await (await read).json()) as {
      Tracks: {
        Track: { Id: string; Stops: unknown[] };
        Timetables: { ArrivalOffsets: (number | null)[]; Departures: { Time?: number; TripId?: string }[] }[];
      }[];
    };
    const trips = Tracks.map(({ Track, Timetables }) => ({
      TrackId: Track.Id,
      Trips: Timetables.flatMap(({ ArrivalOffsets, Departures }) =>
        Departures.flatMap(({ Time = 0, TripId }) =>
          TripId === undefined
            ? []
            : [0, 1, 2, 3, 4].map((day) => ({
                TripId,
                Date: `2026-05-0${4 + day}`,
                Passed: ArrivalOffsets.map((offset, at) => (offset === null ? null : Time + offset + at * 30)),
              })),
        ),
      ),
    }));
    await route.fulfill({ json: { Tracks: trips, Every: 1 } });
  });
}

test('a connection that an edit breaks is named, and is whole again after the undo', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await openSchedule(page, base);
  const grid = await openSheet(page);
  // all departures leave ten minutes later
  await grid.locator('[role=row][aria-rowindex="3"] [aria-colindex="2"]').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Shift+NumpadAdd');
  await saved(page);
  await expect(page.getByText('Since you opened this page: The service stays the same.')).toBeVisible();
  await page.getByRole('link', { name: 'Broken connections' }).click();
  await expect(page.getByLabel('Edits')).toHaveValue(/^after-\d+$/);
  const form = page.getByRole('form', { name: 'Journeys' });
  await form.getByLabel('Date').fill(nextWednesday());
  await form.getByRole('button', { name: 'Search' }).click();
  const broken = page.getByRole('region', { name: 'Broken connections' });
  await expect(broken.getByRole('status')).toHaveText(/^\d+ connections? (is|are) broken by edits of 1 track$/);
  await expect(broken.getByRole('row').nth(1)).toHaveText(/\d\d:\d\d to .*\d\d:\d\d to /);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Control+z');
  await saved(page);
  await expect(broken.getByRole('status')).toHaveText(/^No connection is broken by edits of 1 track$/);
});

test('journeys between two stops are found for riders, with their changes and steps', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(base);
  await page.getByRole('button', { name: /^Find anything/ }).click();
  await page.keyboard.type('missed connection');
  await page.getByRole('option', { name: /^Go to journeys/ }).click();
  const form = page.getByRole('form', { name: 'Journeys' });
  await form.getByRole('button', { name: 'Search' }).click();
  await expect(form.getByText('Choose a stop')).toHaveCount(2);
  for (const [label, nth] of [
    ['From', 0],
    ['To', 30],
  ] as const) {
    await form.getByRole('combobox', { name: label }).click();
    await page.getByRole('listbox', { name: label }).getByRole('option').nth(nth).click();
  }
  await form.getByRole('button', { name: 'Search' }).click();
  const list = page.getByRole('list', { name: 'Journeys found' });
  await expect(list.getByRole('button').first()).toHaveText(/^\d\d:\d\d – \d\d:\d\d\d+ min/);
  await expect(page.getByRole('list', { name: /^Steps of the journey at \d\d:\d\d$/ })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test('running times driven on the street are proposed for a line and taken over: open, choose, accept', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await answerDriven(page);
  await openSchedule(page, base);
  // first act
  await page.getByRole('button', { name: 'Driven times' }).click();
  const driven = page.getByRole('region', { name: 'Driven times' });
  const table = driven.getByRole('region', { name: /^Track / }).first();
  await expect(table.getByRole('row').nth(1)).toHaveText(/\d:\d\d/);
  expect(await axeFindings(page)).toEqual([]);
  // second act
  await driven.getByLabel('Rounded to').selectOption('30 s');
  // third act
  await driven.getByRole('button', { name: /^Change running times of \d+ departures$/ }).click();
  await saved(page);
  await expect(driven.getByRole('button', { name: /^Change running times of 0 departures$/ })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(driven.getByRole('button', { name: /^Change running times of [1-9]\d* departures$/ })).toBeVisible();
  await saved(page);
});

test('driven trips of the last days are drawn behind the stringline while they are switched on', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await answerDriven(page);
  await openSchedule(page, base);
  await openSheet(page);
  await page.getByRole('button', { name: 'Stringline' }).click();
  await page.getByRole('menuitem', { name: 'Stringline of this track' }).click();
  const lines = page.getByRole('region', { name: 'Stringline' });
  const drawing = lines.getByRole('application');
  const picture = (): Promise<string> => drawing.evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ''));
  const planned = await picture();
  await lines.getByRole('button', { name: 'Driven' }).click();
  await expect(lines.getByRole('status')).toHaveText(/^The newest 400 of [\d,]+ driven trips of the last 14 days$/);
  await expect.poll(picture).not.toBe(planned);
  expect(await axeFindings(page)).toEqual([]);
  await lines.getByRole('button', { name: 'Driven' }).click();
  await expect(lines.getByRole('status')).toHaveCount(0);
  await expect.poll(picture).toBe(planned);
});
