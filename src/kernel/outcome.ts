import { produce } from 'immer';
import { deepFrozen } from './freeze.ts';
import { z } from 'zod';
import type { Meaning } from './catalogue.ts';
import type { CallError, CommandDefinition, CommandInput } from './command.ts';
import { markStale, remember, rememberEdit, runEntry } from './history.ts';
import type { ErrorEntry, HistoryEntry, PendingCommand } from './state.ts';
import { addError, changeEntry, followWithTask, historyOf, putHistory, released, takePending, without, type Fold } from './fold.ts';

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
  fold: Fold<S>,
  { type, outcome, command }: Outcome<S>,
  about: PendingCommand | undefined,
): ((view: S) => readonly CommandInput[]) | undefined {
  const { record } = fold;
  if (outcome === 'refused') return void addRefusal(fold, type);
  if (!about) return undefined;
  if (outcome === 'sent') return void stepSent(fold, command, about);
  takePending(fold, about.id);
  if (outcome === 'failed') return void stepFailed(fold, command, about);
  if (outcome !== 'answered') return void release(fold, about);
  const reply = replyOf(record.payload);
  const before = fold.base;
  forgetOutage(fold, about);
  if (command.answered)
    fold.base = produce(before, (draft) => {
      command.answered?.(draft, about.payload, reply, { isOwn: isOwn(fold) });
    });
  closeOrEditDraft(fold, command, about, reply, before);
  settle(fold, command, about, reply, before);
  tellThoseBehind(fold, command, about, reply, before);
  const changes = command.changesOfOthers?.(about.payload, reply, { before, isOwn: isOwn(fold) }) ?? [];
  for (const { fields, reason, madeLater } of changes) markStale(fold, fields, reason, madeLater);
  return (view) => command.next?.(about.payload, reply, view) ?? [];
}

/** An edit of a closed tab is seen by those of that tab that were made after it, though they were not sent before the tab was closed. */
function tellThoseBehind<S>(fold: Fold<S>, command: Command<S>, made: PendingCommand, reply: unknown, before: S): void {
  const { key, payload, seen } = made;
  if (key === undefined || !command.seenSince) return;
  const tab = key.slice(0, key.indexOf(':') + 1);
  fold.pending = fold.pending.map((one) =>
    one.key?.startsWith(tab) === true && one.seen !== undefined
      ? Object.freeze({ ...one, seen: deepFrozen(command.seenSince?.(one.seen, { payload, seen, reply, before })) })
      : one,
  );
}

/** Whether a command was made in this session, or taken up by it. */
function isOwn<S>({ record, history, pending }: Fold<S>): (commandId: string | null) => boolean {
  const session = record.id.slice(0, record.id.lastIndexOf(':') + 1);
  const keys = new Set([...Object.values(history).flatMap(({ undo, redo }) => [...undo, ...redo]), ...pending].map(({ key }) => key));
  return (commandId) => commandId !== null && (commandId.startsWith(session) || keys.has(commandId));
}

/** Notes in the undo list what a command has done, now that it is done. */
export function settle<S>(fold: Fold<S>, command: Command<S>, done: PendingCommand, reply: unknown, before: S): void {
  const { scope } = done;
  const undone = done.entry === undefined || scope === undefined ? undefined : takeEntry(fold, scope, done.entry);
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
  remember(fold, scope, entry, done.mode);
  if (done.undoneBy !== undefined) runEntry(fold, scope, entry, inverse, 'undo', done.undoneBy.id, done.undoneBy.root);
}

/** Opens, edits or closes the draft a command speaks of. */
export function closeOrEditDraft<S>(fold: Fold<S>, { draft }: Command<S>, { payload, label }: PendingCommand, reply: unknown, base: S): void {
  if (!draft) return;
  const scope = draft.scope(payload);
  if (draft.close) {
    fold.drafts = without(fold.drafts, scope);
    putHistory(fold, scope, { undo: [], redo: [] });
    return;
  }
  const open = fold.drafts[scope];
  const mine = open?.kind === draft.kind.name ? open : undefined;
  if (draft.open && !(mine && draft.edit)) {
    fold.drafts = { ...fold.drafts, [scope]: Object.freeze({ kind: draft.kind.name, document: deepFrozen(draft.open(payload, base, reply)) }) };
    putHistory(fold, scope, { undo: [], redo: [] });
  }
  if (!draft.edit) return;
  const before = fold.drafts[scope];
  if (before?.kind !== draft.kind.name) return;
  const document = produce(before.document, (doc: Parameters<NonNullable<typeof draft.edit>>[0]) => {
    draft.edit?.(doc, payload);
  });
  if (document === before.document) return;
  fold.drafts = { ...fold.drafts, [scope]: Object.freeze({ ...before, document }) };
  rememberEdit(fold, scope, label, before.document, document);
}

