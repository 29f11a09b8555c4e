/**
 * Who works where, of the people in one database. Kept in memory alone: no statement is made for it on the embedded database. On PostgreSQL
 * NOTIFY carries changes to other processes, only while a process with people in the same database is known.
 */
import { z } from 'zod';
import { PRESENCE_CHANGED } from '../../src/contract/presence.ts';
import { databaseOfPath, PresencePlace, PresentTab } from '../../src/domain/presence.ts';
import { clearInterval, clearTimeout, setInterval, setTimeout, timeNow } from '../surroundings.ts';
import type { Audience } from './delivery.ts';

/** Somebody's open connection, by a key that others may know. */
export interface PresentConnection {
  readonly tab: string;
  readonly person: string;
  readonly name: string;
  tell(target: string, message: unknown): void;
}

export interface Presence {
  /** A connection hears of the people of that database from now on; undefined: of none. */
  follow(connection: PresentConnection, databaseId: string | undefined): void;
  /** Where that connection works; what is no place, or one of another database, is ignored. */
  show(connection: PresentConnection, said: unknown): void;
  /** A connection has ended. */
  left(connection: PresentConnection): void;
  /** What another process says. */
  hear(from: string, text: PresenceText): void;
  /** Drops who has not given a sign of life; done by itself while somebody is shown. */
  sweep(): void;
  /** How many tabs are shown now. */
  size(): number;
  close(): void;
}

/** What processes say to each other: the tabs that changed of a database; that people are there (`hello`), the answer to it, and that none are. */
export const PresenceText = z.object({
  do: z.literal('presence'),
  databaseId: z.string(),
  tabs: z.array(PresentTab),
  say: z.enum(['hello', 'here', 'bye']).optional(),
});
export type PresenceText = z.infer<typeof PresenceText>;

export interface PresencePorts {
  tell(to: Audience, target: string, message: unknown): void;
  /** To the other processes. */
  notify(text: PresenceText): void;
  readonly now?: () => number;
}

/** Milliseconds for which changes of a database are collected before they are sent to its people. */
const COLLECTED = 50;
/** The same, to other processes. */
const COLLECTED_FOR_OTHERS = 250;
/** Milliseconds without a sign of life; a client in use gives one every few minutes. */
const AWAY_AFTER = 10 * 60_000;
/** Tabs that a database shows; more are not taken. */
const MOST_TABS = 1000;
/** Bytes of tabs in one text to other processes: NOTIFY carries less than 8000. */
const TEXT_BYTES = 7000;

interface Shown {
  readonly tab: PresentTab & { readonly Place: PresencePlace };
  /** Process that it is connected to; null for this one. */
  readonly process: string | null;
  readonly seen: number;
}

interface Room {
  /** Tabs of connections of this process. */
  readonly followers: Set<string>;
  readonly shown: Map<string, Shown>;
  readonly changed: Set<string>;
  readonly changedForOthers: Set<string>;
  /** Other processes with people in the same database. */
  readonly others: Set<string>;
}

/** Name of the group of the connections that follow a database. */
export function databaseGroup(databaseId: string): string {
  return `database:${databaseId}`;
}

/** The database of which that is the group; undefined for another group. */
export function databaseOfGroup(group: string): string | undefined {
  return group.startsWith('database:') ? group.slice('database:'.length) : undefined;
}

