/** A snapshot: looked at on the real screens, and its changes reviewed one by one by two people. */
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { colleagueEdits } from '../drivers/colleague.ts';
import { aColleague } from '../drivers/colleagueVersions.ts';

const STOP = 'V0133A';

test('the slider shows list and details as they were, read-only, with the moment in the address', LONG, async ({ page, product }) => {
  const draft = await (await aColleague(product.url, 'velmar')).draft();
  for (const name of ['First name', 'Second name', 'Third name']) await colleagueEdits(product.url, draft, STOP, 'name', name);
  await signIn(page, 'editor', `/data/db/velmar/v/${draft}/stops/${STOP}`, WITHOUT_MAP);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue('Third name');
  await page.getByRole('button', { name: 'Look back' }).click();
  const bar = page.getByRole('complementary', { name: 'Earlier state of the version' });
  await expect(bar).toContainText('after change 3 of 3');
  await expect(page).toHaveURL(new RegExp(`/v/${draft}@3/stops/${STOP}`));

  const slider = bar.getByRole('slider', { name: 'Change that the version is shown after' });
  await slider.focus();
  await slider.press('ArrowLeft');
  await slider.press('ArrowLeft');
  await expect(bar).toContainText('after change 1 of 3');
  await expect(page).toHaveURL(new RegExp(`/v/${draft}@1/stops/${STOP}`));
  await expect(page.getByText('First name').first()).toBeVisible();
  await expect(name).not.toBeEditable();
  expect(await axeFindings(page)).toEqual([]);

  await page.keyboard.press('Alt+Comma');
  await expect(bar).toContainText('before its first change');
  await expect(page.getByText('First name')).toHaveCount(0);
  await page.reload();
  await expect(bar).toContainText('before its first change');
  await page.keyboard.press('Alt+Period');
  await expect(page.getByText('First name').first()).toBeVisible();
  await bar.getByRole('button', { name: 'Back to now' }).click();
  await expect(name).toHaveValue('Third name');
});

test('chosen changes are reviewed before and after by a colleague with the link, and commented where they are [H004 H050]', async ({
  page,
  browser,
  product,
}) => {
  const colleague = await aColleague(product.url, 'velmar');
  const draft = await colleague.draft();
  await colleagueEdits(product.url, draft, STOP, 'name', 'Harbour street');
  await colleagueEdits(product.url, draft, 'V0001A', 'name', 'Market hall');
  await signIn(page, 'editor', `/changes/velmar?dbVersionId=${draft}`, WITHOUT_MAP);
  const sets = page.getByRole('grid', { name: 'ChangeSets' });
  for (const row of [1, 2]) await sets.getByRole('row').nth(row).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const review = page.getByRole('region', { name: 'Review' });
  await expect(review).toContainText('Review 1 of 2');
  await expect(page.getByText('Harbour street').first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/v/${draft}@1/stops/${STOP}\\?review=\\d+\\.\\d+&set=\\d+$`));

  const context = await browser.newContext();
  const other = await context.newPage();
  const link = new URL(page.url());
  await signIn(other, 'editor', link.pathname + link.search, WITHOUT_MAP);
  const others = other.getByRole('region', { name: 'Review' });
  await expect(others).toContainText('Review 1 of 2');
  await other.keyboard.press('Alt+Slash');
  await expect(others.getByRole('radio', { name: 'Before' })).toBeChecked();
  await expect(other.getByText('Harbour street')).toHaveCount(1); // in the name of the change alone
  await other.keyboard.press('Alt+Period');
  await expect(others).toContainText('Review 2 of 2');
  await expect(other.getByRole('heading', { name: /Market hall/ }).first()).toBeVisible();
  await other.keyboard.press('Alt+Comma');

  await others.getByRole('button', { name: 'Comment' }).click();
  const modal = other.getByRole('dialog', { name: 'Comment on changes' });
  await modal.getByPlaceholder('Type your comment here').fill('Was it ever called so?');
  await modal.getByRole('button', { name: 'Comment', exact: true }).hover();
  await expect(other.getByRole('tooltip')).toHaveText('Select changes first');
  await modal.getByRole('checkbox', { name: /Harbour street/ }).check();
  await modal.getByRole('button', { name: 'Comment', exact: true }).click();
  // pinned for both, while the first one still looks at the change
  await expect(page.getByRole('list', { name: 'Comments on this change' })).toContainText('Was it ever called so?');
  expect(await axeFindings(page)).toEqual([]);
  await context.close();

  // from the comparison of the versions, as an approval links to it, to the same review
  const { ParentId } = await colleague.read(draft);
  await page.goto(`/comparer/velmar/${ParentId}/${draft}`);
  await page.getByRole('button', { name: 'Step through changes' }).click();
  await expect(review).toContainText('Review 1 of 2');
  await expect(page).toHaveURL(new RegExp(`/v/${draft}@1/stops/${STOP}\\?review=all&set=\\d+$`));
});
