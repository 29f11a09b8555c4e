/** What has to be true of the records of each page: its queues go in order, each call ends once, and no edit is given up. */
import { z } from 'zod';
import { commandCatalogue } from '../../src/commands/catalogue.ts';
import { editsTakenUp } from '../../src/commands/changes/editsTakenUp.ts';
import { revertChangeset } from '../../src/commands/changes/revertChangeset.ts';
import { loadEdits } from '../../src/commands/notifications/loadEdits.ts';
import { versionChanged } from '../../src/commands/notifications/versionChanged.ts';
import { VersionChanged } from '../../src/contract/notifications.ts';
import { listEdits } from '../../src/contract/versions.ts';
import { anyOverlap } from '../../src/kernel/diff.ts';
import type { LogRecord } from '../../src/kernel/record.ts';
import { type Bodies, replyOf } from './replies.ts';
import { type Tab, VERSION } from './tab.ts';
import type { World } from './world.ts';

const Failed = z.object({ error: z.object({ status: z.number(), messages: z.array(z.string()) }) });
const definitionOf = new Map(commandCatalogue.map(({ type, definition }) => [type, definition]));

export function judgeRecords({ everyTab }: World): readonly string[] {
  const commands = new Map(
    everyTab.flatMap(({ records }) => records.flatMap((record) => (record.kind === 'command' ? [[record.id, record] as const] : []))),
  );
  return [
    ...everyTab.flatMap((tab) => [
      ...inTurn(tab, commands),
      ...endedOnce(tab, commands),
      ...givenUp(tab, commands),
      ...ownAsOthers(tab),
      ...overOthers(tab, commands),
    ]),
    ...takenUp(everyTab),
  ];
}

type Commands = ReadonlyMap<string, LogRecord>;

/** What a record says of a command, `sent` or its outcome. */
function said({ type, kind, cause }: LogRecord, commands: Commands): { readonly command: LogRecord; readonly what: string } | undefined {
  const command = kind === 'event' && cause !== undefined ? commands.get(cause) : undefined;
  return command !== undefined && type.startsWith(`${command.type}.`) ? { command, what: type.slice(command.type.length + 1) } : undefined;
}

function queueOf({ type, payload }: LogRecord): string | undefined {
  const definition = definitionOf.get(type);
  return definition?.policy === 'queue' ? definition.lane?.(payload) : undefined;
}

/** In a queue one call is under way at a time, and what is sent again after a conflict goes before what waits. */
function inTurn({ owner, records }: Tab, commands: Commands): readonly string[] {
  const told: string[] = [];
  const underWay = new Map<string, string>();
  const again = new Map<string, string>();
  const conflicts = new Set<string>();
  for (const record of records) {
    if (record.kind === 'command' && record.cause !== undefined && conflicts.has(record.cause)) {
      const queue = queueOf(record);
      if (queue !== undefined) again.set(queue, record.id);
    }
    const about = said(record, commands);
    const queue = about && queueOf(about.command);
    if (about === undefined || queue === undefined) continue;
    const { id, type } = about.command;
    if (about.what === 'sent') {
      const [other, first] = [underWay.get(queue), again.get(queue)];
      if (other !== undefined && other !== id) told.push(`${owner.name} sends ${type} ${id} while ${other} is under way in ${queue}`);
      if (first !== undefined && first !== id) told.push(`${owner.name} sends ${type} ${id} before ${first}, which had its turn in ${queue}`);
      underWay.set(queue, id);
    } else if (underWay.get(queue) === id) underWay.delete(queue);
    if (again.get(queue) === id) again.delete(queue);
    if (about.what === 'failed' && Failed.safeParse(record.payload).data?.error.status === 412) conflicts.add(record.id);
  }
  return told;
}

/** A command that was answered, failed or was given up for a later one has no other outcome after that. */
function endedOnce({ owner, records }: Tab, commands: Commands): readonly string[] {
  const ended = new Map<string, string>();
  return records.flatMap((record) => {
    const about = said(record, commands);
    if (about === undefined || !ENDS.has(about.what)) return [];
    const { id, type } = about.command;
    const before = ended.get(id);
    ended.set(id, about.what);
    return before === undefined ? [] : [`${owner.name}: ${type} ${id} was ${about.what} after it was ${before}`];
  });
}

const ENDS = new Set(['answered', 'failed', 'superseded']);

/** A write waits for its server as long as it takes, and its key stands for nothing else. */
function givenUp({ owner, records }: Tab, commands: Commands): readonly string[] {
  return records.flatMap((record) => {
    const about = said(record, commands);
    const error =
      about?.what === 'failed' && definitionOf.get(about.command.type)?.write === true ? Failed.safeParse(record.payload).data?.error : undefined;
    const isOdd = error !== undefined && (AWAY.has(error.status) || error.messages.some((text) => text.includes('Idempotency-Key')));
    return isOdd ? [`${owner.name}: ${record.type} ${error.status}: ${error.messages.join(' ')}`] : [];
  });
}

