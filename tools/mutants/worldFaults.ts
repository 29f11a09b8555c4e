/** Faults of the protocol between pages, server and disks that a simulated world has to find, one at a time: `npm run simulate -- --planted`. */
import type { Part } from '../../test/world/parts.ts';
import type { Mistake } from './planted.ts';

/** `part`: what a world has to hold for it besides pages and a server (`test/world/parts.ts`). */
type Row = readonly [name: string, file: string, search: string, replace: string, part?: Part];

const REGISTER = 'server/routes/register.ts';
const IDEMPOTENCY = 'server/store/idempotency.ts';
const EDITS = 'server/services/documentEdits.ts';
const STORE = 'server/store/edits.ts';
const DOCUMENTS = 'src/projections/documents.ts';
const POSITION = 'src/projections/syncPosition.ts';
const KERNEL = 'src/kernel/kernel.ts';
const LIVE = 'src/effects/live.ts';
const HUB = 'server/live/hubDelivery.ts';
const TASKS = 'server/jobs/taskQueue.ts';
const RUNS = 'server/store/runs.ts';
const VALIDATOR = 'server/validation/validator.ts';

const ROWS: readonly Row[] = [
  // the change log: once, and in order
  [
    'a repeated command is carried out again',
    IDEMPOTENCY,
    "if (Number(claimed.numAffectedRows ?? 0) === 1) return { kind: 'ours' };",
    "return { kind: 'ours' };",
  ],
  [
    'a repeat is taken for a reused key',
    IDEMPOTENCY,
    "if (known?.fingerprint !== fingerprint) return { kind: 'reused' };",
    "if (known !== undefined) return { kind: 'reused' };",
  ],
  [
    "the answer is recorded with another one's status",
    IDEMPOTENCY,
    "known.status ?? 200, body: known.body ?? '' } };\n}\n\n/** What is known of a key, without",
    "500, body: known.body ?? '' } };\n}\n\n/** What is known of a key, without",
  ],
  ['the answer is not recorded with its key', REGISTER, 'await recordAnswer(db, command, answer);\n', ''],
  ['the key counts for everybody', REGISTER, 'subject: actorOf(caller), key, fingerprint', "subject: 'all', key: key.slice(0, 2), fingerprint"],
  [
    'what the sender knew is part of the request',
    REGISTER,
    '  const { Seen: _seen, Full: _full, ...intent } = body as Record<string, unknown>;\n  return intent;',
    '  return body;',
  ],
  [
    'messages go out for a repeat again',
    REGISTER,
    'return { answer: claim.answer, messages: [], acts: [] };',
    'return { answer: { ...claim.answer, status: 409 }, messages: [], acts: [] };',
  ],
  [
    'unsent edits go out under a new key',
    KERNEL,
    'const { id, type, payload, key = id } = pending;',
    'const { id, type, payload } = pending;\n    const key = `${id}x${nextSeq}`;',
  ],
  ['a queue lets two go at a time', 'src/kernel/lanes.ts', 'return lane.pipe(concatMap(run));', 'return lane.pipe(mergeMap(run));'],
  [
    'an edit sent again goes to the end of its queue',
    'src/kernel/lanes.ts',
    'entry.ahead ? [entry.run, ...line] : [...line, entry.run]',
    '[...line, entry.run]',
  ],
  ['an answer counts twice', 'src/kernel/calls.ts', '    this.over = true;\n    this.port.answered', '    this.port.answered'],
  [
    'writes are dropped by a reload',
    KERNEL,
    'if (pending.write) enter(pending);',
    "if (pending.write) outcome(pending, 'superseded', { reason: 'reload' });",
  ],
  ['reads wait for ever after a reload', KERNEL, "else outcome(pending, 'superseded', { reason: 'reload' });", ''],
  // revisions
  ['the revision of the version is not raised', STORE, 'set rev = rev + 1, undone', 'set rev = rev + 0, undone'],
  ['a document keeps its revision', STORE, 'do update set bid = excluded.bid, rev = excluded.rev)', 'do update set bid = excluded.bid)'],
  [
    'an edit of a removed document keeps the document',
    STORE,
    'do update set bid = excluded.bid, rev = excluded.rev)',
    'do update set bid = coalesce(excluded.bid, overlay_row.bid), rev = excluded.rev)',
  ],
  [
    'catching up leaves out the first edit',
    STORE,
    'where version_id = ${versionId} and rev > ${since} group by kind, id having',
    'where version_id = ${versionId} and rev > ${since} + 1 group by kind, id having',
  ],
  [
    'an edit on an older revision is taken',
    EDITS,
    "if (seenRevisions !== undefined && seenRevisions !== '*') requireSeen(version.Rev, refs, slots, seenRevisions);\n",
    '',
  ],
  [
    'a newer revision than seen is let pass',
    EDITS,
    'return !meant || Rev === (slot?.rev ?? 0) ? []',
    'return !meant || Rev >= (slot?.rev ?? 0) - 1 ? []',
  ],
  [
    'documents that the caller may not know are not answered',
    EDITS,
    'full || edit.tells === true || incomputable ? changes : []',
    'full || edit.tells === true ? changes : []',
  ],
  [
    'documents asked for are not answered',
    EDITS,
    'full || edit.tells === true || incomputable ? changes : []',
    'edit.tells === true || incomputable ? changes : []',
  ],
  [
    'an undo of an edit does not merge',
    EDITS,
    'const merged = mergeDocument(kind, after, before, present, force);',
    'const merged = { doc: before, conflicts: [] as string[] };\n    void [mergeDocument, present];',
  ],
  // documents in a page
  ['an older document wins', DOCUMENTS, '  if (knownRev > rev) return;\n', ''],
  ['a newer document loses', DOCUMENTS, '  if (knownRev > rev) return;\n', '  if (knownRev >= 0) return;\n'],
  ['the outcome of an own edit is not kept', DOCUMENTS, 'put(version, kind, id, { doc, rev, ...(known?.theirs && { theirs: known.theirs }) });', ''],
  [
    'an own edit has no revision',
    DOCUMENTS,
    '    put(version, kind, id, { doc, rev, ...(known?.theirs && { theirs: known.theirs }) });',
    '    put(version, kind, id, { doc, rev: rev - 1, ...(known?.theirs && { theirs: known.theirs }) });',
  ],
  ['a list shows a document as it was', DOCUMENTS, '  foldRow(version, kind, id, doc, rev);\n}\n\n/**\n * Brings', '}\n\n/**\n * Brings'],
  [
    'the documents of an answer are not taken',
    'src/commands/defineEdit.ts',
    'for (const state of reply.Documents ?? []) foldDocument(base, p.versionId, state);',
    '',
  ],
  [
    'a conflict does not bring what others made',
    'src/commands/defineEdit.ts',
    'for (const state of Documents) foldDocument(base, p.versionId, state, true);',
    'void Documents;',
  ],
  // sync position and live messages
  [
    'catching up is off by one',
    POSITION,
    'position.told > position.upTo ? position.upTo : undefined',
    'position.told > position.upTo ? position.upTo + 1 : undefined',
    'servers',
  ],
  ['a gap is not seen', POSITION, 'rev === position.upTo + 1) position.upTo = rev', 'rev > position.upTo) position.upTo = rev', 'servers'],
  [
    'an own answer raises the sync position',
    POSITION,
    'const position = draftOf(base, versionId);\n  if (position) position.upTo ??= rev;',
    'const position = draftOf(base, versionId);\n  if (position) position.upTo = Math.max(position.upTo ?? 0, rev + 1);',
  ],
  ['the position stays after catching up', POSITION, '  position.upTo = Math.max(position.upTo, rev);\n', ''],
  [
    'a lost message is not missed',
    POSITION,
    'position.upTo !== null && rev > latestRevision(position)',
    'position.upTo !== null && rev > latestRevision(position) + 3',
    'servers',
  ],
  [
    "others' edits of a catch-up are not taken",
    'src/commands/notifications/loadEdits.ts',
    'for (const edit of reply.Edits) foldEdit(base',
    'for (const edit of reply.Edits.slice(1)) foldEdit(base',
  ],
  [
    'nothing is caught up after the connection was away',
    'src/commands/notifications/liveStatusChanged.ts',
    '[catchUp(view, data.id, data.heard.upTo)]',
    '[]',
  ],
  [
    'a live message of others is not taken',
    'src/commands/notifications/versionChanged.ts',
    'for (const edit of message.Edits ?? []) foldEdit(base, message.VersionId, edit);',
    '',
  ],
  [
    "an own message counts as another's",
    'src/hearLive.ts',
    'const own = isOwn(kernel, CommandId);',
    'const own = CommandId === null && isOwn(kernel, CommandId);',
  ],
  [
    'an own edit that was lost with the log counts as known',
    'src/hearLive.ts',
    'own ? isKnown(kernel, CommandId) : Edits !== null',
    'own || Edits !== null',
    'disks',
  ],
  [
    'a message of others counts as known',
    'src/hearLive.ts',
    'if (!own) kernel.receive(versionChanged(event.payload));',
    'if (!own && false) kernel.receive(versionChanged(event.payload));',
  ],
  ['a new connection is no gap', LIVE, "status('connected', missed || wanted.length > 0, missed);", "status('connected', false, false);"],
  [
    'the connection does not come back',
    LIVE,
    'while (!signal.aborted) {\n      try {\n        const { closed }',
    'for (let once = true; once && !signal.aborted; once = false) {\n      try {\n        const { closed }',
  ],
  [
    'another version is heard than the one shown',
    LIVE,
    'versionIds: wanted, databaseId });',
    'versionIds: wanted.map((id) => id + 1), databaseId });',
  ],
  ['a reconnected page watches nothing', LIVE, '      await join(connection);\n    } catch', '    } catch'],
  [
    'messages of edits are not sent',
    REGISTER,
    'for (const { message, subject } of messages) void live.publish(message, subject);',
    'if (messages.length > 50) for (const { message, subject } of messages) void live.publish(message, subject);',
  ],
  [
    'messages go out in the reverse order',
    HUB,
    'else order.take(edit.VersionId, edit.Rev, from, () => hub.tell(to, target, message));',
    'else setTimeout(() => hub.tell(to, target, message), 50 / edit.Rev);',
  ],
  ['revisions are not said', 'server/live/sayRevisions.ts', 'versions.forEach(tell);', '', 'servers'],
  // calls and the disk of a page
  [
    'a write whose answer is lost is given up',
    'src/effects/http.ts',
    'if (error) return write || attempt < READ_TRIES - 1;',
    'if (error) return attempt < READ_TRIES - 1;',
  ],
  [
    'an answer that is cut off counts',
    'src/effects/http.ts',
    'if (write && AWAY.has(answer.status)) return true;',
    'if (write && AWAY.has(answer.status)) return false;',
  ],
  [
    'writes are not on the disk before they are sent',
    'src/effects/logStore.ts',
    "one.id === record.id && one.write)) void write('now');",
    "one.id === record.id && one.write && false)) void write('now');",
  ],
  [
    'the log of a closed page is settled unread',
    'src/takeUpClosedTabs.ts',
    'if (left) sendAgain(kernel, unsentWrites(definitions, left.recovered));',
    '',
  ],
  ['edits of a closed page go out without their key', 'src/takeUpClosedTabs.ts', '...(key !== undefined && { key }),', ''],
  [
    'undone edits of a closed page stay',
    'src/takeUpClosedTabs.ts',
    'if (undone && scope !== undefined) kernel.dispatch',
    'if (undone && scope === undefined) kernel.dispatch',
  ],
  // undo
  [
    'an undo puts back a document that others changed',
    'src/kernel/history.ts',
    'if (stale && !anyway) return refuse',
    'if (stale && anyway) return refuse',
  ],
  [
    'an edit of others does not mark what it touches',
    'src/kernel/history.ts',
    'if (fields.length === 0) return;\n  const by',
    'if (fields.length >= 0) return;\n  const by',
  ],
  // tokens and rights
  [
    'an account that may only look edits',
    'server/auth/auth.ts',
    "if ((access === 'write' || access === 'publish') && account.permissions.readOnly)",
    "if (access === 'publish' && account.permissions.readOnly)",
    'rights',
  ],
  ['a page whose token is refused stays', 'src/effects/http.ts', '    void ports.login();\n', '', 'rights'],
  [
    'a call whose token is refused is given up',
    'src/effects/http.ts',
    '    return untilThePageIsLeft();\n  }\n  const error = failed(response',
    '  }\n  const error = failed(response',
    'rights',
  ],
  [
    'a call about any region is answered',
    'server/services/scope.ts',
    'if (region === undefined || !seesRegion(scope, region)) throw',
    'if (region === undefined) throw',
    'rights',
  ],
  // full disks
  [
    'a full disk keeps people from signing in',
    'server/routes/account.ts',
    'await notePerson(db, caller).catch(unlessDiskFull);',
    'await notePerson(db, caller);\n    void unlessDiskFull;',
    'disks',
  ],
  [
    'a repeat for which there is no room is told that nothing was changed',
    REGISTER,
    'isDiskFull(error) ? await readAnswer(engine.db, command) : undefined',
    'undefined as Awaited<ReturnType<typeof readAnswer>> | undefined',
    'disks',
  ],
  [
    'people are not told that the disk is full',
    'server/routes/errors.ts',
    "status: 507, body: messageBody(DISK_FULL, 'disk_full')",
    "status: 507, body: messageBody('Error', 'disk_full')",
    'disks',
  ],
  // what a page records
  [
    'a call is recorded as it was when it was made',
    KERNEL,
    'commandOf(pending)?.call?.(pending.payload, state.base, pending.seen)',
    'commandOf(pending)?.call?.(pending.payload, state.base, asked.seen)',
  ],
  // the comparer
  [
    'the comparer shows what was removed as if it were still there',
    'server/store/differences.ts',
    'case when y.kind is null then l.bid else y.bid end as is_bid',
    'coalesce(y.bid, l.bid) as is_bid',
  ],
  // findings
  ['findings are of another revision than noted', VALIDATOR, 'found.filter(({ rev }) => rev > from);', 'found.filter(({ rev }) => rev > from + 1);'],
  [
    'an edit is not checked',
    'server/validation/checkingLive.ts',
    "if (message.target === 'versionChanged') validator.ensure(message.message.VersionId);",
    "if (message.target === 'versionChanged' && message.message.Rev % 5 === 0) validator.ensure(message.message.VersionId);",
  ],
  ['versions edited before the start are not checked', 'server/store/findings.ts', "'<', eb.ref('rev'))", "'<', 0)"],
];