export function createPresence({ tell, notify, now = timeNow }: PresencePorts): Presence {
  const rooms = new Map<string, Room>();
  /** The database that each tab of this process follows. */
  const followed = new Map<string, string>();
  let sending: NodeJS.Timeout | undefined;
  let sendingToOthers: NodeJS.Timeout | undefined;
  let sweeping: NodeJS.Timeout | undefined;

  const roomOf = (databaseId: string): Room => {
    let room = rooms.get(databaseId);
    if (!room) {
      room = { followers: new Set(), shown: new Map(), changed: new Set(), changedForOthers: new Set(), others: new Set() };
      rooms.set(databaseId, room);
    }
    return room;
  };
  const tabsNow = (room: Room, keys: Iterable<string>): PresentTab[] =>
    [...keys].map((key) => room.shown.get(key)?.tab ?? { Tab: key, Person: '', Name: '', Place: null });

  const send = (): void => {
    sending = undefined;
    for (const [databaseId, room] of rooms) {
      if (room.changed.size === 0) continue;
      tell({ group: databaseGroup(databaseId) }, PRESENCE_CHANGED, { DatabaseId: databaseId, Tabs: tabsNow(room, room.changed) });
      room.changed.clear();
    }
  };
  const sendToOthers = (): void => {
    sendingToOthers = undefined;
    for (const [databaseId, room] of rooms) {
      if (room.changedForOthers.size === 0) continue;
      const tabs = tabsNow(room, room.changedForOthers);
      room.changedForOthers.clear();
      notifyTabs(databaseId, tabs);
    }
  };
  const notifyTabs = (databaseId: string, tabs: readonly PresentTab[], say?: PresenceText['say']): void => {
    const parts = inParts(tabs);
    (parts.length === 0 ? [[]] : parts).forEach((part, nth) =>
      notify({ do: 'presence', databaseId, tabs: part, ...(say !== undefined && nth === 0 && { say }) }),
    );
  };
  const changed = (room: Room, key: string, own: boolean): void => {
    // the newest comes last
    room.changed.delete(key);
    room.changed.add(key);
    sending ??= setTimeout(send, COLLECTED).unref();
    if (own) changedForOthers(room, key);
  };
  const changedForOthers = (room: Room, key: string): void => {
    if (room.others.size === 0) return;
    room.changedForOthers.add(key);
    sendingToOthers ??= setTimeout(sendToOthers, COLLECTED_FOR_OTHERS).unref();
  };
  const put = (room: Room, tab: PresentTab, process: string | null): void => {
    const before = room.shown.get(tab.Tab);
    const { Place } = tab;
    if (Place === null) {
      if (before && before.process === process && room.shown.delete(tab.Tab)) changed(room, tab.Tab, process === null);
      return;
    }
    if (!before && room.shown.size >= MOST_TABS) return;
    room.shown.delete(tab.Tab);
    room.shown.set(tab.Tab, { tab: { ...tab, Place }, process, seen: now() });
    // a sign of life alone is news to other processes only
    if (before && JSON.stringify(before.tab.Place) === JSON.stringify(Place)) {
      if (process === null) changedForOthers(room, tab.Tab);
    } else changed(room, tab.Tab, process === null);
    sweeping ??= setInterval(sweep, AWAY_AFTER / 20).unref();
  };
  const sweep = (): void => {
    const since = now() - AWAY_AFTER;
    let left = 0;
    for (const room of rooms.values())
      for (const [key, shown] of room.shown) {
        if (shown.seen >= since) left += 1;
        else if (room.shown.delete(key)) changed(room, key, shown.process === null);
      }
    if (left > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  };
  const leave = (tab: string): void => {
    const databaseId = followed.get(tab);
    const room = databaseId === undefined ? undefined : rooms.get(databaseId);
    followed.delete(tab);
    if (databaseId === undefined || !room) return;
    put(room, { Tab: tab, Person: '', Name: '', Place: null }, null);
    room.followers.delete(tab);
    if (room.followers.size > 0) return;
    if (room.others.size > 0) notifyTabs(databaseId, [], 'bye');
    rooms.delete(databaseId);
  };

  return {
    follow(connection, databaseId) {
      const { tab, person } = connection;
      if (followed.get(tab) !== databaseId) leave(tab);
      if (databaseId === undefined) return;
      const room = roomOf(databaseId);
      const isFirst = room.followers.size === 0;
      followed.set(tab, databaseId);
      room.followers.add(tab);
      connection.tell(PRESENCE_CHANGED, {
        DatabaseId: databaseId,
        You: person,
        Tabs: [...room.shown.values()].map((shown) => shown.tab),
      });
      if (isFirst) notifyTabs(databaseId, [], 'hello');
    },
    show({ tab, person, name }, said) {
      const databaseId = followed.get(tab);
      const room = databaseId === undefined ? undefined : rooms.get(databaseId);
      if (!room) return;
      const read = PresencePlace.nullable().safeParse(said);
      if (!read.success || (read.data !== null && databaseOfPath(read.data.path) !== databaseId)) return;
      put(room, { Tab: tab, Person: person, Name: name, Place: read.data }, null);
    },
    left: ({ tab }) => leave(tab),
    hear(from, { databaseId, tabs, say }) {
      const room = rooms.get(databaseId);
      if (!room) return;
      if (say === 'hello')
        notifyTabs(
          databaseId,
          [...room.shown.values()].filter(({ process }) => process === null).map((shown) => shown.tab),
          'here',
        );
      if (say === 'bye') {
        room.others.delete(from);
        for (const [key, { process }] of room.shown) if (process === from && room.shown.delete(key)) changed(room, key, false);
        return;
      }
      room.others.add(from);
      for (const tab of tabs) if (!followed.has(tab.Tab)) put(room, tab, from);
    },
    sweep,
    size: () => [...rooms.values()].reduce((sum, { shown }) => sum + shown.size, 0),
    close() {
      clearTimeout(sending);
      clearTimeout(sendingToOthers);
      clearInterval(sweeping);
      for (const [databaseId, room] of rooms) if (room.others.size > 0) notifyTabs(databaseId, [], 'bye');
      rooms.clear();
      followed.clear();
    },
  };
}

/** Tabs in texts that NOTIFY carries. */
function inParts(tabs: readonly PresentTab[]): PresentTab[][] {
  const parts: PresentTab[][] = [];
  let size = 0;
  for (const tab of tabs) {
    const bytes = Buffer.byteLength(JSON.stringify(tab));
    const last = parts.at(-1);
    if (last && size + bytes <= TEXT_BYTES) last.push(tab);
    else parts.push([tab]);
    size = last && size + bytes <= TEXT_BYTES ? size + bytes : bytes;
  }
  return parts;
}
