import type { Page } from '@playwright/test';
import type { BrowserSettings } from '../../src/domain/settings.ts';
import { signIn, signInUnseen } from './browser.ts';
import { aColleague } from './colleagueVersions.ts';

/**
 * Signs in as the editor and begins an edit of the demo city's current version; answers the address of the new version. The
 * list is searched first: it draws only the rows in view, and every edit that was begun stands above the current version.
 */
export async function beginFreshVersion(page: Page): Promise<string> {
  await signIn(page, 'editor', '/data/db/velmar?search=Current');
  await page.getByRole('row').filter({ hasText: 'Current' }).getByRole('button', { name: 'Begin edit' }).click();
  await page.waitForURL(/\/data\/db\/velmar\/v\/\d+$/);
  return new URL(page.url()).pathname;
}

/** Signs in as the editor, who has begun an edit of the demo city's current version; answers its address and opens nothing. */
export async function haveFreshVersion(page: Page, settings: Partial<BrowserSettings> = {}): Promise<string> {
  const site = await signInUnseen(page, 'editor', settings);
  return `/data/db/velmar/v/${await (await aColleague(site, 'velmar')).draft()}`;
}
