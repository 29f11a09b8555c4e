import type { SessionNoteEvent } from '../../../src/machines/sessionNoteMachine.ts';
import { expect } from '../browser.ts';
import { setCaseAside } from '../setAside.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'editing' | 'saving';

/** Writing the note of a session, as somebody does it in the list of exclusions. */
export function sessionNoteOnScreen(surroundings: Surroundings): WorkflowOnScreen<SessionNoteEvent, State> {
  const { page, held, base } = surroundings;
  const { answer, dismissErrors, letGo } = commonOnScreen(surroundings);
  const manager = page.getByRole('dialog', { name: 'Exclusions' });
  const dialog = page.getByRole('dialog', { name: 'Session note' });
  const note = dialog.getByRole('textbox', { name: 'Note' });
  const save = dialog.getByRole('button', { name: 'Save' });
  /** What the dialog began with; each new note is another one. */
  let before = '';
  let typed = '';
  let written = 0;
  let takeBack: (() => Promise<void>) | undefined;

  return {
    async begin() {
      await page.goto(`${base}/stops`);
      takeBack = await setCaseAside(page, base, 212);
      await page.goto(`${base}/stops?summary=open&exclusions=sessions`);
      await expect(manager.getByRole('button', { name: /^Edit the note/ })).toBeVisible();
    },
    events: {
      async OPEN(_event, state) {
        // the dialog lies over the list
        if (state !== 'closed') return expect(note).toBeVisible();
        await manager.getByRole('button', { name: /^Edit the note/ }).click();
        before = await note.inputValue();
        typed = before;
      },
      async SAVE(event, state) {
        if (state === 'closed') return expect(save).toHaveCount(0);
        if (state === 'saving') return expect(save).toBeDisabled();
        if (event.note === 'New') typed = `New ${(written += 1)}`;
        else typed = event.note === 'Old' ? before : event.note;
        await note.fill(typed);
        if (event.note === 'New') return save.click();
        await expect(save).toBeDisabled();
        if (typed.length > 128) await expect(dialog.getByText('Maximum 128 symbols')).toBeVisible();
      },
      DONE: () => answer(() => held.release()),
      FAILED: () => answer(() => held.fail(500, 'Out of order')),
      async CLOSE(_event, state) {
        if (state === 'closed') return expect(dialog).toHaveCount(0);
        await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
      },
    },
    states: {
      async closed() {
        await expect(dialog).toHaveCount(0);
        await expect(manager).toBeVisible();
        await dismissErrors();
      },
      async editing({ messages = [] }) {
        await expect(note).toHaveValue(typed);
        if (messages[0] !== undefined) await expect(dialog.getByRole('alert')).toHaveText(`${messages[0]}. Out of order`);
        if (messages.length === 0) await expect(dialog.getByRole('alert')).toHaveCount(0);
      },
      async saving() {
        await expect(save).toBeDisabled();
        await expect(save).toHaveAttribute('data-loading', 'true');
        await expect(note).toHaveValue(typed);
      },
    },
    // notes of one session go one after another
    sent: (asked, answered) => Math.min(asked, answered + 1),
    async end() {
      if (await dialog.isVisible()) await page.keyboard.press('Escape');
      await letGo();
      await dismissErrors();
      await takeBack?.();
    },
  };
}
