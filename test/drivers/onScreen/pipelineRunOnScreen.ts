import { z } from 'zod';
import type { PipelineRunContext, PipelineRunEvent } from '../../../src/machines/pipelineRunMachine.ts';
import { expect, visit } from '../browser.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'confirming' | 'reviewing' | 'reviewed';

/** Pipelines of the demo that stand for the one of the path cases, as it is where nothing speaks against a run, while one is under way, or shortly before one. */
const CLEAR = { id: 1, name: 'Harbour buses', last_run_status: 2 } as const;
const RUNNING = { id: 2, name: 'Harbour buses, with faults', last_run_status: 1 } as const;
const SCHEDULED = { id: 3, name: 'Island ferries, address gone', last_run_status: 2 } as const;
const PIPELINES = [CLEAR, RUNNING, SCHEDULED];

const WHY = {
  Running: 'is running. Another one waits until it has ended. Run it all the same?',
  Scheduled: 'A run of this pipeline is scheduled for',
} as const;

/**
 * Running a pipeline and reviewing two runs of one that wait for approval. How the pipelines stand is told to the page in place of the
 * server, and what is run or approved never reaches it: nothing runs.
 */
export function pipelineRunOnScreen(surroundings: Surroundings): WorkflowOnScreen<PipelineRunEvent, State> {
  const { page, held } = surroundings;
  const { dismissErrors, letGo } = commonOnScreen(surroundings);
  const panel = page.getByRole('region', { name: 'Pipeline', exact: true });
  const question = page.getByRole('dialog', { name: /^Run / });
  const review = page.getByRole('dialog', { name: /^Review run/ });
  const approve = review.getByRole('button', { name: 'Approve' });
  const errors = page.getByTestId('errors');
  const waiting = (id: number): object => ({
    id,
    pipeline_id: CLEAR.id,
    created: 1_780_000_000,
    ended: null,
    caused_by: 'somebody',
    status: 4,
    tasks: [],
    level_summary: { errors: 0, warnings: 1 },
  });
  const show = async ({ id, name }: (typeof PIPELINES)[number]): Promise<void> => {
    await visit(page, `/pipelines?pipeline=${id}`);
    await expect(panel.getByRole('heading', { name, exact: true })).toBeVisible();
  };
  /** What was asked of the server is not done: it is told, and nothing waits any more. */
  const refuse = async (): Promise<void> => {
    await expect.poll(() => held.waiting).toBe(1);
    await held.fail(500, 'No');
    await expect(errors).toContainText('No');
    await dismissErrors();
    await expect(errors).toHaveCount(0);
  };
  const isOpen = (state: State): Promise<void> => expect(state === 'confirming' ? question : review).toHaveAttribute('aria-modal', 'true');
  const nothingOpen = async (): Promise<void> => {
    await expect(question).toHaveCount(0);
    await expect(review).toHaveCount(0);
  };

  return {
    async begin() {
      for (const { id, name: _name, ...state } of PIPELINES)
        await page.route(new RegExp(`/scheduler/ui/pipelines/${id}$`), async (route) => {
          const answer = await route.fetch();
          const pipeline = z.record(z.string(), z.unknown()).parse(await answer.json());
          const next_run = id === SCHEDULED.id ? Math.floor(Date.now() / 1000) + 60 : null;
          await route.fulfill({ response: answer, json: { ...pipeline, ...state, next_run, runs: id === CLEAR.id ? [waiting(5), waiting(4)] : [] } });
        });
      await page.goto('/pipelines');
      for (const { name } of PIPELINES) await expect(page.getByRole('link', { name: new RegExp(`^${name} `) }).first()).toBeVisible();
    },
    events: {
      async ASK({ reason }, state) {
        if (state !== 'closed') return isOpen(state);
        await show(reason === null ? CLEAR : reason === 'Scheduled' ? SCHEDULED : RUNNING);
        await panel.getByRole('button', { name: 'Run', exact: true }).click();
        if (reason === null) await refuse();
      },
      async CONFIRM(_event, state) {
        if (state !== 'confirming') return expect(question).toHaveCount(0);
        await question.getByRole('button', { name: 'Run', exact: true }).click();
        await refuse();
      },
      async REVIEW({ runId }, state) {
        if (state !== 'closed') return isOpen(state);
        await show(CLEAR);
        const runs = panel.getByRole('button', { name: 'Runs' });
        if ((await runs.getAttribute('aria-expanded')) === 'false') await runs.click();
        await panel
          .getByRole('article', { name: `Run ${runId}` })
          .getByRole('button', { name: 'Review' })
          .click();
      },
      async OPENED({ runId }, state) {
        if (state === 'closed' || state === 'confirming') return expect(review).toHaveCount(0);
        // the changes of another run cannot be opened from this one's review
        if (!(await page.getByRole('dialog', { name: `Review run ${runId} of ${CLEAR.name}` }).isVisible())) return isOpen(state);
        const [tab] = await Promise.all([page.context().waitForEvent('page'), review.getByRole('link', { name: 'Review changes' }).click()]);
        await tab.close();
      },
      async APPROVE(_event, state) {
        if (state === 'closed' || state === 'confirming') return expect(review).toHaveCount(0);
        if (state === 'reviewing') {
          await approve.hover();
          return expect(page.getByRole('tooltip')).toHaveText('Review changes first');
        }
        await approve.click();
        await refuse();
      },
      async CLOSE(_event, state) {
        if (state === 'closed') return nothingOpen();
        await page.keyboard.press('Escape');
      },
      LEAVE: () => visit(page, '/tasks'),
    },
    states: {
      closed: nothingOpen,
      async confirming(context) {
        const { reason } = context as unknown as PipelineRunContext;
        await expect(question).toContainText(reason === 'Scheduled' ? WHY.Scheduled : WHY.Running);
        await expect(review).toHaveCount(0);
      },
      async reviewing(context) {
        const { runId } = context as unknown as PipelineRunContext;
        await expect(page.getByRole('dialog', { name: `Review run ${runId} of ${CLEAR.name}` })).toBeVisible();
        await expect(approve).toHaveAttribute('aria-disabled', 'true');
      },
      async reviewed(context) {
        const { runId } = context as unknown as PipelineRunContext;
        await expect(page.getByRole('dialog', { name: `Review run ${runId} of ${CLEAR.name}` })).toBeVisible();
        await expect(approve).not.toHaveAttribute('aria-disabled', 'true');
      },
    },
    sent: (asked) => asked,
    async end() {
      await visit(page, '/tasks');
      await nothingOpen();
      await letGo();
    },
  };
}
