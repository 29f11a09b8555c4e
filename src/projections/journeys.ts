/** What the page of journeys asks: its form is the query of the address, and each answer is kept under its question. */
import { isCalendarDate } from '../domain/date.ts';
import type { BrokenConnections, JourneysFound, ReachedStop } from '../domain/journeys/wire.ts';
import { LONGEST_REACH, LONGEST_WAIT } from '../domain/journeys/wire.ts';
import { JOURNEYS_PAGE } from '../domain/locations.ts';
import { queryPairs, queryText } from '../domain/queryText.ts';
import { parseServiceTime } from '../domain/time.ts';
import type { AppState, Load, VersionData } from './state.ts';
import { latestRevision } from './syncPosition.ts';
import { presentPlace } from './versions.ts';

/** The parts of the page. */
export const JOURNEY_PARTS = ['journeys', 'reach', 'broken'] as const;
export type JourneyPart = (typeof JOURNEY_PARTS)[number];

/** The form as it stands in the address. */
export interface JourneyForm {
  readonly part: JourneyPart;
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly time: string;
  /** Minutes of the reach, or that a connection may take. */
  readonly minutes: string;
  /** `all`, how many of the last change sets, or `after-` and the revision after which they count. */
  readonly since: string;
}

/** What is asked of the server. */
export type JourneyQuestion =
  | { readonly part: 'journeys'; readonly from: string; readonly to: string; readonly date: string; readonly time: number }
  | { readonly part: 'reach'; readonly from: string; readonly date: string; readonly time: number; readonly minutes: number }
  | { readonly part: 'broken'; readonly date: string; readonly minutes: number; readonly since: number };

/** Answers by their question; one of each part. */
export interface JourneyAnswers {
  readonly journeys?: KeptAnswer<JourneysFound>;
  readonly reach?: KeptAnswer<readonly ReachedStop[]>;
  readonly broken?: KeptAnswer<BrokenConnections>;
}

interface KeptAnswer<T> {
  readonly question: string;
  readonly load: Load<T>;
}

const DEFAULTS = { journeys: '', reach: '45', broken: '10' } as const;

/** The form of an address; today where it names no date. */
export function journeyForm(search: string, today: string): JourneyForm {
  const query = new Map(queryPairs(search));
  const part = JOURNEY_PARTS.find((one) => one === query.get('part')) ?? 'journeys';
  return {
    part,
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    date: query.get('date') ?? today,
    time: query.get('time') ?? '08:00',
    minutes: query.get('minutes') ?? DEFAULTS[part],
    since: query.get('since') ?? 'all',
  };
}

/** Query of the page for the connections that edits after a revision break on a date. */
export function brokenSearch(date: string | undefined, rev: number): string {
  return queryText([['part', 'broken'], ...(date === undefined ? [] : [['date', date] as const]), ['since', `after-${rev}`]]);
}

/** The revision in the text `after-12`; undefined for other texts. */
export function revisionIn(since: string): number | undefined {
  const [, digits] = /^after-(\d{1,9})$/.exec(since) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The fields of the form that hold no value that can be asked with. */
export type JourneyFaults = Readonly<Partial<Record<'from' | 'to' | 'date' | 'time' | 'minutes', true>>>;

/** What the form asks, or which fields are wrong. `revision` is the latest of the version. */
export function questionOf(
  { part, from, to, date, time, minutes, since }: JourneyForm,
  revision: number,
): { question: JourneyQuestion } | { faults: JourneyFaults } {
  const at = parseServiceTime(time);
  const span = Number(minutes);
  const most = part === 'reach' ? LONGEST_REACH : LONGEST_WAIT;
  const faults: JourneyFaults = {
    ...(isCalendarDate(date) ? {} : { date: true }),
    ...(part === 'broken' || (at !== undefined && at <= 86_400) ? {} : { time: true }),
    ...(part === 'journeys' || (Number.isInteger(span) && span >= 1 && span <= most) ? {} : { minutes: true }),
    ...(part === 'broken' || from !== '' ? {} : { from: true }),
    ...(part !== 'journeys' || to !== '' ? {} : { to: true }),
  };
  if (Object.keys(faults).length > 0) return { faults };
  if (part === 'journeys') return { question: { part, from, to, date, time: at ?? 0 } };
  if (part === 'reach') return { question: { part, from, date, time: at ?? 0, minutes: span } };
  const last = Number(since);
  const counted = Number.isInteger(last) && last > 0 ? Math.max(0, revision - last) : 0;
  return { question: { part, date, minutes: span, since: revisionIn(since) ?? counted } };
}

/** The question of the page in view; undefined on other pages, and where the form is not complete. */
export function presentQuestion(view: AppState): { readonly versionId: number; readonly question: JourneyQuestion } | undefined {
  const { versionId, page } = presentPlace(view);
  const data = versionId === undefined ? undefined : view.versions[versionId];
  if (versionId === undefined || page !== JOURNEYS_PAGE || !data) return undefined;
  const outcome = questionOf(journeyForm(view.location.search, view.today), latestRevision(data.heard));
  return 'question' in outcome ? { versionId, question: outcome.question } : undefined;
}

/** The answer to a question; undefined where it was not asked yet. */
export function answerTo({ journeyAnswers }: VersionData, question: JourneyQuestion): Load<unknown> | undefined {
  const kept = journeyAnswers?.[question.part];
  return kept?.question === JSON.stringify(question) ? kept.load : undefined;
}
