import { anyOverlap, difference, patched, touchedBy } from './diff.ts';
import type { CommandInput } from './command.ts';
import type { HistoryEntry, HistoryLine, Joined, KernelState, Mode, NextStep, PendingCommand } from './state.ts';
import { changeEntry, followOf, followWithTask, historyOf, putHistory, refuse, released, type Fold } from './fold.ts';

const MOST_ENTRIES = 200;

/** What the gesture of a command that is said now comes to with it, where its command can say so. */
export function joinedBy<S>(
  fold: Fold<S>,
  scope: string,
  command: { label(payload: unknown, view: S): string; joined?(earlier: unknown, later: unknown): unknown },
): { readonly joined: Joined } | undefined {
  const { record, before } = fold;
  if (!command.joined || record.gesture === undefined) return undefined;
  const last = acts(fold, scope).findLast(free);
  const payload = last?.gesture === record.gesture && last.joined ? command.joined(last.joined.payload, record.payload) : record.payload;
  return { joined: Object.freeze({ payload, label: command.label(payload, before.view) }) };
}

/** Adds what a command did to its scope's undo list, or to the redo list when it was an undo. */
export function remember<S>(fold: Fold<S>, scope: string, entry: HistoryEntry, mode: Mode): void {
  const { undo, redo } = historyOf(fold, scope);
  const done = Object.freeze(entry);
  if (mode === 'undo') putHistory(fold, scope, { undo, redo: inOrder(redo, done) });
  else putHistory(fold, scope, { undo: inOrder(undo, done).slice(-MOST_ENTRIES), redo });
}

/** A new act cuts the redo list: when it is said, not when its answer comes, for an undo may have happened in between. */
export function cutRedo<S>(fold: Fold<S>, scope: string): void {
  const { undo, redo } = historyOf(fold, scope);
  if (redo.length > 0) putHistory(fold, scope, { undo, redo: redo.filter((e) => e.busy) });
}

/** Notes an edit of a draft: what takes it back is found by comparing the documents; edits of one gesture become one entry. */
export function rememberEdit<S>(fold: Fold<S>, scope: string, label: string, before: unknown, after: unknown): void {
  const { record } = fold;
  const { undo } = historyOf(fold, scope);
  const last = undo.at(-1);
  const same = record.gesture !== undefined && last?.gesture === record.gesture && last.back ? last : undefined;
  const { forth, back } = difference(same?.back ? patched(before, same.back) : before, after);
  if (forth.length === 0 && !same) return;
  cutRedo(fold, scope);
  if (same) putHistory(fold, scope, { undo: undo.slice(0, -1), redo: [] });
  if (forth.length === 0) return;
  const { id, seq, at } = same ?? record;
  const entry = { id, seq, label: same?.label ?? label, at, touches: touchedBy(forth), forth, back };
  remember(fold, scope, record.gesture === undefined ? entry : { ...entry, gesture: record.gesture }, 'do');
}

/** Marks every entry that touches one of these fields: somebody else changed them. */
export function markStale<S>(fold: Fold<S>, fields: readonly string[], reason: string, madeLater?: ReadonlySet<string>): void {
  if (fields.length === 0) return;
  const by = fold.record.id;
  for (const [scope, { undo, redo }] of Object.entries(fold.history)) {
    const mark = (e: HistoryEntry) =>
      !e.stale && madeLater?.has(e.key ?? e.id) !== true && anyOverlap(e.touches, fields) ? Object.freeze({ ...e, stale: { reason, by } }) : e;
    const marked = { undo: undo.map(mark), redo: redo.map(mark) };
    if (marked.undo.some((e, i) => e !== undo[i]) || marked.redo.some((e, i) => e !== redo[i])) putHistory(fold, scope, marked);
  }
}

/** Which entry is undone; `anyway` where somebody else changed the same since, `along` with the later acts that are in its way. */
interface UndoWish {
  readonly scope: string;
  readonly entry?: string | undefined;
  readonly anyway?: boolean | undefined;
  readonly along?: boolean | undefined;
}

/** Undoes the last act of a scope, or the named one where nothing after it is in the way. */
export function undo<S>(fold: Fold<S>, { scope, entry, anyway, along }: UndoWish): void {
  const all = acts(fold, scope);
  const act = entry === undefined ? all.findLast(free) : all.find((a) => a.id === entry);
  const group = along ? withLater(all, act) : grouped(all, act);
  if (group.length === 0) return refuse(fold, 'history.nothing', 'There is nothing to undo');
  if (group.some((a) => !free(a))) return refuse(fold, 'history.busy', 'This is being undone already');
  const stale = group.find((a) => a.entry?.stale)?.entry?.stale;
  if (stale && !anyway) return refuse(fold, 'history.stale', stale.reason);
  const inWay = entry === undefined ? undefined : group.flatMap((a) => blockers(all, a, group))[0];
  if (inWay) return refuse(fold, 'history.blocked', `"${inWay.label}" would have to be undone first`);
  for (const act of group.toReversed()) {
    if (act.pending) undoPending(fold, scope, act.pending);
    else if (act.entry) step(fold, scope, act.entry, 'undo');
  }
}

