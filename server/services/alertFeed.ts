/** The alerts of public feeds: made of what the process holds, by no query. */
import { AlertContent } from '../../src/domain/serviceAlerts.ts';
import { messageOf, type ServedAlerts } from '../feed/alertMessage.ts';
import { namesOf } from '../feed/entities/entityFile.ts';
import { timeNow } from '../surroundings.ts';
import type { PublicIndex, ServedFeed } from './publicIndex.ts';

export type AlertsOf = (served: ServedFeed) => Promise<ServedAlerts>;

/** Answers the alerts of a feed; made again when the index was read again or one of them is over. `now`: unix milliseconds. */
export function createAlertFeed(
  index: Pick<PublicIndex, 'entitiesOf' | 'open'>,
  warn: (message: string, error: unknown) => void,
  now = timeNow,
): AlertsOf {
  const kept = new WeakMap<ServedFeed, Promise<ServedAlerts>>();
  const make = async (served: ServedFeed): Promise<ServedAlerts> => {
    const { feed, current } = served;
    const found =
      current === undefined
        ? undefined
        : await index.entitiesOf(current).catch((error: unknown) => void warn('The ids of a release cannot be read', error));
    const contents = feed.alerts.flatMap(({ id, content }) => {
      const read = AlertContent.safeParse(content);
      if (!read.success) warn(`Service alert ${id} cannot be read`, read.error);
      return read.success ? [{ id, content: read.data }] : [];
    });
    const names =
      found &&
      (await namesOf(
        found,
        contents.flatMap(({ content }) => content.entities),
        () => index.open(current?.entitiesKey ?? ''),
      ).catch((error: unknown) => void warn('The trips of a release cannot be read', error)));
    const timezone = found?.timezone || feed.timezone;
    return messageOf(contents, {
      names,
      timezone,
      language: found?.language ?? '',
      changed: Math.max(feed.since ?? 0, feed.alertsAt ?? 0),
      now: Math.floor(now() / 1000),
    });
  };
  return async (served) => {
    const known = await kept.get(served)?.catch(() => undefined);
    if (known !== undefined && known.until > now() / 1000) return known;
    const made = make(served);
    kept.set(served, made);
    return made;
  };
}
