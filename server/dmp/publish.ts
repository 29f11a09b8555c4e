/** `dmp publish`: has a public feed serve a zip or one of its releases, and waits until it does. */
import { listExportHistory, listExports } from '../../src/contract/exports.ts';
import { createPublicFeed, listPublicFeeds, publishRelease, switchRelease } from '../../src/contract/publicFeeds.ts';
import { readVersion } from '../../src/contract/versions.ts';
import { PublicFeedDetails, ReleaseText, SwitchTime, type PublicFeed } from '../../src/domain/publicFeeds.ts';
import { heldBecause } from '../../src/domain/releaseGate.ts';
import { RUN_STATUS } from '../../src/domain/runs.ts';
import { pause, timeNow } from '../surroundings.ts';
import { EXIT, numberOf, onlyOne, textOf, WrongArguments, type Asked, type Outcome, type Subcommand } from './arguments.ts';
import { CallFailed, POLL_MS, type Client } from './client.ts';
import { makeGtfs } from './gtfsTask.ts';

/** What can be published, by the option that names it. */
const SOURCES = ['version', 'export', 'task', 'release'] as const;
type Source = { readonly kind: (typeof SOURCES)[number]; readonly value: string };

export const publish: Subcommand = {
  summary: 'have a public feed serve a zip or a release',
  usage: `Usage: dmp publish FEED (--version N | --export EXPORT | --task N | --release R) [--at TIME] [--notes TEXT] [--no-wait]
       dmp publish FEED (--version N | --export EXPORT | --task N) --new [--license ID] [--contact EMAIL] [...]

  FEED              address of the public feed, as in .../feeds/FEED/
  --version N       write this version as GTFS and publish the zip (the token needs the scope run too)
  --export EXPORT   publish the zip of the last completed run of this export: its number, or its name where no other has it
  --task N          publish the zip that this task run has made
  --release R       serve a release of the feed again: its number, or its date (2026-12-14)
  --at TIME         when to switch, in the time zone of the region: 2026-12-14T03:00 (default: at once)
  --notes TEXT      what the release changes for riders, for the page of the feed
  --new             make the feed; --license (SPDX, such as CC-BY-4.0) and --contact are for its page
  --no-wait         end as soon as the switch is planned

Waits until the release is served or, with --at, until it is checked. Ends with 5 where the feed holds the release back, with 1 where the
zip cannot be read or somebody has chosen another release meanwhile. The token needs the scope publish.`,
  options: {
    version: 'string',
    export: 'string',
    task: 'string',
    release: 'string',
    at: 'string',
    notes: 'string',
    new: 'boolean',
    license: 'string',
    contact: 'string',
    'no-wait': 'boolean',
  },
  async run(client, asked) {
    const { options } = asked;
    const slug = onlyOne(asked.positionals, 'FEED').toLowerCase();
    const source = sourceOf(options);
    const at = parsed(SwitchTime, textOf(options, 'at') ?? null, '--at');
    const notes = parsed(ReleaseText, textOf(options, 'notes') ?? '', '--notes');
    const planned = await plan(client, slug, source, { at, notes, options });
    const release = planned.next?.release ?? planned.current ?? 0;
    if (options['no-wait'] === true) return outcome(planned, release);
    let feed = planned;
    while (!isDecided(feed, release)) {
      await pause(POLL_MS);
      feed = await feedNow(client, ({ id }) => id === planned.id, slug);
    }
    return outcome(feed, release);
  },
};

interface Plan {
  readonly at: string | null;
  readonly notes: string;
  readonly options: Asked['options'];
}

/** Plans the switch; answers the feed with its next release, or with the one that is served already. */
async function plan(client: Client, slug: string, source: Source, { at, notes, options }: Plan): Promise<PublicFeed> {
  if (options['new'] === true) {
    if (source.kind === 'release') throw new WrongArguments('A new feed has no release yet: give --version, --export or --task.');
    const { license, contact } = options;
    const details = parsed(PublicFeedDetails, { slug, license: license ?? '', contact: contact ?? '' }, 'The new feed');
    return client.call(createPublicFeed, { body: { ...details, taskRunId: await zipOf(client, source), at, notes } });
  }
  if (options['license'] !== undefined || options['contact'] !== undefined)
    throw new WrongArguments('--license and --contact are for a feed that is made: add --new.');
  const before = await feedNow(client, (feed) => feed.slug === slug, slug);
  if (source.kind !== 'release') {
    const taskRunId = await zipOf(client, source);
    // A zip may have taken minutes to be made.
    const { id, rev } = await feedNow(client, (feed) => feed.id === before.id, slug);
    return client.call(publishRelease, { params: { id }, body: { taskRunId, at, notes } }, rev);
  }
  if (notes !== '') throw new WrongArguments('--notes are for a release that is new.');
  const release = before.releases.find(({ id, date }) => date === source.value || String(id) === source.value);
  if (release === undefined) throw new CallFailed(`The feed ${slug} has no release ${source.value}.${releasesOf(before)}`);
  return client.call(switchRelease, { params: { id: before.id }, body: { release: release.id, at } }, before.rev);
}

