import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, signIn, signInByForm, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { saveReport } from '../drivers/saveReport.ts';

const DATABASE = '/data/db/velmar';

test.describe('getting in', () => {
  test('the root leads to the data area, under its title [E031, R014, R025, H125]', async ({ page }) => {
    await signInByForm(page, 'editor');
    await expect(page).toHaveURL(/\/data$/);
    await expect(page.getByRole('heading', { level: 1, name: /Databases/ })).toBeVisible();
    await expect(page).toHaveTitle('DMP | Data');
  });

  test('after sign-in one is where one wanted to go [E190, R145, H244, H245]', LONG, async ({ page }) => {
    await signInByForm(page, 'editor', DATABASE);
    await expect(page).toHaveURL(new RegExp(`${DATABASE}$`));
    await expect(page.getByRole('heading', { level: 1, name: /Versions of/ })).toBeVisible();
  });

  test('somebody without the role is told so, and sees no navigation and no badge [R022, R032, R034, E026]', async ({ page }) => {
    await signInByForm(page, 'norole');
    await expect(page.getByRole('heading', { name: 'You do not have the required role to access the product.' })).toBeVisible();
    await expect(page.getByText('contact the developers')).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(badge(page)).toHaveCount(0);
  });

  test('somebody whose e-mail is not verified is told so, and sees no navigation [R023, R032, R263, H250]', async ({ page }) => {
    await signInByForm(page, 'unverified');
    await expect(page.getByRole('heading', { name: 'Your email is not verified' })).toBeVisible();
    await expect(page.getByText('contact the developers')).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(badge(page)).toBeVisible();
  });

  test('the user menu shows who one is, the build, and the way out [R033, R035, E023, E024, R290]', async ({ page }) => {
    await signInByForm(page, 'editor', '/data');
    await expect(badge(page)).toHaveText(/^[A-Z]{2}$/);
    await badge(page).click();
    const menu = page.getByRole('dialog', { name: 'Account' });
    await expect(menu.getByText('@')).toBeVisible();
    await expect(menu.getByText(/^Build \S+/)).toBeVisible();
    await menu.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/oidc\/interaction\//);
    await expect(page.locator('[data-account="editor"]')).toBeVisible();
  });
});
test.describe('the first steps of somebody new', () => {
  test('are offered once, follow what one does and a reload, and are found again in the help', async ({ page }) => {
    await signIn(page, 'editor', '/data', WITHOUT_MAP);
    await page.getByRole('button', { name: 'Show first steps' }).click();
    const tour = page.getByRole('complementary', { name: 'First steps' });
    await expect(tour).toContainText('1 of 5');
    await expect(page.getByRole('button', { name: 'No, thanks' })).toHaveCount(0);
    await visit(page, `${DATABASE}/v/1`);
    await expect(tour).toContainText('2 of 5Change a time.');
    await page.reload();
    await expect(tour).toContainText('2 of 5Change a time.');
    await tour.getByRole('button', { name: 'Leave the first steps' }).click();
    await expect(tour).toHaveCount(0);

    await visit(page, '/data');
    await expect(page.getByRole('heading', { level: 1, name: /Databases/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show first steps' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await page.getByRole('menuitem', { name: 'First steps' }).click();
    await expect(tour).toContainText('1 of 5');
  });

  test('Find anything leads to the section of the handbook, and its page to its heading', LONG, async ({ page, context }) => {
    await signIn(page, 'editor', DATABASE, WITHOUT_MAP);
    await page.getByRole('button', { name: /^Find anything/ }).click();
    await page.getByRole('combobox', { name: 'Find anything' }).fill('stringline');
    const opened = context.waitForEvent('page');
    await page.getByRole('option', { name: /Beside the sheet/ }).click();
    const help = await opened;
    await expect(help.getByRole('heading', { name: 'Beside the sheet' })).toBeVisible();
    expect(new URL(help.url()).hash).toBe('#beside-the-sheet');
  });
});

test.describe('finding one’s way', () => {
  test('View, Database and Version lead from the databases to a page of a version [E067, H129, H130]', async ({ page }) => {
    await signIn(page, 'editor', '/data', WITHOUT_MAP);
    await expect(page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Data' })).toHaveAttribute('aria-current', 'page');
    await expect(dropdown(page, 'Version')).toHaveAttribute('aria-disabled', 'true');

    await dropdown(page, 'Database').click();
    await page.getByRole('combobox', { name: 'Search databases' }).fill('velmar');
    await expect(page.getByRole('option', { name: 'Velmar City' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${DATABASE}$`));

    await dropdown(page, 'Version').click();
    await page.getByRole('combobox', { name: 'Search versions' }).fill('Current');
    const version = page.getByRole('option').filter({ hasText: 'Current' });
    await expect(version).toContainText(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/);
    await version.click();
    await expect(page).toHaveURL(/\/v\/\d+$/);

    await dropdown(page, 'View').click();
    await page.getByRole('option', { name: 'Agencies' }).click();
    await expect(page).toHaveURL(/\/v\/\d+\/agencies$/);
  });

  test('what was typed into a dropdown before its list came is found in it when it comes', LONG, async ({ page }) => {
    let come = (): void => undefined;
    const held = new Promise<void>((resolve) => (come = resolve));
    await page.route('**/storage/ui/dbs', async (route) => {
      await held;
      await route.continue();
    });
    await signIn(page, 'editor', '/data', WITHOUT_MAP);
    await dropdown(page, 'Database').click();
    await page.keyboard.type('velm');
    await expect(page.getByRole('combobox', { name: 'Search databases' })).toHaveValue('velm');
    await expect(page.getByText('Loading…').last()).toBeVisible();
    come();
    await expect(page.getByRole('option', { name: 'Velmar City' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${DATABASE}$`));
  });

  test('up from the first option of a dropdown is the last, and down from it the first [R352]', LONG, async ({ page }) => {
    await openCurrentVersion(page, WITHOUT_MAP);
    await dropdown(page, 'View').press('ArrowDown');
    const options = page.getByRole('listbox', { name: 'View' }).getByRole('option');
    await expect(options.first()).toHaveAttribute('data-combobox-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await expect(options.last()).toHaveAttribute('data-combobox-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(options.first()).toHaveAttribute('data-combobox-selected', 'true');
    await expect(page.getByRole('listbox', { name: 'View' })).toHaveCSS('max-height', '260px');
  });

  test('next and previous go round the pages of a version: Schedules, Fares, Stops, Translations, Agencies [E046 E047 H033 H034]', async ({
    page,
  }) => {
    await openCurrentVersion(page);
    await expect(page.getByRole('navigation', { name: 'Pages of this version' }).getByRole('link')).toHaveText([
      /^Schedules/,
      /^Fares/,
      /^Stops/,
      /^Translations/,
      /^Agencies/,
    ]);
    await dropdown(page, 'View').click();
    await expect(page.getByRole('listbox', { name: 'View' }).getByRole('option')).toHaveText(
      'Overview, Schedules, Fares, Stops, Translations, Agencies, Calendar, Vehicle blocks, Journeys, Feed information, Levels, Attributions, Vehicle categories, Vehicle boardings, Vehicle couplings, Ticketing deep links, Ticketing identifiers, Fares v2, Dial-a-ride (Flex), Depots'.split(
        ', ',
      ),
    );
    await page.keyboard.press('Escape');
    for (const at of ['schedules', 'fares', 'stops', 'translations', 'agencies', 'schedules']) {
      await page.keyboard.press('Alt+PageDown');
      await expect(page).toHaveURL(new RegExp(`/${at}$`));
    }
    for (const at of ['agencies', 'translations']) {
      await page.keyboard.press('Alt+PageUp');
      await expect(page).toHaveURL(new RegExp(`/${at}$`));
    }
  });
  test('the palette finds a page by a few letters and goes there', async ({ page }) => {
    await openCurrentVersion(page, WITHOUT_MAP);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('gst');
    await expect(page.getByRole('option').first()).toContainText('Go to stops');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/stops$/);
    await expect(page.getByRole('dialog', { name: 'Find anything' })).toHaveCount(0);
    // the button it was opened from is still there; the search box of a page that it leads away from is not
    await page.getByRole('combobox', { name: 'Search stops' }).focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('go to agencies');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/agencies$/);
    await expect(page.getByRole('dialog', { name: 'Find anything' })).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('a search is part of the address: a pasted link shows the same', LONG, async ({ page }) => {
    await signIn(page, 'editor', '/data', WITHOUT_MAP);
    await page.getByRole('searchbox').fill('sorne');
    await expect(page).toHaveURL(/\/data\?search=sorne$/);
    await expect(page.getByRole('link', { name: /Velmar City/ })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('searchbox')).toHaveValue('sorne');
    await expect(page.getByRole('link', { name: /Sorne Valley/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /Velmar City/ })).toHaveCount(0);

    await test.step('the arrow leads from the search to the databases, and letters from one to another', async () => {
      await page.getByRole('searchbox').press('ArrowDown');
      await expect(page.getByRole('link', { name: /Sorne Valley/ })).toBeFocused();
      await page.getByRole('button', { name: 'Clear the search' }).click();
      await expect(page.getByRole('link', { name: /Velmar City/ })).toBeVisible();
      await page.getByRole('searchbox').press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('s');
      await expect(page.getByRole('link', { name: /Sorne Valley/ })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/db\/sorne$/);
    });
  });

  test('an encoded question mark is decoded in the address [R020]', LONG, async ({ page }) => {
    await signIn(page, 'editor', '/data', WITHOUT_MAP);
    await page.goto(`${DATABASE}%3Fx=1`);
    await expect(page).toHaveURL(new RegExp(`${DATABASE}\\?x=1$`));
    await expect(page.getByRole('heading', { level: 1, name: /Versions of/ })).toBeVisible();
  });

  test('the root goes back to where one was last [R143]', LONG, async ({ page }) => {
    await signIn(page, 'editor', '/data', WITHOUT_MAP);
    await page.getByRole('link', { name: /Velmar City/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: /Versions of/ })).toBeVisible();
    await page.goto('/');
    await expect(page).toHaveURL(new RegExp(`${DATABASE}$`));
  });

  test('back and forward go through the pages that were open', LONG, async ({ page }) => {
    const version = await openCurrentVersion(page, WITHOUT_MAP);
    await page.getByRole('link', { name: /^Stops/ }).click();
    await expect(page).toHaveURL(`${version}/stops`);
    await page.goBack();
    await expect(page).toHaveURL(version);
    await expect(page.getByRole('region', { name: 'What it holds' })).toBeVisible();
    await page.goForward();
    await expect(page).toHaveURL(`${version}/stops`);
  });

  test('an address that is nothing says so', LONG, async ({ page }) => {
    await signIn(page, 'editor', '/data', WITHOUT_MAP);
    await page.goto('/nothing/here');
    await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
    await expect(page).toHaveTitle('DMP | Not found');
    await page.goto('/data/db/nosuchdb');
    await expect(page.getByRole('heading', { name: 'There is no database “nosuchdb”' })).toBeVisible();
    await page.goto(`${DATABASE}/v/999999`);
    await expect(page.getByRole('heading', { name: /There is no version 999999/ })).toBeVisible();
  });
});

test.describe('versions', () => {
  test('beginning an edit opens an editable version and says so for two seconds; finishing ends it [H177, H178, R355, E136]', async ({ page }) => {
    const version = await openCurrentVersion(page, WITHOUT_MAP);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Begin edit' }).click();
    const toast = page.getByText('Editable version created');
    await expect(toast).toBeVisible();
    await page.clock.runFor(1900);
    await expect(toast).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast).toHaveCount(0);

    await expect(page).not.toHaveURL(version);
    await expect(page.getByRole('main').getByText('Editable', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Finish edit' }).click();
    await page.getByRole('dialog', { name: 'Finish edit' }).getByRole('button', { name: 'Finish edit' }).click();
    await expect(page.getByRole('button', { name: 'Begin edit' })).toBeVisible();
  });

  test('a reader cannot begin an edit, can reach the button, and is told why', async ({ page }) => {
    await openCurrentVersion(page, WITHOUT_MAP, 'viewer');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && request.url().includes('/versions/') && sent.push(request.url()));
    const begin = page.getByRole('button', { name: 'Begin edit' });
    await test.step('the button is disabled for such an account [E192, E194]', () => expect(begin).toHaveAttribute('aria-disabled', 'true'));
    await begin.focus();
    await expect(begin).toBeFocused();
    await test.step('its tooltip says why [E193, H238, H353]', async () => {
      await begin.hover();
      await expect(page.getByRole('tooltip', { name: 'You have read-only rights' })).toBeVisible();
    });
    await test.step('a click on it sends nothing [H246]', async () => {
      await begin.click({ force: true });
      await page.getByRole('link', { name: /^Agencies/ }).click();
      await page.waitForURL(/\/agencies$/);
      expect(sent).toEqual([]);
    });
  });
});

test.describe('errors', () => {
  test('a popup counts the errors and shows the first; a click shows all, closing clears them', async ({ page }) => {
    await signIn(page, 'editor', '/data', WITHOUT_MAP);
    let status = 503;
    await page.route('**/storage/ui/db/velmar/versions', (route) => route.fulfill({ status, body: '' }));
    await page.goto(DATABASE);
    const popup = page.getByTestId('errors');
    await test.step('the call that failed is told by its method and address [E301, E310, H341]', () =>
      expect(popup).toContainText('GET /storage/ui/db/velmar/versions'));
    await expect(popup).toContainText('1 error');

    const failed = page.getByRole('main').getByRole('alert');
    await expect(failed).toContainText('The versions could not be loaded');
    status = 504;
    await failed.getByRole('button', { name: 'Retry' }).click();
    await test.step('the first one is shown, with how many there are [R039, H336]', async () => {
      await expect(popup).toContainText('2 errors');
      await expect(popup).toContainText('Service unavailable: Service cannot be reached at this time');
    });
    await test.step('a click shows all [R040, H337]', async () => {
      await popup.getByText('2 errors').click();
      await expect(page.getByRole('dialog', { name: '2 errors' }).getByRole('listitem')).toHaveText([/^Service unavailable/, /^Gateway Timeout/]);
    });
    await test.step('closing the list clears it, as closing the popup does [R041, H338]', async () => {
      await page.keyboard.press('Escape');
      await expect(popup).toHaveCount(0);
      await failed.getByRole('button', { name: 'Retry' }).click();
      await expect(popup).toContainText('1 error');
      await popup.getByRole('button', { name: 'Close and clear the errors' }).click();
      await expect(popup).toHaveCount(0);
    });
    await test.step('what a page could not read goes with the page, also when it is loaded again', async () => {
      await failed.getByRole('button', { name: 'Retry' }).click();
      await expect(popup).toContainText('1 error');
      await page.reload();
      await expect(failed).toContainText('The versions could not be loaded');
      await expect(popup).toContainText('1 error');
      await visit(page, '/tasks');
      await expect(page.getByRole('heading', { level: 1, name: /Tasks/ })).toBeVisible();
      await expect(popup).toHaveCount(0);
      await page.goBack();
    });

    await page.unroute('**/storage/ui/db/velmar/versions');
    await failed.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('grid', { name: /Versions of/ })).toBeVisible();
  });
});

test.describe('the frame', () => {
  test('a narrow window shows one pane at a time, and details as a sheet at the foot of the map', LONG, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, 'editor', '/data/db/velmar/v/1/stops/V0133A');
    const [content, map, details] = [page.getByRole('main'), page.getByRole('region', { name: /^Map/ }), page.getByText('Alhain Village').last()];
    await expect(content).toBeVisible();
    await expect(map).toBeHidden();
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await expect(map).toBeVisible();
    await expect(content).toBeHidden();
    expect((await page.getByRole('button', { name: 'Close' }).first().boundingBox())?.y).toBeGreaterThan(400);
    await expect(details).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole('button', { name: 'Page', exact: true }).click();
    await expect(content).toBeVisible();
    await expect(map).toBeHidden();
  });

  test('the divider is moved by keys and by the pointer, and stays where it was put', LONG, async ({ page }) => {
    await signIn(page, 'editor', '/data');
    const divider = page.getByRole('separator', { name: 'Divider between content and map' });
    await divider.focus();
    await divider.press('ArrowRight');
    await expect(divider).toHaveAttribute('aria-valuenow', '47');

    const box = await divider.boundingBox();
    if (!box) throw new Error('The divider is not to be seen');
    await page.mouse.move(box.x + 2, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 142, box.y + 220, { steps: 4 });
    await page.mouse.up();
    await expect(divider).toHaveAttribute('aria-valuenow', '57');
    await page.reload();
    await expect(divider).toHaveAttribute('aria-valuenow', '57');
  });

  test('[ gives the content all the room, ] the map; what is typed into a field stays there', LONG, async ({ page }) => {
    await signIn(page, 'editor', '/data');
    const map = page.getByRole('region', { name: 'Map', exact: true });
    const content = page.getByRole('main');
    await expect(content.getByRole('searchbox')).toBeVisible();
    await page.keyboard.press('BracketLeft');
    await expect(map).toBeHidden();
    await page.keyboard.press('BracketRight');
    await expect(map.locator('canvas')).toBeVisible();
    await expect(content).toBeHidden();
    await page.keyboard.press('BracketRight');
    await expect(content).toBeVisible();

    await page.keyboard.press('Slash');
    const search = page.getByRole('searchbox');
    await expect(search).toBeFocused();
    await search.pressSequentially('[?');
    await expect(search).toHaveValue('[?');
    await expect(map).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('a map that has no room after a reload is opened only when it gets some', LONG, async ({ page }) => {
    const opened: string[] = [];
    page.on('request', (request) => request.url().includes('openMapLibre') && opened.push(request.url()));
    await signIn(page, 'editor', `${DATABASE}/v/1/stops/V0133A`, WITHOUT_MAP);
    await expect(page.getByRole('grid', { name: 'Stops' }).locator('[data-row]').first()).toBeVisible();
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    expect(opened).toEqual([]);
    await page.keyboard.press('BracketLeft');
    const map = page.getByRole('region', { name: 'Map', exact: true });
    await expect(map.locator('canvas')).toBeVisible();
    await expect(page.getByRole('complementary', { name: /^Stop / })).toBeInViewport();
    expect(opened).not.toEqual([]);
  });

  test('the question mark shows the keys of the present screen', LONG, async ({ page }) => {
    await openCurrentVersion(page, WITHOUT_MAP);
    await page.keyboard.press('Shift+Slash');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await expect(keys.getByText('Begin edit')).toBeVisible();
    await expect(keys.getByText('Alt+E')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
  });

  test('the colours one chooses are there again after a reload', LONG, async ({ page }) => {
    await signIn(page, 'editor', '/data');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    await badge(page).click();
    await page.getByText('Dark', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });

  test(
    '“Report a problem” saves the recording as a file, with the errors nobody caught but not the browser’s own [R343]',
    LONG,
    async ({ page }, info) => {
      await signIn(page, 'editor', '/data', WITHOUT_MAP);
      await expect(page.getByRole('button', { name: 'Report a problem' })).toBeVisible();
      await page.evaluate(() => {
        dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop limit exceeded' }));
        dispatchEvent(new ErrorEvent('error', { message: 'What nobody caught' }));
      });
      const file = info.outputPath('session.dmplog');
      expect(await saveReport(page, file, 'The list stayed empty, says mia@demo.example')).toMatch(/\.dmplog$/);
      const report = readFileSync(file, 'utf8');
      expect(report).toContain('"note":"The list stayed empty, says person-');
      expect(report).toMatch(/"browser":"Mozilla\/5\.0 .*Chrome\/\d+/);
      expect(report).toMatch(/"kind":"error","message":"What nobody caught".*"place":"\/data"/);
      expect(report).not.toContain('ResizeObserver');
    },
  );

  // everyScreen.spec.ts looks at every screen, in light colours
  test('nothing for the accessibility checker to find, in dark colours', LONG, async ({ page }) => {
    test.slow(); // ten screens, each gone through element by element
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    const version = await openCurrentVersion(page);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    for (const [path, title] of [
      ['/data', /^Databases/],
      [DATABASE, /^Versions of/],
      [`${version}/stops`, /^Stops/],
      [`${version}/schedules`, /^Schedules/],
      [`${version}/fares`, /^Fares/],
      [`${version}/fares/night`, /^Fares/],
      [`${version}/translations`, /^Translations/],
      [`${version}/agencies`, /^Agencies/],
    ] as const) {
      await visit(page, path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      expect(await axeFindings(page), path).toEqual([]);
    }
  });
});

function badge(page: Page): Locator {
  return page.getByRole('button', { name: /Account of/ });
}

function dropdown(page: Page, name: 'View' | 'Database' | 'Version'): Locator {
  return page.getByRole('group', { name: 'Place' }).getByRole('button', { name: new RegExp(`^${name}`) });
}

/** Opens the current version of the demo city; answers its address. */
async function openCurrentVersion(page: Page, settings = {}, account: 'editor' | 'viewer' = 'editor'): Promise<string> {
  await signIn(page, account, `${DATABASE}?search=Current`, settings);
  await page.getByRole('row').filter({ hasText: 'Current' }).getByRole('link').click();
  await page.waitForURL(/\/v\/\d+$/);
  await expect(page.getByRole('heading', { name: 'What it holds' })).toBeVisible();
  return new URL(page.url()).pathname;
}
