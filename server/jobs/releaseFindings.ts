/** What the gate of a public feed looks at: the zips of a release and of the served one, and the errors of their versions. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { dateOfDays } from '../../src/domain/date.ts';
import type { ReleaseFindings } from '../../src/domain/releaseGate.ts';
import { compareReleases } from '../feed/gate/compareReleases.ts';
import { FeedRefused } from '../feed/gtfs/refusal.ts';
import { ObjectTrouble } from '../objects/objects.ts';
import { dayIn, excludedOf } from '../services/validation.ts';
import { listExclusions } from '../store/exclusions.ts';
import type { KeptFeed, KeptRelease } from '../store/publicFeeds.ts';
import { timeNow } from '../surroundings.ts';
import { checkVersion } from '../validation/checkVersion.ts';
import { countRule } from '../validation/summary.ts';
import type { FeedPlace } from './runners/runner.ts';

/** `path`: the zip of the release; `folder`: for that of the served one. Throws FeedRefused where the zip of the release cannot be read. */
export async function findingsOf(
  place: FeedPlace,
  feed: KeptFeed,
  release: KeptRelease,
  { path, folder }: { readonly path: string; readonly folder: string },
  signal: AbortSignal,
): Promise<ReleaseFindings> {
  const { unpackedLimit } = place;
  const day = dayIn(feed.timezone, Math.max(timeNow(), (feed.nextAt ?? 0) * 1000));
  const served = feed.releases.find(({ id }) => id === feed.current);
  const compare = (against: string | undefined) => compareReleases(path, against, { unpackedLimit, day, signal });
  const compareWithServed = async (): Promise<Pick<ReleaseFindings, 'ids' | 'coverage' | 'unreadable'>> => {
    if (served === undefined) return { ...(await compare(undefined)), unreadable: false };
    const against = join(folder, 'served.zip');
    try {
      await pipeline(await place.objects.get(served.key), createWriteStream(against), { signal });
      return { ...(await compare(against)), unreadable: false };
    } catch (error) {
      // The release itself was read before: this one is the served zip, which is gone or damaged.
      if (!(error instanceof FeedRefused || error instanceof ObjectTrouble)) throw error;
      return { ...(await compare(undefined)), unreadable: true };
    }
  };
  const compared = await compareWithServed();
  const errorsOf = (one: KeptRelease | undefined) => countErrors(place, feed.databaseId, one?.versionId ?? null, signal);
  const errors = { count: await errorsOf(release), served: served?.checked?.errors.count ?? (await errorsOf(served)) };
  return { against: feed.current, day: dateOfDays(day), ...compared, errors };
}

/** Errors of a version that hold today and are not excluded; null where it can no longer be read. */
async function countErrors(place: FeedPlace, databaseId: string, versionId: number | null, signal: AbortSignal): Promise<number | null> {
  const engine = place.store.sql;
  const checked = versionId === null ? undefined : await checkVersion(engine, versionId, signal, () => undefined, place.startChecking);
  if (versionId === null || checked === undefined) return null;
  const excluded = excludedOf(await listExclusions(engine.db, databaseId, versionId));
  const day = dayIn(checked.timezone, timeNow());
  let errors = 0;
  for (const rule of checked.rules.filter(({ level }) => level === 'Error')) {
    const { all, ignored } = countRule(rule, checked.book, excluded, day);
    errors += all - ignored;
  }
  return errors;
}
