/** What has to be true of the edits as they went over the lines: what was seen is what they changed, and who asks for documents gets them. */
import { z } from 'zod';
import { revertChangeset } from '../../src/commands/changes/revertChangeset.ts';
import { kindOfNumber } from '../../src/domain/entities.ts';
import { presentPlace } from '../../src/projections/versions.ts';
import type { Written } from './network.ts';
import { EDITORS } from './people.ts';
import { VERSION } from './tab.ts';
import type { World } from './world.ts';

const Change = z.object({ rev: z.int(), command: z.string().nullable(), kind: z.int(), id: z.string(), undone: z.boolean() });
type Change = z.infer<typeof Change>;
const CHANGES = `select c.rev, s.command_id as command, c.kind, c.id, s.undone_by is not null as undone
  from change c join changeset s using (version_id, rev) where version_id = ${VERSION} order by c.rev, c.seq`;

const Asked = z.object({ Seen: z.array(z.object({ Kind: z.string(), Id: z.string(), Rev: z.int() })).optional(), Full: z.boolean().optional() });
const Answer = z.object({ Rev: z.int(), NoChange: z.boolean().optional(), Documents: z.array(z.unknown()).optional() });

export async function judgeCalls(world: World): Promise<readonly string[]> {
  const changes = z.array(Change).parse(await world.database.peek(CHANGES));
  const { written } = world.network;
  return [
    ...seenAsItWas(written, changes),
    ...written.flatMap((one) => fullyAnswered(one, written)),
    ...leftOpen(world, changes),
    ...toldAgain(world),
    ...keptOwn(world, changes),
  ];
}

/** An edit changes a document at the revision that its sender says they have seen. */
function seenAsItWas(written: readonly Written[], changes: readonly Change[]): readonly string[] {
  const seenBy = new Map<string, readonly (number | undefined)[]>();
  for (const { key, ifMatch, body } of written) {
    const { Seen = [] } = parsed(Asked, body) ?? {};
    const alone = /^"(\d+)"$/.exec(ifMatch)?.[1];
    const mine = changes.filter(({ command }) => command === key);
    for (const { kind, id } of mine) {
      const name = `${key} ${kindOfNumber(kind)} ${id}`;
      const seen = alone === undefined ? Seen.find(({ Kind, Id }) => Kind === kindOfNumber(kind) && Id === id)?.Rev : Number(alone);
      // sent again after a reload, it may say of more what it has seen: the first one was carried out
      if (alone === undefined || mine.length === 1) seenBy.set(name, [...(seenBy.get(name) ?? []), seen]);
    }
  }
  return changes.flatMap(({ rev, command, kind, id }) => {
    const before = changes.findLast((one) => one.rev < rev && one.kind === kind && one.id === id)?.rev;
    const seen = seenBy.get(`${command} ${kindOfNumber(kind)} ${id}`);
    return before === undefined || seen === undefined || seen.includes(before) || seen.includes(undefined)
      ? []
      : [`Change set ${rev} (${command}) changes ${kindOfNumber(kind)} ${id}, last changed at ${before}, as it was seen at ${seen.join(', ')}`];
  });
}

/** Who asks for the changed documents gets them. A call that is sent again may ask for more than the first one, whose answer it gets. */
function fullyAnswered({ tab, what, key, body, status, text }: Written, written: readonly Written[]): readonly string[] {
  if (status !== 200 || parsed(Asked, body)?.Full !== true) return [];
  if (written.some((one) => one.key === key && parsed(Asked, one.body)?.Full !== true)) return [];
  const answer = parsed(Answer, text);
  return answer === undefined || answer.NoChange === true || (answer.Documents?.length ?? 0) > 0
    ? []
    : [`${tab} asks for the documents of ${what} and gets none`];
}

/** What a page had not been answered when it ended is sent by a later one; what its person had undone before leaving it is undone. */
function leftOpen(world: World, changes: readonly Change[]): readonly string[] {
  // of a browser without room the log is as it was
  if (world.has('disks')) return [];
  const ended = new Set<string>();
  const undos = new Set<unknown>();
  // a page that goes on with a session answers commands of the page before
  const keys = new Map(
    world.everyTab.flatMap(({ records }) => records.flatMap(({ kind, id, key }) => (kind === 'command' ? [[id, key ?? id] as const] : []))),
  );
  for (const { records } of world.everyTab) {
    for (const { kind, type, cause = '', payload } of records) {
      if (kind === 'event' && ENDED.test(type)) ended.add(keys.get(cause) ?? cause);
      if (kind === 'command' && type === revertChangeset.type) undos.add(Reflect.get(Object(payload), 'rev'));
    }
  }
  return world.everyTab.flatMap(({ owner, kernel, ended: how }) =>
    how === undefined
      ? []
      : kernel.snapshot().pending.flatMap(({ id, key = id, type, write, undoneBy }) => {
          if (!write) return [];
          const made = changes.find(({ command }) => command === key);
          return [
            ...(ended.has(key) ? [] : [`${owner.name} ended with ${type} ${key}, of which no later page knows what came of it`]),
            ...(how === 'leave' && undoneBy !== undefined && made !== undefined && !made.undone && !undos.has(made.rev)
              ? [`${owner.name} was left with ${type} ${key} undone, and nobody undoes change set ${made.rev}`]
              : []),
          ];
        }),
  );
}

const ENDED = /\.(answered|failed|superseded|dropped)$/;

/** What an own edit has changed is held at its revision once the answer is there. */
function keptOwn({ everyTab }: World, changes: readonly Change[]): readonly string[] {
  return everyTab.flatMap(({ owner, unkept }) =>
    unkept.flatMap(({ rev, kind, id, held }) =>
      changes.some((one) => one.rev === rev && kindOfNumber(one.kind) === kind && one.id === id)
        ? [`${owner.name} holds ${kind} ${id} of revision ${held} after the answer to its own edit ${rev}`]
        : [],
    ),
  );
}

/** A page that is connected is told again and again at which revision its version is. */
export function toldAgain({ tabs, network, quietSince = 0 }: World): readonly string[] {
  return tabs.flatMap(({ owner, person, kernel }) =>
    EDITORS.includes(person) && presentPlace(kernel.snapshot().view).versionId === VERSION && (network.saidAt.get(owner) ?? 0) < quietSince
      ? [`${owner.name} is told no more at which revision its version is`]
      : [],
  );
}

function parsed<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
