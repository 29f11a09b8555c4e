/** The bell: what others did to one's work while one looked elsewhere, or was away. */
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, signIn, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { colleagueEdits } from '../drivers/colleague.ts';
import { aColleague } from '../drivers/colleagueVersions.ts';
import { hearToasts } from '../drivers/toasts.ts';

test('a draft of mine that somebody else edits rings the bell once, is unread over a reload, and is read where it is opened [E018]', async ({
  page,
  product,
}) => {
  await signIn(page, 'editor', '/data', WITHOUT_MAP);
  const bell = page.getByRole('button', { name: /^News/ });
  await expect(bell).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.keyboard.press('Alt+B');
  const news = page.getByRole('dialog', { name: 'News' });
  const readAll = news.getByRole('button', { name: 'Mark all as read' });
  await expect(readAll).toBeVisible();
  // what other stories have left
  if ((await readAll.getAttribute('aria-disabled')) !== 'true') await readAll.click();
  await expect(readAll).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  const mine = await aColleague(product.url, 'tarnholm');
  const draft = await mine.draft();
  const { Version: Name } = await mine.read(draft);
  const told = await hearToasts(page);
  await colleagueEdits(product.url, draft, 0, 'name', 'Quay', 'regional');
  const words = `iris.smit@demo.example changed ${Name}`;
  await told(words);
  await expect(page.getByRole('status').getByText(words)).toHaveCount(0);
  await expect(bell).toHaveAccessibleName('News, 1 unread');
  await page.reload();
  await expect(bell).toHaveAccessibleName('News, 1 unread');
  // my own edit is no news to me
  await colleagueEdits(product.url, draft, 1, 'name', 'Pier', 'editor');
  await page.keyboard.press('Alt+B');
  await expect(news.getByRole('listitem').filter({ hasText: words })).toHaveCount(1);
  expect(await axeFindings(page)).toEqual([]);
  let marked = 0;
  page.on('response', (answer) => (marked += answer.url().endsWith('/news/read') ? 1 : 0));
  await news.getByRole('button', { name: `Mark as read: ${words}` }).click();
  await expect(news.getByRole('button', { name: 'Mark all as read' })).toHaveAttribute('aria-disabled', 'true');
  await news.getByRole('button', { name: `Mark as unread: ${words}` }).click();
  await news.getByRole('link', { name: words }).click();
  await expect(page).toHaveURL(new RegExp(`/data/db/tarnholm/v/${draft}`));
  await expect(bell).toHaveAccessibleName('News');
  await expect.poll(() => marked).toBe(3);
  // in view: it is read at once, and no toast says what the screen shows
  await colleagueEdits(product.url, draft, 0, 'name', 'Quay again', 'regional');
  await expect.poll(() => marked).toBe(4);
  await visit(page, '/data');
  await expect(bell).toHaveAccessibleName('News');
  await mine.remove(draft);
});

test('editors of a region read what its notifications have mailed, as text, and save the file', LONG, async ({ page }) => {
  const notice = {
    id: 7,
    title: 'Pipeline Nightly has failed',
    recipient: 'mia@x.example',
    rule: 'Failures',
    status: 'sent',
    attempts: 1,
    error: null,
  };
  const notices = [
    { ...notice, at: '2026-11-22T08:05:00.000Z', sentAt: '2026-11-22T08:05:02.000Z' },
    { ...notice, id: 6, status: 'failed', error: '550 no such mailbox', at: '2026-11-21T08:05:00.000Z', sentAt: null },
  ];
  await page.route('**/notifications/sent?region=Velmar', (route) => route.fulfill({ json: { notices } }));
  await page.route('**/notifications/sent/7?region=Velmar', (route) =>
    route.fulfill({
      json: {
        id: 7,
        rule: 'Failures',
        from: 'DMP <no-reply@dmp.example>',
        to: 'mia@x.example',
        subject: 'Pipeline Nightly has failed',
        text: 'Pipeline Nightly has failed\n\nMessage: <script>alert(1)</script>',
        runPath: '/pipelines?pipeline=1',
        logPath: '/log/9',
        file: 'abc.eml',
        source: 'Subject: Pipeline Nightly has failed\r\n\r\nHello',
      },
    }),
  );
  await signIn(page, 'editor', '/notices', WITHOUT_MAP);
  await page.getByRole('link', { name: 'Velmar' }).click();
  await page.getByRole('row', { name: /Nightly has failed.*Sent/ }).click();
  const mail = page.getByRole('region', { name: 'Mail' });
  await expect(mail).toContainText('<script>alert(1)</script>');
  await expect(mail).toContainText('outbox/abc.eml');
  const saved = page.waitForEvent('download');
  await mail.getByRole('button', { name: 'Save .eml' }).click();
  expect((await saved).suggestedFilename()).toBe('abc.eml');
  expect(await axeFindings(page)).toEqual([]);
  await mail.getByRole('link', { name: 'Log' }).click();
  await expect(page).toHaveURL(/\/log\/9$/);
});
