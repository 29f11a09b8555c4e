import { z } from 'zod';
import type { PipelineRunContext, PipelineRunEvent } from '../../../src/machines/pipelineRunMachine.ts';
import { expect, visit } from '../browser.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'confirming' | 'resuming' | 'repeating' | 'reviewing' | 'reviewed' | 'replacing';

/** Pipelines of the demo that stand for the one of the path cases, as it is where nothing speaks against a run, while one is under way, or shortly before one. */
const CLEAR = { id: 1, name: 'Harbour buses', last_run_status: 2 } as const;
const RUNNING = { id: 2, name: 'Harbour buses, with faults', last_run_status: 1 } as const;
const SCHEDULED = { id: 3, name: 'Island ferries, address gone', last_run_status: 2 } as const;
/** Its runs 4 and 5 wait for approval, 5 being superseded; run 6 failed, run 7 was completed. */
const WAITING = { id: 4, name: 'Harbour buses, every night', last_run_status: 4 } as const;
const PIPELINES = [CLEAR, RUNNING, SCHEDULED, WAITING];
const OVERTAKEN = { run_id: 9, version_id: 12, version_name: 'Summer' };

const WHY = {
  Running: 'is running. Another one waits until it has ended. Run it all the same?',
  Scheduled: 'A run of this pipeline is scheduled for',
  Approval: 'waits for approval. A new run supersedes it as soon as it has come as far. Run it all the same?',
} as const;

/**
 * Running a pipeline, reviewing two runs of one that wait for approval, and resuming or repeating one that failed. How the pipelines stand is told to the page in place of the
 * server, and what is run or approved never reaches it: nothing runs.
 */
