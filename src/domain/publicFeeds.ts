/** Feeds that anybody may fetch: a GTFS zip that was made here, at an address that stays. */
import { z } from 'zod';
import { GateSettings, ReleaseApproval, ReleaseCheck } from './releaseGate.ts';

/** The part of an address that names a feed. */
export const FeedSlug = z
  .string()
  .trim()
  .toLowerCase()
  .min(2, 'An address has at least 2 characters')
  .max(60, 'An address has at most 60 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'An address is made of lower-case letters and digits, with single hyphens between them');

/** SPDX identifiers that open transit data is usually under, which the form offers. */
export const LICENSES = [
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'ODbL-1.0',
  'ODC-By-1.0',
  'PDDL-1.0',
  'etalab-2.0',
  'OGL-UK-3.0',
  'DL-DE-BY-2.0',
] as const;

/** What people say of a feed, for its page and for registries. */
export const PublicFeedDetails = z.object({
  slug: FeedSlug,
  /** SPDX identifier; empty where no licence is given. */
  license: z.enum(['', ...LICENSES]),
  /** Where questions about the feed go; empty where nobody is named. */
  contact: z.union([z.literal(''), z.email('Enter an e-mail address')]),
  /** What holds a release back; left out where the defaults apply. */
  gate: GateSettings.optional(),
});
export type PublicFeedDetails = z.infer<typeof PublicFeedDetails>;

/** `YYYY-MM-DDTHH:mm` in the time zone of the region; null: as soon as it is ready. */
export const SwitchTime = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/, 'A time is written as 2026-12-14T03:00')
  .nullable();

/** What a release changes for riders, in Markdown, for the page of the feed; empty where nothing is said. */
export const ReleaseText = z.string().trim().max(20_000, 'The text has at most 20,000 characters');

/** A zip that is, was or will be what the feed serves. */
export const FeedRelease = z.object({
  id: z.int().positive(),
  /** Its name in the history, `2026-12-14`, or `2026-12-14-2` for the second of a day; null until it has been served. */
  date: z.string().nullable(),
  sha256: z.string(),
  size: z.int().min(0),
  taskRunId: z.int(),
  versionId: z.int().nullable(),
  /** Who published it, and when (unix seconds). */
  author: z.string(),
  created: z.int(),
  /** Lines, stops and validity; null while they are being read. */
  facts: z.object({ lines: z.int(), stops: z.int(), from: z.string(), to: z.string() }).nullable(),
  /** What the gate found; given of the release that is served and of the next one, once it was checked. */
  checked: ReleaseCheck.optional(),
  /** Whether the gate holds it back until somebody approves it. */
  held: z.literal(true).optional(),
  /** Who approved it although the gate held it. */
  approval: ReleaseApproval.optional(),
  notes: ReleaseText,
});
export type FeedRelease = z.infer<typeof FeedRelease>;

/** A public feed, as those who publish see it. */
export const PublicFeed = PublicFeedDetails.extend({
  id: z.int().positive(),
  region: z.string(),
  regionName: z.string(),
  timezone: z.string(),
  databaseId: z.string(),
  /** Where its page is. */
  url: z.string(),
  /** The release that is served; null before the first one. */
  current: z.int().nullable(),
  /** Unix seconds since when. */
  since: z.int().nullable(),
  /** The release that is to be served next, and from when (unix seconds). */
  next: z.object({ release: z.int(), at: z.int() }).nullable(),
  /** Unix seconds since when it is withdrawn. */
  withdrawn: z.int().nullable(),
  /** Why the next release could not be made ready; null where nothing is wrong. */
  trouble: z.string().nullable(),
  /** Earlier addresses that lead here. */
  formerSlugs: z.array(z.string()),
  /** The newest first. */
  releases: z.array(FeedRelease),
  /** Whether the region is read-only. */
  readOnly: z.boolean(),
  /** Rises with every change; `If-Match` of what is done to it. */
  rev: z.int().min(0),
});
export type PublicFeed = z.infer<typeof PublicFeed>;

/** A slug made of the name of a database, to begin with. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '');
}
