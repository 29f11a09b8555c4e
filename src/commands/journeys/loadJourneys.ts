import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import { findBrokenConnections, findJourneys, findReach } from '../../contract/journeys.ts';
import { request } from '../../contract/route.ts';
import { VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { answerTo, type JourneyAnswers, type JourneyPart, type JourneyQuestion, presentQuestion } from '../../projections/journeys.ts';
import { type AppState, IDLE, type Load } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';

/** Seconds of departures that are shown. */
const SPAN = 5400;

const Time = z.int().min(0).max(86_400);
const Minutes = z.int().min(1).max(120);

/** Journeys between two places that leave within an hour and a half. */
export const loadJourneys = defineLoad('journey.find', {
  payload: z.object({ versionId: VersionId, from: z.string(), to: z.string(), date: z.string(), time: Time }),
  samples: () => [{ versionId: 1, from: 'S1', to: 'S2', date: '2026-05-04', time: 28_800 }],
  label: ({ from, to }) => `Find journeys from ${from} to ${to}`,
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId, ...question }) => slotOf<'journeys'>(state, versionId, { part: 'journeys', ...question }),
  call: ({ versionId, ...query }) => request(findJourneys, { params: { versionId }, query: { ...query, span: SPAN } }),
  reply: findJourneys.reply,
  value: (reply) => reply,
});

/** Stops that people get to from a place. */
export const loadReach = defineLoad('journey.reach', {
  payload: z.object({ versionId: VersionId, from: z.string(), date: z.string(), time: Time, minutes: Minutes }),
  samples: () => [{ versionId: 1, from: 'S1', date: '2026-05-04', time: 28_800, minutes: 30 }],
  label: ({ from, minutes }) => `Find where people get in ${minutes} minutes from ${from}`,
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId, ...question }) => slotOf<'reach'>(state, versionId, { part: 'reach', ...question }),
  call: ({ versionId, ...query }) => request(findReach, { params: { versionId }, query }),
  reply: findReach.reply,
  value: ({ Stops }) => Stops,
});

/** Connections that edits after a revision broke. */
export const loadBrokenConnections = defineLoad('journey.broken', {
  payload: z.object({ versionId: VersionId, date: z.string(), minutes: Minutes, since: z.int().min(0) }),
  samples: () => [{ versionId: 1, date: '2026-05-04', minutes: 10, since: 0 }],
  label: () => 'Find broken connections',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId, ...question }) => slotOf<'broken'>(state, versionId, { part: 'broken', ...question }),
  call: ({ versionId, ...query }) => request(findBrokenConnections, { params: { versionId }, query }),
  reply: findBrokenConnections.reply,
  value: (reply) => reply,
});

/** Asks a question. */
export function askedOf(versionId: number, question: JourneyQuestion): CommandInput {
  if (question.part === 'journeys')
    return loadJourneys({ versionId, from: question.from, to: question.to, date: question.date, time: question.time });
  if (question.part === 'reach')
    return loadReach({ versionId, from: question.from, date: question.date, time: question.time, minutes: question.minutes });
  return loadBrokenConnections({ versionId, date: question.date, minutes: question.minutes, since: question.since });
}

/** The question of the address that nobody has asked yet, or whose answer is outdated. */
export function journeyLoads(view: AppState): readonly CommandInput[] {
  const present = presentQuestion(view);
  const data = present && view.versions[present.versionId];
  if (!present || !data) return [];
  const load = answerTo(data, present.question);
  return load === undefined || load.status === 'idle' ? [askedOf(present.versionId, present.question)] : [];
}

type AnswerOf<P extends JourneyPart> = Draft<NonNullable<JourneyAnswers[P]>['load']>;

/** Where the answer to a question goes: the answer to another one of its part is dropped. */
function slotOf<P extends JourneyPart>(state: Draft<AppState>, versionId: number, question: JourneyQuestion): AnswerOf<P> | undefined {
  const version = state.versions[versionId];
  if (!version) return undefined;
  const answers: Draft<JourneyAnswers> = (version.journeyAnswers ??= {});
  const key = JSON.stringify(question);
  if (answers[question.part]?.question !== key)
    Object.assign(answers, { [question.part]: castDraft({ question: key, load: { ...IDLE, messages: [] } satisfies Load<null> }) });
  return answers[question.part]?.load as AnswerOf<P> | undefined;
}
