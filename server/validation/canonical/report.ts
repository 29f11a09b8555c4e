/** `report.json` as the canonical validator writes it: the notices, and a summary of what was looked at. */
import { dateOfDays } from '../../../src/domain/date.ts';
import type { EntityKind } from '../../../src/domain/entities.ts';
import type { ReadSummary } from '../../feed/gtfs/read/readFeed.ts';
import type { Network } from '../network.ts';
import { serviceDays } from '../running.ts';
import { CANONICAL_VERSION } from './notices.ts';
import type { FoundNotice, Verdict } from './verdict.ts';

/** What is known of a run of the validation. */
export interface CanonicalRun {
  /** Address of the feed, `file:///...`. */
  readonly input: string;
  /** Folder of the report. */
  readonly output: string;
  readonly validatedAt: Date;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly seconds: number;
  /** Undefined where the feed was refused. */
  readonly read: { readonly network: Network; readonly summary: ReadSummary } | undefined;
}

export interface CanonicalReport {
  readonly summary: Readonly<Record<string, unknown>>;
  readonly notices: readonly FoundNotice[];
}

/** The report of a run. */
export function canonicalReport(verdict: Verdict, run: CanonicalRun): CanonicalReport {
  const { input, output, validatedAt, day, seconds, read } = run;
  return {
    summary: {
      // of the notices; what found them is this product
      validatorVersion: `${CANONICAL_VERSION}-dmp`,
      validatedAt: validatedAt.toISOString(),
      gtfsInput: input,
      threads: 1,
      outputDirectory: output,
      systemErrorsReport: '',
      validationReportName: 'report.json',
      htmlReportName: '',
      countryCode: 'ZZ',
      dateForValidation: dateOfDays(day),
      ...(read === undefined ? {} : ofFeed(read)),
      validationTimeSeconds: Math.round(seconds * 1000) / 1000,
    },
    notices: verdict.notices(),
  };
}

function ofFeed({ network, summary }: NonNullable<CanonicalRun['read']>): Record<string, unknown> {
  const feed = network.get('Feed', 'feed');
  const [first, last] = serviceWindow(network);
  return {
    feedInfo: {
      publisherName: feed?.PublisherName ?? '',
      publisherUrl: feed?.PublisherUrl ?? '',
      feedLanguage: feed?.Language ?? '',
      feedStartDate: dashed(feed?.StartDate),
      feedEndDate: dashed(feed?.EndDate),
      feedEmail: feed?.ContactEmail ?? '',
      feedServiceWindowStart: first === undefined ? '' : dateOfDays(first),
      feedServiceWindowEnd: last === undefined ? '' : dateOfDays(last),
    },
    agencies: [...network.all('Agency')].map(({ doc }) => ({
      name: doc.Name ?? '',
      url: doc.Url ?? '',
      phone: doc.Phone ?? '',
      email: doc.Email ?? '',
    })),
    files: [...new Set([...summary.report.files.map(({ file }) => file), ...summary.rawFiles])].toSorted(),
    counts: countsOf(network, summary),
    gtfsFeatures: FEATURES.flatMap(([feature, kind]) => (network.count(kind) > 0 ? [feature] : [])),
  };
}

function countsOf(network: Network, { trips }: ReadSummary): Record<string, number> {
  const routes = new Set([...network.all('Schedule')].map(({ doc }) => doc.ExternalTransportId ?? doc.Id));
  const shapes = new Set([...network.all('Track')].flatMap(({ doc }) => doc.Shape ?? []));
  const blocks = new Set<string>();
  for (const { doc } of network.all('Timetable'))
    for (const { blockId } of [{ blockId: doc.BlockId }, ...doc.Departures]) if (blockId !== undefined && blockId !== '') blocks.add(blockId);
  return {
    Shapes: shapes.size,
    Stops: network.count('Stop'),
    Routes: routes.size,
    Trips: trips,
    Agencies: network.count('Agency'),
    Blocks: blocks.size,
  };
}

/** The first and the last day on which anything runs. */
function serviceWindow(network: Network): readonly [first: number | undefined, last: number | undefined] {
  let [first, last]: [number | undefined, number | undefined] = [undefined, undefined];
  for (const schedule of network.all('Schedule')) {
    const running = serviceDays(network, schedule);
    const [from, to] = [running.days.indexOf(1), running.days.lastIndexOf(1)];
    if (from < 0) continue;
    first = Math.min(first ?? Infinity, running.first + from);
    last = Math.max(last ?? -Infinity, running.first + to);
  }
  return [first, last];
}

/** Features as the canonical validator names them, by a kind that a feed has for them. */
const FEATURES: readonly (readonly [feature: string, kind: EntityKind])[] = [
  ['Attributions', 'Attribution'],
  ['Fare Media', 'FareMedium'],
  ['Fare Products', 'FareProduct'],
  ['Fare Transfers', 'FareTransferRule'],
  ['Fares V1', 'Fare'],
  ['Levels', 'Level'],
  ['Pathway Connections', 'Pathway'],
  ['Rider Categories', 'RiderCategory'],
  ['Transfers', 'Transfer'],
  ['Translations', 'Translation'],
  ['Zone-Based Fares', 'Area'],
];

function dashed(date: string | undefined): string {
  return (date ?? '').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
}