const AWAY = new Set([0, 502, 503]);

/** No page takes a message about an edit of its own for one of somebody else. */
function ownAsOthers({ owner, kernel, records }: Tab): readonly string[] {
  return records.flatMap(({ type, payload }) => {
    const of = type === versionChanged.type ? VersionChanged.parse(payload).CommandId : null;
    return of?.startsWith(`${kernel.header.session}:`) === true ? [`${owner.name} takes its own edit ${of} for one of somebody else`] : [];
  });
}

/** A page that was told that others have changed the same since asks before it undoes. */
function overOthers({ owner, person, kernel, records }: Tab, commands: Commands): readonly string[] {
  const told: string[] = [];
  let others: readonly Pick<VersionChanged, 'VersionId' | 'Rev' | 'Edits'>[] = [];
  for (const record of records) {
    const { type, payload, cause = '' } = record;
    if (type === versionChanged.type) others = [...others, VersionChanged.parse(payload)];
    if (type === `${loadEdits.type}.answered`) {
      const { Changes = [] } = CaughtUp.safeParse(replyOf(kernel.bodies, record)).data ?? {};
      const last = Math.max(0, ...others.map(({ Rev }) => Rev));
      const news = Changes.filter(({ Rev, Author }) => Rev > last && !Author.startsWith(person));
      others = [...others, ...news.map(({ Rev, Edits }) => ({ VersionId: VERSION, Rev, Edits: Edits.map((one) => ({ ...one, Rev, Doc: null })) }))];
    }
    // an act is marked once it is among those that can be undone
    const isWritten = type.endsWith('.answered') && definitionOf.get(commands.get(cause)?.type ?? '')?.write === true;
    const made = isWritten ? revOf(kernel.bodies, record) : undefined;
    if (made !== undefined) others = others.map((one) => (one.Rev > made ? { ...one, Edits: null } : one));
    const undo = type === revertChangeset.type && record.kind === 'command' ? commands.get(cause) : undefined;
    if (undo === undefined || !UNDO.test(undo.type) || Undo.parse(undo.payload).anyway === true) continue;
    const { versionId, rev, label, touches } = Reverted.parse(payload);
    for (const { VersionId, Rev, Edits } of others) {
      const fields = (Edits ?? []).flatMap(({ Kind, Id, Fields }) => Fields.map((field) => `${Kind.toLowerCase()}/${Id}/${field}`));
      if (VersionId === versionId && Rev > rev && anyOverlap(fields, touches))
        told.push(`${owner.name} undoes "${label}" of revision ${rev} unasked, though others have changed the same at ${Rev}`);
    }
  }
  return told;
}

const UNDO = /^history\.undo/;
const Undo = z.object({ anyway: z.boolean().optional() });
const Reverted = z.object({ versionId: z.int(), rev: z.int(), label: z.string(), touches: z.array(z.string()) });

/** The revision that an answer tells of. */
export function revOf(bodies: Bodies, record: LogRecord): number | undefined {
  return Reply.safeParse(replyOf(bodies, record)).data?.Rev;
}

const Reply = z.object({ Rev: z.number() });
const CaughtUp = listEdits.reply.pick({ Changes: true });

/** What is taken up from a closed page keeps its key, except where the server has refused it under that. */
function takenUp(everyTab: readonly Tab[]): readonly string[] {
  const intents = new Map(
    everyTab.flatMap(({ records }) =>
      records.flatMap((one) => (one.kind === 'command' ? [[one.id, JSON.stringify([one.type, one.payload])] as const] : [])),
    ),
  );
  const refused = new Set(
    everyTab.flatMap(({ records }) =>
      records.flatMap(({ type, cause = '', payload }) =>
        type.endsWith('.failed') && Failed.safeParse(payload).data?.error.status === 412 ? [intents.get(cause)] : [],
      ),
    ),
  );
  return everyTab.flatMap(({ owner, records }) => {
    const taken = takenUpBy(records);
    return records.flatMap(({ id, type, key }) =>
      key === undefined && taken.has(id) && !refused.has(intents.get(id))
        ? [`${owner.name} sends ${type} ${id} of a closed page under another key`]
        : [],
    );
  });
}

/** The ids of the commands by which a page has sent what a closed one had left. */
function takenUpBy(records: readonly LogRecord[]): ReadonlySet<string> {
  const found = records.filter(({ type }) => type === editsTakenUp.type).flatMap(({ payload }) => TakenUp.parse(payload).edits);
  return new Set(found.map(({ id }) => id));
}

const TakenUp = z.object({ edits: z.array(z.object({ id: z.string() })) });
