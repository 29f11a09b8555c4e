/** The review of a draft by two people: asked for, sent back, approved, finished. */
import { axeFindings } from '../drivers/axe.ts';
import { expect, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { colleagueEdits } from '../drivers/colleague.ts';
import { aColleague } from '../drivers/colleagueVersions.ts';

test('a draft is reviewed by somebody else before it is finished', async ({ page, browser, product }) => {
  const context = await browser.newContext();
  const tom = await context.newPage();
  await signIn(tom, 'viewer', '/data', WITHOUT_MAP);
  const draft = await (await aColleague(product.url, 'tarnholm')).draft();
  await colleagueEdits(product.url, draft, 0, 'name', 'Quay');
  await signIn(page, 'editor', `/data/db/tarnholm/v/${draft}`, WITHOUT_MAP);

  await page.getByRole('button', { name: /^Find anything/ }).click();
  await page.getByRole('combobox', { name: 'Find anything' }).fill('review');
  await page.getByRole('option', { name: 'Go to the review of this version' }).click();
  await page.getByRole('checkbox', { name: 'Drafts have to be approved' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Ask for a review first' })).toBeVisible();
  await page.getByRole('button', { name: 'Ask for a review' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Reviewers' }).click();
  await page.getByRole('option', { name: 'tom.de-vries@demo.example' }).click();
  await page.keyboard.press('Tab');
  await form.getByLabel('Note').fill('The operator asked for this name');
  await form.getByRole('button', { name: 'Ask for a review' }).click();
  await expect(page.getByText('Waits for a review')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');
  expect(await axeFindings(page)).toEqual([]);

  await expect(tom.getByRole('button', { name: /^News, \d+ unread/ })).toBeVisible();
  await tom.keyboard.press('Alt+B');
  await tom.getByRole('link', { name: /mia\.jansen@demo\.example asks for a review of/ }).click();
  await expect(tom).toHaveURL(new RegExp(`/changes/tarnholm/review/${draft}$`));
  const card = tom.getByRole('article', { name: 'Stop Quay' });
  await expect(card.getByRole('row', { name: /Name/ })).toContainText('Quay');
  await card.getByRole('button', { name: 'Comment' }).click();
  await tom.keyboard.type('Is it this one, @mia');
  await tom.getByRole('option', { name: 'mia.jansen@demo.example' }).click();
  await card.getByRole('button', { name: 'Send' }).click();
  await expect(card).toContainText('Is it this one, @mia.jansen@demo.example');
  await tom.getByRole('button', { name: 'Ask for changes' }).click();
  await tom.getByRole('dialog').getByLabel('What is to be changed').fill('The name is East Quay');
  await tom.getByRole('dialog').getByRole('button', { name: 'Ask for changes' }).click();

  // it arrives at the other screen by itself
  await expect(page.getByText('Changes asked for').first()).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Conversation' })).toContainText('The name is East Quay');
  await colleagueEdits(product.url, draft, 0, 'name', 'East Quay');
  await page.getByRole('button', { name: 'Ask again' }).click();
  await form.getByRole('button', { name: 'Ask for a review' }).click();
  await expect(tom.getByText('Waits for a review')).toBeVisible();
  await expect(tom.getByRole('article', { name: 'Stop East Quay' })).toBeVisible();
  await tom.getByRole('button', { name: 'Approve' }).click();
  await tom.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved').first()).toBeVisible();
  await expect(page.getByText('have to be approved by somebody else')).toHaveCount(0);

  await page.getByRole('link', { name: 'Open the version' }).click();
  await page
    .getByRole('button', { name: /^Finish edit/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Finish edit' }).click();
  await expect(page.getByText('Edit finished')).toBeVisible();
  await page.goto(`/changes/tarnholm/review/${draft}`);
  await page.getByRole('checkbox', { name: 'Drafts have to be approved' }).click();
  await expect(page.getByRole('checkbox', { name: 'Drafts have to be approved' })).not.toBeChecked();
  await context.close();
});
