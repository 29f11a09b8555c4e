import { listNotificationRules } from '../../../src/contract/notifications.ts';
import { readRegion } from '../../../src/contract/regions.ts';
import { urlOf } from '../../../src/contract/route.ts';
import type { RegionStep } from '../../../src/domain/regions.ts';
import type { RegionWizardContext, RegionWizardEvent } from '../../../src/machines/regionWizardMachine.ts';
import { expect } from '../browser.ts';
import { signInByHttp } from '../signInByHttp.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'filling' | 'confirming' | 'discarding' | 'creating' | 'saving';

/** The key of the region of the demo that is changed; one that is made answers as this one too, so that it goes on in its notifications. */
const REGION = 'Velmar';
/** What it is called, whatever another story has added to it. */
const NAME = /^Velmar/;
const STEPS: Readonly<Record<RegionStep, string>> = { general: 'General', bounds: 'Bounds', databases: 'Databases', notifications: 'Notifications' };

/** Making and changing a region. Nothing of it reaches the server: the demo keeps its regions. */
export function regionWizardOnScreen(surroundings: Surroundings): WorkflowOnScreen<RegionWizardEvent, State> {
  const { page, held } = surroundings;
  const { dismissErrors, errors, nothingToAnswer } = commonOnScreen(surroundings);
  const making = page.getByRole('dialog', { name: 'Create a new region' });
  const changing = page.getByRole('dialog', { name: NAME });
  const wizard = making.or(changing);
  const create = wizard.getByRole('button', { name: 'Create region' });
  const save = wizard.getByRole('button', { name: 'Save changes' });
  const name = wizard.getByLabel('Region name');
  const settings = page.getByRole('button', { name: /^Settings of Velmar/ });
  const questions = {
    confirming: { dialog: page.getByRole('dialog', { name: 'Save changes' }), yes: 'Save' },
    discarding: { dialog: page.getByRole('dialog', { name: 'Discard changes' }), yes: 'Discard' },
  };
  const stepButton = (step: RegionStep) => wizard.getByRole('navigation').getByRole('button', { name: STEPS[step] });
  /** What was sent and has no answer yet, the oldest first. */
  const open: ('create' | 'save')[] = [];
  let region: unknown;
  let rules: unknown;

  const isAsked = (state: State): state is keyof typeof questions => Object.hasOwn(questions, state);
  /** What cannot be done in a state: a question lies over the wizard, something is under way, or there is no wizard. */
  const cannot = (state: State): Promise<void> => {
    if (isAsked(state)) return expect(questions[state].dialog).toBeVisible();
    if (state === 'closed') return expect(wizard).toHaveCount(0);
    return expect(state === 'creating' ? create : save).toHaveAttribute('data-loading', 'true');
  };
  const present = async (): Promise<RegionStep> => {
    const shown = await wizard.locator('[aria-current="step"]').textContent();
    return (Object.keys(STEPS) as RegionStep[]).find((step) => STEPS[step] === shown?.trim()) ?? 'general';
  };
  const isMaking = (): Promise<boolean> => making.isVisible();

  /** Everything as it was opened. */
  const revert = async (): Promise<void> => {
    if (await isMaking()) {
      if ((await present()) !== 'general') return;
      await wizard.getByLabel('Region key').fill('');
      return name.fill('');
    }
    const button = wizard.getByRole('button', { name: 'Revert' });
    if ((await button.getAttribute('aria-disabled')) === null) await button.click();
    await expect(save).toHaveAttribute('aria-disabled', 'true');
  };
  /** Changes something in the present step. */
  const change = async (): Promise<void> => {
    await revert();
    switch (await present()) {
      case 'general':
        return name.fill(`${REGION} north`);
      case 'bounds': {
        const corner = wizard.getByRole('textbox', { name: 'North east corner' });
        await corner.fill('53.5,11.5');
        return corner.press('Enter');
      }
      case 'databases':
        await wizard.getByLabel('Database id').fill('nbus');
        await wizard.getByLabel('Database name', { exact: true }).last().fill('North');
        return wizard.getByRole('button', { name: 'Add', exact: true }).click();
      case 'notifications':
        await wizard.getByRole('button', { name: 'Create notification' }).click();
        await wizard.getByRole('textbox', { name: 'Name', exact: true }).fill('Failures');
        return expect(wizard.getByText('1 recipient', { exact: true }).last()).toBeVisible();
    }
  };
  /** The general data of a region that can be made. */
  const fillIn = async (): Promise<void> => {
    if ((await present()) !== 'general') return;
    await wizard.getByLabel('Region key').fill('north');
    await name.fill('North');
    for (const [label, text, option] of [
      ['Country', 'netherl', 'Netherlands (NL)'],
      ['Timezone', 'amsterdam', 'Amsterdam, Europe (Europe/Amsterdam)'],
      ['Language', 'dutch', 'Dutch (nl)'],
      ['Currency', 'eur', 'Euro (EUR)'],
    ] as const) {
      const field = wizard.getByRole('combobox', { name: label, exact: true });
      if ((await field.inputValue()) === option) continue;
      await field.fill(text);
      await wizard.getByRole('option', { name: option, exact: true }).click();
    }
  };
  const leave = async (): Promise<void> => {
    await page.keyboard.press('Escape');
  };
  /** Closes the wizard, whatever is typed or asked. */
  const close = async (state: State): Promise<void> => {
    if (state === 'closed') return;
    if (state === 'confirming') await questions.confirming.dialog.getByRole('button', { name: 'Cancel' }).click();
    if (state !== 'discarding') {
      await expect(questions.confirming.dialog).toHaveCount(0);
      await leave();
    }
    // it is gone, or asks first
    const discard = questions.discarding.dialog.getByRole('button', { name: 'Discard' });
    await expect.poll(async () => (await wizard.count()) === 0 || (await discard.isVisible())).toBe(true);
    if (await discard.isVisible()) await discard.click();
    await expect(wizard).toHaveCount(0);
  };

  return {
    async begin() {
      const site = new URL(page.url()).origin;
      const { access_token: token } = await signInByHttp(site, 'editor');
      const read = async (address: string): Promise<unknown> =>
        (await fetch(site + address, { headers: { authorization: `Bearer ${token}` } })).json();
      region = await read(urlOf(readRegion, { params: { region: REGION } }));
      rules = await read(urlOf(listNotificationRules, { query: { region: REGION } }));
      await page.goto('/data');
      await expect(settings).toBeVisible();
    },
    events: {
      async OPEN({ mode }, state) {
        // the wizard lies over the page: another one can be opened when this one is closed
        await close(state);
        await (mode === 'CREATE_REGION_MODAL' ? page.getByRole('button', { name: 'Create region' }) : settings).click();
        if (mode === 'EDIT_REGION_MODAL') await expect(name).toHaveValue(NAME);
      },
      async GO({ step, allowed }, state) {
        if (state !== 'filling') return cannot(state);
        if (await isMaking()) {
          await fillIn();
          if (step !== 'notifications') return stepButton(step).click();
          return expect(stepButton(step)).toHaveAttribute('aria-disabled', 'true');
        }
        await revert();
        if (allowed) return stepButton(step).click();
        // what is not saved keeps one where one is
        await change();
        if ((await present()) !== step) await expect(stepButton(step)).toHaveAttribute('aria-disabled', 'true');
      },
      async CREATE({ body }, state) {
        if (state !== 'filling') return cannot(state);
        if (!(await isMaking())) return expect(create).toHaveCount(0);
        if (body === null) {
          await revert();
          return expect(create).toHaveAttribute('aria-disabled', 'true');
        }
        await fillIn();
        open.push('create');
        await create.click();
      },
      async SAVE(event, state) {
        if (state !== 'filling') return cannot(state);
        if (await isMaking()) return expect(save).toHaveCount(0);
        if (event.save === null) return revert();
        await change();
        if ((await present()) !== 'general') open.push('save');
        await save.click();
      },
      async CONFIRM(event, state) {
        // what is asked about cannot be changed meanwhile
        if (state !== 'confirming' || event.save === null)
          return state === 'filling' ? expect(questions.confirming.dialog).toHaveCount(0) : cannot(state);
        open.push('save');
        await questions.confirming.dialog.getByRole('button', { name: 'Save' }).click();
      },
      async CANCEL(_event, state) {
        if (!isAsked(state)) return state === 'filling' ? expect(questions.confirming.dialog).toHaveCount(0) : cannot(state);
        await questions[state].dialog.getByRole('button', { name: 'Cancel' }).click();
      },
      async CREATED() {
        if (open.at(-1) !== 'create') return;
        open.pop();
        await held.reply(200, region);
      },
      async SAVED(_event, state) {
        if (open.at(-1) !== 'save') return;
        open.pop();
        const isRules = state === 'saving' && (await present()) === 'notifications';
        await held.reply(200, isRules ? rules : region);
      },
      async FAILED(_event, state) {
        if (open.length === 0) return nothingToAnswer();
        open.pop();
        await held.fail(500, 'No');
        // the bar of the wizard tells it, not the errors too
        if (state === 'saving' && (await present()) === 'notifications') {
          await expect(wizard.getByRole('alert')).toContainText('Oops, unexpected error happened white updating notifications');
          return expect(errors).toHaveCount(0);
        }
        await expect(errors).toContainText('No');
      },
      async LEAVE({ changed }, state) {
        if (state === 'closed' || isAsked(state)) return cannot(state);
        if (state === 'filling') await (changed ? change() : revert());
        await leave();
      },
      CLOSE: (_event, state) => close(state),
    },
    states: {
      async closed() {
        await expect(wizard).toHaveCount(0);
        for (const { dialog } of Object.values(questions)) await expect(dialog).toHaveCount(0);
        await dismissErrors();
      },
      async filling(context) {
        const { mode, step } = context as unknown as RegionWizardContext;
        await expect(mode === 'CREATE_REGION_MODAL' ? making : changing).toBeVisible();
        await expect(wizard.locator('[aria-current="step"]')).toHaveText(STEPS[step]);
        await expect(mode === 'CREATE_REGION_MODAL' ? create : save).not.toHaveAttribute('data-loading');
        for (const { dialog } of Object.values(questions)) await expect(dialog).toHaveCount(0);
      },
      async confirming() {
        await expect(questions.confirming.dialog).toContainText(
          /^.*Name, country, timezone, language and currency of Velmar.* change for everybody who works in it\. Save them\?/,
        );
      },
      async discarding(context) {
        const { mode } = context as unknown as RegionWizardContext;
        await expect(questions.discarding.dialog).toContainText(
          mode === 'CREATE_REGION_MODAL'
            ? 'This region has not been created. Discard what you have filled in?'
            : 'This region has changes that were not saved. Discard them?',
        );
      },
      async creating() {
        await expect(create).toHaveAttribute('data-loading', 'true');
      },
      async saving() {
        await expect(save).toHaveAttribute('data-loading', 'true');
      },
    },
    // regions are made one after another, and what is saved of one goes one after another
    sent: (_asked, answered) => answered + new Set(open).size,
    async end() {
      while (held.waiting > 0) {
        const { waiting } = held;
        await held.fail(500, 'No');
        open.pop();
        if (open.length >= waiting) await expect.poll(() => held.waiting).toBe(waiting);
      }
      await nothingToAnswer();
      if (await wizard.isVisible()) await close((await questions.discarding.dialog.isVisible()) ? 'discarding' : 'filling');
      await dismissErrors();
    },
  };
}
