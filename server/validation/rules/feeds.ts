/** Rules of the feed as a whole: how long it holds, whom to ask, its language, and its dates against those of the service. */
import { dateOfDays, daysOf } from '../../../src/domain/date.ts';
import type { Entity } from '../../../src/domain/entities.ts';
import type { Network } from '../network.ts';
import { documentRule, relationRule, versionRule, type Fault, type Rule } from '../rule.ts';
import { isBlank } from '../texts.ts';
import { THRESHOLDS } from '../thresholds.ts';

type Feed = Entity<'Feed'>;

export const feedRules: readonly Rule[] = [
  documentRule(
    [
      131,
      'FEED_EXPIRES_WITHIN_ONE_WEEK',
      'Warning',
      'Feed!',
      'The end date of the feed is over, or within 7 days.',
      'Planners drop a feed that is over, and need some days to take a new one.',
      'Publish a version with a later end date.',
      'A feed to 2026-06-20, looked at on 2026-06-15.',
    ],
    'Feed',
    (feed) => endsSoon(feed, undefined, THRESHOLDS.feedEndsSoon),
  ),
  documentRule(
    [
      132,
      'FEED_EXPIRES_WITHIN_30_DAYS',
      'Warning',
      'Feed!',
      'The end date of the feed is in 8 to 30 days.',
      'People plan a month ahead; what comes after the end is in no planner.',
      'Publish a version with a later end date.',
      'A feed to 2026-07-10, looked at on 2026-06-15.',
    ],
    'Feed',
    (feed) => endsSoon(feed, THRESHOLDS.feedEndsSoon + 1, THRESHOLDS.feedEnds),
  ),
  documentRule(
    [
      133,
      'FEED_CONTACT_MISSING',
      'Warning',
      'Feed!',
      'The feed names neither an e-mail address nor a web page for questions about the data.',
      'Whoever finds a fault does not know whom to tell.',
      'Type one of them.',
      'A feed with a publisher and no contact.',
    ],
    'Feed',
    (feed) =>
      isGiven(feed) && isBlank(feed.ContactEmail) && isBlank(feed.ContactUrl)
        ? { field: 'ContactEmail', text: 'The feed has neither a contact e-mail nor a contact url' }
        : undefined,
  ),
  documentRule(
    [
      134,
      'FEED_DATE_MISSING',
      'Warning',
      'Feed!',
      'Only one of the start date and the end date of the feed is given.',
      'Nobody can say for which days the feed holds.',
      'Type the other date.',
      'A start date alone.',
    ],
    'Feed',
    ({ StartDate, EndDate }) => {
      if (isBlank(StartDate) === isBlank(EndDate)) return undefined;
      return isBlank(StartDate)
        ? { field: 'StartDate', text: `The feed ends on ${dashed(EndDate)} and has no start date` }
        : { field: 'EndDate', text: `The feed starts on ${dashed(StartDate)} and has no end date` };
    },
  ),
  documentRule(
    [
      135,
      'FEED_RECOMMENDED_FIELD_MISSING',
      'Warning',
      'Feed!',
      'The version of the feed, or both its dates, are not given.',
      'Consumers cannot tell one state of the feed from another.',
      'Type what is missing.',
      'A feed without a version.',
    ],
    'Feed',
    (feed) => {
      if (!isGiven(feed)) return undefined;
      const dates = isBlank(feed.StartDate) && isBlank(feed.EndDate) ? (['StartDate', 'EndDate'] as const) : [];
      return [...dates, ...(isBlank(feed.Version) ? (['Version'] as const) : [])].map((field): Fault => ({
        field,
        text: `The feed has no ${WORDS[field]}`,
      }));
    },
  ),
  relationRule(
    [
      136,
      'AGENCY_LANGUAGE_DIFFERS_FROM_FEED',
      'Warning',
      'Agency',
      'The language of the agency is not that of the feed, which is not given as several languages.',
      'It is unclear in which language the names are.',
      'Correct one of them, or choose Multiple languages for the feed.',
      'An agency in French in a feed in English.',
    ],
    'Agency',
    { Feed: (_feed, net) => [...net.all('Agency')].map(({ id }) => id) },
    ({ Language }, net) => {
      const feed = net.get('Feed', 'feed')?.Language;
      if (isBlank(feed) || isBlank(Language) || feed?.toLowerCase() === SEVERAL || feed?.toLowerCase() === Language?.toLowerCase()) return undefined;
      return { field: 'Language', text: `The language is ${Language}, that of the feed ${feed}` };
    },
  ),
  versionRule(
    [
      137,
      'AGENCY_LANGUAGES_DIFFER',
      'Warning',
      'Agency',
      'Agencies of the version have different languages.',
      'Mostly one of them was mistyped; names are in one language.',
      'Correct the language. Exclude the case where the agency really names its lines in another one.',
      'Three agencies in German, one in English.',
    ],
    ['Agency'],
    differingLanguages,
    ['Language'],
  ),
  documentRule(
    [
      138,
      'FEED_ONLY_IN_FUTURE',
      'Warning',
      'Feed!',
      'The start date of the feed is after today.',
      'Until then planners may show nothing.',
      'Publish it together with what holds today, or correct the date.',
      'A feed from 2026-07-01, looked at on 2026-06-15.',
    ],
    'Feed',
    ({ StartDate }) => {
      const start = dayOf(StartDate);
      return start === undefined ? undefined : { field: 'StartDate', text: `The feed starts on ${dateOfDays(start)}`, to: start - 1 };
    },
  ),
  versionRule(
    [
      139,
      'SERVICE_ONLY_IN_FUTURE',
      'Warning',
      'Feed!',
      'The calendars of all schedules begin after today.',
      'Nothing is in any planner today.',
      'Publish it together with what runs today, or correct the calendars.',
      'All calendars from 2026-07-01, looked at on 2026-06-15.',
    ],
    ['Schedule'],
    (net) => {
      const { first } = serviceWindow(net);
      return first === undefined ? undefined : { ...ofFeed(net), text: `The first day of service is ${dateOfDays(first)}`, to: first - 1 };
    },
    ['Calendar'],
  ),
  versionRule(
    [
      140,
      'SERVICE_OUTSIDE_FEED_DATES',
      'Warning',
      'Feed!',
      'Calendars begin before the start date of the feed, or end after its end date.',
      'Consumers may drop the days outside: the feed says nothing of them.',
      'Correct the dates of the feed, or the calendars.',
      'A calendar to 2026-12-31 in a feed to 2026-12-12.',
    ],
    ['Schedule', 'Feed'],
    outsideFeed,
    ['Calendar', 'StartDate', 'EndDate'],
  ),
  versionRule(
    [
      141,
      'FEED_BEYOND_SERVICE',
      'Warning',
      'Feed!',
      'The feed holds for more than 14 days before the first or after the last day of any calendar.',
      'It promises days on which nothing runs.',
      'Correct the dates of the feed, or extend the calendars.',
      'A feed to 2026-12-31, all calendars to 2026-10-31.',
      { key: 'feedBeyond', unit: 'days', min: 0, max: 730 },
    ],
    ['Schedule', 'Feed'],
    beyondService,
    ['Calendar', 'StartDate', 'EndDate'],
  ),
  versionRule(
    [
      142,
      'SERVICE_ENDS_WITHIN_7_DAYS',
      'Warning',
      'Feed!',
      'The last calendar ends within the next 7 days, or is over.',
      'People who plan for next week find nothing.',
      'Extend the calendars, and publish the version.',
      'The last calendar ends on 2026-06-18, looked at on 2026-06-15.',
    ],
    ['Schedule'],
    (net) => {
      const { first, last } = serviceWindow(net);
      if (first === undefined || last === undefined) return undefined;
      return { ...ofFeed(net), text: `The last day of service is ${dateOfDays(last)}`, from: Math.max(first, last - THRESHOLDS.oneWeek + 1) };
    },
    ['Calendar'],
  ),
];

