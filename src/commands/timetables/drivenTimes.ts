import { castDraft } from 'immer';
import { z } from 'zod';
import { readDrivenTimes } from '../../contract/realtime.ts';
import { request } from '../../contract/route.ts';
import { takeDrivenTimes as taken } from '../../domain/edits/importTimes.ts';
import { dataPath } from '../../domain/locations.ts';
import { VersionId } from '../../domain/versions.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { presentPlace } from '../../projections/versions.ts';
import { IDLE } from '../../projections/state.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { defineCommand } from '../define.ts';
import { openPlace } from '../shell/openPlace.ts';
import { defineEdit } from '../defineEdit.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads when trips of a schedule passed their stops. The answer to an earlier question is dropped. */
export const loadDrivenTimes = defineLoad('timetable.loadDrivenTimes', {
  payload: z.object({ versionId: VersionId, scheduleId: z.string(), from: z.string(), to: z.string() }),
  samples: () => [{ versionId: 1, scheduleId: 'L1', from: '2026-05-01', to: '2026-05-14' }],
  label: ({ scheduleId }) => `Load the driven times of schedule ${scheduleId}`,
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId, ...question }) => {
    const version = state.versions[versionId];
    if (!version) return undefined;
    const key = JSON.stringify(question);
    if (version.drivenTimes?.question !== key) version.drivenTimes = castDraft({ question: key, load: { ...IDLE, messages: [] } });
    return version.drivenTimes?.load;
  },
  call: ({ versionId, scheduleId, from, to }) => request(readDrivenTimes, { params: { versionId }, query: { schedule: scheduleId, from, to } }),
  reply: readDrivenTimes.reply,
  value: (reply) => reply,
  quiet: ({ status }) => status === 400,
});

export const takeDrivenTimes = defineEdit(taken);

/** Opens the driven times of the schedule in view. */
export const showDrivenTimes = defineCommand('timetable.showDrivenTimes', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Show the driven times',
  inverse: 'none',
  next: (_p, _reply, view): readonly CommandInput[] => {
    const { databaseId, versionId, page, itemId } = presentPlace(view);
    if (databaseId === undefined || versionId === undefined || page !== 'schedules' || itemId === undefined) return [];
    return [openPlace({ path: dataPath({ databaseId, versionId, page, itemId }), search: searchWith('', { show: 'driven' }) })];
  },
  keep: 'all',
  action: {
    title: 'Driven times',
    words: 'driven running times learn delay realtime vehicle positions percentile p50 p85 planned actual',
    icon: 'clock-play',
    group: 'Schedules',
    payload: (view) => {
      const { page, itemId } = presentPlace(view);
      return page !== 'schedules' || itemId === undefined ? { why: 'Open a schedule first' } : {};
    },
  },
});
