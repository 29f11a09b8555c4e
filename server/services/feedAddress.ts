/** What is at an address of a public feed: the same for its zip, its pages, its timetables and its alerts. */
import type { KeptRelease } from '../store/publicFeeds.ts';
import type { PublicIndex, ServedFeed } from './publicIndex.ts';

export type FeedAddress =
  | { readonly kind: 'served'; readonly served: ServedFeed; readonly current: KeptRelease }
  /** An earlier address: `slug` is the present one. */
  | { readonly kind: 'moved'; readonly slug: string }
  | { readonly kind: 'refused'; readonly status: 404 | 410; readonly sentence: string };

export async function addressOf(index: Pick<PublicIndex, 'find'>, slug: string): Promise<FeedAddress> {
  const served = await index.find(slug);
  if (served === undefined) return { kind: 'refused', status: 404, sentence: 'There is no feed at this address.' };
  const { feed, current } = served;
  if (feed.slug !== slug) return { kind: 'moved', slug: feed.slug };
  if (feed.withdrawn !== null) return { kind: 'refused', status: 410, sentence: `${feed.databaseName} is no longer published at this address.` };
  if (current === undefined) return { kind: 'refused', status: 404, sentence: 'Nothing is published at this address yet.' };
  return { kind: 'served', served, current };
}
