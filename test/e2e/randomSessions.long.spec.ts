/** Random acts through the real screens: whatever was done, the report of it leads to the same states again. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { decodeDmplog } from '../../src/kernel/dmplog.ts';
import { replay } from '../../src/kernel/replay.ts';
import { definitions, LOG_SCHEMA } from '../../src/machines/definitions.ts';
import { expect, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { saveReport } from '../drivers/saveReport.ts';
import { SCREENS } from '../drivers/screens.ts';
import { type Chance, chanceOf } from '../laws/chance.ts';
import { saved } from './editing.ts';

const SESSIONS = Number(process.env['DMP_TEST_SESSIONS'] ?? 50);
const ACTS = 25;
/** An act that cannot be done where the session stands is none; nobody waits long for it. */
const SOON = 1500;

type Act = (page: Page, base: string, chance: Chance) => Promise<unknown>;

const PLACES = SCREENS.filter(({ name, before }) => before === undefined && name !== 'not-found');
const FORMS: readonly (readonly [place: string, ...labels: string[]])[] = [
  ['/stops/V0133A', 'Name', 'Zone id', 'Code', 'Area name', 'Platform code', 'Group id'],
  ['/stops/V0067B', 'Zone id', 'Signposted as', 'Direction'],
  ['/schedules/2_20260701', 'Long name', 'URL', 'Colour'],
  ['/fares/day', 'Description', 'Price', 'Valid from'],
  ['/levels/L0', 'Name', 'Index'],
];

const fill: Act = async (page, base, chance) => {
  const [place, ...labels] = chance.pick(FORMS) ?? [''];
  await visit(page, `${base}${place}`);
  const field = page.getByLabel(chance.pick(labels) ?? '', { exact: true }).first();
  await field.fill(chance.pick(['Harbour', '4b', '', '2.50', 'https://city.example', '2026-02-01', 'x'.repeat(60)]) ?? '', { timeout: SOON });
  await field.press(chance.pick(['Enter', 'Tab', 'Escape']) ?? 'Enter');
};

/** The acts; those that stand more often are done more often. */
const DEEDS: readonly Act[] = [
  fill,
  fill,
  fill,
  (page, base, chance) => visit(page, chance.pick(PLACES)?.at(base) ?? base),
  (page, base, chance) => visit(page, chance.pick(PLACES)?.at(base) ?? base),
  async (page, base, chance) => {
    await visit(page, `${base}${chance.pick(['/stops', '/schedules', '/agencies', '/fares', '/translations']) ?? ''}`);
    const rows = page.getByRole('grid').first().locator('[data-row]');
    await rows.nth(chance.below(4)).click({ timeout: SOON });
  },
  async (page, _base, chance) => {
    const headers = page.getByRole('columnheader').getByRole('button');
    await headers.nth(chance.below(3)).click({ timeout: SOON });
  },
  (page) => page.keyboard.press('Control+z'),
  (page) => page.keyboard.press('Control+z'),
  (page) => page.keyboard.press('Control+Shift+z'),
  (page, _base, chance) => page.keyboard.press(chance.pick(['ArrowDown', 'Enter', 'Escape', 'Slash', 'Tab', '?']) ?? 'Escape'),
  async (page, _base, chance) => {
    await page.keyboard.press(chance.pick(['Alt+u', 'Control+k', 'Alt+h']) ?? 'Alt+u');
    await page.keyboard.type(chance.pick(['velmar', 'stops', 'undo']) ?? '');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  },
  async (page, base, chance) => {
    await visit(page, `${base}/stops`);
    await page
      .getByRole('searchbox')
      .or(page.getByRole('combobox'))
      .first()
      .fill(chance.pick(['central', 'albach', 'zz', '']) ?? '', { timeout: SOON });
  },
  (page) => page.goBack({ timeout: SOON }),
  (page) => page.goForward({ timeout: SOON }),
  (page) => page.reload(),
  async (page, base, chance) => {
    await page.context().setOffline(true);
    try {
      await fill(page, base, chance);
    } finally {
      await page.context().setOffline(false);
    }
  },
];

for (let seed = 1; seed <= SESSIONS; seed++) {
  test(`random session ${seed} of ${SESSIONS} reproduces`, async ({ page }, info) => {
    test.setTimeout(240_000);
    const chance = chanceOf(seed);
    // most of a session without a map, which is most of its time
    const address = await haveFreshVersion(page, seed % 5 === 0 ? {} : WITHOUT_MAP);
    await page.goto(`${address}/stops`);
    let done = 0;
    for (let i = 0; i < ACTS; i++) {
      const deed = chance.pick(DEEDS) ?? fill;
      await deed(page, address, chance).then(
        () => (done += 1),
        () => undefined,
      );
    }
    expect(done, 'acts that could be done').toBeGreaterThan(ACTS / 3);
    await page.keyboard.press('Escape');
    await visit(page, address);
    await saved(page);

    const file = info.outputPath('random.dmplog');
    await saveReport(page, file, `seed ${seed}`);
    const report = decodeDmplog(readFileSync(file, 'utf8'), LOG_SCHEMA);
    if (!report.ok) throw new Error(report.message);
    expect(report.source, 'where it was made').toEqual([]);
    const { divergences, compared } = replay(report, definitions);
    expect(divergences).toEqual([]);
    expect(compared.records).toBe(report.records.length);
    expect(compared.states).toBe(report.records.length);
  });
}
