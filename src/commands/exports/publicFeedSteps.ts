/** The steps of publishing; `machines/publishingMachine.ts` follows them and issues what is asked about. */
import { z } from 'zod';
import { NO_PUBLISH } from '../../domain/account.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { whyNotPublish, zipOfRun } from '../../projections/exportState.ts';
import type { AppState } from '../../projections/state.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { defineCommand } from '../define.ts';
import { defineStep } from '../defineStep.ts';
import { openPlace } from '../shell/openPlace.ts';
import { chosenExport, exportPlace } from './exportPlace.ts';

const WHY = {
  off: 'Feeds cannot be published here: the operator has set no public address',
  readOnly: READ_ONLY,
  right: NO_PUBLISH,
} as const;

/** Why the account cannot publish here; undefined where it can. */
function refusal(view: AppState): string | undefined {
  const why = whyNotPublish(view);
  return why === undefined ? undefined : WHY[why];
}

function feedsPlace(view: AppState): CommandInput {
  return openPlace({ path: '/exports', search: searchWith(exportPlace(view) === undefined ? '' : view.location.search, { dialog: 'feeds' }) });
}

/** Opens the list of public feeds. */
export const showPublicFeeds = defineCommand('publishing.show', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Open the public feeds',
  inverse: 'none',
  next: (_p, _reply, view): readonly CommandInput[] => [feedsPlace(view)],
  keep: 'all',
  action: {
    title: 'Public feeds',
    words: 'publish release withdraw roll back url address gate held approve check ids coverage timetable book print pdf line stop page embed',
    icon: 'rss',
    group: 'Exports',
    payload: (view) => {
      const why = refusal(view);
      return why === undefined ? {} : { why };
    },
  },
});

/** Opens the form that publishes the zip of a task. */
export const askPublish = defineStep('publishing.publish', 'Publish a zip', {
  payload: z.object({ taskRunId: z.int().positive(), databaseId: z.string() }),
  samples: [{ taskRunId: 1, databaseId: 'demo' }],
  next: (_p, _reply, view): readonly CommandInput[] => [feedsPlace(view)],
  action: {
    title: 'Publish export',
    words: 'public feed release gtfs zip',
    icon: 'rss',
    group: 'Exports',
    payload: (view) => {
      const chosen = chosenExport(view);
      const why = refusal(view) ?? ('why' in chosen ? chosen.why : undefined);
      if (why !== undefined || 'why' in chosen) return { why: why ?? '' };
      const run = view.exports.history[String(chosen.one.id)]?.load.value?.exportRuns.find((one) => zipOfRun(one) !== undefined);
      return run === undefined ? { why: 'Run the export first' } : { taskRunId: run.taskRunId, databaseId: chosen.one.DbId };
    },
  },
});

/** Opens address, licence and contact of a feed. */
export const editPublicFeed = defineStep('publishing.edit', 'Change a public feed', {
  payload: z.object({ id: z.int().positive() }),
  samples: [{ id: 1 }],
});

/** What is asked before it goes out to the public. */
export const PublishingQuestion = z.discriminatedUnion('act', [
  z.object({ act: z.literal('switch'), id: z.int().positive(), rev: z.int(), release: z.int().positive() }),
  z.object({ act: z.literal('withdraw'), id: z.int().positive(), rev: z.int() }),
  z.object({ act: z.literal('cancel'), id: z.int().positive(), rev: z.int() }),
  /** What the gate found of a release, and where it holds it back whether it is to be served all the same. */
  z.object({ act: z.literal('review'), id: z.int().positive(), rev: z.int(), release: z.int().positive() }),
]);
export type PublishingQuestion = z.infer<typeof PublishingQuestion>;

/** Asks whether a release shall be served again, a feed withdrawn, or a planned switch cancelled; or opens what the gate found. */
export const askPublishing = defineStep('publishing.ask', 'Ask before the public sees it', {
  payload: PublishingQuestion,
  samples: [
    { act: 'switch', id: 1, rev: 1, release: 1 },
    { act: 'withdraw', id: 1, rev: 1 },
    { act: 'cancel', id: 1, rev: 1 },
    { act: 'review', id: 1, rev: 1, release: 1 },
  ],
});

/** Says yes. */
export const confirmPublishing = defineStep('publishing.confirm', 'Confirm');

/** Goes back to the list. */
export const listPublicFeeds = defineStep('publishing.list', 'Go back to the public feeds');
