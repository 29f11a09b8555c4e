import { expect, LONG, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { askForProbe, closeStop, editNewVersion, emptyPlaceNear, openStop, saved, stopPopup, stopRows, watchEdits } from './editing.ts';

const STOP = 'V0133A';

test('an editor renames a stop, and finds the new name after a reload [R096, R248]', async ({ page }) => {
  const base = await editNewVersion(page, WITHOUT_MAP);
  const sent = watchEdits(page);
  const popup = await openStop(page, base, STOP);
  const name = popup.getByLabel('Name', { exact: true });

  await name.fill('Harbour Front');
  await name.press('Enter');
  await expect(stopRows(page).filter({ hasText: STOP })).toContainText('Harbour Front');
  await saved(page);
  expect(sent).toEqual(['name']);

  await page.reload();
  await expect(stopPopup(page).getByLabel('Name', { exact: true })).toHaveValue('Harbour Front');
});

test('a field that is left as it was sends nothing, and Escape takes back what was typed [R247, R248]', LONG, async ({ page }) => {
  const base = await editNewVersion(page, WITHOUT_MAP);
  const sent = watchEdits(page);
  const popup = await openStop(page, base, STOP);
  const name = popup.getByLabel('Name', { exact: true });
  const before = await name.inputValue();
  const coordinates = popup.getByLabel('Coordinates');

  await name.fill(`${before}x`);
  await name.press('Escape');
  await expect(name).toHaveValue(before);
  await name.fill(before);
  await name.press('Enter');
  await coordinates.focus();
  await coordinates.press('Enter');
  await coordinates.fill(`${await coordinates.inputValue()} `);
  await coordinates.press('Enter');
  await popup.getByLabel('Zone id').fill('9');
  await popup.getByLabel('Zone id').press('Enter');
  await saved(page);
  expect(sent).toEqual(['zoneId']);
});

test('a stop cannot lose its name: the field says so and nothing is sent', LONG, async ({ page }) => {
  const base = await editNewVersion(page, WITHOUT_MAP);
  const sent = watchEdits(page);
  const popup = await openStop(page, base, STOP);
  const name = popup.getByLabel('Name', { exact: true });
  const before = await name.inputValue();
  await name.fill('');
  await name.press('Enter');
  await expect(popup.getByText('Stop name is required')).toBeVisible();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.press('Escape');
  await expect(name).toHaveValue(before);
  expect(sent).toEqual([]);
});

test('coordinates that are no place show an error on the field and send nothing; a place moves the stop [E167, R246, R249, R250]', async ({
  page,
}) => {
  const base = await editNewVersion(page, WITHOUT_MAP);
  const sent = watchEdits(page);
  const popup = await openStop(page, base, STOP);
  const field = popup.getByLabel('Coordinates');
  for (const wrong of ['north of here', '91,9.7', '48.1,181', '48.1', '48.1;9.7', '48.1N,9.7E']) {
    await field.fill(wrong);
    await field.press('Enter');
    await expect(popup.getByText('Not valid coordinate')).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.press('Escape');
    await expect(popup.getByText('Not valid coordinate')).toBeHidden();
  }
  expect(sent).toEqual([]);

  await field.fill('48.06, 9.78');
  await field.press('Enter');
  await expect(field).toHaveValue('48.06,9.78');
  await saved(page);
  expect(sent).toEqual(['coordinates']);
});

test('a stop in use cannot be removed, and the button says why [E178, R194, R341]', LONG, async ({ page }) => {
  const base = await editNewVersion(page, WITHOUT_MAP);
  const popup = await openStop(page, base, STOP);
  const remove = popup.getByRole('button', { name: 'Remove stop' });
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await remove.hover();
  await expect(page.getByRole('tooltip', { name: 'Stop cannot be removed because there are schedules with it' })).toBeVisible();
});

test('a click on the map makes a stop', async ({ page }) => {
  const base = await editNewVersion(page);
  const sent = watchEdits(page);
  await openStop(page, base, STOP);
  await closeStop(page);
  await test.step('by an entry of the window at the place that was clicked [R109]', async () => {
    const at = await emptyPlaceNear(page, STOP);
    await page.mouse.click(at.x, at.y);
    await page.getByRole('dialog', { name: 'Create here' }).getByRole('button', { name: 'Create stop' }).click();
  });

  const form = page.getByRole('dialog', { name: 'Create stop' });
  const name = form.getByLabel('Name');
  await expect(name).toBeFocused();
  const type = form.getByRole('combobox', { name: 'Type' });
  await test.step('the type is Regular at first [R244, E174]', () => expect(type).toHaveValue('Regular stop'));
  await test.step('the name is required [R242]', async () => {
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(form.getByText('Stop name is required')).toBeVisible();
    expect(sent).toEqual([]);
  });
  await test.step('a station has no parent [R245, E175]', async () => {
    await expect(form.getByLabel('Parent id')).toBeVisible();
    await type.click();
    await page.getByRole('option', { name: 'Station', exact: true }).click();
    await expect(form.getByLabel('Parent id')).toBeHidden();
  });
  await test.step('a name is enough [R243, E173]', async () => {
    await name.fill('Newmade Cross');
    await name.press('Enter');
    await expect(form).toBeHidden();
    await expect(stopPopup(page).getByLabel('Name', { exact: true })).toHaveValue('Newmade Cross');
  });
  await saved(page);
  expect(sent).toEqual(['create']);
  await expect(page).toHaveURL(/\/stops\/S-\d{4}$/);
});

test('what was made and removed comes back by undo and goes again by redo', LONG, async ({ page }) => {
  const base = await editNewVersion(page);
  await openStop(page, base, STOP);
  await closeStop(page);
  const at = await emptyPlaceNear(page, STOP);
  await page.mouse.click(at.x, at.y);
  await page.getByRole('dialog', { name: 'Create here' }).getByRole('button', { name: 'Create stop' }).click();
  await page.getByRole('dialog', { name: 'Create stop' }).getByLabel('Name').fill('Newmade Cross');
  await page.keyboard.press('Enter');
  const row = stopRows(page).filter({ hasText: 'Newmade Cross' });
  await page.getByRole('combobox', { name: 'Search stops' }).fill('newmade');
  await expect(row).toBeVisible();
  await page.getByRole('heading', { name: 'Stops' }).click();

  await stopPopup(page).getByRole('button', { name: 'Remove stop' }).click();
  await expect(row).toBeHidden();
  await saved(page);
  await page.keyboard.press('Control+z');
  await expect(row).toBeVisible();
  await saved(page);
  await page.keyboard.press('Control+Shift+z');
  await expect(row).toBeHidden();
  await saved(page);
  await page.keyboard.press('Control+z');
  await expect(row).toBeVisible();
  await saved(page);
  await page.keyboard.press('Control+z');
  await expect(row).toBeHidden();
});

test('where nothing can be edited a click offers Create stop, disabled, and says why; a click from too far says to zoom in [R109, R340]', async ({
  page,
}) => {
  await askForProbe(page);
  await signIn(page, 'viewer', `/data/db/velmar/v/1/stops/${STOP}`);
  await expect(stopPopup(page)).toBeVisible();
  await closeStop(page);
  const at = await emptyPlaceNear(page, STOP);
  await page.mouse.click(at.x, at.y);
  const create = page.getByRole('dialog', { name: 'Create here' }).getByRole('button', { name: 'Create stop' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await create.hover();
  const why = page.getByRole('tooltip', { name: 'You have read-only rights' });
  await expect(why).toBeVisible();
  // Escape takes away the innermost first: what is told beside the mouse, then the menu
  await page.keyboard.press('Escape');
  await expect(why).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(create).toHaveCount(0);

  const hint = page.getByText('Zoom in closer to the map to be able to click on data');
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(() => page.evaluate(() => globalThis.__map?.zoom())).toBeLessThan(13);
  await expect(hint).toHaveCount(0);
  await page.mouse.click(at.x, at.y);
  await expect(hint).toBeVisible();
});

test('Escape closes the form of a new stop and nothing is made', LONG, async ({ page }) => {
  const base = await editNewVersion(page);
  const sent = watchEdits(page);
  await openStop(page, base, STOP);
  await closeStop(page);
  const at = await emptyPlaceNear(page, STOP);
  await page.mouse.click(at.x, at.y);
  await page.getByRole('dialog', { name: 'Create here' }).getByRole('button', { name: 'Create stop' }).click();
  await page.getByRole('dialog', { name: 'Create stop' }).getByLabel('Name').fill('Never');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Create stop' })).toBeHidden();
  expect(sent).toEqual([]);
});

test('a link with an id filter shows that stop alone, and the search box finds by name, id and code [E042]', LONG, async ({ page }) => {
  await signIn(page, 'viewer', `/data/db/velmar/v/1/stops?list=stops&Id=${STOP}&match=Exact&condition=And`, WITHOUT_MAP);
  await expect(stopRows(page)).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Filter' })).toContainText(`Id is ${STOP}`);

  const box = page.getByRole('combobox', { name: 'Search stops' });
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await box.fill('v0133');
  await expect(stopRows(page)).toHaveCount(2);
  await page.reload();
  await expect(box).toHaveValue('v0133');
  await expect(stopRows(page)).toHaveCount(2);
  await box.fill('no such stop anywhere');
  await expect(page.getByText('No stop matches')).toBeVisible();
  await box.press('Escape');
  await expect(stopRows(page).first()).toBeVisible();
});

test('the list is gone through with the keys, and Enter opens the stop [R019, E040]', async ({ page }) => {
  await signIn(page, 'viewer', '/data/db/velmar/v/1/stops', WITHOUT_MAP);
  await stopRows(page).first().waitFor();
  await page.getByRole('grid', { name: 'Stops' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/stops\/V0067A/);
  await expect(stopPopup(page)).toBeVisible();

  await test.step('the arrow leads there from the search too, and on from row to row', async () => {
    await page.goto('/data/db/velmar/v/1/stops?query=alhain');
    await expect(stopRows(page)).toHaveCount(2);
    await page.keyboard.press('/');
    await expect(page.getByRole('combobox', { name: 'Search stops' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('grid', { name: 'Stops' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/stops\/V0133B/);
  });
});

test('with read-only rights the fields are text and the buttons say why [R096, R269]', async ({ page }) => {
  await signIn(page, 'viewer', `/data/db/velmar/v/1/stops/${STOP}`, WITHOUT_MAP);
  const popup = stopPopup(page);
  await expect(popup.getByRole('textbox', { name: 'Name', exact: true })).toHaveAttribute('aria-readonly', 'true');
  for (const label of [
    'Stop id',
    'Zone id',
    'Name',
    'Code',
    'Url',
    'Type',
    'Wheelchair boarding',
    'Direction',
    'Area name',
    'Signposted as',
    'Group id',
    'Parent id',
    'Platform code',
    'Coordinates',
  ]) {
    await expect(popup.getByText(label, { exact: true })).toBeAttached();
  }
  const move = popup.getByRole('button', { name: 'Move stop', exact: true });
  await expect(move).toHaveAttribute('aria-disabled', 'true');
  await move.hover();
  await expect(page.getByRole('tooltip', { name: 'You have read-only rights' })).toBeVisible();
});

test('a stop leads to the schedules that serve it and to the other ends of its transfers and pathways [R098 R099 R100]', async ({ page }) => {
  await signIn(page, 'viewer', '/data/db/velmar/v/1/stops/VELMAR-P1', WITHOUT_MAP);
  const popup = stopPopup(page);
  await popup.getByRole('button', { name: /^Transfers/ }).click();
  await popup
    .getByRole('link', { name: /^Show .* on map$/ })
    .first()
    .click();
  await expect(page.getByText('Transfer id', { exact: true })).toBeVisible();
  await page.goto('/data/db/velmar/v/1/stops/VELMAR-N1');
  await popup.getByRole('button', { name: /^Pathways/ }).click();
  await expect(popup.getByText(/^Stairs/).first()).toBeVisible();
  await page.goto('/data/db/velmar/v/1/stops/VELMAR-P1');
  await popup.getByRole('button', { name: /^Schedules/ }).click();
  const track = popup.locator('a[href*="/schedules/"][href$="/map"]').first();
  const href = await track.getAttribute('href');
  await track.click();
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await expect(page.getByRole('grid', { name: /^Stops of track/ })).toBeVisible();
});

test('an id that is no stop is said to be none', LONG, async ({ page }) => {
  await signIn(page, 'viewer', '/data/db/velmar/v/1/stops/NOPE', WITHOUT_MAP);
  await expect(page.getByText('There is no such stop')).toBeVisible();
});
