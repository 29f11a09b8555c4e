import type { Route } from '@playwright/test';
import { showPlace } from '../../../src/commands/search/mapSearch.ts';
import { type MapSearchEvent, namesPlaces } from '../../../src/machines/mapSearchMachine.ts';
import { expect, visit } from '../browser.ts';
import type { Surroundings, WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'typing' | 'searching' | 'found';

/** A stop of the demo city. */
const STOP = 'V0133A';
const COORDINATE = '52.1,5.1';

/** Searching the map: what the version holds stands there as one types, places come from the server. */
export function mapSearchOnScreen({ page, map, base }: Surroundings): WorkflowOnScreen<MapSearchEvent, State> {
  const box = page.getByRole('combobox', { name: 'Search the map' });
  const list = page.getByRole('listbox', { name: 'Found on the map' });
  const option = (name: RegExp) => list.getByRole('option', { name });
  const place = (name: string) => option(new RegExp(`^${name}, Netherlands.*place$`));
  const places = option(/place$/);
  const loader = page.getByRole('search', { name: 'Map' }).getByLabel('Searching');
  /** Searches for places that the walk has not answered yet, and the name that was looked for last. */
  let asked: Route[] = [];
  let soughtLast = '';
  /** The name that was typed last, other texts after it or not. */
  let before = '';
  /** A version is in view. */
  let inVersion = true;

  const answerAll = async (): Promise<void> => {
    const waiting = asked;
    asked = [];
    // one that a later search has taken the place of was broken off by the page
    for (const one of waiting) await one.continue().catch(() => undefined);
  };
  const stand = async (): Promise<void> => {
    await visit(page, inVersion ? `${base}/stops` : '/data');
    await expect(inVersion ? page.getByRole('grid', { name: 'Stops' }) : page.getByRole('heading', { name: /^Databases/ })).toBeVisible();
  };
  const leftAlone = async (): Promise<void> => {
    await expect(list).toHaveCount(0);
    await expect(box).toHaveAttribute('aria-expanded', 'false');
  };
  const textOf = (context: object): string => ('text' in context && typeof context.text === 'string' ? context.text : '');

  return {
    async begin() {
      await page.route(/\/locations\/autocomplete/, (route) => {
        soughtLast = new URL(route.request().url()).searchParams.get('name') ?? '';
        asked.push(route);
      });
      await page.goto(`${base}/stops`);
      await map.idle();
      await expect(box).toBeVisible();
    },
    events: {
      async OPEN({ versionId }, state) {
        if (state === 'closed') {
          inVersion = versionId !== null;
          await stand();
          // a text that was left in the box
          await box.press('Escape');
          await expect(box).toHaveValue('');
        }
        await box.click();
      },
      async TYPE({ text }, state) {
        if (state === 'closed') return leftAlone();
        if (before === text) {
          // the same name is looked for once more after another one only
          await box.fill(`${text}x`);
          await expect.poll(() => soughtLast).toBe(`${text}x`);
        }
        if (namesPlaces(text)) before = text;
        soughtLast = '';
        await box.fill(text);
      },
      async FOUND(_event, state) {
        await answerAll();
        if (state === 'typing' || state === 'closed') await expect(places).toHaveCount(0);
      },
      async CHOOSE({ to }, state) {
        if (state === 'closed') return leftAlone();
        const isPlace = to.type === showPlace.type;
        if (!isPlace && inVersion) {
          await box.fill(STOP);
          await option(new RegExp(STOP)).click();
          await expect(page).toHaveURL(new RegExp(`/stops/${STOP}$`));
          return expect(page.getByRole('complementary', { name: /^Stop / })).toBeVisible();
        }
        if (state === 'found') {
          await places.first().click();
          return expect.poll(() => page.evaluate(() => globalThis.__map?.zoom())).toBe(8);
        }
        await box.fill(COORDINATE);
        // without a version nothing of one can be found
        if (!inVersion) await expect(list.getByRole('option')).toHaveCount(1);
        await option(/^Go to 52\.1,5\.1/).click();
        await expect.poll(() => page.evaluate(() => globalThis.__map?.zoom())).toBe(15);
      },
      async CLOSE(_event, state) {
        if (state === 'closed') return leftAlone();
        await box.press('Escape');
      },
      async LEAVE() {
        inVersion = !inVersion;
        await stand();
      },
    },
    states: {
      closed: leftAlone,
      async typing(context) {
        const text = textOf(context);
        await expect(box).toHaveAttribute('aria-expanded', 'true');
        await expect(box).toHaveValue(text);
        await expect(places).toHaveCount(0);
        await expect(loader).toHaveCount(0);
        if (text === '') await expect(page.getByText('Type to search options')).toBeVisible();
        if (text === COORDINATE) await expect(option(/^Go to 52\.1,5\.1/)).toBeVisible();
      },
      async searching(context) {
        const text = textOf(context);
        await expect(box).toHaveValue(text);
        await expect.poll(() => soughtLast).toBe(text);
        await expect(loader).toBeVisible();
        await expect(places).toHaveCount(0);
      },
      async found(context) {
        await expect(place(textOf(context))).toBeVisible();
        await expect(loader).toHaveCount(0);
      },
    },
    sent: (count) => count,
    async end() {
      await answerAll();
      await visit(page, '/data');
    },
  };
}
