import { produce } from 'immer';
import { deepFrozen } from './freeze.ts';
import { z } from 'zod';
import type { Meaning } from './catalogue.ts';
import type { CallError, CommandDefinition, CommandInput } from './command.ts';
import { markStale, remember, rememberEdit, runEntry } from './history.ts';
import type { ErrorEntry, HistoryEntry, PendingCommand } from './state.ts';
import { addError, changeEntry, followWithTask, historyOf, putHistory, released, takePending, without, type Work } from './work.ts';

type Command<S> = CommandDefinition<S, unknown, unknown>;
type Outcome<S> = Extract<Meaning<S>, { is: 'outcome' }>;

/** How often the same intent is sent again by itself when somebody else keeps changing something else. */
const MOST_ATTEMPTS = 5;

/** What a failure's record holds. */
const Failure = z.object({
  error: z.object({
    status: z.number(),
    messages: z.array(z.string()),
    url: z.string(),
    method: z.string(),
    present: z.unknown().optional(),
    fields: z.array(z.object({ Field: z.string(), Message: z.string() })).optional(),
  }),
});
const RefusalShape = z.object({ code: z.string(), message: z.string() });

/** Folds the outcome of a command. The outcome of a command that is no longer pending changes nothing. */
export function stepOutcome<S>(
  work: Work<S>,
  { type, outcome, command }: Outcome<S>,
  about: PendingCommand | undefined,
): ((view: S) => readonly CommandInput[]) | undefined {
  const { record } = work;
  if (outcome === 'refused') return void addRefusal(work, type);
  if (!about) return undefined;
  if (outcome === 'sent') return void stepSent(work, command, about);
  takePending(work, about.id);
  if (outcome === 'failed') return void stepFailed(work, command, about);
  if (outcome !== 'answered') return void release(work, about);
  const reply = replyOf(record.payload);
  const before = work.base;
  forgetOutage(work, about);
  if (command.answered)
    work.base = produce(before, (draft) => {
      command.answered?.(draft, about.payload, reply, { isOwn: isOwn(work) });
    });
  closeOrEditDraft(work, command, about, reply, before);
  settle(work, command, about, reply, before);
  tellThoseBehind(work, command, about, reply, before);
  const changes = command.changesOfOthers?.(about.payload, reply, { before, isOwn: isOwn(work) }) ?? [];
  for (const { fields, reason, madeLater } of changes) markStale(work, fields, reason, madeLater);
  return (view) => command.next?.(about.payload, reply, view) ?? [];
}

/** An edit of a closed tab is seen by those of that tab that were made after it, though they were not sent before the tab was closed. */
function tellThoseBehind<S>(work: Work<S>, command: Command<S>, made: PendingCommand, reply: unknown, before: S): void {
  const { key, payload, seen } = made;
  if (key === undefined || !command.seenSince) return;
  const tab = key.slice(0, key.indexOf(':') + 1);
  work.pending = work.pending.map((one) =>
    one.key?.startsWith(tab) === true && one.seen !== undefined
      ? Object.freeze({ ...one, seen: deepFrozen(command.seenSince?.(one.seen, { payload, seen, reply, before })) })
      : one,
  );
}

/** Whether a command was made in this session, or taken up by it. */
function isOwn<S>({ record, history, pending }: Work<S>): (commandId: string | null) => boolean {
  const session = record.id.slice(0, record.id.lastIndexOf(':') + 1);
  const keys = new Set([...Object.values(history).flatMap(({ undo, redo }) => [...undo, ...redo]), ...pending].map(({ key }) => key));
  return (commandId) => commandId !== null && (commandId.startsWith(session) || keys.has(commandId));
}

/** Notes in the undo list what a command has done, now that it is done. */
export function settle<S>(work: Work<S>, command: Command<S>, done: PendingCommand, reply: unknown, before: S): void {
  const { scope } = done;
  const undone = done.entry === undefined || scope === undefined ? undefined : takeEntry(work, scope, done.entry);
  if (scope === undefined || typeof command.inverse === 'string') return;
  const inverse = command.inverse(done.payload, reply, before);
  if (!inverse) return;
  const joined = undone ? undone.joined : done.joined;
  const entry: HistoryEntry = {
    id: done.id,
    seq: done.seq,
    label: undone?.label ?? done.label,
    at: done.at,
    touches: done.touches,
    command: deepFrozen(inverse),
    ...(done.gesture !== undefined && { gesture: done.gesture }),
    ...(joined && { joined }),
    ...(done.key !== undefined && { key: done.key }),
  };
  remember(work, scope, entry, done.mode);
  if (done.undoneBy !== undefined) runEntry(work, scope, entry, inverse, 'undo', done.undoneBy.id, done.undoneBy.root);
}

/** Opens, edits or closes the draft a command speaks of. */
export function closeOrEditDraft<S>(work: Work<S>, { draft }: Command<S>, { payload, label }: PendingCommand, reply: unknown, base: S): void {
  if (!draft) return;
  const scope = draft.scope(payload);
  if (draft.close) {
    work.drafts = without(work.drafts, scope);
    putHistory(work, scope, { undo: [], redo: [] });
    return;
  }
  const open = work.drafts[scope];
  const mine = open?.kind === draft.kind.name ? open : undefined;
  if (draft.open && !(mine && draft.edit)) {
    work.drafts = { ...work.drafts, [scope]: Object.freeze({ kind: draft.kind.name, document: deepFrozen(draft.open(payload, base, reply)) }) };
    putHistory(work, scope, { undo: [], redo: [] });
  }
  if (!draft.edit) return;
  const before = work.drafts[scope];
  if (before?.kind !== draft.kind.name) return;
  const document = produce(before.document, (doc: Parameters<NonNullable<typeof draft.edit>>[0]) => {
    draft.edit?.(doc, payload);
  });
  if (document === before.document) return;
  work.drafts = { ...work.drafts, [scope]: Object.freeze({ ...before, document }) };
  rememberEdit(work, scope, label, before.document, document);
}

