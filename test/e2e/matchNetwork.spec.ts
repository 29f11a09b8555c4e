/** The network matched to the streets: one line accepted, applied by one edit and taken back by one undo. What the street engine finds is given here. */
import type { APIResponse, Page } from '@playwright/test';
import { z } from 'zod';
import { expect, test } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { saved } from './editing.ts';

const Network = z.object({
  Lines: z.array(z.object({ Id: z.string() })),
  Shapes: z.array(z.object({ Tracks: z.array(z.tuple([z.number(), z.string()])) })),
});
const Documents = z.object({
  Documents: z.array(z.object({ Doc: z.object({ Shape: z.string(), Stops: z.array(z.object({ StopId: z.string() })) }) })),
});
const NEW = '_ilbIw{j]~hbE?';

test('the network is matched, one line is accepted, and one undo takes it back', async ({ page }) => {
  const base = await haveFreshVersion(page);
  await answerMatches(page);
  await page.goto(`${base}/stops`);
  await page.getByRole('button', { name: /^Find anything/ }).click();
  await page.getByRole('combobox', { name: 'Find anything' }).fill('match');
  await page.getByRole('option', { name: /Match the network/ }).click();
  await expect(page).toHaveURL(/\/schedules$/);
  const match = page.getByRole('region', { name: 'Match the network' });
  await expect(match.getByRole('status')).toContainText('2 of 2 tracks. 1 to look at, 1 not matched.');
  await expect(match.getByText('Against a one-way street')).toBeVisible();
  await expect(match.getByText('Runs on no street')).toBeVisible();

  // it is left and found again
  await page.goBack();
  await page.goForward();
  await expect(match).toBeVisible();
  await match.getByText('98.0 %').click();
  await match
    .getByRole('checkbox', { name: /^Accept line/ })
    .first()
    .click();
  const sent = page.waitForRequest(/\/edit\/tracks\/shapes$/);
  await match.getByRole('button', { name: 'Apply 1' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ tracks: [{ shape: NEW }] });
  await saved(page);
  await expect(match.getByText('Applied', { exact: true })).toBeVisible();
  const undo = page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /Undo/ });
  await expect(undo).toHaveAccessibleName(/Match shape of track/);
  await page.keyboard.press('Control+z');
  await saved(page);
  await expect(match.getByText('Applied', { exact: true })).toHaveCount(0);
  await match.getByRole('button', { name: 'Close the match' }).click();
  await expect(page.getByRole('button', { name: 'Match the network' })).toBeVisible();
});

/** Answers for the first track of the version that has a shape, and for one of a tram. */
async function answerMatches(page: Page): Promise<void> {
  await page.route(/\/routing\/match$/, async (route) => {
    const version = route
      .request()
      .url()
      .replace(/routing\/match$/, '');
    const { authorization = '' } = await route.request().allHeaders();
    const read = (path: string): Promise<APIResponse> => page.request.get(version + path, { headers: { authorization } });
    const { Lines, Shapes } = Network.parse(await (await read('tracks/overlay?zoom=8')).json());
    const [at, TrackId] = Shapes[0]?.Tracks[0] ?? [0, ''];
    const ScheduleId = Lines[at]?.Id ?? '';
    const key = `Track/${encodeURIComponent(ScheduleId)}/${encodeURIComponent(TrackId)}`;
    const { Documents: docs } = Documents.parse(await (await read(`documents?key=${encodeURIComponent(key)}`)).json());
    const { Shape: Before = '', Stops = [] } = docs[0]?.Doc ?? {};
    const track = { ScheduleId, TrackId, Name: 'There', Line: '1' };
    const found = { Share: 0.98, Furthest: 21, Finding: 'againstOneWay', At: { Lat: 52.1, Lng: 5.1 } };
    const Sequences = Stops.map((_, i) => (i === 0 ? 0 : 1));
    await route.fulfill({
      json: {
        Tracks: [
          { ...track, ...found, Before, Stops: Stops.map(({ StopId }) => StopId), Shape: NEW, Sequences },
          { ...track, ScheduleId: 'tram', NotMatched: 'rails' },
        ],
        Next: null,
        Total: 2,
      },
    });
  });
}