/** Faults of background jobs. */
const JOB_ROWS: readonly Row[] = [
  [
    'the task of a killed worker is not taken from it',
    TASKS,
    '} else if (await takeFromWorker(engine.db, held)) {',
    '} else if (held.attempt < 0 && (await takeFromWorker(engine.db, held))) {',
  ],
  [
    'a task runs in two workers at once',
    TASKS,
    "if (!held.silent && held.worker !== '' && (await engine.isAlive(held.worker))) continue;",
    'if (held.attempt < 0) continue;',
  ],
  [
    'a task is ended by a worker that has lost it',
    RUNS,
    "select('status').where(isHeldBy(claim)).where('status', 'in', [1, 5])",
    "select('status').where('task_run_id', '=', claim.taskRunId)",
  ],
  [
    'a task that has ended stays with its worker',
    RUNS,
    '      worker: null,\n      beat: null,\n      progress: null,\n      output_version_id',
    '      beat: null,\n      progress: null,\n      output_version_id',
  ],
  [
    'a run does not wait for the one before it',
    RUNS,
    'and o.run_id <> r.run_id and o.status in (0, 1, 5)',
    'and o.run_id <> r.run_id and o.status = 5',
  ],
  [
    'a run that was stopped is not let go',
    TASKS,
    'const moved = await letGoOfTask(tx, claim);',
    'const moved = claim.attempt < 0 ? await letGoOfTask(tx, claim) : undefined;',
  ],
  ['a failure is mailed to nobody', TASKS, '      await notifyOfTask(tx, claim, whole, after);\n', ''],
  [
    'a mail that a killed process was sending is sent again',
    'server/jobs/mailQueue.ts',
    'releaseMail(db, id, isOwn || transport.repeatable)',
    'releaseMail(db, id, true)',
  ],
  ['a mail counts as sent before the mail server has it', 'server/jobs/mailQueue.ts', 'await transport.send(', 'void transport.send('],
  ["the mail of a killed process is nobody's for ever", 'server/jobs/outbox.ts', '      await releaseUnattended(place, outbox);\n', ''],
  ['a due run is not made up for', 'server/jobs/schedules.ts', 'const MADE_UP_FOR = 3_600_000;', 'const MADE_UP_FOR = 3000;'],
  [
    'a run is noted at the moment of the look, not of the schedule',
    'server/jobs/schedules.ts',
    'due: new Date(due).toISOString()',
    'due: new Date(now).toISOString()',
  ],
  [
    'the key of a file is that of another one',
    'server/jobs/runners/exports.ts',
    'return { key, name, size: String(size), sha256: key.slice',
    "return { key: key.replace(/^exports.[0-9]+/, 'exports/1'), name, size: String(size), sha256: key.slice",
  ],
];

export const worldFaults: readonly (Omit<Mistake, 'checks'> & { readonly parts: readonly Part[] })[] = [
  ...ROWS.map(([name, file, search, replace, part]) => ({ name, file, search, replace, parts: part === undefined ? [] : [part] })),
  ...JOB_ROWS.map(([name, file, search, replace]) => ({ name, file, search, replace, parts: ['jobs', 'servers'] as const })),
];