function stepSent<S>(work: Work<S>, command: Command<S>, about: PendingCommand): void {
  const call = command.call?.(about.payload, work.base, about.seen);
  if (!call) return;
  work.start = { id: about.id, call };
  if (about.status !== 'sent') work.pending = work.pending.map((p) => (p === about ? Object.freeze({ ...p, status: 'sent' as const }) : p));
}

function stepFailed<S>(work: Work<S>, command: Command<S>, about: PendingCommand): void {
  const { record } = work;
  const { error } = failureOf(record.payload);
  if (command.failed)
    work.base = produce(work.base, (draft) => {
      command.failed?.(draft, about.payload, error);
    });
  if (error.status === 412 && error.present !== undefined) return stepConflict(work, command, about, error.present);
  release(work, about);
  if (!AWAY.has(error.status)) forgetOutage(work, about);
  if (command.quiet?.(error) || isListedAlready(work, error)) return;
  addError(work, {
    id: record.id,
    root: about.root,
    kind: 'failed',
    type: about.type,
    label: about.label,
    messages: error.messages,
    at: record.at,
    status: error.status,
    url: error.url,
    method: error.method,
  });
}

/** Removes the errors of earlier attempts of a read that has now been answered. */
function forgetOutage<S>(work: Work<S>, { type, label }: PendingCommand): void {
  const isPast = (entry: ErrorEntry): boolean => entry.method === 'GET' && AWAY.has(entry.status) && entry.type === type && entry.label === label;
  if (work.errors.some(isPast)) work.errors = work.errors.filter((entry) => !isPast(entry));
}

/** Statuses of a server that could not be reached, or whose database could not. */
const AWAY = new Set<number | undefined>([0, 502, 503, 504]);

/**
 * Several reads of a missing object, or during an outage, fail with the same message: the error is listed once.
 */
function isListedAlready<S>(work: Work<S>, { status, method, messages }: CallError): boolean {
  if (method !== 'GET' || (status !== 404 && status !== 0)) return false;
  return work.errors.some((entry) => entry.method === 'GET' && entry.status === status && entry.messages.join('\n') === messages.join('\n'));
}

function stepConflict<S>(work: Work<S>, command: Command<S>, about: PendingCommand, present: unknown): void {
  const { record } = work;
  const { payload, seen } = about;
  const before = work.base;
  if (command.conflict)
    work.base = produce(work.base, (draft) => {
      command.conflict?.(draft, payload, present);
    });
  if (about.attempt < MOST_ATTEMPTS && about.undoneBy === undefined && command.commutes?.(payload, present, { before, seen })) {
    work.repeated = true;
    const again = { type: about.type, payload: command.rebase?.(payload, present) ?? payload };
    const follow = {
      kind: 'command' as const,
      input: again,
      cause: record.id,
      root: about.root,
      ...(about.gesture !== undefined && { gesture: about.gesture }),
    };
    const task = {
      mode: about.mode,
      attempt: about.attempt + 1,
      ...(about.entry !== undefined && { entry: about.entry }),
      ...(about.scope !== undefined && { scope: about.scope }),
    };
    return followWithTask(work, task, about.scope === undefined ? follow : { ...follow, scope: about.scope });
  }
  release(work, about);
  markStale(work, about.touches, 'Somebody else has changed it since');
  const { id, type, label, mode, entry, touches, scope, gesture } = about;
  if (about.undoneBy !== undefined) return; // the user took it back already: nothing is left to decide
  work.conflicts = [
    ...work.conflicts,
    Object.freeze({
      id,
      type,
      label,
      at: record.at,
      mine: payload,
      theirs: present,
      mode,
      touches,
      ...(entry !== undefined && { entry }),
      ...(scope !== undefined && { scope }),
      ...(gesture !== undefined && { gesture }),
      ...(seen !== undefined && { seen }),
    }),
  ];
}

function addRefusal<S>(work: Work<S>, type: string): void {
  const { record } = work;
  const { code, message } = RefusalShape.parse(record.payload);
  addError(work, { id: record.id, root: record.root, kind: 'refused', type, label: '', messages: [message], at: record.at, code });
}

/** The entry that was being undone or redone can be tried again. */
function release<S>(work: Work<S>, { entry, scope }: PendingCommand): void {
  if (entry !== undefined && scope !== undefined) changeEntry(work, scope, entry, released);
}

function takeEntry<S>(work: Work<S>, scope: string, id: string): HistoryEntry | undefined {
  const { undo, redo } = historyOf(work, scope);
  const entry = undo.find((e) => e.id === id) ?? redo.find((e) => e.id === id);
  changeEntry(work, scope, id, () => null);
  return entry;
}

function failureOf(payload: unknown): { error: CallError } {
  const { error } = Failure.parse(payload);
  return { error };
}

function replyOf(payload: unknown): unknown {
  return typeof payload === 'object' && payload !== null && 'reply' in payload ? payload.reply : undefined;
}
