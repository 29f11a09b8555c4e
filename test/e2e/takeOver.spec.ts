/** Two drafts of one version: what one changed is taken over into the other, the conflict is decided, and one undo takes it back. */
import { z } from 'zod';
import { routeOfEdit } from '../../src/contract/edits.ts';
import { cloneVersion } from '../../src/contract/versions.ts';
import { urlOf } from '../../src/contract/route.ts';
import { editStopField } from '../../src/domain/edits/stops.ts';
import { axeFindings } from '../drivers/axe.ts';
import { expect, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';
import { saved } from './editing.ts';

test('changes of another draft are taken over, with a conflict decided, and taken back by one undo', async ({ page, product }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  const ours = Number(base.split('/').at(-1));
  const { access_token: token } = await signInByHttp(product.url, 'editor');
  const write = async (path: string, key: string, body: object): Promise<object> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': `${ours}-${key}`, 'if-match': '*' };
    const answer = await fetch(product.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
    return (await answer.json()) as object;
  };
  const cloned = await write(urlOf(cloneVersion, { params: { databaseId: 'velmar', versionId: ours } }), 'clone', { Name: `Branch of ${ours}` });
  const theirs = cloneVersion.reply.parse(cloned).EditableDbVersionId;
  await page.goto(`${base}/stops`);
  const list = page.getByRole('grid', { name: 'Stops' });
  const stops = await fetch(`${product.url}/storage/ui/db/version/${ours}/stops/overlay/v2`, { headers: { authorization: `Bearer ${token}` } });
  const { Stops } = z.object({ Stops: z.array(z.object({ Id: z.string() })) }).parse(await stops.json());
  const [both = '', mine = '', other = ''] = Stops.map(({ Id }) => Id);
  const rename = (versionId: number, stopId: string, value: string): Promise<object> =>
    write(urlOf(routeOfEdit(editStopField), { params: { versionId, field: 'name' } }), `${versionId}-${stopId}`, { stopId, value });
  await rename(ours, both, 'AA of this draft');
  await rename(ours, mine, 'AA only here');
  await rename(theirs, both, 'AA of the branch');
  await rename(theirs, other, 'AA only there');

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find anything' }).fill('merge');
  await page.getByRole('option').filter({ hasText: 'Take over from' }).first().click();
  const dialog = page.getByRole('dialog', { name: /^Take over changes into/ });
  const take = dialog.getByRole('button', { name: 'Take over', exact: true });
  await expect(take).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('combobox', { name: 'Take over from' }).fill(`Branch of ${ours}`);
  await page.getByRole('option', { name: `Branch of ${ours}` }).click();
  await expect(dialog.getByRole('heading', { name: 'Decide (1 left of 1)' })).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'To take over (1)' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const row = dialog.getByRole('row').filter({ hasText: 'AA of the branch' });
  await expect(row).toContainText('AA of this draft');
  await row.getByRole('radio', { name: /AA of this draft$/ }).check();
  await page.keyboard.press('ArrowRight');
  await expect(row.getByRole('radio', { name: /AA of the branch$/ })).toBeChecked();
  await take.click();
  await expect(dialog.getByText(/^2 documents were taken over/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await saved(page);
  const shown = (name: string) => list.locator('[data-row]').filter({ hasText: name });
  for (const name of ['AA of the branch', 'AA only here', 'AA only there']) await expect(shown(name)).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await saved(page);
  await expect(shown('AA of this draft')).toHaveCount(1);
  await expect(shown('AA only here')).toHaveCount(1);
  await expect(shown('AA only there')).toHaveCount(0);
});
