import { VERSION_GONE } from '../../../src/projections/versionLife.ts';
import type { AskedAct, VersionLifecycleEvent } from '../../../src/machines/versionLifecycleMachine.ts';
import { expect } from '../browser.ts';
import { aColleague, type VersionColleague } from '../colleagueVersions.ts';
import type { Surroundings, WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'idle' | 'confirming' | 'naming' | 'refused';

const TITLES: Readonly<Record<AskedAct, string>> = {
  publish: 'Publish version',
  makeCurrent: 'Make current again',
  finishEdit: 'Finish edit',
  archive: 'Archive version',
  deleteDraft: 'Delete draft',
  clone: 'Clone version',
};
const YES: Readonly<Record<AskedAct, string>> = {
  publish: 'Publish',
  makeCurrent: 'Make current',
  finishEdit: 'Finish edit',
  archive: 'Archive',
  deleteDraft: 'Delete',
  clone: 'Clone',
};
/** The button of an act; that of a publication says how many errors go with it. */
const yesOf = (act: AskedAct): string | RegExp => (act === 'publish' ? /^Publish( with [\d,]+ errors?)?$/ : YES[act]);
const ENTRIES: Readonly<Record<AskedAct, string>> = {
  publish: 'Publish',
  makeCurrent: 'Make current again',
  finishEdit: 'Finish edit',
  archive: 'Archive',
  deleteDraft: 'Delete draft',
  clone: 'Clone',
};
const FAILED: Readonly<Record<AskedAct, string>> = {
  publish: 'Publishing failed',
  makeCurrent: 'The version could not be made current',
  finishEdit: 'The edit could not be finished',
  archive: 'Archiving failed',
  deleteDraft: 'Deleting failed',
  clone: 'Cloning failed',
};
const SAYS: Readonly<Partial<Record<AskedAct, string>>> = { makeCurrent: 'current again in place of', archive: 'until it is brought back' };
const FAILURE = 'The server is tired';

/** The question before an act on a version, as somebody answers it in the list of versions. */
export function versionLifecycleOnScreen({ page, held, base }: Surroundings): WorkflowOnScreen<VersionLifecycleEvent, State> {
  const dialog = page.getByRole('dialog', { name: /^(Publish version|Make current again|Finish edit|Archive version|Delete draft|Clone version)$/ });
  const name = dialog.getByRole('textbox', { name: 'Version Name' });
  const close = dialog.getByRole('button', { name: 'Close', exact: true }).last();
  const errors = page.getByTestId('errors');
  const rowOf = (id: number) =>
    page
      .getByRole('grid')
      .locator('[data-row]')
      .filter({ has: page.locator(`a[href$="/v/${id}"]`) });

  let colleague: VersionColleague;
  let asked: AskedAct = 'clone';
  /** The draft and the finished version that stand for those of the path cases. */
  let draft = Number(base.split('/').at(-1));
  let finished = 0;
  /** Was published before another one was. */
  let former = 0;
  let spoilt = false;
  let cancels = 0;
  const versionOf = (act: AskedAct): number => (act === 'publish' || act === 'archive' ? finished : act === 'makeCurrent' ? former : draft);
  const replaced = async (): Promise<number> => {
    const [older, newer] = [await colleague.finished(), await colleague.finished()];
    await colleague.publish(older);
    await colleague.publish(newer);
    return older;
  };

  /** What a colleague has taken away or put into the archive is replaced, for the walk goes on. */
  const replaceSpoilt = async (): Promise<void> => {
    if (!spoilt) return;
    spoilt = false;
    if (asked === 'publish' || asked === 'archive') finished = await colleague.finished();
    else if (asked === 'makeCurrent') former = await replaced();
    else draft = await colleague.draft();
    await expect(rowOf(versionOf(asked))).toBeVisible();
  };
  const failAndDismiss = async (): Promise<void> => {
    await expect.poll(() => held.waiting).toBe(1);
    const row = rowOf(versionOf(asked));
    await expect(row.getByRole('status')).toBeVisible();
    await held.fail(500, FAILURE);
    await row.getByRole('button', { name: 'Failed' }).click();
    const failed = page.getByRole('alert').filter({ hasText: FAILED[asked] });
    await expect(failed).toContainText(FAILURE);
    await failed.getByRole('button', { name: 'Dismiss' }).click();
    await expect(row.getByRole('button', { name: 'Failed' })).toHaveCount(0);
    // what is told beside the version is not told in the corner too
    if (await errors.isVisible()) await errors.getByRole('button', { name: 'Close and clear the errors' }).click();
  };

  return {
    async begin() {
      colleague = await aColleague(new URL(page.url()).origin, 'velmar');
      former = await replaced();
      finished = await colleague.finished();
      await page.goto('/data');
      await page
        .getByRole('main')
        .getByRole('link', { name: /Velmar City/ })
        .click();
      await expect(rowOf(draft)).toBeVisible();
      await expect(rowOf(finished)).toBeVisible();
    },
    events: {
      async ASK(event, state) {
        if (state !== 'idle') return page.keyboard.press('Alt+c');
        asked = event.act;
        await rowOf(versionOf(asked))
          .getByRole('button', { name: /^Actions of/ })
          .click();
        await page.getByRole('menuitem', { name: ENTRIES[asked], exact: true }).click();
      },
      async CONFIRM(_event, state) {
        if (state !== 'confirming') {
          for (const word of [YES.publish, YES.makeCurrent, YES.finishEdit, YES.archive, YES.deleteDraft])
            await expect(dialog.getByRole('button', { name: word, exact: true })).toHaveCount(0);
          return;
        }
        await page.keyboard.press('Enter');
        await failAndDismiss();
      },
      async NAME(event, state) {
        if (state !== 'naming') return expect(name).toHaveCount(0);
        await name.fill(event.name);
        await name.press('Enter');
        if (event.name.trim() !== '' && event.name.length <= 128) await failAndDismiss();
      },
      async CANCEL(_event, state) {
        cancels += 1;
        if (state === 'idle' || cancels % 2 === 0) await page.keyboard.press('Escape');
        else await close.click();
        await expect(dialog).toHaveCount(0);
        await replaceSpoilt();
      },
      async LEAVE() {
        await page.goBack();
        await expect(page).toHaveURL(/\/data$/);
        await expect(dialog).toHaveCount(0);
        await page.goForward();
        await expect(page.getByRole('grid')).toBeVisible();
        await replaceSpoilt();
      },
      async REFUSE(_event, state) {
        if (state === 'idle') return expect(dialog).toHaveCount(0);
        if (state === 'refused') return expect(close).toBeVisible();
        spoilt = true;
        if (versionOf(asked) !== draft) await colleague.archive(versionOf(asked));
        else await colleague.remove(draft);
      },
    },
    states: {
      async idle() {
        await expect(dialog).toHaveCount(0);
      },
      async confirming() {
        await expect(dialog).toHaveAccessibleName(TITLES[asked]);
        await expect(dialog).toContainText(SAYS[asked] ?? 'It cannot be undone.');
        await expect(dialog.getByRole('button', { name: yesOf(asked), exact: true })).toBeFocused();
      },
      async naming({ messages = [] }) {
        await expect(dialog).toHaveAccessibleName(TITLES.clone);
        await expect(name).toBeFocused();
        for (const message of messages) await expect(dialog.getByText(message)).toBeVisible();
        if (messages.length === 0) await expect(name).not.toHaveAttribute('aria-invalid', 'true');
      },
      async refused({ messages = [] }) {
        await expect(dialog.getByRole('alert')).toHaveText(
          versionOf(asked) === draft ? VERSION_GONE : asked === 'archive' ? 'Archiving…' : (messages[0] ?? ''),
        );
        await expect(dialog.getByRole('button', { name: yesOf(asked), exact: true })).toHaveCount(0);
      },
    },
    sent: (askedFor) => askedFor,
    async end() {
      if (await dialog.isVisible()) await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    },
  };
}