const WORDS = { StartDate: 'start date', EndDate: 'end date', Version: 'version' } as const;
/** ISO 639-2: the names are in several languages. */
const SEVERAL = 'mul';

/** Whether a version says anything of its feed: without feed_info.txt the import says that it is missing, and nothing else. */
function isGiven({ Id: _id, Extra: _extra, ...given }: Feed): boolean {
  return Object.values(given).some((value) => !isBlank(value));
}

/** A date as feed_info.txt writes it. */
function dayOf(date: string | undefined): number | undefined {
  return daysOf(dashed(date));
}

function dashed(date: string | undefined): string {
  return (date ?? '').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
}

/** The feed ends within some days; without the least number also where it is over. */
function endsSoon({ EndDate }: Feed, least: number | undefined, most: number): Fault | undefined {
  const end = dayOf(EndDate);
  if (end === undefined) return undefined;
  return { field: 'EndDate', text: `The feed ends on ${dateOfDays(end)}`, from: end - most, ...(least === undefined ? {} : { to: end - least }) };
}

function differingLanguages(net: Network): Fault[] {
  const counts = new Map<string, number>();
  const languageOf = (agency: Entity<'Agency'>): string => (agency.Language ?? '').trim().toLowerCase();
  for (const { doc } of net.all('Agency')) if (languageOf(doc) !== '') counts.set(languageOf(doc), (counts.get(languageOf(doc)) ?? 0) + 1);
  if (counts.size < 2) return [];
  const [usual = ''] = [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0] ?? [];
  return [...net.all('Agency')]
    .filter(({ doc }) => languageOf(doc) !== '' && languageOf(doc) !== usual)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((of) => ({ of, field: 'Language', text: `The language ${of.doc.Language} differs from ${usual}, which most agencies have` }));
}

