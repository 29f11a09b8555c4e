import type { Locator } from '@playwright/test';
import { Export } from '../../../src/domain/exports.ts';
import type { ExportFormEvent } from '../../../src/machines/exportFormMachine.ts';
import { expect, visit } from '../browser.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'viewing' | 'editing' | 'askingRule' | 'discarding' | 'saving' | 'savingAway' | 'asking' | 'removing';

interface Context {
  readonly exportId?: number | null;
  readonly messages?: readonly string[];
}

/** The export of the demo that stands for the one of the path cases. */
const NAME = 'Whole region for partners';

/** Making, changing and removing an export. Nothing of it reaches the server: the demo keeps its exports. */
export function exportFormOnScreen(surroundings: Surroundings): WorkflowOnScreen<ExportFormEvent, State> {
  const { page, held } = surroundings;
  const { answer, dismissErrors, errors, nothingToAnswer } = commonOnScreen(surroundings);
  const form = page.getByRole('region', { name: /^(Create|Edit) export$/ });
  const panel = page.getByRole('region', { name: 'Export', exact: true });
  const save = form.getByRole('button', { name: /^(Create|Save)$/ });
  const cancel = form.getByRole('button', { name: 'Cancel' });
  const name = form.getByLabel('Name', { exact: true });
  const rules = form.getByRole('group', { name: /^Agency merging \d+$/ });
  const questions = {
    askingRule: { dialog: page.getByRole('dialog', { name: 'Delete agency merging' }), yes: 'Delete', no: 'Cancel' },
    discarding: { dialog: page.getByRole('dialog', { name: 'Leave the export' }), yes: 'Discard changes', no: 'Keep editing' },
    asking: { dialog: page.getByRole('dialog', { name: 'Delete export' }), yes: 'Delete', no: 'Cancel' },
  };
  const remove = questions.asking.dialog.getByRole('button', { name: 'Delete' });
  /** What the server told of the export. */
  let stored: Export | undefined;

  const isAsked = (state: State): state is keyof typeof questions => Object.hasOwn(questions, state);
  const place = (mode?: 'edit'): string => `/exports?export=${stored?.id}${mode === undefined ? '' : '&mode=edit'}`;
  /** What cannot be done in a state: a question lies over the page, something is under way, or what it takes is not there. */
  const cannot = (state: State): Promise<void> => {
    if (isAsked(state)) return expect(questions[state].dialog).toHaveAttribute('aria-modal', 'true');
    if (state === 'removing') return expect(remove).toHaveAttribute('data-loading', 'true');
    if (state === 'saving') return expect(save).toHaveAttribute('data-loading', 'true');
    return expect(state === 'editing' ? panel : form).toHaveCount(0);
  };
  /** Where a failure is told: where the command was given while that stands, else in the corner. */
  const toldIn = (state: State): Locator => {
    const place = state === 'saving' ? form : state === 'removing' ? questions.asking.dialog : undefined;
    return place === undefined ? errors : place.getByRole('alert');
  };
  /** The form as it was opened. */
  const undoAll = async (): Promise<void> => {
    const undo = form.getByRole('button', { name: /^Undo/ });
    for (let i = 0; i < 30 && (await undo.getAttribute('aria-disabled')) === null; i++) await undo.click();
    await expect(undo).toHaveAttribute('aria-disabled', 'true');
  };
  const choose = async (label: string, option: string): Promise<void> => {
    await form.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option }).click();
  };
  const fillIn = async (): Promise<void> => {
    await name.fill('To partners');
    await name.press('Enter');
    if (await form.getByRole('heading', { name: 'Edit export' }).isVisible()) return;
    await choose('Region', 'Velmar');
    await choose('Database ID', 'velmar Velmar City');
    await choose('Delivery location', 'Nightly folder');
  };
  /** Somebody else has changed the export first: mine is sent again over theirs. */
  const saveOverTheirs = async (): Promise<void> => {
    let sent = 0;
    await page.route(new RegExp(`/exports/ui/exports/${stored?.id}$`), async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      sent += 1;
      const theirs = { ...stored, name: 'Of somebody else', rev: (stored?.rev ?? 0) + 1 };
      return sent === 1
        ? route.fulfill({ status: 412, json: { errors: [{ message: 'Changed by somebody else' }], Present: theirs } })
        : route.fulfill({ json: theirs });
    });
    await fillIn();
    await save.click();
    await page.getByRole('button', { name: 'Apply mine anyway' }).click();
    await expect(panel.getByRole('heading', { name: 'Of somebody else' })).toBeVisible();
    await page.unroute(new RegExp(`/exports/ui/exports/${stored?.id}$`));
  };

  return {
    async begin() {
      await page.goto('/exports');
      const read = page.waitForResponse((response) => /\/exports\/ui\/exports\/\d+$/.test(response.url()));
      await page.getByRole('region', { name: 'Exports' }).getByText(NAME).click();
      stored = Export.parse(await (await read).json());
      await expect(panel.getByRole('heading', { name: NAME })).toBeVisible();
    },
    events: {
      async START({ exportId }, state) {
        if (state === 'viewing') {
          await visit(page, exportId === null ? '/exports' : place());
          return (exportId === null ? page.getByRole('button', { name: 'Create export' }) : panel.getByRole('button', { name: 'Edit' })).click();
        }
        // what is being saved or removed, or is asked about, is no form yet
        if (state === 'saving' || state === 'savingAway' || state === 'asking' || state === 'removing') return cannot(state);
        await visit(page, exportId === null ? '/exports?mode=create' : place('edit'));
      },
      LEAVE: () => visit(page, '/exports'),
      async SUBMIT({ write }, state) {
        if (state !== 'editing') return cannot(state);
        if (write === null) await undoAll();
        else await fillIn();
        await save.click();
        if (write === null) await expect(form.getByText('The Export Name field is required')).toBeVisible();
      },
      async SAVED(_event, state) {
        if (state === 'removing') return cannot(state);
        if (state === 'editing' && (await form.getByRole('heading', { name: 'Edit export' }).isVisible())) return saveOverTheirs();
        await answer(async () => {
          await held.reply(200, stored);
          if (state === 'saving') await expect(panel.getByRole('heading', { name: NAME })).toBeVisible();
        });
      },
      FAILED: ({ messages: [message = ''] }, state) =>
        answer(async () => {
          await held.fail(500, message);
          await expect(toldIn(state)).toContainText(message);
        }),
      async LEAVE_FORM({ changed }, state) {
        if (state === 'saving') return expect(cancel).toHaveAttribute('aria-disabled', 'true');
        if (state !== 'editing') return cannot(state);
        await undoAll();
        if (changed) {
          await name.fill('Something else');
          await name.press('Enter');
        }
        await cancel.click();
      },
      async ASK_RULE(_event, state) {
        if (state !== 'editing') return cannot(state);
        if ((await rules.count()) === 0) await form.getByRole('button', { name: 'Add agency merging' }).click();
        await form.getByRole('button', { name: 'Delete agency merging 1' }).click();
      },
      async ASK_DELETE(_event, state) {
        if (state !== 'viewing') return cannot(state);
        await visit(page, place());
        await panel.getByRole('button', { name: 'Delete' }).click();
      },
      REMOVED: (_event, state) =>
        // what is being saved is no removal
        state === 'saving' || state === 'savingAway'
          ? cannot(state)
          : answer(async () => {
              await held.reply(200, {});
              await expect(page).toHaveURL(/\/exports$/);
            }),
      async CONFIRM(_event, state) {
        if (!isAsked(state)) return cannot(state);
        const before = await rules.count();
        await questions[state].dialog.getByRole('button', { name: questions[state].yes }).click();
        if (state === 'askingRule') await expect(rules).toHaveCount(before - 1);
        if (state === 'discarding') await expect(form).toHaveCount(0);
      },
      async CANCEL(_event, state) {
        if (state === 'removing')
          return expect(questions.asking.dialog.getByRole('button', { name: 'Cancel' })).toHaveAttribute('aria-disabled', 'true');
        if (!isAsked(state)) return cannot(state);
        await questions[state].dialog.getByRole('button', { name: questions[state].no }).click();
      },
    },
    states: {
      async viewing() {
        await expect(form).toHaveCount(0);
        for (const { dialog } of Object.values(questions)) await expect(dialog).toHaveCount(0);
        await expect(page.getByRole('region', { name: 'Exports' })).toBeVisible();
        await dismissErrors();
      },
      async editing(context) {
        const { exportId = null, messages = [] } = context as Context;
        await expect(form.getByRole('heading', { level: 1 })).toHaveText(exportId === null ? 'Create export' : 'Edit export');
        await expect(name).toBeVisible();
        await expect(save).not.toHaveAttribute('data-loading');
        for (const { dialog } of Object.values(questions)) await expect(dialog).toHaveCount(0);
        for (const message of messages) await expect(form.getByRole('alert').getByText(message)).toBeVisible();
        await dismissErrors();
      },
      async askingRule() {
        await expect(questions.askingRule.dialog).toContainText('Are you sure you want to remove this agency merging?');
      },
      async discarding() {
        await expect(questions.discarding.dialog).toContainText('What you have changed in this export is not saved. Discard it?');
      },
      async saving() {
        await expect(save).toHaveAttribute('data-loading', 'true');
      },
      async savingAway() {
        await expect(form).toHaveCount(0);
        await expect(page).toHaveURL(/\/exports$/);
      },
      async asking({ messages = [] }) {
        await expect(questions.asking.dialog).toContainText('Are you sure you want to remove this export?');
        await expect(remove).not.toHaveAttribute('data-loading');
        for (const message of messages) await expect(questions.asking.dialog.getByRole('alert')).toContainText(message);
      },
      async removing() {
        await expect(remove).toHaveAttribute('data-loading', 'true');
      },
    },
    sent: (asked) => asked,
    async end() {
      while (held.waiting > 0) {
        await held.fail(500, 'No');
        await expect(page.getByText('No', { exact: true }).first()).toBeVisible();
      }
      await nothingToAnswer();
      for (const { dialog, no } of Object.values(questions)) if (await dialog.isVisible()) await dialog.getByRole('button', { name: no }).click();
      await dismissErrors();
    },
  };
}
