import type { TagSearchEvent } from '../../../src/machines/tagSearchMachine.ts';
import { expect, visit } from '../browser.ts';
import type { Surroundings, WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'choosing' | 'valuing';

const CATEGORIES = { Name: 'Name', TripId: 'Trip ID' } as const;
const CHOOSE = 'Search by text or select desired search category.';
const MIXED = 'Regular tags cannot be used together with guided search tags';
const HINTS = { Name: 'Type a value of Name and press ENTER.', TripId: 'Min 4 symbols and press ENTER to search.' } as const;

/** Searching the schedules by tags: what is typed and chosen stands in the box and in the address. */
export function tagSearchOnScreen({ page, base }: Surroundings): WorkflowOnScreen<TagSearchEvent, State> {
  const box = page.getByRole('combobox', { name: 'Search schedules' });
  const options = page.getByRole('listbox', { name: 'Search options' });
  const category = (id: keyof typeof CATEGORIES) => options.getByRole('option', { name: new RegExp(`^${CATEGORIES[id]}`) });
  const tags = page.getByRole('list', { name: 'Filter' }).getByRole('listitem');
  /** The version whose schedules are searched. */
  let version = base;
  let inHand: keyof typeof CATEGORIES | null = null;
  /** Why the last tag was refused. */
  let why = '';

  const expectSearch = (search: string): Promise<void> => expect.poll(() => new URL(page.url()).search).toBe(search);
  /** The list with a search that somebody else wrote into the address: the back button, a link. */
  const standAt = async (search: string): Promise<void> => {
    await visit(page, `${version}/schedules${search}`);
    await expect(box).toBeVisible();
    await expect(tags).toHaveCount(search === '' || search.startsWith('?draft-') ? 0 : 1);
  };
  const open = async (): Promise<void> => {
    await expect(box).toBeFocused();
    if ((await box.getAttribute('aria-expanded')) !== 'true') await page.getByRole('button', { name: 'Search categories' }).click();
    await expect(box).toHaveAttribute('aria-expanded', 'true');
  };
  const emptyBox = async (): Promise<void> => {
    await box.fill('');
    await expect.poll(() => page.url()).not.toMatch(/draft-\w+=night/);
  };
  const leaveBox = async (): Promise<void> => {
    await page.getByRole('contentinfo', { name: 'Status' }).getByText('All saved').click();
    await expect(box).not.toBeFocused();
  };
  const nobodyInBox = (): Promise<void> => expect(box.and(page.locator(':focus'))).toHaveCount(0);
  /** What the open options say above them. */
  const note = options.locator('xpath=preceding-sibling::p');
  const expectNote = (message: unknown, hint: string): Promise<void> => expect(note).toHaveText(message === null ? hint : why);

  return {
    async begin() {
      await page.goto(`${base}/schedules`);
      await expect(box).toBeVisible();
    },
    events: {
      async OPEN(event, state) {
        if (state === 'closed') {
          version = event.versionId === 1 ? base : '/data/db/velmar/v/1';
          inHand = event.category === 'Name' || event.category === 'TripId' ? event.category : null;
          await standAt(inHand === null ? '' : `?draft-${inHand}=`);
        }
        await box.click();
      },
      async TYPE(_event, state) {
        if (state === 'closed') return nobodyInBox();
        await box.fill('night');
        await expect.poll(() => page.url()).toMatch(new RegExp(`[?&]draft-${inHand ?? 'query'}=night$`));
      },
      async CATEGORY({ refused }, state) {
        if (state === 'closed') return nobodyInBox();
        if (state === 'valuing') {
          for (const id of ['Name', 'TripId'] as const) await expect(options.getByText(CATEGORIES[id], { exact: true })).toHaveCount(0);
          return;
        }
        await emptyBox();
        await standAt(refused === null ? '' : '?TripId=T100');
        await open();
        // one that cannot be chosen now can be pressed all the same
        await category('Name').click({ force: refused !== null });
        why = MIXED;
        if (refused !== null) return;
        inHand = 'Name';
        await expectSearch('?draft-Name=');
      },
      async ADD({ refused }, state) {
        if (state === 'closed') return nobodyInBox();
        if (refused === null) {
          await standAt('');
          await box.fill('night');
          await box.press('Enter');
          await expectSearch(`?${inHand ?? 'query'}=night`);
          await expect(tags).toHaveCount(1);
          inHand = null;
          return;
        }
        await emptyBox();
        if (state === 'choosing') {
          // without a category an empty text leads on to the list: what can be refused is the text beside a guided tag
          await standAt('?TripId=T100');
          await box.fill('night');
          why = MIXED;
        } else why = inHand === 'TripId' ? HINTS.TripId : CHOOSE;
        await box.press('Enter');
        await expect(box).toHaveAttribute('aria-invalid', 'true');
        await expect(box).toHaveValue(state === 'choosing' ? 'night' : '');
      },
      async BACK(_event, state) {
        if (state === 'closed') return nobodyInBox();
        await emptyBox();
        // a category is taken back before a tag is
        await standAt('?Name=market');
        await box.press('Backspace');
        if (state === 'choosing') await expectSearch('');
        await expect(tags).toHaveCount(state === 'choosing' ? 0 : 1);
        inHand = null;
      },
      async CHANGE(_event, state) {
        await standAt('?Name=market');
        if (state === 'closed') {
          await page.getByRole('radiogroup', { name: 'Match' }).getByText('Exact', { exact: true }).click();
          await expectSearch('?Name=market&match=Exact&condition=And');
          return leaveBox();
        }
        await page.getByRole('button', { name: 'Remove the filter Name contains market' }).click();
        await expectSearch('');
        await expect(tags).toHaveCount(0);
      },
      async CLEAR(_event, state) {
        await standAt('?Name=market');
        await page.getByRole('button', { name: 'Clear the search' }).click();
        await expectSearch('');
        await expect(tags).toHaveCount(0);
        inHand = null;
        // the box is where one goes on from there
        await expect(box).toBeFocused();
        if (state === 'closed') await leaveBox();
      },
      CLOSE: (_event, state) => (state === 'closed' ? nobodyInBox() : leaveBox()),
      async LEAVE() {
        await visit(page, `${version}/agencies`);
        await expect(page.getByRole('region', { name: 'Agencies' })).toBeVisible();
      },
    },
    states: {
      async closed() {
        await expect(options).toHaveCount(0);
        await nobodyInBox();
      },
      async choosing(context) {
        await open();
        const { message } = context as { message?: unknown };
        if ((await box.inputValue()) === '') await expect(category('TripId')).toBeVisible();
        await expectNote(message, CHOOSE);
      },
      async valuing(context) {
        await open();
        const { message } = context as { message?: unknown };
        await expect(category('TripId')).toHaveCount(0);
        await expectNote(message, inHand === null ? '' : HINTS[inHand]);
      },
    },
    sent: (asked) => asked,
    async end() {
      await visit(page, '/data');
    },
  };
}
