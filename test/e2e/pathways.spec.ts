import { expect, LONG, signIn, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';

test('several pathways are offered by their ids, one has its details [R106 R107]', async ({ page }) => {
  await signIn(page, 'viewer', '/data/db/velmar/v/2/stops?list=pathways', WITHOUT_MAP);
  const rows = page.getByRole('grid', { name: 'Pathways' }).locator('[data-row]');
  const ids: string[] = [];
  for (const nth of [0, 1]) {
    await rows.nth(nth).getByRole('gridcell').first().click();
    await expect(page).toHaveURL(/item=/);
    ids.push(...new URL(page.url()).searchParams.getAll('item'));
    await expect(page.getByRole('complementary').getByText('Mode', { exact: true })).toBeVisible();
    await visit(page, '/data/db/velmar/v/2/stops?list=pathways');
  }
  expect(new Set(ids).size).toBe(2);
  await visit(page, `/data/db/velmar/v/2/stops?list=pathways&${ids.map((id) => `Id=${encodeURIComponent(id)}`).join('&')}&match=Exact&condition=And`);
  const panel = page.getByRole('complementary', { name: /Select pathway/ });
  await expect(panel.getByText('2 pathways selected:')).toBeVisible();
  for (const id of ids) await expect(panel).toContainText(id);
});

test('a chosen pathway leaves the list as it is; the keys and the arrows of its details go through the list', LONG, async ({ page }) => {
  await signIn(page, 'viewer', '/data/db/velmar/v/2/stops?list=pathways', WITHOUT_MAP);
  const rows = page.getByRole('grid', { name: 'Pathways' }).locator('[data-row]');
  await rows.nth(1).getByRole('gridcell').first().click();
  const details = page.getByRole('complementary').filter({ has: page.getByRole('button', { name: 'Next in the list' }) });
  await expect(details.getByText(/^2 of \d+$/)).toBeVisible();
  const before = await rows.count();
  await details.getByRole('button', { name: 'Next in the list' }).click();
  await expect(rows.nth(2)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(details.getByText(/^1 of \d+$/)).toBeVisible();
  await expect(details.getByRole('button', { name: 'Previous in the list' })).toBeDisabled();
  expect(await rows.count()).toBe(before);
});

test('the stops page lists stops, pathways or transfers as its address asks; several transfers have their details at once [E041 R105]', async ({
  page,
}) => {
  await signIn(page, 'viewer', '/data/db/velmar/v/2/stops?list=stops', WITHOUT_MAP);
  await expect(page.getByRole('grid', { name: 'Stops' }).locator('[data-row]').first()).toBeVisible();
  await visit(page, '/data/db/velmar/v/2/stops?list=pathways');
  await expect(page.getByRole('grid', { name: 'Pathways' }).locator('[data-row]').first()).toBeVisible();
  const answer = page.waitForResponse(/\/transfers\/overlay\/v2$/);
  await visit(page, '/data/db/velmar/v/2/stops?list=transfers');
  await expect(page.getByRole('grid', { name: 'Transfers' }).locator('[data-row]').first()).toBeVisible();
  const { Transfers } = (await (await answer).json()) as { Transfers: { Transfers: { Id: string }[] }[] };
  const several = Transfers.find((group) => group.Transfers.length > 1)?.Transfers.map(({ Id }) => Id) ?? [];
  expect(several.length).toBeGreaterThan(1);
  await visit(
    page,
    `/data/db/velmar/v/2/stops?list=transfers&${several.map((id) => `Id=${encodeURIComponent(id)}`).join('&')}&match=Exact&condition=Or`,
  );
  const panel = page.getByRole('complementary', { name: `${several.length} transfers` });
  for (const id of several) await expect(panel.getByRole('region', { name: `Transfer ${id}` }).getByText('Type', { exact: true })).toBeVisible();
});

test('a pathway whose stop has no valid coordinate says that the map does not show it [R337]', async ({ page }) => {
  await page.route(/\/stops\/overlay\/v2/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { Stops: { Id: string; Coordinate: unknown }[] };
    for (const stop of body.Stops) if (stop.Id === 'VELMAR-N1') stop.Coordinate = null;
    await route.fulfill({ response, json: body });
  });
  await signIn(page, 'viewer', '/data/db/velmar/v/2/stops?list=pathways&Id=VW03&match=Exact&condition=And', WITHOUT_MAP);
  const text = "The pathway is not visualized on the map as one or more of the linked stops' coordinates are invalid";
  await expect(page.getByRole('complementary').getByText(text, { exact: true })).toBeVisible();
});
