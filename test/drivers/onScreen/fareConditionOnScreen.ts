import { z } from 'zod';
import { routeOfEdit } from '../../../src/contract/edits.ts';
import { urlOf } from '../../../src/contract/route.ts';
import * as fares from '../../../src/domain/edits/fares.ts';
import type { FareConditionEvent } from '../../../src/machines/fareConditionMachine.ts';
import { expect, visit } from '../browser.ts';
import { signInByHttp } from '../signInByHttp.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'choosing' | 'filling' | 'picking' | 'saving';

interface Context {
  readonly draft?: { readonly to?: string };
  readonly messages?: readonly string[];
}

/** Fares that stand for the one of the path cases: of the demo and without conditions, and made here with a condition on stops. */
const PLAIN = { id: 'day', name: 'Day ticket' };
const PAIRS = { id: 'pairs', name: 'From the harbour' };
/** The stop of the demo city that stands for that of the path cases. */
const STOP = 'V0133A';
const HINT = 'Click the stop of the condition. Escape leaves.';
/** What the form says where the path cases say 'Choose a stop'. */
const MISSING = 'Choose the stop where the ride begins or ends';

/** Setting conditions of a fare, with a stop that is picked on the map. */
export function fareConditionOnScreen(surroundings: Surroundings): WorkflowOnScreen<FareConditionEvent, State> {
  const { page, map, held, base } = surroundings;
  const { answer, dismissErrors, errors, letGo } = commonOnScreen(surroundings);
  const panel = page.getByRole('complementary', { name: /^Fare / });
  const choice = panel.getByRole('region', { name: 'Add condition' });
  const form = panel.getByRole('form', { name: 'Between stops' });
  const save = panel.getByRole('button', { name: 'Save' });
  const hint = page.getByRole('region', { name: 'Map' }).locator('.map-hint').getByText(HINT, { exact: true });
  const field = (name: string) => form.getByRole('combobox', { name, exact: true });
  /** How often a condition was set: each time it is another one. */
  let times = 0;

  /** Somebody has made a fare that holds from any stop to one. */
  const makePairs = async (): Promise<void> => {
    const site = new URL(page.url()).origin;
    const { access_token: token } = await signInByHttp(site, 'editor');
    const post = async (route: ReturnType<typeof routeOfEdit>, rev: number, body: object): Promise<number> => {
      const sent = await fetch(site + urlOf(route, { params: { versionId: /\d+$/.exec(base)?.[0] ?? '' } }), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
          'if-match': `"${rev}"`,
        },
        body: JSON.stringify(body),
      });
      if (!sent.ok) throw new Error(`${route.name} was refused: ${sent.status} ${await sent.text()}`);
      return z.object({ Rev: z.int() }).parse(await sent.json()).Rev;
    };
    const rev = await post(routeOfEdit(fares.createFare), 0, { fareId: PAIRS.id, description: PAIRS.name, price: '2.50', currency: 'EUR' });
    await post(routeOfEdit(fares.setFareConditions), rev, { fareId: PAIRS.id, conditions: { BetweenStops: [{ FromStop: 'V0001A', ToStop: null }] } });
  };
  const open = async ({ id, name }: typeof PLAIN): Promise<void> => {
    await visit(page, `${base}/fares/${id}`);
    await expect(page.getByRole('complementary', { name: `Fare ${name}` })).toBeVisible();
  };
  const chooseStop = async (name: string): Promise<void> => {
    await field(name).fill(STOP);
    await page.getByRole('option', { name: new RegExp(`${STOP}$`) }).click();
    await expect(field(name)).toHaveValue(new RegExp(STOP));
  };
  /** What cannot be done in a state, since what it takes is not there or waits. */
  const cannot = (state: State): Promise<void> => {
    if (state === 'saving') return expect(save).toHaveAttribute('data-loading', 'true');
    if (state === 'picking') return expect(save).toBeDisabled();
    return expect(form).toHaveCount(0);
  };

  return {
    async begin() {
      await makePairs();
      // the map stands where that stop is
      await page.goto(`${base}/stops/${STOP}`);
      await map.stop(STOP);
      await visit(page, `${base}/fares`);
      await expect(page.getByRole('grid', { name: 'Fares' }).locator('[data-row]').first()).toBeVisible();
    },
    events: {
      async OPEN({ condition }, state) {
        if (state !== 'closed') {
          // the editor stands in place of the list of conditions, and its key does nothing
          if (condition === null) return page.keyboard.press('Alt+Shift+C');
          return expect(panel.getByRole('button', { name: 'Edit between stops' })).toHaveCount(0);
        }
        await open(condition === null ? PLAIN : PAIRS);
        await panel.getByRole('button', { name: condition === null ? 'Add condition' : 'Edit between stops' }).click();
      },
      async CHOOSE(_event, state) {
        if (state !== 'choosing') return expect(choice).toHaveCount(0);
        await choice.getByRole('button', { name: 'Between stops', exact: true }).click();
      },
      async CHANGE(_event, state) {
        if (state !== 'filling') return cannot(state);
        await chooseStop('To stop');
      },
      async PICK(_event, state) {
        if (state === 'picking') return expect(form.getByRole('button', { name: 'Pick to stop on the map' })).toHaveAttribute('aria-pressed', 'true');
        if (state !== 'filling') return cannot(state);
        await form.getByRole('button', { name: 'Pick to stop on the map' }).click();
      },
      async PICKED(_event, state) {
        if (state !== 'picking') return expect(hint).toHaveCount(0);
        await map.click(await map.stop(STOP));
      },
      async SUBMIT({ conditions, rules }, state) {
        if (state !== 'filling') return cannot(state);
        if (conditions) {
          await chooseStop('To stop');
          if (times > 0) await chooseStop('From stop');
        }
        if (rules) {
          // what is between stops is no row of zones: another condition is
          await form.getByRole('button', { name: 'Another condition' }).click();
          await choice.getByRole('button', { name: 'Contains zones' }).click();
          await panel.getByRole('combobox', { name: 'Zones that the ride goes through' }).click();
          await page.getByRole('option').first().click();
          await page.keyboard.press('Tab');
        }
        await save.click();
        if (!conditions && !rules) await expect(form.getByText(MISSING)).toBeVisible();
      },
      async BACK(_event, state) {
        const back = panel.getByRole('button', { name: 'Another condition' });
        if (state === 'filling') return back.click();
        if (state === 'picking' || state === 'saving') return expect(back).toBeDisabled();
        await expect(back).toHaveCount(0);
      },
      async CANCEL(_event, state) {
        if (state === 'closed') return expect(panel.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
        if (state === 'picking') return page.keyboard.press('Escape');
        await panel.getByRole('button', { name: 'Cancel' }).click();
      },
      LEAVE: () => visit(page, `${base}/fares`),
      DONE: (_event, state) =>
        answer(async () => {
          await held.release();
          times += 1;
          if (state === 'saving') await expect(panel.getByText('Between stops')).toBeVisible();
        }),
      FAILED: ({ messages: [message = ''] }, state) =>
        answer(async () => {
          await held.fail(409, message);
          await expect(state === 'saving' ? form.getByRole('alert') : errors).toContainText(message);
          await dismissErrors();
        }),
    },
    states: {
      async closed() {
        await expect(choice).toHaveCount(0);
        await expect(save).toHaveCount(0);
        await expect(hint).toHaveCount(0);
      },
      async choosing() {
        await expect(choice.getByRole('button', { name: 'Between stops', exact: true })).toBeVisible();
        await expect(save).toHaveCount(0);
      },
      async filling(context) {
        const { draft, messages = [] } = context as Context;
        await expect(form).toBeVisible();
        await expect(save).toBeEnabled();
        await expect(hint).toHaveCount(0);
        if (draft?.to !== undefined) await expect(field('To stop')).toHaveValue(new RegExp(STOP));
        for (const message of messages) await expect(form.getByText(message === 'Choose a stop' ? MISSING : message)).toBeVisible();
        if (messages.length === 0) await expect(form.getByRole('alert')).toHaveCount(0);
      },
      async picking() {
        await expect(hint).toBeVisible();
        await expect(form.getByRole('status')).toHaveText('Click a stop on the map. Escape leaves the map as it is.');
      },
      async saving() {
        await expect(save).toHaveAttribute('data-loading', 'true');
        await expect(hint).toHaveCount(0);
      },
    },
    sent: (asked) => asked,
    async end() {
      await visit(page, `${base}/fares`);
      await letGo();
      await dismissErrors();
    },
  };
}