/** Does again what was undone last in a scope. */
export function redo<S>(fold: Fold<S>, { scope, anyway }: { scope: string; anyway?: boolean | undefined }): void {
  const entries = historyOf(fold, scope).redo.filter((e) => !e.busy);
  const last = entries.at(-1);
  if (!last) return refuse(fold, 'history.nothing', 'There is nothing to redo');
  if (last.stale && !anyway) return refuse(fold, 'history.stale', last.stale.reason);
  for (const entry of entries.slice(groupStart(entries)).toReversed()) step(fold, scope, entry, 'redo');
}

/** Where the acts of the last one's gesture begin. */
function groupStart(entries: readonly HistoryEntry[]): number {
  const gesture = entries.at(-1)?.gesture;
  return gesture === undefined ? entries.length - 1 : entries.findLastIndex((e) => e.gesture !== gesture) + 1;
}

/** What the next undo would do, undefined when there is nothing to undo. */
export function nextUndo<S>(state: KernelState<S>, scope: string): NextStep | undefined {
  const act = acts(state, scope).findLast(free);
  return act && named({ ...act, label: act.joined?.label ?? act.label }, act.entry);
}

/** What the next redo would do, undefined when there is nothing to redo. */
export function nextRedo<S>(state: KernelState<S>, scope: string): NextStep | undefined {
  const entries = historyOf(state, scope).redo.filter((e) => !e.busy);
  const entry = entries.at(-1);
  // the last act of the gesture was undone first
  const whole = entry?.gesture === undefined ? undefined : entries[groupStart(entries)]?.joined;
  return entry && named({ ...entry, label: whole?.label ?? entry.label }, entry);
}

/** The undo list of a scope, newest first, with what stands in each entry's way. */
export function historyLines<S>(state: KernelState<S>, scope: string): readonly HistoryLine[] {
  const all = acts(state, scope);
  return all.toReversed().map((act) => ({
    id: act.id,
    label: act.label,
    at: act.at,
    state: act.entry ? (act.entry.busy ? 'busy' : 'ready') : act.pending?.undoneBy ? 'busy' : (act.pending?.status ?? 'ready'),
    ...(act.entry?.stale && { stale: act.entry.stale.reason }),
    blockedBy: blockers(all, act, grouped(all, act)).map(({ id, label }) => ({ id, label })),
  }));
}

/** What an undo of an entry takes back when it takes along what is in its way: itself and those, newest first. */
export function undoneAlong<S>(state: KernelState<S>, scope: string, entry: string): readonly { readonly id: string; readonly label: string }[] {
  const all = acts(state, scope);
  const act = all.find((one) => one.id === entry);
  return withLater(all, act)
    .toReversed()
    .map(({ id, label }) => ({ id, label }));
}

/** One thing done in a scope: held by the server already, or still on its way. */
interface Act {
  readonly id: string;
  readonly seq: number;
  readonly label: string;
  readonly at: number;
  readonly touches: readonly string[];
  readonly gesture: string | undefined;
  readonly joined: Joined | undefined;
  readonly entry?: HistoryEntry;
  readonly pending?: PendingCommand;
}

function acts<S>(state: Pick<KernelState<S>, 'history' | 'pending'>, scope: string): readonly Act[] {
  const { undo, redo } = historyOf(state, scope);
  const done: Act[] = undo.map((entry) => actOf(entry, { entry }));
  const under = state.pending.filter((p) => p.scope === scope && p.mode !== 'undo');
  if (under.length === 0) return done;
  // a redo on its way is called what it does again, not the undo of its undo that carries it out
  const again = new Map(redo.map((entry) => [entry.id, entry]));
  const made = under.map((pending): Act => {
    const entry = pending.entry === undefined ? undefined : again.get(pending.entry);
    return { ...actOf(pending, { pending }), ...(entry && { label: entry.label, joined: entry.joined }) };
  });
  return [...done, ...made].toSorted((a, b) => a.seq - b.seq);
}

function actOf({ id, seq, label, at, touches, gesture, joined }: HistoryEntry | PendingCommand, held: Pick<Act, 'entry' | 'pending'>): Act {
  return { id, seq, label, at, touches, gesture, joined, ...held };
}