export function pipelineRunOnScreen(surroundings: Surroundings): WorkflowOnScreen<PipelineRunEvent, State> {
  const { page, held } = surroundings;
  const { dismissErrors, letGo } = commonOnScreen(surroundings);
  const panel = page.getByRole('region', { name: 'Pipeline', exact: true });
  const question = page.getByRole('dialog', { name: /^Run (?!again)/ });
  const review = page.getByRole('dialog', { name: /^Review run/ });
  const approve = review.getByRole('button', { name: 'Approve' });
  const replacing = page.getByRole('dialog', { name: 'Approve superseded run 5' });
  const resuming = page.getByRole('dialog', { name: 'Resume run 6' });
  const repeating = page.getByRole('dialog', { name: 'Run again from run 7' });
  const errors = page.getByTestId('errors');
  const runOf = (id: number, status: number, superseded: object | null = null): object => ({
    id,
    superseded,
    pipeline_id: WAITING.id,
    created: 1_780_000_000,
    ended: null,
    caused_by: 'somebody',
    status,
    tasks: status === 4 ? [] : [taskOf(id, status)],
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
  const dialogs = { confirming: question, resuming, repeating, reviewing: review, reviewed: review, replacing } as const;
  const isOpen = (state: Exclude<State, 'closed'>): Promise<void> => expect(dialogs[state]).toHaveAttribute('aria-modal', 'true');
  const showRuns = async (): Promise<void> => {
    await show(WAITING);
    const runs = panel.getByRole('button', { name: 'Runs' });
    if ((await runs.getAttribute('aria-expanded')) === 'false') await runs.click();
  };
  const nothingOpen = async (): Promise<void> => {
    for (const one of Object.values(dialogs)) await expect(one).toHaveCount(0);
  };

  return {
    async begin() {
      for (const { id, name: _name, ...state } of PIPELINES)
        await page.route(new RegExp(`/scheduler/ui/pipelines/${id}$`), async (route) => {
          const answer = await route.fetch();
          const pipeline = z.record(z.string(), z.unknown()).parse(await answer.json());
          const next_run = id === SCHEDULED.id ? Math.floor(Date.now() / 1000) + 60 : null;
          await route.fulfill({
            response: answer,
            json: { ...pipeline, ...state, next_run, runs: id === WAITING.id ? [runOf(7, 2), runOf(6, 3), runOf(5, 4, OVERTAKEN), runOf(4, 4)] : [] },
          });
        });
      await page.goto('/pipelines');
      for (const { name } of PIPELINES) await expect(page.getByRole('link', { name: new RegExp(`^${name} `) }).first()).toBeVisible();
    },
    events: {
      async ASK({ reason }, state) {
        if (state !== 'closed') return isOpen(state);
        await show(reason === null ? CLEAR : reason === 'Scheduled' ? SCHEDULED : reason === 'Approval' ? WAITING : RUNNING);
        await panel.getByRole('button', { name: 'Run', exact: true }).click();
        if (reason === null) await refuse();
      },
      async CONFIRM(_event, state) {
        const yes = { confirming: 'Run', resuming: 'Resume', repeating: 'Run again', replacing: 'Approve all the same' } as const;
        if (state !== 'confirming' && state !== 'resuming' && state !== 'repeating' && state !== 'replacing') return expect(question).toHaveCount(0);
        await dialogs[state].getByRole('button', { name: yes[state], exact: true }).click();
        await refuse();
      },
      async REVIEW({ runId }, state) {
        if (state !== 'closed') return isOpen(state);
        await showRuns();
        await panel
          .getByRole('article', { name: `Run ${runId}` })
          .getByRole('button', { name: 'Review' })
          .click();
      },
      async RESUME({ runId }, state) {
        if (state !== 'closed') return isOpen(state);
        await showRuns();
        await panel
          .getByRole('article', { name: `Run ${runId}` })
          .getByRole('button', { name: 'Resume' })
          .click();
      },
      async REPEAT({ runId }, state) {
        if (state !== 'closed') return isOpen(state);
        await showRuns();
        await panel
          .getByRole('article', { name: `Run ${runId}` })
          .getByRole('button', { name: 'Run again' })
          .click();
      },
      async OPENED({ runId }, state) {
        if (state !== 'reviewing' && state !== 'reviewed') return expect(review).toHaveCount(0);
        // the changes of another run cannot be opened from this one's review
        if (!(await page.getByRole('dialog', { name: `Review run ${runId} of ${WAITING.name}` }).isVisible())) return isOpen(state);
        const [tab] = await Promise.all([page.context().waitForEvent('page'), review.getByRole('link', { name: 'Review changes' }).click()]);
        await tab.close();
      },
      async APPROVE(_event, state) {
        if (state !== 'reviewing' && state !== 'reviewed') return expect(review).toHaveCount(0);
        if (state === 'reviewing') {
          await approve.hover();
          return expect(page.getByRole('tooltip')).toHaveText('Review changes first');
        }
        await approve.click();
        // the superseded one asks once more
        if (!(await replacing.isVisible())) await refuse();
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
        await expect(question).toContainText(reason === 'Scheduled' || reason === 'Approval' ? WHY[reason] : WHY.Running);
        await expect(review).toHaveCount(0);
      },
      async resuming() {
        await expect(resuming).toContainText('The run goes on with Build shapes.');
      },
      async repeating() {
        await expect(repeating).toContainText('A new run does Build shapes with the version that run 7 began with there.');
      },
      async replacing() {
        await expect(replacing).toContainText('Run 5 is superseded: run 9 overtook it, and version 12, "Summer", is current since.');
      },
      async reviewing(context) {
        const { runId } = context as unknown as PipelineRunContext;
        await expect(page.getByRole('dialog', { name: `Review run ${runId} of ${WAITING.name}` })).toBeVisible();
        await expect(approve).toHaveAttribute('aria-disabled', 'true');
      },
      async reviewed(context) {
        const { runId } = context as unknown as PipelineRunContext;
        await expect(page.getByRole('dialog', { name: `Review run ${runId} of ${WAITING.name}` })).toBeVisible();
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

/** The one task of a run that has ended. */
function taskOf(runId: number, type: number): object {
  return {
    task: {
      id: runId * 10 + 1,
      created: 1_780_000_000,
      name: 'Build shapes',
      original_name: 'Build missing shapes',
      s3_url: 'builtin:build-shapes',
      command: {},
      task_type: 2,
      db_id: 'velmar',
      input_version_id: 1,
      notes: '',
      caused_by: 'somebody',
      run_id: runId,
      pipeline_id: WAITING.id,
      pipeline_name: WAITING.name,
    },
    last_result: { type, created: 1_780_000_001, output_version_id: null, message: null },
    progress: null,
    approved: false,
    level_summary: { information: 0, warnings: 0, errors: 0 },
    input_version_exists: true,
    output_version_exists: false,
    input_version_archived: false,
    output_version_archived: false,
    output_version_id: null,
  };
}