/** The first and the last day of all calendars and their exceptions with service. */
function serviceWindow(net: Network): { readonly first: number | undefined; readonly last: number | undefined } {
  return net.summary('service window', ['Schedule'], () => {
    let [first, last]: [number | undefined, number | undefined] = [undefined, undefined];
    for (const { doc } of net.all('Schedule')) {
      const interval = intervalOf(doc);
      if (interval === undefined) continue;
      first = Math.min(first ?? Infinity, interval.from);
      last = Math.max(last ?? -Infinity, interval.to);
    }
    return { first, last };
  });
}

/** The days of a calendar with its exceptions; undefined where a date is none. */
function intervalOf({ Calendar }: Entity<'Schedule'>): { readonly from: number; readonly to: number } | undefined {
  const [from, to] = [daysOf(Calendar.fromDate ?? ''), daysOf(Calendar.toDate ?? '')];
  if (from === undefined || to === undefined || to < from) return undefined;
  const added = Calendar.Exceptions.flatMap(({ Date, RunAs }) => (RunAs === 0 ? [] : (daysOf(Date) ?? [])));
  return { from: Math.min(from, ...added), to: Math.max(to, ...added) };
}

function ofFeed(net: Network): Pick<Fault, 'of'> {
  const of = net.node('Feed', 'feed');
  return of === undefined ? {} : { of };
}

function outsideFeed(net: Network): Fault[] {
  const feed = net.get('Feed', 'feed');
  const [start, end] = [dayOf(feed?.StartDate), dayOf(feed?.EndDate)];
  const schedules = [...net.all('Schedule')].flatMap(({ doc }) => {
    const interval = intervalOf(doc);
    return interval === undefined ? [] : [{ id: doc.Id, ...interval }];
  });
  const say = (field: string, what: string, found: readonly { readonly id: string }[]): Fault[] => {
    const [first] = found;
    if (first === undefined) return [];
    const more = found.length === 1 ? '' : `, and of ${found.length - 1} other schedules,`;
    return [{ ...ofFeed(net), field, text: `The calendar of ${first.id}${more} ${what}` }];
  };
  const before = start === undefined ? [] : schedules.filter(({ from }) => from < start);
  const after = end === undefined ? [] : schedules.filter(({ to }) => to > end);
  return [
    ...say('StartDate', `begins before the feed, which starts on ${dashed(feed?.StartDate)}`, before),
    ...say('EndDate', `ends after the feed, which ends on ${dashed(feed?.EndDate)}`, after),
  ];
}

function beyondService(net: Network): Fault[] {
  const feed = net.get('Feed', 'feed');
  const [start, end] = [dayOf(feed?.StartDate), dayOf(feed?.EndDate)];
  const { first, last } = serviceWindow(net);
  const faults: Fault[] = [];
  if (start !== undefined && first !== undefined && first - start > net.limits.feedBeyond)
    faults.push({
      ...ofFeed(net),
      field: 'StartDate',
      text: `The feed starts on ${dateOfDays(start)}, the first day of service is ${dateOfDays(first)}`,
    });
  if (end !== undefined && last !== undefined && end - last > net.limits.feedBeyond)
    faults.push({ ...ofFeed(net), field: 'EndDate', text: `The feed ends on ${dateOfDays(end)}, the last day of service is ${dateOfDays(last)}` });
  return faults;
}