function stepSent<S>(fold: Fold<S>, command: Command<S>, about: PendingCommand): void {
  const call = command.call?.(about.payload, fold.base, about.seen);
  if (!call) return;
  fold.start = { id: about.id, call };
  if (about.status !== 'sent') fold.pending = fold.pending.map((p) => (p === about ? Object.freeze({ ...p, status: 'sent' as const }) : p));
}

function stepFailed<S>(fold: Fold<S>, command: Command<S>, about: PendingCommand): void {
  const { record } = fold;
  const { error } = failureOf(record.payload);
  if (command.failed)
    fold.base = produce(fold.base, (draft) => {
      command.failed?.(draft, about.payload, error);
    });
  if (error.status === 412 && error.present !== undefined) return stepConflict(fold, command, about, error.present);
  release(fold, about);
  if (!AWAY.has(error.status)) forgetOutage(fold, about);
  if (command.quiet?.(error) || isListedAlready(fold, error)) return;
  addError(fold, {
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
function forgetOutage<S>(fold: Fold<S>, { type, label }: PendingCommand): void {
  const isPast = (entry: ErrorEntry): boolean => entry.method === 'GET' && AWAY.has(entry.status) && entry.type === type && entry.label === label;
  if (fold.errors.some(isPast)) fold.errors = fold.errors.filter((entry) => !isPast(entry));
}

/** Statuses of a server that could not be reached, or whose database could not. */
const AWAY = new Set<number | undefined>([0, 502, 503, 504]);

/**
 * Several reads of a missing object, or during an outage, fail with the same message: the error is listed once.
 */
function isListedAlready<S>(fold: Fold<S>, { status, method, messages }: CallError): boolean {
  if (method !== 'GET' || (status !== 404 && status !== 0)) return false;
  return fold.errors.some((entry) => entry.method === 'GET' && entry.status === status && entry.messages.join('\n') === messages.join('\n'));
}

function stepConflict<S>(fold: Fold<S>, command: Command<S>, about: PendingCommand, present: unknown): void {
  const { record } = fold;
  const { payload, seen } = about;
  const before = fold.base;
  if (command.conflict)
    fold.base = produce(fold.base, (draft) => {
      command.conflict?.(draft, payload, present);
    });
  if (about.attempt < MOST_ATTEMPTS && about.undoneBy === undefined && command.commutes?.(payload, present, { before, seen })) {
    fold.repeated = true;
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
    return followWithTask(fold, task, about.scope === undefined ? follow : { ...follow, scope: about.scope });
  }
  release(fold, about);
  markStale(fold, about.touches, 'Somebody else has changed it since');
  const { id, type, label, mode, entry, touches, scope, gesture } = about;
  if (about.undoneBy !== undefined) return; // the user took it back already: nothing is left to decide
  fold.conflicts = [
    ...fold.conflicts,
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

function addRefusal<S>(fold: Fold<S>, type: string): void {
  const { record } = fold;
  const { code, message } = RefusalShape.parse(record.payload);
  addError(fold, { id: record.id, root: record.root, kind: 'refused', type, label: '', messages: [message], at: record.at, code });
}

/** The entry that was being undone or redone can be retried. */
function release<S>(fold: Fold<S>, { entry, scope }: PendingCommand): void {
  if (entry !== undefined && scope !== undefined) changeEntry(fold, scope, entry, released);
}

function takeEntry<S>(fold: Fold<S>, scope: string, id: string): HistoryEntry | undefined {
  const { undo, redo } = historyOf(fold, scope);
  const entry = undo.find((e) => e.id === id) ?? redo.find((e) => e.id === id);
  changeEntry(fold, scope, id, () => null);
  return entry;
}

function failureOf(payload: unknown): { error: CallError } {
  const { error } = Failure.parse(payload);
  return { error };
}

function replyOf(payload: unknown): unknown {
  return typeof payload === 'object' && payload !== null && 'reply' in payload ? payload.reply : undefined;
}