function free(act: Act): boolean {
  return act.entry ? !act.entry.busy : act.pending?.undoneBy === undefined;
}

/** The acts of one gesture that follow each other, the given one among them. */
function grouped(all: readonly Act[], act: Act | undefined): readonly Act[] {
  if (!act) return [];
  if (act.gesture === undefined) return [act];
  const at = all.indexOf(act);
  let from = at;
  while (all[from - 1]?.gesture === act.gesture) from--;
  let to = at + 1;
  while (all[to]?.gesture === act.gesture) to++;
  return all.slice(from, to);
}

/** Later acts that touch the same fields. An act that does not say what it touches stands in everybody's way. */
function blockers(all: readonly Act[], act: Act, group: readonly Act[]): readonly Act[] {
  return all.filter(
    (later) =>
      later.seq > act.seq &&
      free(later) &&
      !group.includes(later) &&
      (act.touches.length === 0 || later.touches.length === 0 || interferes(act, later)),
  );
}

/** An act with those of its gesture, the later ones that are in their way, those in the way of these, and so on; in order. */
function withLater(all: readonly Act[], act: Act | undefined): readonly Act[] {
  let taken = grouped(all, act);
  for (;;) {
    const more = new Set([...taken, ...taken.flatMap((one) => blockers(all, one, taken)).flatMap((one) => grouped(all, one))]);
    if (more.size === taken.length) return taken;
    taken = all.filter((one) => more.has(one));
  }
}

function interferes(act: Act, later: Act): boolean {
  return anyOverlap(act.touches, later.touches);
}

function named({ id, label, at }: Pick<NextStep, 'id' | 'label' | 'at'>, entry: HistoryEntry | undefined): NextStep {
  return { id, label, at, ...(entry?.stale && { stale: entry.stale.reason }) };
}

function inOrder(entries: readonly HistoryEntry[], entry: HistoryEntry): readonly HistoryEntry[] {
  const after = entries.findIndex((e) => e.seq > entry.seq);
  return after < 0 ? [...entries, entry] : entries.toSpliced(after, 0, entry);
}

function undoPending<S>(fold: Fold<S>, scope: string, pending: PendingCommand): void {
  const { record } = fold;
  if (pending.status === 'sent') {
    // the server may have it already: its answer has to come first, the undo then continues automatically
    fold.pending = fold.pending.map((p) => (p === pending ? Object.freeze({ ...p, undoneBy: { id: record.id, root: record.root } }) : p));
    return;
  }
  fold.pending = fold.pending.filter((p) => p !== pending);
  const { id, at, label, touches, type, payload, root } = pending;
  fold.follow.push({ kind: 'event', input: { type: `${type}.dropped`, payload: { reason: 'undone' } }, cause: id, root });
  if (pending.entry !== undefined) changeEntry(fold, scope, pending.entry, released);
  else {
    const entry: HistoryEntry = {
      id,
      seq: record.seq,
      label,
      at,
      touches,
      command: { type, payload },
      ...(pending.joined && { joined: pending.joined }),
    };
    remember(fold, scope, pending.gesture === undefined ? entry : { ...entry, gesture: pending.gesture }, 'undo');
  }
}

/** Undoes or redoes one entry: a draft's at once, a server's by a command of its own. */
function step<S>(fold: Fold<S>, scope: string, entry: HistoryEntry, mode: 'undo' | 'redo'): void {
  if (entry.command) return runEntry(fold, scope, entry, entry.command, mode, fold.record.id, fold.record.root);
  const patches = mode === 'undo' ? entry.back : entry.forth;
  const open = fold.drafts[scope];
  if (!patches || !open) return refuse(fold, 'history.closed', 'This draft is no longer open');
  fold.drafts = { ...fold.drafts, [scope]: Object.freeze({ ...open, document: patched(open.document, patches) }) };
  changeEntry(fold, scope, entry.id, () => null);
  remember(fold, scope, { ...entry, seq: fold.record.seq }, mode);
}

/** Sends the command of an entry; the entry waits, marked busy, for the answer. */
export function runEntry<S>(
  fold: Fold<S>,
  scope: string,
  entry: HistoryEntry,
  command: CommandInput,
  mode: 'undo' | 'redo',
  cause: string,
  root: string,
): void {
  changeEntry(fold, scope, entry.id, (e) => Object.freeze({ ...e, busy: true }));
  const follow = { ...followOf(fold, 'command', command), cause, root, scope };
  followWithTask(fold, { mode, entry: entry.id, scope, attempt: 0 }, entry.gesture === undefined ? follow : { ...follow, gesture: entry.gesture });
}
