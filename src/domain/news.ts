/** What happened to somebody's work while others, or the server, did it. */
import { z } from 'zod';

/**
 * `runEnded` and `needsApproval`: a run; `uploaded` and `uploadFailed`; `edited`: others changed one's draft; `commented`: on one's changes;
 * `releaseHeld`: the gate of a public feed holds one's release back; `webhookFailed`: a message of one's webhook was given up.
 * `review...`: of a draft that one asked to be reviewed, or was asked about. `searchEntered`: a saved search that one watches.
 */
export const NewsKind = z.enum([
  'runEnded',
  'runFailed',
  'needsApproval',
  'uploaded',
  'uploadFailed',
  'edited',
  'commented',
  'releaseHeld',
  'webhookFailed',
  'reviewAsked',
  'reviewCommented',
  'reviewChangesAsked',
  'reviewApproved',
  'reviewWithdrawn',
  'searchEntered',
]);
export type NewsKind = z.infer<typeof NewsKind>;

/** One line of the bell. */
export const NewsItem = z.object({
  id: z.int(),
  /** What it is about: the same topic is one line, however often it happens. */
  topic: z.string(),
  kind: NewsKind,
  databaseId: z.string(),
  title: z.string(),
  /** What was said, or what was changed last; may be empty. */
  detail: z.string(),
  /** Path and query of the product where it can be looked at. */
  path: z.string().startsWith('/'),
  /** How often it happened since it was read last. */
  count: z.int().min(1),
  read: z.boolean(),
  /** When it happened last, an ISO moment in UTC. */
  at: z.string(),
});
export type NewsItem = z.infer<typeof NewsItem>;

/** Lines that the bell shows at most. */
export const NEWS_LIMIT = 100;
/** Days after which a line is forgotten. */
export const NEWS_DAYS = 90;

/** The list with a line in its place: the newest first, each topic once. */
export function withNews(list: readonly NewsItem[], item: NewsItem): readonly NewsItem[] {
  return [item, ...list.filter(({ topic }) => topic !== item.topic)]
    .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : b.id - a.id))
    .slice(0, NEWS_LIMIT);
}

/** How many lines are unread. */
export function unreadNews(list: readonly NewsItem[]): number {
  return list.filter(({ read }) => !read).length;
}
