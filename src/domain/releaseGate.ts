/** The gate of a public feed: what is compared with the served release before a new one is served, and what holds it back. */
import { z } from 'zod';

/** Kinds of ids that realtime feeds and links refer to. */
export const ID_KINDS = ['trip', 'stop', 'route', 'agency'] as const;
export type IdKind = (typeof ID_KINDS)[number];

/** Ids of a kind that are listed; all are counted. */
export const IDS_LISTED = 50;

/** What holds a release of a feed back. */
export const GateSettings = z.object({
  /** Kinds of ids of which none may disappear. */
  ids: z.array(z.enum(ID_KINDS)).max(ID_KINDS.length),
  /** Most validation errors; null: as many as the served release has. */
  errors: z.int('Enter a whole number').min(0, 'Enter 0 or more').max(9_999_999, 'Enter at most 9,999,999').nullable(),
  /** Days from the switch on that need service; 0: none. */
  days: z.union([z.literal(0), z.literal(7), z.literal(30)]),
});
export type GateSettings = z.infer<typeof GateSettings>;

/** Of a feed for which nothing else was set. */
export const DEFAULT_GATE: GateSettings = { ids: [...ID_KINDS], errors: null, days: 7 };

/** Share of the usual trips, in percent, below which a release is held back. */
export const LEAST_SHARE = 50;

const LostIds = z.object({ count: z.int().min(0), first: z.array(z.string()).max(IDS_LISTED) });

const Coverage = z.object({
  days: z.union([z.literal(7), z.literal(30)]),
  /** Days without service (YYYY-MM-DD) on which there usually is some. */
  without: z.array(z.string()),
  /** Trips on all of these days, and how many there usually are. */
  trips: z.int().min(0),
  usual: z.int().min(0),
});
export type Coverage = z.infer<typeof Coverage>;

/** `unreadable`: the served release cannot be read, so ids could not be compared. */
export const GateReason = z.enum([...ID_KINDS, 'errors', 'days', 'share', 'unreadable']);
export type GateReason = z.infer<typeof GateReason>;

/** What was found, without what follows of it. */
export const ReleaseFindings = z.object({
  /** The release that was served then; null where none was. */
  against: z.int().nullable(),
  /** The first day that it is to be served, in the time zone of the region. */
  day: z.string(),
  /** Ids of the served release that the new one does not have: of trips, those that still run on `day` or later. */
  ids: z.object({ trip: LostIds, stop: LostIds, route: LostIds, agency: LostIds }),
  /** Errors of the version of this release and of the served one; null where they are not known. */
  errors: z.object({ count: z.int().min(0).nullable(), served: z.int().min(0).nullable() }),
  coverage: z.array(Coverage),
  unreadable: z.boolean(),
});
export type ReleaseFindings = z.infer<typeof ReleaseFindings>;

/** The result of the gate, kept with its release. */
export const ReleaseCheck = ReleaseFindings.extend({
  /** The limit of errors that applied; null where there was none. */
  limit: z.int().min(0).nullable(),
  /** The days that needed service. */
  days: GateSettings.shape.days,
  /** Why the release is held back; empty where it is not. */
  reasons: z.array(GateReason),
});
export type ReleaseCheck = z.infer<typeof ReleaseCheck>;

/** Why a person lets a held release out. */
export const ApprovalReason = z
  .string()
  .trim()
  .min(3, 'Enter a reason of at least 3 characters')
  .max(1000, 'The reason has at most 1,000 characters');

/** The decision to serve a release that was held back. */
export const ReleaseApproval = z.object({ by: z.string(), /** Unix seconds. */ at: z.int(), reason: z.string() });
export type ReleaseApproval = z.infer<typeof ReleaseApproval>;

/** Applies the settings of a feed to what was found. */
export function checkRelease(found: ReleaseFindings, settings: GateSettings): ReleaseCheck {
  const limit = settings.errors ?? found.errors.served;
  const reasons: GateReason[] = ID_KINDS.filter((kind) => settings.ids.includes(kind) && found.ids[kind].count > 0);
  if (found.unreadable) reasons.unshift('unreadable');
  if (limit !== null && found.errors.count !== null && found.errors.count > limit) reasons.push('errors');
  const window = found.coverage.find(({ days }) => days === settings.days);
  if (window !== undefined && window.without.length > 0) reasons.push('days');
  if (window !== undefined && shareOf(window) < LEAST_SHARE) reasons.push('share');
  return { ...found, limit, days: settings.days, reasons };
}

/** The reasons in words, for notifications. */
export function heldBecause({ reasons, ids, errors, limit, days, coverage }: ReleaseCheck): string[] {
  const window = coverage.find((one) => one.days === days);
  return reasons.map((reason) => {
    if (reason === 'unreadable') return 'The served release cannot be read, so ids were not compared';
    if (reason === 'errors') return `${counted(errors.count ?? 0, 'validation error')}, ${(limit ?? 0).toLocaleString('en')} allowed`;
    if (reason === 'days') return `${counted(window?.without.length ?? 0, 'day')} without service in the next ${days} days`;
    if (reason === 'share') return `${window === undefined ? 0 : shareOf(window)} % of the usual trips in the next ${days} days`;
    return `${counted(ids[reason].count, `${reason === 'route' ? 'line' : reason} id`)} removed`;
  });
}

function counted(n: number, word: string): string {
  return `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`;
}

/** Trips in percent of the usual ones; 100 where there usually are none. */
export function shareOf({ trips, usual }: Pick<Coverage, 'trips' | 'usual'>): number {
  return usual === 0 ? 100 : Math.floor((trips / usual) * 100);
}
