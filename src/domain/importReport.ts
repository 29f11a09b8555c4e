/** What an import did with each file of a feed: the rows it read, kept as they are, changed and refused. The reader makes it, the run keeps it. */
import { z } from 'zod';

/**
 * What became of a row. `kept`: no document holds it, it is kept verbatim and exported again. `changed`: something of it was read
 * otherwise than it was written, or not at all. `refused`: it is left out. `said`: it is unchanged, with a remark.
 */
export const ROW_RESULTS = ['refused', 'changed', 'kept', 'said'] as const;
export type RowResult = (typeof ROW_RESULTS)[number];
/** Results that are counted by file. */
export const COUNTED = ['refused', 'changed', 'kept'] as const satisfies readonly RowResult[];

/** One remark. `line` counts from 1, the header; null where it is about the whole file. Column and value are blank where it is about no one field. */
export const ReportedRow = z.object({ line: z.int().nullable(), column: z.string(), value: z.string(), reason: z.string() });
export type ReportedRow = z.infer<typeof ReportedRow>;

/** Rows of each result that the report itself shows; the file beside it has all. */
export const REPORT_FIRST = 5;

const FirstRows = z.array(ReportedRow).max(REPORT_FIRST);
const count = z.int().min(0);

export const ReportedFile = z.object({
  file: z.string(),
  read: count,
  kept: count,
  changed: count,
  refused: count,
  first: z.object({ kept: FirstRows, changed: FirstRows, refused: FirstRows }),
});
export type ReportedFile = z.infer<typeof ReportedFile>;

/** Routes that the report names of those that lose all their trips. */
const ROUTES_NAMED = 20;

/** Trips that are in no timetable although they should be; Flex trips, which call at areas and not at stops, do not count. */
export const DroppedTrips = z.object({
  trips: count,
  dropped: count,
  /** Why one of them is dropped, of the sort that is the most frequent; blank where none is. */
  reason: z.string(),
  /** Routes none of whose trips is in a timetable: the first of them, and how many. */
  routes: z.array(z.string()).max(ROUTES_NAMED),
  routeCount: count,
});
export type DroppedTrips = z.infer<typeof DroppedTrips>;

export const ImportReport = z.object({ files: z.array(ReportedFile), trips: DroppedTrips });
export type ImportReport = z.infer<typeof ImportReport>;

/** Counts what was dropped. `routes` are those that lose all of their trips. */
export function droppedTrips(trips: number, reasons: readonly string[], routes: readonly string[]): DroppedTrips {
  const kinds = new Map<string, { count: number; reason: string }>();
  for (const reason of reasons) {
    const kind = reason.replaceAll(/"[^"]*"/g, '');
    kinds.set(kind, { reason, ...kinds.get(kind), count: (kinds.get(kind)?.count ?? 0) + 1 });
  }
  const [{ reason } = { reason: '' }] = [...kinds.values()].toSorted((a, b) => b.count - a.count);
  return { trips, dropped: reasons.length, reason, routes: routes.slice(0, ROUTES_NAMED), routeCount: routes.length };
}

/** Trips in percent that an import may drop without a question. */
export const DROP_LIMIT = 1;

/** What an import drops beyond a limit in percent, as a sentence; undefined where it stays within. A limit of 100 asks nothing. */
export function dropWords({ trips, dropped, reason, routes, routeCount }: DroppedTrips, limit: number): string | undefined {
  if (limit >= 100) return undefined;
  if (trips === 0) return 'No trip will ever run: trips.txt has no rows.';
  const share = (dropped / trips) * 100;
  if (share <= limit && routeCount === 0) return undefined;
  const why = reason === '' ? '' : `, for example because ${reason}`;
  if (dropped === trips) return `No trip will ever run: none of the ${number(trips)} trips is in a timetable${why}.`;
  const head = `${number(dropped)} of ${number(trips)} trips (${percent(share)} %) ${dropped === 1 ? 'is' : 'are'} in no timetable${why}.`;
  if (routeCount === 0) return `${head} The limit is ${percent(limit)} %.`;
  const more = routeCount > routes.length ? ` and ${number(routeCount - routes.length)} more` : '';
  return `${head} ${routeCount === 1 ? 'The route' : `${number(routeCount)} routes`} ${routes.join(', ')}${more} ${routeCount === 1 ? 'has' : 'have'} no trip left.`;
}

/** The counts of a file as one line: `trips.txt: 12 rows read, 2 refused`. */
export function fileWords({ file, read, kept, changed, refused }: ReportedFile): string {
  const rows = [
    `${number(read)} ${read === 1 ? 'row' : 'rows'} read`,
    ...(kept > 0 ? [`${number(kept)} kept as they are`] : []),
    ...(changed > 0 ? [`${number(changed)} changed`] : []),
    ...(refused > 0 ? [`${number(refused)} refused`] : []),
  ];
  return `${file}: ${rows.join(', ')}`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function percent(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 1 });
}
