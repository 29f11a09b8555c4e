import { castDraft } from 'immer';
import { z } from 'zod';
import { listLogs, readLogLevels, readLogTask } from '../../contract/logs.ts';
import { request } from '../../contract/route.ts';
import { LOG_PAGE, LogLevel, type LogCounts } from '../../domain/runLogs.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { IDLE } from '../../projections/state.ts';
import { levelsShown, logViewOf, type LogView } from '../../projections/taskAddress.ts';
import { defineCommand } from '../define.ts';
import { defineLoad } from '../defineLoad.ts';
import { defineStep } from '../defineStep.ts';

const Id = z.object({ id: z.int().positive() });

/** Loads the task of the log in view. */
export const loadLogTask = defineLoad('log.loadTask', {
  payload: Id,
  samples: () => [{ id: 1 }],
  label: () => 'Load the task of a log',
  slot: (state, { id }) => (state.tasks.log.id === id ? state.tasks.log.task : undefined),
  call: ({ id }) => request(readLogTask, { params: { id } }),
  // A plain text in its place fails the schema, and with it the load.
  reply: readLogTask.reply,
  value: ({ run }) => run,
  answered: (base, { id }, { import_report: report }) => {
    if (base.tasks.log.id === id) base.tasks.log.report = report ?? null;
  },
});

/** Loads how many rows of each level the log in view has, then its first rows. */
export const loadLogCounts = defineLoad('log.loadCounts', {
  payload: Id,
  samples: () => [{ id: 1 }],
  label: () => 'Load the counts of a log',
  slot: (state, { id }) => (state.tasks.log.id === id ? state.tasks.log.counts : undefined),
  call: ({ id }) => request(readLogLevels, { params: { id } }),
  reply: readLogLevels.reply,
  value: (reply) => reply,
  next: ({ id }, reply, view): readonly CommandInput[] => {
    if (view.tasks.log.id !== id) return [];
    const { levels, message } = logQuery(logViewOf(view.location.search), reply);
    return [loadLogRows({ id, levels: [...levels], message, offset: 0 })];
  },
});

const Page = Id.extend({ levels: z.array(LogLevel), message: z.string(), offset: z.int().min(0) });

/** Loads rows of the log in view: the first ones of another search or other levels, or the next ones. */
export const loadLogRows = defineCommand('log.loadRows', {
  payload: Page,
  samples: () => [
    { id: 1, levels: [1 as const, 3 as const], message: '', offset: 0 },
    { id: 1, levels: [3 as const], message: 'line', offset: 100 },
  ],
  label: () => 'Load rows of a log',
  lane: () => 'log.loadRows',
  policy: 'latest',
  // No level is no row; the server takes none for all.
  call: ({ id, levels, message, offset }) =>
    request(listLogs, { params: { id }, query: { offset, levels: levels.length === 0 ? ['1', '2', '3'] : levels.map(String), message } }),
  reply: listLogs.reply,
  sent: (view, { id }) => {
    if (view.tasks.log.id === id) view.tasks.log.rows.status = 'loading';
  },
  answered: (base, { id, levels, message, offset }, { logs }) => {
    const { log } = base.tasks;
    if (log.id !== id) return;
    const key = keyOf(levels, message);
    const before = offset > 0 && log.query === key ? (log.rows.value ?? []) : [];
    if (offset !== before.length) return;
    const rows = levels.length === 0 ? [] : logs;
    log.query = key;
    if (offset === 0) log.groups = {};
    log.rows = castDraft({ status: 'succeeded', value: [...before, ...rows], messages: [] });
    log.more = rows.length === LOG_PAGE;
  },
  failed: (base, { id }, { messages }) => {
    if (base.tasks.log.id === id) Object.assign(base.tasks.log.rows, { status: 'failed', messages: [...messages] });
  },
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Loads rows of a group of the log in view. */
export const loadLogGroup = defineCommand('log.loadGroup', {
  payload: Page.extend({ groupId: z.int().positive() }),
  samples: () => [{ id: 1, levels: [1 as const, 3 as const], message: '', offset: 0, groupId: 1 }],
  label: () => 'Load a group of a log',
  lane: ({ groupId }) => `log.loadGroup/${groupId}`,
  policy: 'latest',
  call: ({ id, levels, message, offset, groupId }) =>
    request(listLogs, { params: { id }, query: { offset, levels: levels.map(String), message, groupId } }),
  reply: listLogs.reply,
  sent: (view, { id, groupId }) => {
    const group = view.tasks.log.id === id ? view.tasks.log.groups[String(groupId)] : undefined;
    if (group) group.rows.status = 'loading';
  },
  answered: (base, { id, offset, groupId }, { logs }) => {
    const group = base.tasks.log.id === id ? base.tasks.log.groups[String(groupId)] : undefined;
    const before = offset > 0 ? (group?.rows.value ?? []) : [];
    if (!group || offset !== before.length) return;
    group.rows = castDraft({ status: 'succeeded', value: [...before, ...logs], messages: [] });
    group.more = logs.length === LOG_PAGE;
  },
  failed: (base, { id, groupId }, { messages }) => {
    const group = base.tasks.log.id === id ? base.tasks.log.groups[String(groupId)] : undefined;
    if (group) Object.assign(group.rows, { status: 'failed', messages: [...messages] });
  },
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Opens or closes a group of the log in view; its rows are loaded when it is opened first. */
export const toggleLogGroup = defineStep('log.toggleGroup', ({ open }) => `${open ? 'Open' : 'Close'} a group of a log`, {
  payload: z.object({ groupId: z.int().positive(), open: z.boolean() }),
  samples: [{ groupId: 1, open: true }],
  apply: (base, { groupId, open }) => {
    const { groups } = base.tasks.log;
    const known = groups[String(groupId)];
    if (known) known.open = open;
    else if (open) groups[String(groupId)] = castDraft({ open, rows: IDLE, more: false });
  },
  next: ({ groupId, open }, _reply, view): readonly CommandInput[] => {
    const { id, groups, counts } = view.tasks.log;
    if (!open || id === 0 || groups[String(groupId)]?.rows.status !== 'idle') return [];
    const { levels, message } = logQuery(logViewOf(view.location.search), counts.value);
    return [loadLogGroup({ id, levels: [...levels], message, offset: 0, groupId })];
  },
});

/** Levels and search of the rows that are requested, and the key they are kept by. */
export function logQuery(at: LogView, counts: LogCounts | null): { levels: LogLevel[]; message: string; key: string } {
  const levels = [...levelsShown(at, counts)];
  return { levels, message: at.message, key: keyOf(levels, at.message) };
}

function keyOf(levels: readonly LogLevel[], message: string): string {
  return `${levels.join(',')}|${message}`;
}
