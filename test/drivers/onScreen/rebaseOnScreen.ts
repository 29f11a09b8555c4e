import type { Route } from '@playwright/test';
import type { RebaseEvent } from '../../../src/machines/rebaseMachine.ts';
import { expect, visit } from '../browser.ts';
import { colleagueEdits } from '../colleague.ts';
import { aColleague } from '../colleagueVersions.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'choosing' | 'trying' | 'tried' | 'making';

/** Stops of the demo city that are renamed: the corrections that are rebased. */
const CORRECTED = ['V0133A', 'V0133B'];

/** Rebasing the corrections of one version onto another: two versions are chosen, it is tried, a draft is made. */
export function rebaseOnScreen(surroundings: Surroundings): WorkflowOnScreen<RebaseEvent, State> {
  const { page, held, base } = surroundings;
  const { dismissErrors, nothingToAnswer, letGo } = commonOnScreen(surroundings);
  const draft = Number(base.split('/').at(-1));
  const modal = page.getByRole('dialog', { name: 'Rebase corrections' });
  const list = { from: modal.getByRole('combobox', { name: 'Corrections of' }), onto: modal.getByRole('combobox', { name: 'onto' }) } as const;
  const tryIt = modal.getByRole('button', { name: 'Try', exact: true });
  const make = modal.getByRole('button', { name: 'Make the draft' });
  const name = modal.getByLabel('Name of the new draft');
  const alert = modal.getByRole('alert');
  const result = modal.getByText(/^\d+ applied, /);
  const option = (id: number) => page.getByRole('option', { name: new RegExp(`#${id}$`) });
  /** Two finished versions: the one onto which, and another one. */
  let [target, other] = [0, 0];
  let asked: Route[] = [];
  let why = '';

  const takeAsked = async (): Promise<Route | undefined> => {
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    return asked.pop();
  };
  const pick = async (of: 'from' | 'onto', id: number): Promise<void> => {
    await list[of].click();
    await list[of].fill(`#${id}`);
    await option(id).click();
    await expect(list[of]).toHaveValue(new RegExp(`#${id}$`));
  };
  /** A version is chosen again: what is chosen already cannot be chosen once more. */
  const choose = async (of: 'from' | 'onto', id: number): Promise<void> => {
    if ((await list[of].inputValue()).endsWith(`#${id}`)) await pick(of, id === other ? target : other);
    await pick(of, id);
  };
  const expectChosen = async (context: object): Promise<void> => {
    const { from, onto } = context as { from: number | null; onto: number | null };
    await expect(list.from).toHaveValue(from === null ? '' : new RegExp(`#${draft}$`));
    await expect(list.onto).toHaveValue(onto === null ? '' : new RegExp(`#${onto === 3 ? target : other}$`));
  };
  const expectTold = async (messages: readonly string[] = []): Promise<void> => {
    if (messages.length === 0) await expect(alert).toHaveCount(0);
    for (const message of messages) await expect(alert).toContainText(message);
  };
  const forbidden = (button: typeof make): Promise<void> => expect(button).toHaveAttribute('aria-disabled', 'true');
  const fail = async (message: string): Promise<void> => {
    await expect.poll(() => held.waiting).toBe(1);
    await held.fail(409, message);
  };

  return {
    async begin() {
      const site = new URL(page.url()).origin;
      const colleague = await aColleague(site, 'velmar');
      for (const stop of CORRECTED) await colleagueEdits(site, draft, stop, 'name', `Corrected ${stop}`);
      [target, other] = [await colleague.finished(), await colleague.finished()];
      await page.route(/\/corrections\?onto=/, (route) => void asked.push(route));
      await page.goto(`/changes/velmar?dbVersionId=${draft}`);
      await expect(page.getByRole('grid', { name: 'ChangeSets' })).toBeVisible();
    },
    events: {
      async OPEN(_event, state) {
        if (state !== 'closed') return expect(modal).toBeVisible();
        await page.getByRole('button', { name: 'Rebase' }).click();
      },
      async CHOOSE({ from, onto }, state) {
        if (state === 'closed') return expect(modal).toHaveCount(0);
        if (state === 'making') {
          for (const one of [list.from, list.onto]) await expect(one).toBeDisabled();
          return;
        }
        if (from !== undefined) return choose('from', draft);
        if (onto === 3) return choose('onto', target);
        // the same version twice is not offered: another one stands for it
        await list.onto.click();
        await list.onto.fill(`#${draft}`);
        await expect(option(draft)).toHaveCount((await list.from.inputValue()) === '' ? 1 : 0);
        await choose('onto', other);
      },
      async TRY(_event, state, context) {
        if (state === 'closed') return expect(modal).toHaveCount(0);
        const { from, onto } = context as { from: number | null; onto: number | null };
        if (state !== 'choosing' || from === null || onto === null) return forbidden(tryIt);
        // for the pair that cannot be chosen stands another one: nothing is tried with it
        if (from !== onto) await tryIt.click();
      },
      async TRIED({ onto, fitting }, state) {
        if (state === 'trying' && onto === 3) {
          const route = await takeAsked();
          if (fitting > 0) return route?.continue();
          const real = await route?.fetch();
          return route?.fulfill({ json: { ...((await real?.json()) as object), Applied: 0, AlreadySo: CORRECTED.length } });
        }
        // what was tried before is answered now, and nobody waits for it
        const waiting = state === 'trying' ? [] : asked.splice(0);
        for (const one of waiting) await one.continue().catch(() => undefined);
        if (state === 'trying' || state === 'choosing') await expect(result).toHaveCount(0);
      },
      async MAKE(event, state, context) {
        if (state === 'closed') return expect(modal).toHaveCount(0);
        if (state !== 'making') await name.fill(event.name);
        const { fitting } = context as { fitting?: number };
        if (state !== 'tried' || fitting === 0 || event.name.trim() === '') return forbidden(make);
        await make.click();
      },
      async DONE(_event, state) {
        if (state !== 'making') return nothingToAnswer();
        await expect.poll(() => held.waiting).toBe(1);
        await held.release();
        await expect(page.getByText('Draft “Summer, corrected” has 2 corrections; 0 did not fit').first()).toBeVisible();
      },
      async FAILED({ messages: [message = ''] }, state) {
        why = message;
        if (state === 'trying') return (await takeAsked())?.fulfill({ status: 409, json: { errors: [{ message }] } });
        if (state !== 'making') return nothingToAnswer();
        await fail(why);
      },
      async CLOSE(_event, state) {
        if (state === 'closed') return expect(modal).toHaveCount(0);
        // a list that is open is closed first
        await name.or(modal.getByRole('heading')).first().click();
        await page.keyboard.press('Escape');
        await expect(modal).toHaveCount(0);
        if (held.waiting > 0) await fail('No');
        if (state === 'making') await expect(page.getByTestId('errors')).toContainText('No');
        await dismissErrors();
      },
    },
    states: {
      async closed() {
        await expect(modal).toHaveCount(0);
      },
      async choosing(context) {
        await expect(modal).toBeVisible();
        await expectChosen(context);
        await expectTold(context.messages);
        await expect(result).toHaveCount(0);
        await forbidden(make);
        if ((await list.from.inputValue()) === '' || (await list.onto.inputValue()) === '') await forbidden(tryIt);
        else await expect(tryIt).not.toHaveAttribute('aria-disabled');
      },
      async trying(context) {
        await expectChosen(context);
        await forbidden(tryIt);
        await forbidden(make);
        await expect(result).toHaveCount(0);
      },
      async tried(context) {
        const { fitting } = context as { fitting?: number };
        await expect(result).toHaveText(fitting === 0 ? '0 applied, 2 already so, 0 no longer fit' : '2 applied, 0 already so, 0 no longer fit');
        await expect(modal.getByRole('grid', { name: 'Corrections' })).toContainText('Corrected V0133A');
        await forbidden(tryIt);
        await expectTold(context.messages);
      },
      async making(context) {
        await forbidden(make);
        await expect(result).toBeVisible();
        await expectTold(context.messages);
      },
    },
    sent: (count) => count,
    async end() {
      await visit(page, '/data');
      await letGo();
      await dismissErrors();
    },
  };
}
