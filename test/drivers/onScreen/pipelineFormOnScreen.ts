import type { Locator } from '@playwright/test';
import type { PipelineFormContext, PipelineFormEvent } from '../../../src/machines/pipelineFormMachine.ts';
import { expect, visit } from '../browser.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'editing' | 'askingImport' | 'discarding' | 'saving' | 'askingDelete' | 'deleting';

/** The pipeline of the demo that is changed and removed. */
const PLACE = '/pipelines?pipeline=1';

/** Making, changing and removing a pipeline. Nothing of it reaches the server: the demo keeps its pipelines. */
export function pipelineFormOnScreen(surroundings: Surroundings): WorkflowOnScreen<PipelineFormEvent, State> {
  const { page, held } = surroundings;
  const { answer, dismissErrors, errors, nothingToAnswer } = commonOnScreen(surroundings);
  const form = page.getByRole('region', { name: 'Pipeline form' });
  const panel = page.getByRole('region', { name: 'Pipeline', exact: true });
  const save = form.getByRole('button', { name: /^(Create|Save)$/ });
  const cancel = form.getByRole('button', { name: 'Cancel' });
  const name = form.getByRole('textbox', { name: 'Name', exact: true });
  const imports = form.getByRole('listitem').filter({ hasText: 'Import: ' });
  const questions: Readonly<Partial<Record<State, { readonly dialog: Locator; readonly yes: string }>>> = {
    askingImport: { dialog: page.getByRole('dialog', { name: 'Delete pipeline task' }), yes: 'Remove' },
    discarding: { dialog: page.getByRole('dialog', { name: 'Discard changes' }), yes: 'Discard' },
    askingDelete: { dialog: page.getByRole('dialog', { name: 'Delete pipeline' }), yes: 'Delete' },
  };
  const remove = page.getByRole('dialog', { name: 'Delete pipeline' }).getByRole('button', { name: 'Delete' });
  /** What the server told of the pipeline. */
  let stored: unknown;

  const open = async (id: number | null): Promise<void> => {
    await visit(page, id === null ? '/pipelines' : PLACE);
    if (id === null) await page.getByRole('button', { name: 'Create', exact: true }).click();
    else await panel.getByRole('button', { name: 'Edit' }).click();
    await expect(form).toBeVisible();
  };
  /** Where a failure is told: where the command was given while that stands, else in the corner. */
  const toldIn = (state: State): Locator => {
    const place = state === 'saving' ? form : state === 'deleting' ? page.getByRole('dialog', { name: 'Delete pipeline' }) : undefined;
    return place === undefined ? errors : place.getByRole('alert');
  };
  /** The form as it was opened. */
  const undoAll = async (): Promise<void> => {
    const undo = form.getByRole('button', { name: /^Undo/ });
    for (let i = 0; i < 20 && (await undo.getAttribute('aria-disabled')) === null; i++) await undo.click();
    await expect(undo).toHaveAttribute('aria-disabled', 'true');
  };
  const addTask = async (task: string): Promise<void> => {
    const add = form.getByRole('combobox', { name: 'Add a task' });
    await add.click();
    await add.fill(task);
    await page.getByRole('option', { name: task, exact: true }).click();
  };
  /** What cannot be done in a state: a question lies over the page, something is under way, or the form is not there. */
  const cannot = (state: State): Promise<void> => {
    if (state === 'deleting') return expect(remove).toHaveAttribute('data-loading', 'true');
    if (state === 'saving') return expect(save).toHaveAttribute('data-loading', 'true');
    const question = questions[state]?.dialog;
    return question ? expect(question).toHaveAttribute('aria-modal', 'true') : expect(state === 'editing' ? panel : form).toHaveCount(0);
  };

  return {
    async begin() {
      const read = page.waitForResponse((response) => response.url().endsWith('/scheduler/ui/pipelines/1'));
      await page.goto(PLACE);
      stored = await (await read).json();
      await expect(panel.getByRole('button', { name: 'Edit' })).toBeVisible();
    },
    events: {
      async OPEN({ id }, state) {
        if (state !== 'closed' && state !== 'editing') return cannot(state);
        // another one can be opened when this one is put away
        if (state === 'editing') {
          await undoAll();
          await cancel.click();
          await expect(form).toHaveCount(0);
        }
        await open(id);
      },
      async REMOVE({ isImport }, state) {
        if (state !== 'editing') return cannot(state);
        if (isImport && (await imports.count()) === 0) await addTask('GTFS from a URL');
        if (isImport) return imports.getByRole('button', { name: /^Remove / }).click();
        await addTask('Remove unused documents');
        const tasks = form.getByRole('listitem');
        const before = await tasks.count();
        await tasks
          .last()
          .getByRole('button', { name: /^Remove / })
          .click();
        await expect(tasks).toHaveCount(before - 1);
      },
      async SUBMIT(event, state) {
        if (state !== 'editing') return cannot(state);
        await undoAll();
        await name.fill(event.save === null ? '' : 'Nightly');
        if (event.save !== null) {
          await form.getByRole('combobox', { name: 'Database' }).click();
          await page.getByRole('option', { name: /^velmar/ }).click();
        }
        await save.click();
        if (event.save === null) await expect(form.getByText('The Pipeline Name field is required')).toBeVisible();
      },
      async CONFIRM(_event, state) {
        const question = questions[state];
        if (!question) return cannot(state);
        await question.dialog.getByRole('button', { name: question.yes, exact: true }).click();
        if (state === 'askingImport') {
          await expect(imports).toHaveCount(0);
          await expect(form.getByText('The pipeline does not run by schedule.')).toBeVisible();
        }
      },
      async CANCEL({ changed }, state) {
        const question = questions[state];
        if (question) return question.dialog.getByRole('button', { name: 'Cancel' }).click();
        if (state === 'saving') return expect(cancel).toHaveAttribute('aria-disabled', 'true');
        if (state !== 'editing') return cannot(state);
        await undoAll();
        if (changed) await name.fill('Another');
        await cancel.click();
      },
      async CLOSED(_event, state) {
        if (state === 'saving')
          return answer(async () => {
            const isNew = await form.getByRole('heading', { name: 'New pipeline' }).isVisible();
            await held.reply(200, isNew ? { pipeline_id: 1, pipeline: stored } : stored);
            await expect(panel).toBeVisible();
          });
        if (state !== 'editing') return cannot(state);
        await undoAll();
        await cancel.click();
      },
      async DELETE(_event, state) {
        if (state !== 'closed') return cannot(state);
        await visit(page, PLACE);
        await panel.getByRole('button', { name: 'Delete' }).click();
      },
      DELETED: (_event, state) =>
        // what is being saved is no removal
        state === 'saving'
          ? cannot(state)
          : answer(async () => {
              await held.reply(200, {});
              await expect(page).toHaveURL(/\/pipelines$/);
            }),
      FAILED: ({ errors: fields, messages: [message = ''] }, state) =>
        answer(async () => {
          // what is wrong with a field is told beside it alone
          if (fields.length > 0) return held.reply(400, fields);
          await held.fail(500, message);
          await expect(toldIn(state)).toContainText(message);
        }),
    },
    states: {
      async closed() {
        await expect(form).toHaveCount(0);
        for (const { dialog } of Object.values(questions)) await expect(dialog).toHaveCount(0);
        await dismissErrors();
      },
      async editing(context) {
        const { id, errors: fields, messages } = context as unknown as PipelineFormContext;
        await expect(form.getByRole('heading', { level: 1 })).toHaveText(id === null ? 'New pipeline' : /^Edit /);
        await expect(save).not.toHaveAttribute('data-loading');
        for (const { dialog } of Object.values(questions)) await expect(dialog).toHaveCount(0);
        if (messages.length > 0) await expect(form.getByRole('alert')).toContainText('The pipeline was not saved');
        for (const message of messages) await expect(form.getByRole('alert')).toContainText(message);
        for (const { Message } of fields) await expect(form.getByText(Message, { exact: true })).toBeVisible();
        await dismissErrors();
      },
      async askingImport() {
        await expect(questions.askingImport?.dialog ?? form).toContainText('The schedule of this pipeline is cleared with it.');
      },
      async discarding() {
        await expect(questions.discarding?.dialog ?? form).toContainText('This pipeline has changes that were not saved. Discard them?');
      },
      async saving() {
        await expect(save).toHaveAttribute('data-loading', 'true');
      },
      async askingDelete({ messages = [] }) {
        await expect(remove).not.toHaveAttribute('data-loading');
        for (const message of messages) await expect(questions.askingDelete?.dialog.getByRole('alert') ?? form).toContainText(message);
      },
      async deleting() {
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
      for (const { dialog } of Object.values(questions)) if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dismissErrors();
    },
  };
}
