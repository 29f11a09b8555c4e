import { expect, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';

test('several pathways are offered by their ids, one has its details [R106 R107]', async ({ page }) => {
  await signIn(page, 'viewer', '/data/db/velmar/v/2/stops?list=pathways', WITHOUT_MAP);
  const rows = page.getByRole('grid', { name: 'Pathways' }).locator('[data-row]');
  const ids: string[] = [];
  for (const nth of [0, 1]) {
    await rows.nth(nth).getByRole('gridcell').first().click();
    await expect(page).toHaveURL(/Id=/);
    ids.push(...new URL(page.url()).searchParams.getAll('Id'));
    await expect(page.getByRole('complementary').getByText('Mode', { exact: true })).toBeVisible();
    await page.goto('/data/db/velmar/v/2/stops?list=pathways');
  }
  expect(new Set(ids).size).toBe(2);
  await page.goto(`/data/db/velmar/v/2/stops?list=pathways&${ids.map((id) => `Id=${encodeURIComponent(id)}`).join('&')}&match=Exact&condition=And`);
  const panel = page.getByRole('complementary', { name: /Select pathway/ });
  await expect(panel.getByText('2 pathways selected:')).toBeVisible();
  for (const id of ids) await expect(panel).toContainText(id);
});
