import { changesPath } from '../../../src/domain/locations.ts';
import type { CommentChangesEvent } from '../../../src/machines/commentChangesMachine.ts';
import { expect, visit } from '../browser.ts';
import { colleagueEdits } from '../colleague.ts';
import { aColleague } from '../colleagueVersions.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'writing' | 'sending' | 'unseen';

interface Context {
  readonly message?: string;
  readonly messages?: readonly string[];
}

/** The databases of the demo that stand for those of the path cases. */
const DATABASE = { demo: 'velmar', other: 'tarnholm' } as const;

/** Comments on a change of each of two databases: what is sent is let through to the server, and stands in the tree. */
export function commentChangesOnScreen(surroundings: Surroundings): WorkflowOnScreen<CommentChangesEvent, State> {
  const { page, held } = surroundings;
  const { answer, dismissErrors, letGo } = commonOnScreen(surroundings);
  const dialog = page.getByRole('dialog', { name: 'Comment on changes' });
  const text = dialog.getByPlaceholder('Type your comment here');
  const comment = dialog.getByRole('button', { name: 'Comment', exact: true });
  const changes = dialog.getByRole('tree').getByRole('checkbox');
  const refused = dialog.getByRole('alert');
  /** Where a change of each database is open in its change log. */
  const logs = new Map<string, string>();
  /** What the user has typed since the dialog opened; undefined: nothing. */
  let typed: string | undefined;

  const openLogOf = async (databaseId: string): Promise<void> => {
    const site = new URL(page.url()).origin;
    const draft = await (await aColleague(site, databaseId)).draft();
    await colleagueEdits(site, draft, 0, 'name', 'Path');
    await page.goto(`${changesPath(databaseId)}?mode=Comment&dbVersionId=${draft}`);
    await page.getByRole('grid', { name: 'ChangeSets' }).getByRole('row').nth(1).click();
    await expect(page.getByRole('region', { name: /^Changes of set/ })).toContainText('Path');
    const { pathname, search } = new URL(page.url());
    logs.set(databaseId, pathname + search);
  };

  return {
    async begin() {
      for (const databaseId of [DATABASE.other, DATABASE.demo]) await openLogOf(databaseId);
    },
    events: {
      async OPEN({ databaseId }, state) {
        // the dialog lies over the page: neither its button nor another database can be reached
        if (state === 'writing' || state === 'sending') return expect(dialog).toHaveAttribute('aria-modal', 'true');
        typed = undefined;
        await visit(page, logs.get(databaseId === 'demo' ? DATABASE.demo : DATABASE.other) ?? '');
        await expect(page.getByRole('region', { name: /^Changes of set/ })).toContainText('Path');
        await page.getByRole('button', { name: 'Comment on changes' }).click();
      },
      async SEND({ message, changeIds }, state) {
        if (state === 'closed' || state === 'unseen') return expect(dialog).toHaveCount(0);
        if (state === 'sending') return expect(comment).toHaveAttribute('aria-disabled', 'true');
        typed = message;
        await text.fill(message);
        // the first box is that of all of a kind, the others are those of its changes
        await changes.first().setChecked(changeIds.length > 0);
        if (changeIds.length > 0 && message.trim() !== '') return comment.click();
        await comment.hover();
        await expect(page.getByRole('tooltip')).toHaveText(changeIds.length === 0 ? 'Select changes first' : 'Type your comment first');
        await expect(comment).toHaveAttribute('aria-disabled', 'true');
      },
      DONE: (_event, state) =>
        answer(async () => {
          await held.release();
          typed = '';
          await expect(page.getByText('Comment added').last()).toBeVisible();
          if (state === 'sending') await expect(dialog.getByRole('tree')).toContainText('Please check');
        }),
      FAILED: ({ messages: [message = ''] }, state) =>
        answer(async () => {
          await held.fail(500, message);
          if (state === 'unseen') return expect(page.getByTestId('errors')).toContainText(message);
          // told in the dialog alone
          await expect(refused).toContainText(message);
          await expect(page.getByTestId('errors')).toHaveCount(0);
        }),
      async CLOSE(_event, state) {
        if (state === 'closed' || state === 'unseen') return expect(dialog).toHaveCount(0);
        await page.keyboard.press('Escape');
      },
    },
    states: {
      async closed() {
        await expect(dialog).toHaveCount(0);
        await dismissErrors();
      },
      async writing(context) {
        const { message = '', messages = [] } = context as Context;
        await expect(text).toBeEditable();
        await expect(text).toHaveValue(typed ?? message);
        if (messages.length === 0) return expect(refused).toHaveCount(0);
        await expect(refused).toContainText('The comment was not sent');
        for (const why of messages) await expect(refused).toContainText(why);
        await expect(refused.getByRole('button', { name: 'Retry' })).not.toHaveAttribute('aria-disabled', 'true');
      },
      async sending(context) {
        await expect(text).not.toBeEditable();
        await expect(text).toHaveValue(typed ?? (context as Context).message ?? '');
        await expect(refused).toHaveCount(0);
      },
      async unseen() {
        await expect(dialog).toHaveCount(0);
        await expect(page.getByTestId('errors')).toHaveCount(0);
      },
    },
    sent: (asked) => asked,
    async end() {
      if (await dialog.isVisible()) await page.keyboard.press('Escape');
      await letGo();
      await dismissErrors();
    },
  };
}