function releasesOf({ releases }: PublicFeed): string {
  const dates = releases.flatMap(({ date }) => date ?? []);
  return dates.length === 0 ? '' : ` It has ${dates.slice(0, 10).join(', ')}${dates.length > 10 ? ' and earlier ones' : ''}.`;
}

/** The task run that has made the zip. */
async function zipOf(client: Client, { kind, value }: Source): Promise<number> {
  if (kind === 'task') return numberOf(value, '--task');
  if (kind === 'version') {
    const versionId = numberOf(value, '--version');
    const { Version } = await client.call(readVersion, { params: { versionId } });
    return (await makeGtfs(client, Version.DatabaseId, versionId)).id;
  }
  const id = /^\d+$/.test(value) ? Number(value) : await exportNamed(client, value);
  for (let offset = 0; ;) {
    const { exportRuns, total } = await client.call(listExportHistory, { params: { id }, query: { offset } });
    const done = exportRuns.find(({ status, files = [] }) => status === RUN_STATUS.Completed && files.length > 0);
    if (done !== undefined) return done.taskRunId;
    offset += exportRuns.length;
    if (exportRuns.length === 0 || offset >= total) throw new CallFailed(`The export ${value} has no completed run with a file.`);
  }
}

async function exportNamed(client: Client, name: string): Promise<number> {
  const { regions } = await client.call(listExports, { query: { filter: name.slice(0, 200) } });
  const [found, ...more] = regions.flatMap(({ exports }) => exports).filter((one) => one.name === name);
  if (found === undefined) throw new CallFailed(`There is no export "${name}".`);
  if (more.length > 0)
    throw new CallFailed(`Several exports have the name "${name}". Give the number: ${[found, ...more].map(({ id }) => id).join(', ')}.`);
  return found.id;
}

async function feedNow(client: Client, isIt: (feed: PublicFeed) => boolean, slug: string): Promise<PublicFeed> {
  const feed = (await client.call(listPublicFeeds, {})).feeds.find(isIt);
  if (feed === undefined) throw new CallFailed(`There is no public feed ${slug}. With --new it is made.`);
  return feed;
}

type State = 'waits' | 'planned' | 'served' | 'held' | 'failed' | 'replaced';

/** How far a release has come that is to be served. */
function stateOf({ next, current, withdrawn, trouble, releases }: PublicFeed, id: number): State {
  if (next?.release !== id) return current === id && withdrawn === null ? 'served' : 'replaced';
  if (trouble !== null) return 'failed';
  const release = releases.find((one) => one.id === id);
  if (release?.held === true) return 'held';
  const isChecked = release !== undefined && release.facts !== null && (release.checked !== undefined || release.date !== null);
  return isChecked && next.at * 1000 > timeNow() ? 'planned' : 'waits';
}

function isDecided(feed: PublicFeed, release: number): boolean {
  return stateOf(feed, release) !== 'waits';
}

function outcome(feed: PublicFeed, id: number): Outcome {
  const { slug, url, next } = feed;
  const state = stateOf(feed, id);
  const release = feed.releases.find((one) => one.id === id);
  const reasons = state === 'held' && release?.checked !== undefined ? heldBecause(release.checked) : [];
  const from = next === null || next.at * 1000 <= timeNow() ? undefined : new Date(next.at * 1000).toISOString().replace('.000Z', 'Z');
  const isPlanned = state === 'planned' || state === 'waits';
  const words: Readonly<Record<State, readonly string[]>> = {
    served: [`Release ${release?.date ?? id} of ${slug} is served: ${url}`],
    planned: [`Release ${id} of ${slug} is to be served from ${from ?? ''}: ${url}`],
    waits: [`Release ${id} of ${slug} is to be served ${from === undefined ? 'as soon as it is checked' : `from ${from}`}: ${url}`],
    held: [`Release ${id} of ${slug} is held back until somebody approves it:`, ...reasons.map((reason) => `  ${reason}`)],
    failed: [`Release ${id} of ${slug} cannot be served: ${feed.trouble ?? ''}`],
    replaced: [`Release ${id} of ${slug} is not served: somebody has chosen another one or taken the switch back.`],
  };
  return {
    text: words[state].join('\n'),
    json: { feed: slug, url, release: id, date: release?.date ?? null, state, ...(isPlanned && from !== undefined ? { from } : {}), reasons },
    code: isPlanned || state === 'served' ? EXIT.done : state === 'held' ? EXIT.held : EXIT.found,
  };
}

function sourceOf(options: Asked['options']): Source {
  const given = SOURCES.flatMap((kind) => {
    const value = textOf(options, kind);
    return value === undefined ? [] : [{ kind, value }];
  });
  const [source, ...more] = given;
  if (source === undefined || more.length > 0) throw new WrongArguments('Say what to publish by one of --version, --export, --task and --release.');
  return source;
}

/** A value by its schema; the message of what is wrong names the option. */
function parsed<T>(
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false; error: { issues: readonly { message: string }[] } } },
  value: unknown,
  what: string,
): T {
  const result = schema.safeParse(value);
  if (!result.success) throw new WrongArguments(`${what}: ${result.error.issues[0]?.message ?? 'is wrong'}.`);
  return result.data;
}
