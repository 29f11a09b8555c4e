import { type ComparerNavigatorEvent, openLists } from '../../../src/machines/comparerNavigatorMachine.ts';
import { expect, visit } from '../browser.ts';
import { aColleague } from '../colleagueVersions.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'away' | 'closed' | 'choosingDatabase' | 'choosingFirst' | 'choosingSecond' | 'choosingBoth';

const LABELS = { databases: 'Database', first: 'First version', second: 'Second version' } as const;
/** A version that no database has. */
const GONE = 999_999;

/** Choosing a database and two of its versions in the comparer. */
export function comparerNavigatorOnScreen(surroundings: Surroundings): WorkflowOnScreen<ComparerNavigatorEvent, State> {
  const { page, base } = surroundings;
  const draft = Number(base.split('/').at(-1));
  let parent = 0;
  const button = (list: keyof typeof LABELS) => page.getByRole('main').getByRole('button', { name: new RegExp(`^${LABELS[list]}`) });
  const options = (list: keyof typeof LABELS) => page.getByRole('listbox', { name: LABELS[list] }).getByRole('option');
  /** The versions of the path cases: 1 and 2 are there. */
  const versionOf = (id: number | null): number | null => (id === null ? null : ({ 1: parent, 2: draft }[id] ?? GONE + id));
  const addressOf = (first: number | null, second: number | null): string => {
    const [from, to] = [versionOf(first), versionOf(second)];
    if (from === null) return `/comparer/velmar${to === null ? '' : `?to=${to}`}`;
    return `/comparer/velmar/${from}${to === null ? '' : `/${to}`}`;
  };
  const nothingThere = (): Promise<void> => expect(button('databases')).toHaveCount(0);
  const choose = async (list: keyof typeof LABELS, search: string, name: string | RegExp): Promise<void> => {
    if ((await button(list).getAttribute('aria-expanded')) !== 'true') await button(list).click();
    await page.getByRole('combobox', { name: `Search ${LABELS[list].toLowerCase()}` }).fill(search);
    await options(list).filter({ hasText: name }).first().click();
  };
  const expectOpen = async (state: State): Promise<void> => {
    for (const list of ['databases', 'first', 'second'] as const)
      await expect(button(list)).toHaveAttribute('aria-expanded', String(openLists(state).includes(list)));
  };

  return {
    async begin() {
      parent = (await (await aColleague(new URL(page.url()).origin, 'velmar')).read(draft)).ParentId ?? 0;
      await page.goto('/data');
    },
    events: {
      async ENTER({ databaseId, first, second }, state) {
        if (state !== 'away') return expect(button('databases')).toBeVisible();
        await visit(page, databaseId === null ? '/comparer' : addressOf(first, second));
      },
      async LEAVE() {
        await visit(page, '/data');
        await expect(page.getByRole('heading', { name: /^Databases/ })).toBeVisible();
      },
      async TOGGLE({ list }, state) {
        if (state === 'away') return nothingThere();
        // without a database there is no list of its versions to open
        if (list !== 'databases' && (await button(list).getAttribute('aria-disabled')) === 'true') await visit(page, addressOf(null, null));
        await button(list).click();
      },
      async CHOOSE_DATABASE(_event, state) {
        if (state === 'away') return nothingThere();
        await choose('databases', 'velmar', 'velmar');
        await expect(page).toHaveURL(/\/comparer\/velmar$/);
      },
      async CHOOSE_FIRST({ versionId, second }, state) {
        if (state === 'away') return nothingThere();
        await visit(page, addressOf(null, second));
        await choose('first', String(versionOf(versionId)), `#${versionOf(versionId)}`);
      },
      async CHOOSE_SECOND({ versionId, first }, state) {
        if (state === 'away') return nothingThere();
        await visit(page, addressOf(first, null));
        await choose('second', String(versionOf(versionId)), `#${versionOf(versionId)}`);
      },
      async DATABASE_GONE(_event, state) {
        if (state === 'away') return nothingThere();
        await page.goto('/comparer/nowhere');
        await expect(page).toHaveURL(/\/comparer$/);
      },
      async VERSIONS_GONE({ first, second, firstGone, secondGone }, state) {
        if (state === 'away') return nothingThere();
        await page.goto(addressOf(first, second));
        const left = addressOf(firstGone ? null : first, secondGone ? null : second);
        await expect
          .poll(
            () =>
              page
                .url()
                .replace(/^https?:\/\/[^/]+/, '')
                .split('/stops')[0],
          )
          .toBe(left);
      },
    },
    states: {
      away: nothingThere,
      closed: () => expectOpen('closed'),
      choosingDatabase: () => expectOpen('choosingDatabase'),
      choosingFirst: () => expectOpen('choosingFirst'),
      choosingSecond: () => expectOpen('choosingSecond'),
      choosingBoth: () => expectOpen('choosingBoth'),
    },
    sent: (asked) => asked,
    async end() {
      await visit(page, '/data');
      // versions that are not there cannot be compared, and that is told
      await commonOnScreen(surroundings).dismissErrors();
    },
  };
}
